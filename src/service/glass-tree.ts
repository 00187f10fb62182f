// The part of a search tree that is drawn (TREE-15): the most visited nodes, a bounded number of them, and the way to
// the node that is looked at.

import type { Move } from "../rules/index.ts"
import type { Searcher } from "../search/index.ts"
import type { GlassNode } from "./glass-view.ts"

/** Nodes that are drawn beside the way to the one that is looked at, and children of one node. */
export const MOST_DRAWN = 40
const MOST_CHILDREN = 4
/** Fewer visits than this tell nothing. */
const FEWEST_VISITS = 2

interface Found extends GlassNode {
  readonly line: readonly Move[]
}

/** Parents come before their children, and siblings by their visits. */
export function drawnTree(searcher: Searcher, line: readonly Move[]): GlassNode[] {
  const found: Found[] = []
  const open: Found[] = childrenOf(searcher, [], -1, line)
  while (open.length > 0) {
    const at = open.reduce((best, node, index) => (isBefore(node, open[best]!, line) ? index : best), 0)
    const [node] = open.splice(at, 1)
    if (found.length >= MOST_DRAWN && !isOn(node!.line, line)) continue
    const index = found.push(node!) - 1
    open.push(...childrenOf(searcher, node!.line, index, line))
  }
  return found.map(({ move, visits, mean, parent }) => ({ move, visits, mean, parent }))
}

/** All simulations that came to a node; `done` is the root's number. */
export function visitsOf(searcher: Searcher, line: readonly Move[], done: number): number {
  const last = line.at(-1)
  if (last === undefined) return done
  return searcher.explain(line.slice(0, -1)).find(({ node }) => node.move === last)?.node.visits ?? 0
}

function childrenOf(
  searcher: Searcher,
  above: readonly Move[],
  parent: number,
  line: readonly Move[],
): Found[] {
  const children = searcher
    .explain(above)
    .filter(({ node }) => node.visits > 0)
    .map(({ node: { move, visits, mean } }): Found => ({
      ...{ move, visits, mean, parent },
      line: [...above, move],
    }))
    .sort((a, b) => b.visits - a.visits)
  return children.filter(
    (child, index) =>
      isOn(child.line, line) || (index < MOST_CHILDREN && (parent < 0 || child.visits >= FEWEST_VISITS)),
  )
}

/** The way to the node first, then by visits; of equals the one that was found first. */
function isBefore(a: Found, b: Found, line: readonly Move[]): boolean {
  const [onA, onB] = [isOn(a.line, line), isOn(b.line, line)]
  return onA === onB ? a.visits > b.visits : onA
}

function isOn(node: readonly Move[], line: readonly Move[]): boolean {
  return node.length <= line.length && node.every((move, depth) => move === line[depth])
}
