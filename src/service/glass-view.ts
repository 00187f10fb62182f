// What the glass box is shown of a search (TREE-15): plain numbers that the engine sends and the page draws.

import type { NodeStatistics, SelectionTerms } from "../kernel/index.ts"
import type { Move } from "../rules/index.ts"
import type { Simulation } from "../search/index.ts"

/**
 * One child of the node that is looked at: what it knows, and the terms of the value by which a descent compares it.
 */
export type GlassRow = Pick<
  NodeStatistics,
  "move" | "visits" | "mean" | "raveVisits" | "raveMean" | "priorVisits" | "priorMean"
> &
  Pick<SelectionTerms, "weight" | "wins" | "estimate" | "exploration" | "bias" | "value">

/** A node of the part of the tree that is drawn. */
export interface GlassNode {
  readonly move: Move
  readonly visits: number
  /** Share of these that the side which played the move won. */
  readonly mean: number
  /** Its place in the list; -1 for children of the root. */
  readonly parent: number
}

/** How the visits of the root were shared out as they came. */
export interface Timeline {
  /** Numbers of simulations, growing; the values of every series belong to them. */
  readonly at: readonly number[]
  /** Shares of the moves that have most at the end, the largest first. */
  readonly series: readonly { readonly move: Move; readonly shares: readonly number[] }[]
  /** Which move had the most visits, and since which simulation. */
  readonly choices: readonly { readonly move: Move; readonly since: number }[]
}

/** A simulation that was watched, and how it ended. */
export interface WatchedSimulation extends Simulation {
  /** Black's margin over the komi at its end. */
  readonly lead: number
}

/** The search as the glass box shows it. */
export interface GlassView {
  readonly simulations: number
  /** All simulations that came to the node. */
  readonly visits: number
  /** The most visited part of the tree, parents before their children; the node that is looked at is in it. */
  readonly tree: readonly GlassNode[]
  /** In the order in which a descent tries them; none while the node has no children. */
  readonly rows: readonly GlassRow[]
  readonly timeline: Timeline
  /** The last simulation that was run. */
  readonly last?: WatchedSimulation
  /** Nodes of the tree, and how many it has room for. */
  readonly nodes: number
  readonly capacity: number
}
