// What a search tells of its trees: candidates with their lines, and single simulations.

import { ROOT_UNIT } from "../kernel/index.ts"
import type { NodeStatistics, SelectionTerms, TreeSearch, Unit } from "../kernel/index.ts"
import type { Candidate } from "../player/index.ts"
import type { Move, PlayedMove } from "../rules/index.ts"
import { rootMoves, type RootMove } from "./trees.ts"

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

/** The root's moves in all trees, the most visited first. */
export function candidatesOf(trees: readonly TreeSearch[], isJudged: boolean): Candidate[] {
  return rootMoves(trees)
    .sort((a, b) => b.sum.visits - a.sum.visits || b.sum.mean - a.sum.mean)
    .map((found) => makeCandidate(found, isJudged))
}

/** Of several trees, the one that knows the move best tells how it goes on. */
function makeCandidate({ sum, tree, node }: RootMove, isJudged: boolean): Candidate {
  const { move, visits, mean, winRate, raveVisits, raveMean, priorVisits, priorMean, likelihood } = sum
  const pv: Move[] = [move]
  let next = mostVisited(tree, node.unit)
  while (next && pv.length < PV_LENGTH) {
    pv.push(next.move)
    next = mostVisited(tree, next.unit)
  }
  return {
    move,
    visits,
    winRate,
    ...(winRate === mean ? {} : { value: mean }),
    ...(raveVisits > 0 ? { rave: { visits: raveVisits, winRate: raveMean } } : {}),
    ...(isJudged ? { chance: likelihood } : {}),
    ...(priorVisits > 0 ? { prior: { visits: priorVisits, winRate: priorMean } } : {}),
    pv,
  }
}

/** A move with the terms of its value in the selection formula. */
export interface ExplainedMove {
  readonly node: NodeStatistics
  readonly terms: SelectionTerms
}

/** The moves below a line from the root; none when the tree doesn't have the line. */
export function explainMoves(tree: TreeSearch, line: readonly Move[]): ExplainedMove[] {
  let unit: Unit = ROOT_UNIT
  for (const move of line) {
    const child = tree.child(unit, move)
    if (!child) return []
    unit = child.unit
  }
  return tree.children(unit).map((node) => ({ node, terms: tree.explain(unit, node.unit) }))
}

/** A simulation by its moves, with the part that went down the tree. */
export function simulationIn(tree: TreeSearch, moves: readonly PlayedMove[]): Simulation {
  // Nodes get children when a descent comes through: where it ended, there are none.
  let descent = 0
  let unit: Unit = ROOT_UNIT
  while (descent < moves.length && tree.node(unit).children > 0) {
    const child = tree.child(unit, moves[descent]!.move)
    // The simulation that found out what moves there are may have tried the image of one.
    if (!child) break
    unit = child.unit
    descent++
  }
  return { moves, descent }
}
