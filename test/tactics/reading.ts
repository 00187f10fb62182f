// Two readers that prove solutions without any playout. They are slow and simple on purpose: they share nothing with
// the search but the board.

import { unwrap } from "../../src/base/result.ts"
import {
  allPoints,
  Black,
  Empty,
  emptyRegions,
  Game,
  isEye,
  isPass,
  makeVertex,
  NEIGHBOURS,
  opponent,
  PASS,
  surroundedBy,
  unconditionalLife,
  White,
  type Board,
  type Color,
  type Move,
  type Point,
} from "../../src/rules/index.ts"

/** For the side to move: won, lost, or not known yet. */
type Verdict = 1 | -1 | 0
const WON = 1
const LOST = -1
const UNKNOWN = 0

const MOST_NODES = 1_000_000
const MOST_DEPTH = 40

/**
 * Reads area counting, positional superko and two passes to the end, deeper and deeper until every move is won or lost.
 * A side whose unconditionally living area is enough has won. Two liberties are taken: no side fills an own eye, and a
 * position has one verdict whatever way led to it, though superko may forbid different moves.
 */
class Reader {
  readonly #board: Board
  readonly #komi: number
  readonly #points: readonly Point[]
  readonly #past = new Set<number>()
  readonly #verdicts = new Map<string, Verdict>()
  /** Depth down to which a position was read in vain. */
  readonly #triedTo = new Map<string, number>()
  readonly #settled = new Map<number, Color | typeof Empty>()
  readonly #refutations = new Map<number, number>()
  #nodes = 0

  constructor(game: Game) {
    this.#board = game.board.clone()
    this.#komi = game.komi
    this.#points = allPoints(game.size)
    for (let count = 0; count <= game.moves.length; count++) {
      const earlier = unwrap(Game.replay(game.position(), game.moves.slice(0, count)))
      this.#past.add(earlier.board.hash)
    }
  }

  /** Whether this move of a side wins; `undefined` when it is forbidden. */
  wins(color: Color, move: Move, passes: number): boolean | undefined {
    for (let depth = 0; depth <= MOST_DEPTH; depth++) {
      const verdict = this.#after(color, move, passes, depth)
      if (verdict !== UNKNOWN) return verdict === undefined ? undefined : verdict === WON
    }
    throw new Error(`no verdict on ${makeVertex(move, this.#board.size)} within ${MOST_DEPTH} moves`)
  }

