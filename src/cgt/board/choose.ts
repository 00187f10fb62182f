// The move of a player in a late position: the proven best one, or the best one if a search's estimate of the owners is
// right. All bounds are on positions, so that the same game gives the same move on any machine.

import {
  isPass,
  openGame,
  type Color,
  type Game,
  type Move,
  type Point,
  type Position,
} from "../../rules/index.ts"
import { questionsAt } from "./divide.ts"
import { analyzeEndgame, type Endgame } from "./endgame.ts"
import { ProofMemory } from "./memory.ts"
import { playEndgame } from "./play.ts"
import { savingMove } from "./safety.ts"

/** Positions for the proofs and for each region, and for the sum: some tenths of a second at most. */
const NODES = 2000
const SUM_NODES = 20_000

/** What a player asks about the positions of its games. */
export class EndgameChooser {
  /** Most areas of a position are those of the one before. */
  readonly #memory = new ProofMemory()

  /**
   * The proven best move of `color`; undefined where the position is not decided enough, a ko may matter, or nothing is
   * left to gain. With estimated owners (by point, 1 for Black to -1 for White) it is a likely best move.
   */
  choose(position: Position, color: Color, owners?: Float64Array): Point | undefined {
    if (position.rules.captureGoal !== undefined) return undefined
    const game = openGame(position)
    const endgame = this.#analyze(game, owners)
    const isUsable = owners ? endgame.isComplete : endgame.isProven
    const point = isUsable
      ? bestPoint(endgame, color)
      : owners
        ? undefined
        : this.#answer(position, game, color)
    return point === undefined || game.refusal(point, color) !== undefined ? undefined : point
  }

  #analyze({ board, rules }: Game, owners?: Float64Array): Endgame {
    const memory = this.#memory
    return analyzeEndgame(board, {
      scoring: rules.scoring,
      nodes: NODES,
      owners,
      isAllOrNothing: true,
      memory,
    })
  }

  /**
   * The answer to a move in an area that was safe before it. The proof of safety says that there is one, and the owner
   * loses nothing by it, however hot other regions are: the enemy has used a turn there, too.
   */
  #answer(position: Position, { board }: Game, color: Color): Point | undefined {
    const last = position.moves.at(-1)
    if (!last || last.color === color || isPass(last.move)) return undefined
    const point: Move = last.move
    const questions = questionsAt(board, color, point as Point)
    if (questions.length === 0) return undefined
    const before = this.#analyze(openGame({ ...position, moves: position.moves.slice(0, -1) }))
    if (!before.isProven || before.division.owner[point] !== color) return undefined
    for (const question of questions) {
      const saving = savingMove(question, { nodes: NODES })
      if (saving !== undefined) return saving
    }
    return undefined
  }
}

function bestPoint(endgame: Endgame, color: Color): Point | undefined {
  const { best, isExact } = playEndgame(endgame, color, SUM_NODES)
  return isExact ? best[0]?.point : undefined
}
