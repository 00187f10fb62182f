// The root of a tree from move to move: what is kept of the tree, and the komi by which a handicap game is searched.

import type { TreeSearch, Unit } from "../kernel/index.ts"
import type { Position } from "../rules/index.ts"

/** Sons take over half of what the same moves were worth two plies before: (v_s + v_u)/(n_s + n_u)·n_s (TREE-7, published). */
export function mergeUncles(tree: TreeSearch, grandparent: Unit, node: Unit): void {
  for (const { unit, move, visits, mean } of tree.children(node)) {
    const uncle = tree.child(grandparent, move)
    if (visits === 0 || !uncle || uncle.visits === 0) continue
    tree.setMean(unit, (visits * mean + uncle.visits * uncle.mean) / (visits + uncle.visits))
  }
}

/** By which move the extra komi of a handicap game has faded away, by size of the board (Pachi). */
const FADED: readonly (readonly [size: number, move: number])[] = [
  [9, 15],
  [13, 50],
  [15, 100],
  [19, 200],
]

/** Makes a handicap game look even, less and less so, because a search sees nothing in a game that is won or lost (TREE-12). */
export function extraKomi(pointsPerStone: number, { handicap, moves, size }: Position): number {
  const [, faded] = FADED.find(([largest]) => size <= largest) ?? FADED.at(-1)!
  return pointsPerStone * handicap * Math.max(0, 1 - moves.length / faded)
}
