// The graph of a review as columns of numbers, the way uPlot wants them, and as words for those who don't see it.

import { isGlance, type GraphPoint } from "./thoughts.ts"

export interface GraphColumns {
  readonly moves: readonly number[]
  /** Black's, in percent. */
  readonly rates: readonly number[]
  /** Black's, in points. */
  readonly leads: readonly (number | null)[]
  /** Black's win rate after moves that cost too much, and after those that cost far too much. */
  readonly mistakes: readonly (number | null)[]
  readonly blunders: readonly (number | null)[]
  /** The largest lead of either side: the scale of the second axis, zero in its middle. */
  readonly farthest: number
}

/** A scale that shows less would make noise look like a lead. */
const SMALLEST_SCALE = 10

export function graphColumns(
  points: readonly GraphPoint[],
  faultAt: (move: number) => "mistake" | "blunder" | undefined = () => undefined,
): GraphColumns {
  const rates = points.map((_, index) => 100 * steady(points, index, ({ blackWins }) => blackWins))
  const rateAfter = (fault: "mistake" | "blunder"): (number | null)[] =>
    points.map(({ move }, index) => (faultAt(move) === fault ? rates[index]! : null))
  const leads = points.map((_, index) => steady(points, index, ({ lead }) => lead) ?? null)
  const farthest = leads.reduce<number>((most, lead) => Math.max(most, Math.abs(lead ?? 0)), SMALLEST_SCALE)
  return {
    moves: points.map(({ move }) => move),
    rates,
    leads,
    mistakes: rateAfter("mistake"),
    blunders: rateAfter("blunder"),
    farthest: Math.ceil(farthest / 5) * 5,
  }
}

/** Whether the curve's second half is mostly in the upper half of the drawing, where the key would lie over it. */
export function endsHigh(points: readonly GraphPoint[]): boolean {
  const late = points.slice(Math.floor(points.length / 2))
  return late.filter(({ blackWins }) => blackWins > 0.5).length > late.length / 2
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

/**
 * A value of one place. What a glance says swings with the turn: there, half of it is the mean of its neighbours, so
 * that the swing cancels out.
 */
function steady<T extends number | undefined>(
  points: readonly GraphPoint[],
  index: number,
  value: (point: GraphPoint) => T,
): T | number {
  const [before, point, after] = [points[index - 1], points[index]!, points[index + 1]]
  const own = value(point)
  if (!isGlance(point) || before?.move !== point.move - 1 || after?.move !== point.move + 1) return own
  const [one, other] = [value(before), value(after)]
  if (own === undefined || one === undefined || other === undefined) return own
  return (one + 2 * own + other) / 4
}
