// Ladders on the rules' own board: the readable twin of assembly/ladder.ts, with the same answers. What a ladder is and
// what is left out is said there. The board is played on, and left as it was.

import { Empty, NEIGHBOURS, opponent } from "../rules/index.ts"
import type { Board, Color, Point } from "../rules/index.ts"
// What goes beyond these bounds counts as not caught.
import { MOST_CHOICES, MOST_DEFENCES, MOST_STONES } from "./assembly/policies.ts"

const ENOUGH_LIBERTIES = 3

/** Is the chain at this stone, in atari and its side to move, caught whatever it does? */
export function isCaughtInLadder(board: Board, stone: Point): boolean {
  return libertiesOf(board, stone).length === 1 && new Reading(board, stone).isCaughtInAtari(0)
}

/** Where the enemy, who is to move, catches the chain at this stone, which has two liberties. */
export function ladderMove(board: Board, stone: Point): Point | undefined {
  if (libertiesOf(board, stone).length !== 2) return undefined
  return new Reading(board, stone).catchingMove(0)
}

/** Does the chain in atari at this stone have two liberties when it runs to its last one, and is it caught then? */
export function isCaughtByRunning(board: Board, stone: Point, liberty: Point): boolean {
  return new Reading(board, stone).isCaughtByRunning(liberty)
}

/** Is the chain with two liberties at this stone caught when the enemy plays at one of them? */
export function isCaughtByChasing(board: Board, stone: Point, liberty: Point): boolean {
  return new Reading(board, stone).isCaughtByChasing(liberty)
}

/** In the kernel's order, which begins at the chain's head. */
function libertiesOf(board: Board, stone: Point): Point[] {
  return board.liberties(board.chainHead(stone))
}

function neighboursOf(point: Point): Point[] {
  return NEIGHBOURS.map((step) => (point + step) as Point)
}

/** One reading, with what is left of its stones. */
class Reading {
  readonly #board: Board
  readonly #stone: Point
  readonly #runner: Color
  readonly #chaser: Color
  #stonesLeft = MOST_STONES

  constructor(board: Board, stone: Point) {
    this.#board = board
    this.#stone = stone
    this.#runner = board.at(stone) as Color
    this.#chaser = opponent(this.#runner)
  }

  isCaughtByRunning(liberty: Point): boolean {
    return this.#after(
      this.#runner,
      liberty,
      () => this.#liberties().length === 2 && this.catchingMove(0) !== undefined,
    )
  }

  isCaughtByChasing(liberty: Point): boolean {
    return this.#liberties().length === 2 && this.#after(this.#chaser, liberty, () => this.isCaughtInAtari(0))
  }

  /** The runner is to move, in atari: do all its defences fail? */
  isCaughtInAtari(choices: number): boolean {
    const defences = this.#defences()
    if (defences.length > MOST_DEFENCES) return false
    return defences.every((move, index) => {
      const open = index < defences.length - 1 ? choices + 1 : choices
      if (open > MOST_CHOICES) return false
      return this.#after(this.#runner, move, () => this.#isCaught(open))
    })
  }

  /** The chaser is to move, the runner has two liberties: at which is it caught? */
  catchingMove(choices: number): Point | undefined {
    const [a, b] = this.#liberties() as [Point, Point]
    const moves = [this.#isWorthChasing(a, b) ? a : [], this.#isWorthChasing(b, a) ? b : []].flat()
    return moves.find((move, index) => {
      const open = index < moves.length - 1 ? choices + 1 : choices
      if (open > MOST_CHOICES) return false
      return this.#after(this.#chaser, move, () => this.isCaughtInAtari(open))
    })
  }

  /** The chaser is to move. */
  #isCaught(choices: number): boolean {
    const liberties = this.#liberties()
    if (liberties.length >= ENOUGH_LIBERTIES) return false
    if (liberties.length === 1) return this.#board.isLegal(this.#chaser, liberties[0]!)
    return this.catchingMove(choices) !== undefined
  }

  /** Would the runner be short of three liberties at the other one? Captures are not counted. */
  #isWorthChasing(move: Point, other: Point): boolean {
    const board = this.#board
    if (!board.isLegal(this.#chaser, move)) return false
    const empty = neighboursOf(other).filter((there) => board.at(there) === Empty)
    const joined = neighboursOf(other).filter((there) => board.at(there) === this.#runner)
    const reached = new Set([...empty, ...joined.flatMap((stone) => board.liberties(stone))])
    reached.delete(move)
    reached.delete(other)
    return reached.size < ENOUGH_LIBERTIES
  }

  /** Captures of chains next to the runner, then its liberty, each once. */
  #defences(): Point[] {
    const board = this.#board
    const chasing = board
      .chain(board.chainHead(this.#stone))
      .flatMap(neighboursOf)
      .filter((there) => board.at(there) === this.#chaser && board.liberties(there).length === 1)
    const captures = chasing.flatMap((stone) => board.liberties(stone))
    return [...new Set([...captures, ...this.#liberties()])].filter((move) =>
      board.isLegal(this.#runner, move),
    )
  }

  #liberties(): Point[] {
    return libertiesOf(this.#board, this.#stone)
  }

  /** The answer after a move; no, when there are no more stones or the move is not allowed. */
  #after(color: Color, move: Point, answer: () => boolean): boolean {
    if (this.#stonesLeft === 0 || this.#board.play(color, move) !== undefined) return false
    this.#stonesLeft--
    const caught = answer()
    this.#board.undo()
    return caught
  }
}
