// What everybody who is to move in a position must know, tree or no tree: the game so far, the moves worth thinking of, whether a
// pass wins, and how long to think.

import { allPoints, Black, Empty, Game, isEye, isPass } from "../rules/index.ts"
import type { Color, Point, Position } from "../rules/index.ts"
import { allocate } from "./clock.ts"
import type { SearchBudget } from "./searcher.ts"

/** The game as it stands; one that two passes have stopped goes on. */
export function openGame(position: Position): Game {
  const game = Game.replay(position, position.moves)
  if (!game.ok) throw new RangeError(`the position can't be replayed: ${game.error.reason}`)
  if (game.value.phase !== "playing") game.value.resume()
  return game.value
}

/** Every legal move that fills no own eye. */
export function playableMoves(game: Game, color: Color): Point[] {
  const { board } = game
  return allPoints(game.size).filter(
    (point) =>
      board.at(point) === Empty && !isEye(board, color, point) && game.refusal(point, color) === undefined,
  )
}

/** After a pass of the other side, when the board as it stands is won. In Capture Go passing wins nothing. */
export function passWins(game: Game, color: Color): boolean {
  const last = game.moves.at(-1)
  if (!last || !isPass(last.move) || last.color === color || game.rules.captureGoal !== undefined)
    return false
  const { margin } = game.score()
  return color === Black ? margin > 0 : margin < 0
}

/** Seconds for the next move, by the budget and its clock. */
export function secondsFor(budget: SearchBudget, { size, moves }: Position): number {
  const emptyPoints = Math.max(0, size * size - moves.length)
  const allowed = budget.clock
    ? allocate(budget.clock, { size, moveNumber: moves.length, emptyPoints }).target
    : Infinity
  return Math.min(allowed, budget.seconds ?? Infinity)
}
