// What every player needs to know of the position it is to move in, with a tree or without: the moves worth thinking of
// and whether a pass wins.

import { allPoints, Black, Empty, isEye, isPass, stonesOf } from "../rules/index.ts"
import type { Color, Game, Point } from "../rules/index.ts"

/** Every legal move that fills no own eye. */
export function playableMoves(game: Game, color: Color): Point[] {
  const { board } = game
  return allPoints(game.size).filter(
    (point) =>
      board.at(point) === Empty && !isEye(board, color, point) && game.refusal(point, color) === undefined,
  )
}

/** With fewer stones than this share of the points a game has hardly begun, and two passes would end it by a slip. */
const BEGUN = 0.2

export function hasBegun({ board, size }: Game): boolean {
  return stonesOf(board).length >= BEGUN * size ** 2
}

/**
 * After a pass of the other side: whether a pass wins by the count of the stones as they stand. Where dead stones are
 * agreed on, the count is certain only when no point is neutral. In Capture Go passing wins nothing.
 */
export function passWins(game: Game, color: Color): boolean {
  const last = game.moves.at(-1)
  if (!last || !isPass(last.move) || last.color === color || game.rules.captureGoal !== undefined)
    return false
  const { margin, dame } = game.score()
  if (game.rules.dead === "agreed" && (dame.length > 0 || !hasBegun(game))) return false
  return color === Black ? margin > 0 : margin < 0
}
