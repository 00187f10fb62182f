// What a search tells about itself (TREE-15), while it runs and at its end.

import type { Color, Move } from "../rules/index.ts"

/** A move that was considered. Win rates are those of the side to move, from 0 to 1. */
export interface Candidate {
  readonly move: Move
  readonly visits: number
  /**
   * Share of the visits that were won, a draw as half, by the game's own komi: whatever `score`, `dynamic-komi` and
   * `uncle-merge` make of the results for selection. Past games that count as visits (experience) are among them.
   */
  readonly winRate: number
  /** The mean that selection uses, from 0 to 1, where it is not the win rate. */
  readonly value?: number
  /** How the move did whenever it was played, as selection counts results; only where RAVE is on. */
  readonly rave?: { readonly visits: number; readonly winRate: number }
  /** How likely the move is, from 0 to 1, as the network sees it; only where one judges. */
  readonly chance?: number
  /** What was believed before the first visit, as playouts. */
  readonly prior?: { readonly visits: number; readonly winRate: number }
  /** The line that follows, the move itself first. */
  readonly pv: readonly Move[]
}

/** A move that became the most visited one. */
export interface ConsideredMove {
  /** Simulations of this search until then. */
  readonly playouts: number
  readonly move: Move
  /** Visits and win rate of the move at that time. */
  readonly visits: number
  readonly winRate: number
}

/** What a search found out: candidates, win rate, score, owners. */
export interface SearchReport {
  readonly color: Color
  /** Simulations of this search (a network's evaluations, too); what was kept from an earlier one is not counted. */
  readonly playouts: number
  readonly seconds: number
  /** Of the side to move, in all simulations through the root; what it counts is said at `Candidate.winRate`. */
  readonly winRate: number
  /** Black's margin over the komi at the end of the simulations: mean and standard deviation. */
  readonly score: { readonly mean: number; readonly spread: number }
  /** The most visited first. */
  readonly candidates: readonly Candidate[]
  /**
   * Which move led when, the oldest first, at most 32 of them; only from tree searches (with a tree each, of the first
   * thread's).
   */
  readonly considered?: readonly ConsideredMove[]
  /** By point: share of the simulations in which it ended as Black's less the share as White's. */
  readonly owners: Float64Array
  /** Nodes in the tree, and how many there is room for. */
  readonly nodes: number
  readonly capacity: number
  /** Whatever a reader should know, such as that the tree is full. */
  readonly notes: readonly string[]
  /** Where a network judges positions, in place of playouts: then `score` and `owners` are its estimates. */
  readonly judge?: "network"
  /** What the search should have had and went on without, such as learned weights; with the reason. */
  readonly missing?: string
}
