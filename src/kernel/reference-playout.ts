// The game that every playout of the twin plays (reference.ts): the list of points, holes, legality, the end. Policies
// choose.
//
// To draw the same moves it must keep the same list of points in the same order (see assembly/holes.ts): what
// is drawn and can't be played goes behind the others, and an eye that neither side can play leaves the list until it
// may have become playable.

import type { Random } from "../base/random.ts"
import {
  allPoints,
  Black,
  Board,
  DIAGONALS,
  Empty,
  emptyRegions,
  isEye,
  NEIGHBOURS,
  opponent,
  PASS,
  POINTS,
  surroundedBy,
  White,
  stonesOf,
} from "../rules/index.ts"
import type { Color, Move, PlayedMove, Point } from "../rules/index.ts"
import { MOVES_PER_POINT, type PlayoutRequest } from "./playout.ts"

/** One light playout (SIM-4, SIM-5). */
export class Playout {
  readonly board: Board
  readonly moves: PlayedMove[] = []
  wasCutOff = false
  protected readonly random: Random
  readonly #goal: number | undefined
  readonly #taken: Record<Color, number>
  /** Points that are drawn from. */
  readonly #live: Point[]
  /** Eyes that neither side can play, with their owners. */
  readonly #holes = new Map<Point, Color>()

  constructor(board: Board, random: Random, { captureGoal }: PlayoutRequest) {
    this.board = canonical(board)
    this.#taken = { [Black]: board.prisoners(Black), [White]: board.prisoners(White) }
    this.random = random
    this.#goal = captureGoal
    this.#live = allPoints(board.size).filter((point) => board.at(point) === Empty)
    this.#ko = board.ko
    this.#koFor = board.koFor
  }

  // The ko of the position that the game began with; later ones are the board's own.
  readonly #ko: Move
  readonly #koFor: Color

  /** Plays until both sides pass, the cap, or the goal of Capture Go. */
  play(first: Color): void {
    const cap = MOVES_PER_POINT * this.board.size ** 2
    let color = first
    for (let left = cap; left > 0; left--) {
      const move = this.choose(color)
      this.#place(color, move)
      this.moves.push({ color, move })
      if (move === PASS ? this.moves.at(-2)?.move === PASS : this.#reachedGoal()) return
      color = opponent(color)
    }
    this.wasCutOff = true
  }

  /** Black's area less White's; in Capture Go 1, 0 or -1. */
  margin(): number {
    if (this.#goal !== undefined)
      return Number(this.#taken[Black] >= this.#goal) - Number(this.#taken[White] >= this.#goal)
    return this.owners().reduce((sum, owner) => sum + owner, 0)
  }

  /** By point: 1 for Black's, -1 for White's, 0 for points without an owner. */
  owners(): Int8Array {
    const { board } = this
    const owners = new Int8Array(POINTS)
    const give = (point: Point, color: number | undefined): void => {
      owners[point] = Number(color === Black) - Number(color === White)
    }
    for (const point of allPoints(board.size)) give(point, board.at(point))
    for (const region of emptyRegions(board)) {
      const color = surroundedBy(board, region)
      for (const point of region.points) give(point, color)
    }
    return owners
  }

  /** The next move of this colour, taken off the list; a heavier policy looks for a better one first. */
  protected choose(color: Color): Move {
    return this.chooseByChance(color)
  }

  /** Any playable move that `permits`, each with equal probability. */
  protected chooseByChance(color: Color, permits: (point: Point) => boolean = () => true): Move {
    const live = this.#live
    for (let tries = live.length; tries > 0;) {
      const drawn = this.random.below(tries)
      const point = live[drawn]!
      const playable = this.isPlayable(color, point)
      if (playable && permits(point)) {
        this.takeOff(point)
        return point
      }
      tries--
      live[drawn] = live[tries]!
      live[tries] = point
      if (!playable) this.tryHole(point)
    }
    return PASS
  }

  /** A point that can't be played leaves the list if it is an eye that neither side can play. */
  protected tryHole(point: Point): void {
    if (this.#makeHole(point)) this.takeOff(point)
  }

  /** Is the point empty, and no hole? */
  protected isDrawnFrom(point: Point): boolean {
    return this.board.at(point) === Empty && !this.#holes.has(point)
  }

  /** The last point of the list takes its place. */
  protected takeOff(point: Point): void {
    const last = this.#live.pop()!
    if (last !== point) this.#live[this.#live.indexOf(point)] = last
  }

  protected isPlayable(color: Color, point: Point): boolean {
    return !isEye(this.board, color, point) && this.isLegal(color, point)
  }

  /** Legal by the board, and by the ko of the position that the game began with. */
  protected isLegal(color: Color, point: Point): boolean {
    if (this.moves.length === 0 && point === this.#ko && color === this.#koFor) return false
    return this.board.isLegal(color, point)
  }

  /** An eye of one colour that its owner won't fill and the other can't: off the list until something changes. */
  #makeHole(point: Point): boolean {
    const colors = new Set(this.#around(point))
    const [owner] = colors
    if (colors.size !== 1 || owner === Empty) return false
    if (!isEye(this.board, owner as Color, point)) return false
    if (this.neighbours(point).some((stone) => this.board.liberties(stone).length === 1)) return false
    this.#holes.set(point, owner as Color)
    return true
  }

  #place(color: Color, move: Move): void {
    if (move === PASS) {
      this.board.play(color, PASS)
      return
    }
    const point = move as Point
    const captured = this.#capturedBy(color, point)
    this.board.play(color, point)
    this.#taken[color] += captured.length
    this.#live.push(...captured)
    for (const stone of this.neighbours(point)) {
      const liberties = this.board.liberties(stone)
      if (liberties.length === 1) this.#wake(liberties[0]!)
    }
    for (const step of DIAGONALS) {
      const eye = (point + step) as Point
      const owner = this.#holes.get(eye)
      if (owner === opponent(color) && !isEye(this.board, owner, eye)) this.#wake(eye)
    }
  }

  /** The stones that the move takes, chain by chain, each from its head along its ring. */
  #capturedBy(color: Color, point: Point): Point[] {
    const heads = new Set<Point>()
    for (const stone of this.neighbours(point)) {
      const isEnemy = this.board.at(stone) === opponent(color)
      if (isEnemy && this.board.liberties(stone).length === 1) heads.add(this.board.chainHead(stone))
    }
    return [...heads].flatMap((head) => this.board.chain(head))
  }

  #wake(point: Point): void {
    if (this.#holes.delete(point)) this.#live.push(point)
  }

  #reachedGoal(): boolean {
    return this.#goal !== undefined && Math.max(this.#taken[Black], this.#taken[White]) >= this.#goal
  }

  /** The stones next to a point: north, west, east, south. */
  protected neighbours(point: Point): Point[] {
    return NEIGHBOURS.map((step) => (point + step) as Point).filter((there) => {
      const content = this.board.at(there)
      return content === Black || content === White
    })
  }

  /** What stands around the point, the edge left out. */
  #around(point: Point): number[] {
    return NEIGHBOURS.map((step) => this.board.at((point + step) as Point)).filter((content) => content !== 3)
  }
}

/** The same stones as a board that was set up: the order inside chains then follows from the position alone. */
function canonical(board: Board): Board {
  const copy = Board.fromStones(board.size, stonesOf(board))
  if (!copy.ok) throw new Error("a chain of the position has no liberty")
  return copy.value
}
