// What a search tells about itself (TREE-15), while it runs and at its end.

import type { Color, Move } from "../rules/index.ts"

/** A move that was considered. Win rates are those of the side to move, from 0 to 1. */
export interface Candidate {
  readonly move: Move
  readonly visits: number
  readonly winRate: number
  /** How the move did whenever it was played; only where RAVE is on. */
  readonly rave?: { readonly visits: number; readonly winRate: number }
  /** What was believed before the first visit, as playouts. */
  readonly prior?: { readonly visits: number; readonly winRate: number }
  /** The line that follows, the move itself first. */
  readonly pv: readonly Move[]
}

export interface SearchReport {
  readonly color: Color
  /** Simulations of this search; what was kept from an earlier one is not counted. */
  readonly playouts: number
  readonly seconds: number
  /** Of the side to move, in all simulations. */
  readonly winRate: number
  /** Black's margin over the komi at the end of the simulations: mean and standard deviation. */
  readonly score: { readonly mean: number; readonly spread: number }
  /** The most visited first. */
  readonly candidates: readonly Candidate[]
  /** By point: share of the simulations in which it ended as Black's less the share as White's. */
  readonly owners: Float64Array
  /** Nodes in the tree, and how many there is room for. */
  readonly nodes: number
  readonly capacity: number
  /** Whatever a reader should know, such as that the tree is full. */
  readonly notes: readonly string[]
}
