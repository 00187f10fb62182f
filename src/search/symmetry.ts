// Moves that are images of each other in a symmetric position are one move (TREE-14): at the root, one of them stands
// for all. A symmetry counts only if it leaves everything as it is that a game goes on from: the stones, the ko, the
// positions that superko forbids; and the last move, because playouts and priors look around it.

import { ROOT_UNIT, type TreeSearch, type Unit } from "../kernel/index.ts"
import {
  allPoints,
  openGame,
  SYMMETRIES,
  transform,
  transformMove,
  type Board,
  type HashWords,
  type Move,
  type Position,
  type Symmetry,
} from "../rules/index.ts"
import type { Start } from "./start.ts"

/** The symmetries of a position from which a search starts; the identity is always one. */
export function symmetriesOf(position: Position, start: Start): Symmetry[] {
  const { size } = position
  const { game, last, past } = start
  const { board } = game
  return SYMMETRIES.filter(
    (symmetry) =>
      symmetry === 0 ||
      (transformMove(symmetry, last, size) === last &&
        transformMove(symmetry, board.ko, size) === board.ko &&
        keepsStones(board, symmetry) &&
        keepsPast(position, past, symmetry)),
  )
}

function keepsStones(board: Board, symmetry: Symmetry): boolean {
  return allPoints(board.size).every(
    (point) => board.at(transform(symmetry, point, board.size)) === board.at(point),
  )
}

/** Whether the game, turned so, would have been through the same positions, in whatever order. */
function keepsPast(position: Position, past: readonly HashWords[], symmetry: Symmetry): boolean {
  if (past.length === 0) return true
  const known = new Set(past.map(keyOf))
  return openGame(imageOf(position, symmetry)).past.every((each) => known.has(keyOf(each)))
}

function keyOf({ low, high }: HashWords): string {
  return `${low} ${high}`
}

function imageOf(position: Position, symmetry: Symmetry): Position {
  const { size, setup, moves } = position
  return {
    ...position,
    setup: setup.map(([color, point]) => [color, transform(symmetry, point, size)] as const),
    moves: moves.map(({ color, move }) => ({ color, move: transformMove(symmetry, move, size) })),
  }
}

/**
 * Leaves one of the root's moves of each class, the one of the smallest number; it takes over what the others were
 * found to be.
 */
export function foldImages(tree: TreeSearch, symmetries: readonly Symmetry[], size: number): void {
  const standing = new Map<Move, Unit>()
  const children = tree.children(ROOT_UNIT).sort((a, b) => a.move - b.move)
  for (const { move, unit } of children) {
    const images = symmetries.map((symmetry) => transformMove(symmetry, move, size))
    const smallest = Math.min(...images) as Move
    const stands = standing.get(smallest)
    if (stands === undefined) standing.set(smallest, unit)
    else tree.merge(unit, stands)
  }
}
