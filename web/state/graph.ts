// The win-rate graph as numbers in a box of 100 by 100: the view only draws them.

import type { GraphPoint } from "./review.ts"

export interface GraphShape {
  /** An SVG path of the curve; empty with fewer than two points. */
  readonly curve: string
  /** The same, closed along the bottom. */
  readonly area: string
  readonly dots: readonly { readonly x: number; readonly y: number }[]
}

export function graphShape(points: readonly GraphPoint[], moves: number): GraphShape {
  const dots = points.map(({ move, blackWins }) => ({
    x: round((100 * move) / Math.max(1, moves)),
    y: round(100 * (1 - blackWins)),
  }))
  if (dots.length < 2) return { curve: "", area: "", dots }
  const curve = dots.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")
  return { curve, area: `${curve}L${dots.at(-1)!.x} 100L${dots[0]!.x} 100Z`, dots }
}

/** The move that a place in the graph stands for; `share` is 0 at the left and 1 at the right. */
export function moveAt(share: number, moves: number): number {
  return Math.round(Math.max(0, Math.min(1, share)) * moves)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
