// Partial strategies (EVO-1; Drake and Chen 2008, section 2): what to play first, and from then on what to answer.
//
// A strategy is a binary tree in prefix order. A *decision* is a move of one's own; its left child is the list of
// exceptions, its right child the default: what to play when no exception fits. An *exception* is a move of the
// opponent's; its left child is the decision that answers it, its right child the next exception. The side that moves
// second has a root, too, but doesn't play it. Behind a leaf there is no more advice.

import type { Move } from "../rules/index.ts"
import * as LAYOUT from "./assembly/layout.ts"

/** A partial strategy: the nodes of its tree in prefix order; undefined is a leaf. */
export type Strategy = readonly (Move | undefined)[]

/** The most nodes of a strategy: enough for a full tree of height 6, the paper's. */
export const MOST_NODES: number = LAYOUT.MOST_NODES
/** Of the trees that a population begins with, leaves included. */
export const GROWN_HEIGHT: number = LAYOUT.GROWN_HEIGHT

/** Behind the subtree that begins at this node. */
export function behind(strategy: Strategy, node: number): number {
  let at = node
  for (let missing = 1; missing > 0 && at < strategy.length; at++)
    missing += strategy[at] === undefined ? -1 : 1
  return at
}

/** Whether a strategy is one whole tree, of a size that is allowed. */
export function isWhole(strategy: Strategy): boolean {
  if (strategy.length > MOST_NODES) return false
  let missing = 1
  for (const node of strategy) {
    if (missing === 0) return false
    missing += node === undefined ? -1 : 1
  }
  return missing === 0
}

/** The exceptions of a decision, in the order in which they are looked at, and where its default is. */
export function exceptionsOf(
  strategy: Strategy,
  decision: number,
): { readonly exceptions: readonly number[]; readonly byDefault: number } {
  const exceptions: number[] = []
  let at = decision + 1
  while (strategy[at] !== undefined) {
    exceptions.push(at)
    at = behind(strategy, at + 1)
  }
  return { exceptions, byDefault: at + 1 }
}

/** The node that a decision leads to when the opponent makes this move: a decision, or a leaf. */
export function follow(strategy: Strategy, decision: number, move: Move): number {
  const { exceptions, byDefault } = exceptionsOf(strategy, decision)
  const met = exceptions.find((exception) => strategy[exception] === move)
  return met === undefined ? byDefault : met + 1
}

/** The move that a strategy advises after these moves of the opponent's; undefined when it advises none. */
export function adviceAfter(strategy: Strategy, opponentMoves: readonly Move[]): Move | undefined {
  let node = 0
  for (const move of opponentMoves) {
    if (strategy[node] === undefined) return undefined
    node = follow(strategy, node, move)
  }
  return strategy[node]
}
