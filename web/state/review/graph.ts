// The graph of a review as columns of numbers, the way uPlot wants them, and as words for those who don't see it.

import type { GraphPoint } from "./thoughts.ts"

export interface GraphColumns {
  readonly moves: readonly number[]
  /** Black's, in percent. */
  readonly rates: readonly number[]
  /** Black's, in points. */
  readonly leads: readonly (number | null)[]
  /** The largest lead of either side: the scale of the second axis, zero in its middle. */
  readonly farthest: number
}

/** A scale that shows less would make noise look like a lead. */
const SMALLEST_SCALE = 10

export function graphColumns(points: readonly GraphPoint[]): GraphColumns {
  const leads = points.map(({ lead }) => lead ?? null)
  const farthest = leads.reduce<number>((most, lead) => Math.max(most, Math.abs(lead ?? 0)), SMALLEST_SCALE)
  return {
    moves: points.map(({ move }) => move),
    rates: points.map(({ blackWins }) => 100 * blackWins),
    leads,
    farthest: Math.ceil(farthest / 5) * 5,
  }
}

/** What is known of one place. */
export function pointAtMove(points: readonly GraphPoint[], move: number): GraphPoint | undefined {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (points[middle]!.move < move) low = middle + 1
    else high = middle
  }
  return points[low]?.move === move ? points[low] : undefined
}
