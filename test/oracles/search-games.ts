// The games of the twin search (search.ts): the artificial one of assembly/toy.ts, and Go on the rules' own board with
// the playouts of reference.ts. What the module does with blocks of memory is done with objects here.

import type { Random } from "../../src/base/random.ts"
import { unwrap } from "../../src/base/result.ts"
import { provisionalGammas } from "../../src/kernel/gammas.ts"
import type { KnobName } from "../../src/kernel/knobs.ts"
import { fromKernel, toKernel } from "../../src/kernel/points.ts"
import type { MogoRules } from "../../src/kernel/policy.ts"
import { gammaWeights, MogoPlayout } from "../../src/kernel/reference-heavy.ts"
import type { SearchStart } from "../../src/kernel/search.ts"
import {
  allPoints,
  Black,
  Board,
  Empty,
  isEye,
  NEIGHBOURS,
  opponent,
  PASS,
  stonesOf,
  White,
} from "../../src/rules/index.ts"
import type { Color, HashWords, Move, PlayedMove, Point } from "../../src/rules/index.ts"
import { stoneIndex, ZOBRIST_HIGH, ZOBRIST_LOW } from "../../src/rules/zobrist.ts"

export type Knobs = Readonly<Partial<Record<KnobName, number>>>

export interface ReferenceStart extends SearchStart {
  /** The position; without one the artificial game is played. */
  readonly board?: Board
  readonly past?: readonly HashWords[]
  /** Of the playouts by rules; the knob `switches` is not read. */
  readonly rules?: MogoRules
  /** What a network says, where the knob `net` is on: `moves` are those of the game and of the descent. */
  readonly judge?: (board: Board, color: Color, moves: readonly PlayedMove[], symmetry: number) => Judged
}

/** What a network says about a position, as the side to move sees it. */
export interface Judged {
  readonly value: number
  readonly score: number
  chanceOf(move: Move): number
}

/** What is known of moves before any simulation, summed up in 32-bit floats. */
export class Knowledge {
  readonly #notes = new Map<Move, { readonly playouts: number; readonly wins: number }>()

  of(move: Move): { readonly playouts: number; readonly wins: number } {
    return this.#notes.get(move) ?? { playouts: 0, wins: 0 }
  }

  note(move: Move, playouts: number, wins: number): void {
    const before = this.of(move)
    this.#notes.set(move, {
      playouts: Math.fround(before.playouts + Math.fround(playouts)),
      wins: Math.fround(before.wins + Math.fround(wins)),
    })
  }
}

/** The game as the search knows it. */
export interface SearchGame {
  readonly toPlay: Color
  readonly isOver: boolean
  /** What a margin is measured by. */
  readonly points: number
  listMoves(): Move[]
  priors(moves: readonly Move[]): Knowledge
  /** The move's probability in a weighted playout (TREE-8). */
  likelihood(move: Move): number
  play(move: Move): void
  /** Did the last move repeat a position against the superko rule? */
  isRepetition(): boolean
  /** What the network says, where there is one. */
  readonly hasJudge: boolean
  /** What the network says when it sees the position by this symmetry. */
  judge(symmetry: number): Judged
  /** Plays to the end; the moves are those after the descent. */
  finish(): { readonly margin: number; readonly moves: readonly PlayedMove[] }
}

/** The artificial game of assembly/toy.ts. Its moves are named as the module's host reads them: as points. */
export class ToyGame implements SearchGame {
  toPlay: Color
  readonly points = 1
  readonly #random: Random
  readonly #length: number
  readonly #width: number
  #hash: bigint
  #depth = 0

  constructor(knobs: Knobs, color: Color, random: Random) {
    this.toPlay = color
    this.#random = random
    this.#length = knobs.toyDepth!
    this.#width = knobs.toyWidth!
    this.#hash = mix(BigInt(knobs.toySeed ?? 0))
  }

  get isOver(): boolean {
    return this.#depth === this.#length
  }

