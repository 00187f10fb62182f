// The move of a player in a late position: the proven best one, or the best one if a search's estimate of the owners is
// right. All bounds are on positions, so that the same game gives the same move on any machine.

import { Black, Empty, isPass, openGame, PASS } from "../../rules/index.ts"
import type { Board, Color, Game, Move, Point, Position, SideScore } from "../../rules/index.ts"
import { questionsAt } from "./divide.ts"
import { analyzeEndgame, type Endgame, type EndgameOptions } from "./endgame.ts"
import { ProofMemory } from "./memory.ts"
import { playEndgame } from "./play.ts"
import { savingMove } from "./safety.ts"

/** What the proofs of one position may take. */
export type ChooserLimits = Pick<EndgameOptions, "nodes" | "proofLimits">

/**
 * Most positions are not decided enough, and a player asks at every move. So what seldom leads to a proven move is not
 * tried; `npm run bench:endgame -- limits` says what that saves and what it misses.
 */
const PROVEN: ChooserLimits = { nodes: 500, proofLimits: { size: 22, nodes: 2000 } }

/** With estimated owners nothing has to be proven, and most positions are decided enough. */
const LIKELY: ChooserLimits = { nodes: 2000 }

const SAVING_NODES = 2000
const SUM_NODES = 20_000

/** What a player asks about the positions of its games. */
export class EndgameChooser {
  /** Most areas of a position are those of the one before. */
  readonly #memory = new ProofMemory()
  readonly #limits: ChooserLimits

  constructor(limits: ChooserLimits = PROVEN) {
    this.#limits = limits
  }

  /**
   * The proven best move of `color`, a pass where it is proven to win; undefined where the position is not decided
   * enough, or a ko may matter. With estimated owners (by point, 1 for Black to -1 for White) it is a
   * likely best move, and no pass.
   */
  choose(position: Position, color: Color, owners?: Float64Array): Move | undefined {
    if (position.rules.captureGoal !== undefined) return undefined
    const game = openGame(position)
    const point = owners ? this.#likely(game, color, owners) : this.#proven(position, game, color)
    return point === undefined || isPass(point) || game.refusal(point, color) === undefined
      ? point
      : undefined
  }

  #likely(game: Game, color: Color, owners: Float64Array): Point | undefined {
    const endgame = this.#analyze(game, { ...LIKELY, owners })
    return endgame.isComplete ? bestPoint(endgame, color) : undefined
  }

  #proven(position: Position, game: Game, color: Color): Move | undefined {
    const endgame = this.#analyze(game, this.#limits)
    if (!endgame.isProven) return this.#answer(position, game, color)
    return isWon(game, endgame, color) ? PASS : bestPoint(endgame, color)
  }

  #analyze({ board, rules }: Game, limits: Partial<EndgameOptions>): Endgame {
    const memory = this.#memory
    return analyzeEndgame(board, { ...limits, scoring: rules.scoring, isAllOrNothing: true, memory })
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
    const before = this.#analyze(openGame({ ...position, moves: position.moves.slice(0, -1) }), this.#limits)
    if (!before.isProven || before.division.owner[point] !== color) return undefined
    for (const question of questions) {
      const saving = savingMove(question, { nodes: SAVING_NODES })
      if (saving !== undefined) return saving
    }
    return undefined
  }
}

/**
 * Whether the owners of all points are proven, the count gives them their points (dead stones are agreed on, or there
 * are none), and `color` wins by it. A side that loses plays on: the enemy may still make a mistake.
 */
function isWon(game: Game, endgame: Endgame, color: Color): boolean {
  const { board, rules } = game
  const { regions, owner } = endgame.division
  if (regions.length > 0 || (rules.dead === "none" && hasDeadStones(board, owner))) return false
  const margin = marginOf(game, endgame, 0)
  return color === Black ? margin > 0 : margin < 0
}

/** The margin for Black in the game where all regions together end with this score. */
export function marginOf(game: Game, { decided }: Endgame, score: number): number {
  const { black, white } = game.score()
  const beside = ({ komi, compensation, prisoners }: SideScore): number => komi + compensation + prisoners
  return decided + score + beside(black) - beside(white)
}

function hasDeadStones(board: Board, owner: Uint8Array): boolean {
  return owner.some((color, point) => {
    const content = board.at(point as Point)
    return color !== Empty && content !== Empty && content !== color
  })
}

function bestPoint(endgame: Endgame, color: Color): Point | undefined {
  const { best, isExact } = playEndgame(endgame, color, SUM_NODES)
  return isExact ? best[0]?.point : undefined
}
