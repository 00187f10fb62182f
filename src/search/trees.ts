// Several trees of one position read as one (TREE-13, root parallel; Cazenave & Jouandeau 2007): what they found out
// about the root's moves is added up. With one tree, all of this is that tree. Also how a tree is kept within its
// room.

import { ROOT_UNIT, type NodeStatistics, type TreeSearch } from "../kernel/index.ts"
import type { Move } from "../rules/index.ts"

/** A move at the root: what all trees know of it, and the tree that knows most. */
export interface RootMove {
  readonly sum: NodeStatistics
  readonly tree: TreeSearch
  /** The move's node in that tree. */
  readonly node: NodeStatistics
}

/** The root itself in all trees. */
export function rootOf(trees: readonly TreeSearch[]): NodeStatistics {
  return addUp(trees.map((tree) => tree.node(ROOT_UNIT)))
}

/** The root's moves in the order in which the first tree tries them; one that any tree found forbidden is none. */
export function rootMoves(trees: readonly TreeSearch[]): RootMove[] {
  const lists = trees
    .map((tree) => ({ tree, nodes: byMove(tree.children(ROOT_UNIT)) }))
    .filter(({ nodes }) => nodes.size > 0)
  const first = lists[0]?.nodes ?? new Map<Move, NodeStatistics>()
  return [...first.keys()].flatMap((move) => {
    const found = lists.flatMap(({ tree, nodes }) => {
      const node = nodes.get(move)
      return node ? [{ tree, node }] : []
    })
    if (found.length < lists.length) return []
    const knowsMost = found.reduce((best, each) => (each.node.visits > best.node.visits ? each : best))
    return [{ sum: addUp(found.map(({ node }) => node)), ...knowsMost }]
  })
}

/** The two most visited moves at the root; of one tree, quick enough to be asked all the time. */
export function topTwo(trees: readonly TreeSearch[]): RootMove[] {
  const [tree, ...others] = trees
  if (others.length > 0)
    return rootMoves(trees)
      .sort((a, b) => b.sum.visits - a.sum.visits)
      .slice(0, 2)
  return tree!.mostVisited(ROOT_UNIT).map((unit) => {
    const node = tree!.node(unit!)
    return { sum: node, tree: tree!, node }
  })
}

function byMove(nodes: readonly NodeStatistics[]): Map<Move, NodeStatistics> {
  return new Map(nodes.map((node) => [node.move, node]))
}

/** Priors are knowledge, the same in every tree: they are not added. */
function addUp(nodes: readonly NodeStatistics[]): NodeStatistics {
  const [first] = nodes
  if (nodes.length === 1) return first!
  const [visits, mean] = pooled(nodes.map((node) => [node.visits, node.mean]))
  const [, winRate] = pooled(nodes.map((node) => [node.visits, node.winRate]))
  const [raveVisits, raveMean] = pooled(nodes.map((node) => [node.raveVisits, node.raveMean]))
  return { ...first!, visits, mean, winRate, raveVisits, raveMean }
}

function pooled(parts: readonly (readonly [count: number, mean: number])[]): [count: number, mean: number] {
  const count = parts.reduce((total, [each]) => total + each, 0)
  const sum = parts.reduce((total, [each, mean]) => total + each * mean, 0)
  return [count, count > 0 ? sum / count : 0]
}

/** A number of playouts in equal shares; what is left over goes to the first. */
export function shared(playouts: number, parts: number): number[] {
  const rest = Number.isFinite(playouts) ? playouts % parts : 0
  return Array.from({ length: parts }, (_, index) => Math.floor(playouts / parts) + (index < rest ? 1 : 0))
}

/** Where a full tree is pruned: children of nodes with fewer visits go. Doubled until enough is free. */
const FIRST_PRUNING = 8
const LARGEST_SHARE = 0.6

/**
 * Lets go of what was visited least, until a good part of the room is free. No other thread may use the tree
 * meanwhile.
 */
export function makeRoom(tree: TreeSearch): void {
  for (let least = FIRST_PRUNING; tree.used > tree.capacity * LARGEST_SHARE; least *= 2)
    tree.keep(ROOT_UNIT, least)
}
