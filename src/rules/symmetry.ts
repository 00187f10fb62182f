// The eight symmetries of the square. A symmetry is a number from 0 to 7: bit 0 mirrors left and right,
// bit 1 top and bottom, bit 2 then swaps columns and rows.

import { isPass, pointAt, xOf, yOf, type Move, type Point } from "./types.ts"

/** The number of a symmetry of the board; 0 changes nothing. */
export type Symmetry = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** The eight symmetries of the board. */
export const SYMMETRIES: readonly Symmetry[] = [0, 1, 2, 3, 4, 5, 6, 7]

/** Where the symmetry takes the point. */
export function transform(symmetry: Symmetry, point: Point, size: number): Point {
  const x = symmetry & 1 ? size - 1 - xOf(point) : xOf(point)
  const y = symmetry & 2 ? size - 1 - yOf(point) : yOf(point)
  return symmetry & 4 ? pointAt(y, x) : pointAt(x, y)
}

/** Where the symmetry takes a move: a pass stays a pass. */
export function transformMove(symmetry: Symmetry, move: Move, size: number): Move {
  return isPass(move) ? move : transform(symmetry, move as Point, size)
}

/** The symmetry that undoes this one. Mirrors and diagonals undo themselves, the quarter turns each other. */
export function inverse(symmetry: Symmetry): Symmetry {
  if (symmetry === 5) return 6
  if (symmetry === 6) return 5
  return symmetry
}