  listMoves(): Move[] {
    const moves: Move[] = Array.from({ length: this.#width }, (_, index) => toyMove(index + 1))
    this.#random.shuffle(moves)
    return moves
  }

  priors(): Knowledge {
    return new Knowledge()
  }

  likelihood(): number {
    return 0
  }

  readonly hasJudge = false

  judge(): Judged {
    throw new Error("the artificial game has no network")
  }

  play(move: Move): void {
    this.#hash = mix(this.#hash ^ BigInt(toKernel(move) / 16))
    this.#depth++
    this.toPlay = opponent(this.toPlay)
  }

  isRepetition(): boolean {
    return false
  }

  finish(): { margin: number; moves: PlayedMove[] } {
    const moves: PlayedMove[] = []
    while (!this.isOver) {
      const move = toyMove(this.#random.below(this.#width) + 1)
      moves.push({ color: this.toPlay, move })
      this.play(move)
    }
    return { margin: (this.#hash & 0x1_0000_0000n) === 0n ? -1 : 1, moves }
  }
}

/** Move `number` of the artificial game, from 1. */
export function toyMove(number: number): Move {
  return fromKernel(16 * number)
}

const WORD = 0xffff_ffff_ffff_ffffn

/** The finisher of SplitMix64. */
function mix(value: bigint): bigint {
  let z = (value + 0x9e3779b97f4a7c15n) & WORD
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD
  return z ^ (z >> 31n)
}

/** Black's margin at the end of a line of the artificial game, of which all moves are given. */
export function toyResult(seed: number, line: readonly number[]): 1 | -1 {
  const hash = line.reduce((sum, number) => mix(sum ^ BigInt(number)), mix(BigInt(seed)))
  return (hash & 0x1_0000_0000n) === 0n ? -1 : 1
}

/** Go, or Capture Go. */
export class GoGame implements SearchGame {
  toPlay: Color
  readonly points: number
  readonly #knobs: Knobs
  readonly #root: Board
  readonly #start: Omit<ReferenceStart, "board">
  readonly #random: Random
  readonly #board: Board
  /** The empty points in the module's order. */
  readonly #list: Point[]
  readonly #descent: Move[] = []
  readonly #taken: Record<Color, number>
  #passes: number
  /** Positions of the descent, the root's first. */
  readonly #hashes: string[]

  constructor(knobs: Knobs, root: Board, start: Omit<ReferenceStart, "board">, random: Random) {
    this.toPlay = start.color
    this.points = root.size ** 2
    this.#knobs = knobs
    this.#root = root
    this.#start = start
    this.#random = random
    // Set up anew, a board has its chains in an order that follows from the position alone, as the module has.
    this.#board = unwrap(Board.fromStones(root.size, stonesOf(root)))
    this.#list = allPoints(root.size).filter((point) => root.at(point) === Empty)
    this.#taken = { [Black]: root.prisoners(Black), [White]: root.prisoners(White) }
    this.#passes = start.passes ?? 0
    this.#hashes = [this.#hash()]
  }

  get isOver(): boolean {
    const goal = this.#goal ?? Infinity
    return this.#passes >= 2 || this.#taken[Black] >= goal || this.#taken[White] >= goal
  }

  get #goal(): number | undefined {
    return this.#knobs.captureGoal || undefined
  }

  /** All moves that are worth trying, and last the pass. */
  listMoves(): Move[] {
    const moves: Move[] = this.#list.filter(
      (point) => !isEye(this.#board, this.toPlay, point) && this.#isLegal(point),
    )
    this.#random.shuffle(moves)
    return [...moves, PASS]
  }

  /** By the board, and at the root by the ko that was there. */
  #isLegal(point: Point): boolean {
    const { ko, koFor } = this.#root
    if (this.#descent.length === 0 && point === ko && this.toPlay === koFor) return false
    return this.#board.isLegal(this.toPlay, point)
  }

  priors(moves: readonly Move[]): Knowledge {
    const known = new Knowledge()
    const even = this.#knobs.priorEven ?? 0
    for (const move of moves) known.note(move, even, even / 2)
    known.note(PASS, this.#knobs.priorPass ?? 0, 0)
    return known
  }

  likelihood(move: Move): number {
    if (move === PASS) return 0
    const weightOf = gammaWeights(this.#board, this.toPlay, provisionalGammas().patterns)
    const total = this.#list.reduce((sum, point) => sum + weightOf(point), 0)
    return total === 0 ? 0 : Math.fround(Math.fround(weightOf(move as Point)) / Math.fround(total))
  }

  get hasJudge(): boolean {
    return Boolean(this.#knobs.net) && this.#start.judge !== undefined && this.#goal === undefined
  }

  judge(symmetry: number): Judged {
    // The root's board knows its ko, which stones alone don't tell.
    const board = this.#descent.length === 0 ? this.#root : this.#board
    const descent = this.#descent.map((move, index) => ({
      color: index % 2 === 0 ? this.#start.color : opponent(this.#start.color),
      move,
    }))
    return this.#start.judge!(board, this.toPlay, [...(this.#start.moves ?? []), ...descent], symmetry)
  }

  play(move: Move): void {
    if (move !== PASS) this.#place(move as Point)
    else this.#board.play(this.toPlay, PASS)
    this.#passes = move === PASS ? this.#passes + 1 : 0
    this.#descent.push(move)
    this.toPlay = opponent(this.toPlay)
    this.#hashes.push(this.#hash())
  }

  /** The last of the list takes the point's place; what is captured comes to its end, chain by chain. */
  #place(point: Point): void {
    const captured = this.#capturedBy(point)
    const last = this.#list.pop()!
    if (last !== point) this.#list[this.#list.indexOf(point)] = last
    this.#list.push(...captured)
    this.#taken[this.toPlay] += captured.length
    this.#board.play(this.toPlay, point)
  }

  #capturedBy(point: Point): Point[] {
    const board = this.#board
    const caught = NEIGHBOURS.map((step) => (point + step) as Point).filter(
      (stone) => board.at(stone) === opponent(this.toPlay) && board.liberties(stone).length === 1,
    )
    return [...new Set(caught.map((stone) => board.chainHead(stone)))].flatMap((head) => board.chain(head))
  }

  isRepetition(): boolean {
    if (!this.#knobs.superko || this.#passes > 0) return false
    const now = this.#hashes.at(-1)!
    const past = (this.#start.past ?? []).map(({ low, high }) => `${low} ${high}`)
    return this.#hashes.slice(0, -1).includes(now) || past.includes(now)
  }

  /** The position, and with situational superko the turn. */
  #hash(): string {
    const isWhitesTurn = this.#knobs.superko === 2 && this.toPlay === White
    let [low, high] = isWhitesTurn ? [0xbf58476d | 0, 0x5bd1e995] : [0, 0]
    for (const point of allPoints(this.#board.size)) {
      const content = this.#board.at(point)
      if (content === Empty) continue
      low ^= ZOBRIST_LOW[stoneIndex(content as Color, point)]!
      high ^= ZOBRIST_HIGH[stoneIndex(content as Color, point)]!
    }
    return `${low} ${high}`
  }

  finish(): { margin: number; moves: readonly PlayedMove[] } {
    const isLight = (this.#knobs.policy ?? 0) === 0
    const playout = new PlayoutAfter(this.#root, this.#random, this.#descent, {
      captureGoal: this.#goal,
      last: this.#start.last ?? PASS,
      rules: isLight ? LIGHT : (this.#start.rules ?? {}),
    })
    playout.playAll(this.#start.color, this.isOver)
    return { margin: playout.margin(), moves: playout.playedOut }
  }
}

/** A playout by rules without any is a light one. */
const LIGHT: MogoRules = { capture: false, escape: false, pattern: false }

interface AfterOptions {
  readonly captureGoal: number | undefined
  readonly last: Move
  readonly rules: MogoRules
}

/**
 * A reference playout that begins with the moves of a descent: the list of points must be in the order in which they
 * leave it. The playout proper has a cap of its own and needs two passes of its own; so it is played by a `play` inside
 * the `play` of the whole, which then passes.
 */
class PlayoutAfter extends MogoPlayout {
  readonly #descent: Move[]
  #stage: "descent" | "first move" | "playout" | "over" = "descent"
  /** The moves after the descent. */
  playedOut: readonly PlayedMove[] = []

  constructor(
    board: Board,
    random: Random,
    descent: readonly Move[],
    { captureGoal, last, rules }: AfterOptions,
  ) {
    const goal = captureGoal === undefined ? {} : { captureGoal }
    super(board, random, { games: 1, first: Black, komi: 0, seed: 0, last, rules, ...goal })
    this.#descent = [...descent]
  }

  /** The descent, which may be longer than a playout may, and then the playout, unless the game is over. */
  playAll(first: Color, isOver: boolean): void {
    if (isOver) this.#stage = "over"
    do this.play(this.moves.length % 2 === 0 ? first : opponent(first))
    while (this.#descent.length > 0 || this.#stage !== "over")
  }

  protected override choose(color: Color): Move {
    const known = this.#descent.shift()
    if (known !== undefined) {
      if (known !== PASS) this.takeOff(known as Point)
      return known
    }
    if (this.#stage === "over") return PASS
    if (this.#stage === "playout") return super.choose(color)
    if (this.#stage === "first move") return this.#begin(color)
    this.#stage = "first move"
    this.play(color)
    this.playedOut = [...this.moves]
    this.#stage = "over"
    return PASS
  }

  /** The first move looks at the descent's last; then the descent is forgotten, so that its pass ends nothing. */
  #begin(color: Color): Move {
    this.#stage = "playout"
    const move = super.choose(color)
    this.moves.length = 0
    return move
  }
}
