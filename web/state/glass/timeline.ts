// How the choice of a search changed, as lines in a box of 100 by 100: the view only draws them. Simulations are on a
// logarithmic scale, because a search changes its mind early.

import type { Move } from "montego/rules"
import type { Timeline } from "montego/service"

interface TimelineShape {
  readonly lines: readonly { readonly move: Move; readonly path: string; readonly share: number }[]
  /** The share at the upper edge: a round number above all lines. */
  readonly top: number
  /** Round numbers of simulations. */
  readonly ticks: readonly { readonly at: number; readonly x: number }[]
}

export function timelineShape({ at, series }: Timeline): TimelineShape {
  const end = at.at(-1) ?? 0
  // One place alone is no line.
  if (end < 2) return { lines: [], top: 1, ticks: [] }
  const top = Math.ceil(10 * Math.max(0.1, ...series.flatMap(({ shares }) => shares))) / 10
  const x = (count: number): number => round((100 * Math.log(count)) / Math.log(end))
  const lines = series.map(({ move, shares }) => ({
    move,
    path: shares
      .map((share, index) => `${index === 0 ? "M" : "L"}${x(at[index]!)} ${y(share / top)}`)
      .join(""),
    share: shares.at(-1) ?? 0,
  }))
  const ticks: { at: number; x: number }[] = []
  for (let count = 1; count <= end; count *= 10) ticks.push({ at: count, x: x(count) })
  return { lines, top, ticks }
}

/** A little room above and below, so that no line lies on the edge. */
function y(share: number): number {
  return round(98 - 96 * share)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
