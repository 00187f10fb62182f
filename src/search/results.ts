// What a search tells of its trees: candidates with their lines, and single simulations.

import type { NodeStatistics, TreeSearch, Unit } from "../kernel/index.ts"
import type { Candidate } from "../player/index.ts"
import type { Move, PlayedMove } from "../rules/index.ts"
import type { RootMove } from "./trees.ts"

/** One simulation as it was played: first down the tree, then at random to the end. */
export interface Simulation {
  readonly moves: readonly PlayedMove[]
  /** How many of the moves went down the tree. */
  readonly descent: number
}

const PV_LENGTH = 12

export function mostVisited(tree: TreeSearch, unit: Unit): NodeStatistics | undefined {
  const [best] = tree.mostVisited(unit)
  return best === undefined ? undefined : tree.node(best)
}

/** Of several trees, the one that knows the move best tells how it goes on. */
export function makeCandidate({ sum, tree, node }: RootMove): Candidate {
  const { move, visits, mean, raveVisits, raveMean, priorVisits, priorMean } = sum
  const pv: Move[] = [move]
  let next = mostVisited(tree, node.unit)
  while (next && pv.length < PV_LENGTH) {
    pv.push(next.move)
    next = mostVisited(tree, next.unit)
  }
  return {
    move,
    visits,
    winRate: mean,
    ...(raveVisits > 0 ? { rave: { visits: raveVisits, winRate: raveMean } } : {}),
    ...(priorVisits > 0 ? { prior: { visits: priorVisits, winRate: priorMean } } : {}),
    pv,
  }
}
