// The eye of simulations (SIM-5): a player who never fills one keeps his living groups alive, and a
// random game comes to an end. It errs now and then on false eyes; that is the price of looking only
// at the eight points around.

import type { Board } from "./board.ts"
import { Border, DIAGONALS, NEIGHBOURS, opponent, type Color, type Point } from "./types.ts"

/**
 * Whether the empty point is an eye of this colour: all its neighbours are own stones or the edge, and at most
 * one diagonal point is the enemy's (none where the edge is near).
 */
export function isEye(board: Board, color: Color, point: Point): boolean {
  for (const step of NEIGHBOURS) {
    const there = board.at((point + step) as Point)
    if (there !== color && there !== Border) return false
  }
  const enemy = opponent(color)
  let enemies = 0
  let atEdge = 0
  for (const step of DIAGONALS) {
    const there = board.at((point + step) as Point)
    if (there === enemy) enemies++
    else if (there === Border) atEdge = 1
  }
  return enemies + atEdge < 2
}