  /** Moves that are worth a look, the most violent first. */
  moves(color: Color): Point[] {
    return this.#points
      .filter((point) => this.#board.at(point) === Empty && !isEye(this.#board, color, point))
      .filter((point) => this.#board.isLegal(color, point))
      .map((point) => ({ point, urgency: this.#urgency(color, point) }))
      .sort((a, b) => b.urgency - a.urgency)
      .map(({ point }) => point)
  }

  #urgency(color: Color, point: Point): number {
    let urgency = Math.min(this.#refutations.get(point) ?? 0, 1000) / 1000
    for (const step of NEIGHBOURS) {
      const near = (point + step) as Point
      const stone = this.#board.at(near)
      if (stone !== Black && stone !== White) continue
      const liberties = this.#board.liberties(near).length
      if (stone === color) urgency += liberties === 1 ? 5 : 0
      else if (liberties <= 2) urgency += liberties === 1 ? 10 + this.#board.chainSize(near) : 2
    }
    return urgency
  }

  /** The mover's verdict on a move. */
  #after(color: Color, move: Move, passes: number, depth: number): Verdict | undefined {
    if (isPass(move) && passes === 1) return this.#leader() === color ? WON : LOST
    this.#board.play(color, move)
    try {
      if (isPass(move)) return -this.#verdict(opponent(color), 1, depth) as Verdict
      const { hash } = this.#board
      if (this.#past.has(hash)) return undefined
      this.#past.add(hash)
      const verdict = -this.#verdict(opponent(color), 0, depth) as Verdict
      this.#past.delete(hash)
      return verdict
    } finally {
      this.#board.undo()
    }
  }

  #verdict(color: Color, passes: number, depth: number): Verdict {
    if (++this.#nodes > MOST_NODES) throw new Error("too much to read")
    const owner = this.#settledFor()
    if (owner !== Empty) return owner === color ? WON : LOST
    const board = this.#board
    const key = `${board.hash} ${color} ${passes} ${board.koFor === color ? board.ko : PASS}`
    const known = this.#verdicts.get(key)
    if (known !== undefined) return known
    if (passes === 1 && this.#leader() === color) return WON
    if (depth === 0 || (this.#triedTo.get(key) ?? 0) >= depth) return UNKNOWN
    const verdict = this.#best(color, passes, depth)
    if (verdict === UNKNOWN) this.#triedTo.set(key, depth)
    else this.#verdicts.set(key, verdict)
    return verdict
  }

  #best(color: Color, passes: number, depth: number): Verdict {
    let best: Verdict = LOST
    for (const move of [...this.moves(color), PASS]) {
      const verdict = this.#after(color, move, passes, depth - 1) ?? LOST
      if (verdict > best) best = verdict
      if (best !== WON) continue
      this.#refutations.set(move, (this.#refutations.get(move) ?? 0) + 1)
      break
    }
    return best
  }

  /** The side that has won whatever happens. */
  #settledFor(): Color | typeof Empty {
    const { hash } = this.#board
    let owner = this.#settled.get(hash)
    if (owner === undefined) {
      const all = this.#points.length
      if (2 * this.#safeArea(Black) - all > this.#komi) owner = Black
      else owner = all - 2 * this.#safeArea(White) < this.#komi ? White : Empty
      this.#settled.set(hash, owner)
    }
    return owner
  }

  #safeArea(color: Color): number {
    const { stones, territory } = unconditionalLife(this.#board, color)
    return stones.length + territory.length
  }

  /** The side that is ahead when all stones count as they stand. */
  #leader(): Color {
    let margin = -this.#komi
    const worth = (color: number | undefined): number => (color === Black ? 1 : color === White ? -1 : 0)
    for (const point of this.#points) margin += worth(this.#board.at(point))
    for (const region of emptyRegions(this.#board))
      margin += worth(surroundedBy(this.#board, region)) * region.points.length
    return margin > 0 ? Black : White
  }
}

/** All moves that win, as vertices, the pass among them. */
export function winningMoves(game: Game): string[] {
  const reader = new Reader(game)
  const color = game.toPlay
  const last = game.moves.at(-1)
  const passes = last && isPass(last.move) ? 1 : 0
  return [...reader.moves(color), PASS]
    .filter((move) => reader.wins(color, move, passes))
    .map((move) => makeVertex(move, game.size))
    .sort()
}

/**
 * Capture Go for one stone: the moves from which Black takes one by nothing but ataris. White answers each atari by
 * taking a stone, or by running. Throws when a move without atari doesn't lose two moves later, so that more would have
 * to be read.
 */
export function winningLadders(game: Game): string[] {
  const reader = new LadderReader(game.board.clone())
  const moves = allPoints(game.size).filter((point) => game.board.isLegal(Black, point))
  const slow = moves.find((point) => !reader.givesAtari(point) && !reader.isPunished(point))
  if (slow !== undefined) throw new Error(`${makeVertex(slow, game.size)} is not refuted at once`)
  return moves
    .filter((point) => reader.catchesBy(point))
    .map((point) => makeVertex(point, game.size))
    .sort()
}

class LadderReader {
  readonly #board: Board
  readonly #points: readonly Point[]

  constructor(board: Board) {
    this.#board = board
    this.#points = allPoints(board.size)
  }

  givesAtari(point: Point): boolean {
    return this.#afterwards(Black, point, () => this.#lastLiberties(White).length > 0)
  }

  catchesBy(point: Point): boolean {
    return this.#afterwards(Black, point, () => this.#isCaught())
  }

  /** Whether White has an atari that Black can't meet. */
  isPunished(point: Point): boolean {
    const isHelpless = (): boolean =>
      !this.#canTake(Black) &&
      this.#moves(Black).every((reply) => this.#afterwards(Black, reply, () => this.#canTake(White)))
    return this.#afterwards(Black, point, () =>
      this.#moves(White).some((atari) => this.#afterwards(White, atari, isHelpless)),
    )
  }

  #isCaught(): boolean {
    const escapes = this.#lastLiberties(White)
    if (escapes.length === 0 || this.#canTake(White)) return false
    return !escapes.some((point) => this.#afterwards(White, point, () => !this.#catches()))
  }

  #catches(): boolean {
    return this.#canTake(Black) || this.#moves(Black).some((point) => this.catchesBy(point))
  }

  #canTake(color: Color): boolean {
    return this.#lastLiberties(opponent(color)).some((liberty) => this.#board.isLegal(color, liberty))
  }

  #lastLiberties(color: Color): Point[] {
    const chains = this.#points.filter((point) => this.#board.at(point) === color)
    const liberties = chains.map((point) => this.#board.liberties(point))
    return [...new Set(liberties.filter(({ length }) => length === 1).map(([only]) => only!))]
  }

  #moves(color: Color): Point[] {
    return this.#points.filter((point) => this.#board.isLegal(color, point))
  }

  #afterwards(color: Color, point: Point, ask: () => boolean): boolean {
    if (this.#board.play(color, point) !== undefined) return false
    const answer = ask()
    this.#board.undo()
    return answer
  }
}
