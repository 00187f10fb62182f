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
  Pick<SelectionTerms, "estimate" | "exploration" | "bias" | "value">

/** How the visits of the root were shared out as they came. */
export interface Timeline {
  /** Numbers of simulations, growing; the values of every series belong to them. */
  readonly at: readonly number[]
  /** Shares of the moves that have most at the end, the largest first. */
  readonly series: readonly { readonly move: Move; readonly shares: readonly number[] }[]
  /** Which move had the most visits, and since which simulation. */
  readonly choices: readonly { readonly move: Move; readonly since: number }[]
}

export interface WatchedSimulation extends Simulation {
  /** Black's margin over the komi at its end. */
  readonly lead: number
}

export interface GlassView {
  readonly simulations: number
  /** In the order in which a descent tries them; none while the node has no children. */
  readonly rows: readonly GlassRow[]
  readonly timeline: Timeline
  /** The last simulation that was run. */
  readonly last?: WatchedSimulation
  /** Nodes of the tree, and how many it has room for. */
  readonly nodes: number
  readonly capacity: number
}
