// The readable twin of the tree search (assembly/search.ts and what it stands on): nodes are objects, formulas are written as
// the papers have them where rounding allows, and every number comes out the same, seed for seed. It is the oracle of the
// module in tests; nobody plays with it.
//
// Left out: several workers and virtual loss, a full arena, key positions (TREE-9), and the priors that know Go (captures,
// patterns, self-atari, distances, lines); tests hold those against drawn positions. Even and pass priors are here.

import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import {
  allPoints,
  Black,
  Board,
  Empty,
  isEye,
  NEIGHBOURS,
  opponent,
  PASS,
  White,
  type Color,
  type Move,
  type PlayedMove,
  type Point,
} from "../rules/index.ts"
import { stoneIndex, ZOBRIST_HIGH, ZOBRIST_LOW } from "../rules/zobrist.ts"
import { provisionalGammas, swapCode } from "./gammas.ts"
import type { KnobName } from "./knobs.ts"
import { fromKernel, toKernel } from "./points.ts"
import type { MogoRules } from "./policy.ts"
import { MogoPlayout, patternCode } from "./reference.ts"
import type { PastPosition, SearchStart } from "./search.ts"

export type Knobs = Readonly<Partial<Record<KnobName, number>>>

export interface ReferenceStart extends SearchStart {
  /** The position; without one the artificial game is played. */
  readonly board?: Board
  readonly past?: readonly PastPosition[]
  /** Of the playouts by rules; the knob `switches` is not read. */
  readonly rules?: MogoRules
}

/** A node. Values are seen by the side that made its move. */
export class ReferenceNode {
  readonly move: Move
  visits = 0
  /** Sum of results, in units of `RESULT_UNIT`. */
  value = 0
  raveVisits = 0
  raveValue = 0
  priorVisits = 0
  priorValue = 0
  likelihood = 0
  /** The value by another operator than the mean (TREE-4). */
  backed = 0
  isForbidden = false
  /** In the order in which they are tried; undefined before it is expanded. */
  children: ReferenceNode[] | undefined

  constructor(move: Move) {
    this.move = move
  }
}

const RESULT_UNIT = 1_048_576
const MAX_DEPTH = 1000
const MOST_RAVE = 8_388_608
const RECENT = 256

export class ReferenceSearch {
  readonly root = new ReferenceNode(PASS)
  readonly #knobs: Knobs
  readonly #start: ReferenceStart
  readonly #random: Random
  #meanMargin = 0

  constructor(knobs: Knobs, start: ReferenceStart) {
    this.#knobs = knobs
    this.#start = start
    this.#random = new Random(start.seed)
  }

  run(count: number): void {
    for (let done = 0; done < count;) if (this.#simulate()) done++
  }

  #knob(name: KnobName): number {
    return this.#knobs[name] ?? 0
  }

  #newGame(): SearchGame {
    const { board, ...start } = this.#start
    return board
      ? new GoGame(this.#knobs, board, start, this.#random)
      : new ToyGame(this.#knobs, start.color, this.#random)
  }

  /** False when superko forbade a move that was tried for the first time; then nothing counts. */
  #simulate(): boolean {
    const game = this.#newGame()
    const path = [this.root]
    const descent: PlayedMove[] = []
    while (!game.isOver && descent.length < MAX_DEPTH) {
      const node = path.at(-1)!
      if (!node.children && !this.#expand(path, game)) break
      const child = this.#select(node)
      if (!child) break
      descent.push({ color: game.toPlay, move: child.move })
      game.play(child.move)
      if (child.visits === 0 && game.isRepetition()) {
        child.isForbidden = true
        return false
      }
      path.push(child)
    }
    const { margin, moves } = game.finish()
    const value = this.#worth(margin, game.points)
    this.#backUp(path, descent, value, game.points)
    if (this.#knob("rave") !== 0) this.#backUpRave(path, [...descent, ...moves], value)
    return true
  }

  #expand(path: readonly ReferenceNode[], game: SearchGame): boolean {
    const node = path.at(-1)!
    const depth = path.length - 1
    if (depth > 0 && node.visits < this.#knob("expandAt")) return false
    const moves = game.listMoves()
    const known = game.priors(moves)
    if (depth >= 2 && this.#knob("uncle") !== 0) this.#askUncles(path[depth - 2]!, known)
    node.children = moves.map((move) => {
      const child = new ReferenceNode(move)
      const { playouts, wins } = known.of(move)
      child.priorVisits = playouts
      if (playouts > 0) child.priorValue = Math.fround(wins / playouts)
      if (this.#knob("bias") !== 0) child.likelihood = game.likelihood(move)
      return child
    })
    return true
  }

  /** TREE-7: what the same move was worth two plies before, to the same side. */
  #askUncles(grandparent: ReferenceNode, known: Knowledge): void {
    for (const { move, visits, value } of grandparent.children!) {
      if (visits === 0 || move === PASS) continue
      const playouts = Math.min(visits, this.#knob("uncle"))
      known.note(move, playouts, playouts * (value / RESULT_UNIT / visits))
    }
  }

  #select(parent: ReferenceNode): ReferenceNode | undefined {
    let best: ReferenceNode | undefined
    let most = -Infinity
    for (const child of parent.children!) {
      const value = this.#valueOf(parent, child)
      if (value > most && !child.isForbidden) [best, most] = [child, value]
    }
    return best
  }

  /** What a descent compares children by. */
  #valueOf(parent: ReferenceNode, child: ReferenceNode): number {
    const { visits, raveVisits, likelihood } = child
    const [exploration, fpu] = [this.#knob("exploration"), this.#knob("fpu")]
    const weight = visits + child.priorVisits
    let value = fpu
    if (weight > 0 || raveVisits > 0) {
      const own = this.#knob("backup") === 0 ? child.value / RESULT_UNIT : visits * child.backed
      const wins = own + child.priorVisits * child.priorValue
      value = this.#estimate(weight, wins, child, parent.visits)
      if (exploration !== 0)
        value += weight > 0 ? exploration * this.#bonus(weight, wins, parent.visits) : fpu
    }
    const bias = this.#knob("bias")
    return bias === 0 ? value : value + (bias * likelihood) / (visits + 1)
  }

  /** The mean mixed with RAVE (TREE-6): by α = r/(r + n + c·n·r), or by Gelly and Silver's schedule. */
  #estimate(weight: number, wins: number, child: ReferenceNode, parentVisits: number): number {
    const { raveVisits, raveValue } = child
    const schedule = this.#knob("raveSchedule")
    if (schedule > 0 && raveVisits > 0) {
      const share = Math.sqrt(schedule / (3 * parentVisits + schedule))
      const amaf = raveValue / raveVisits
      return weight > 0 ? wins / weight + share * (amaf - wins / weight) : amaf
    }
    const trust = 1 + this.#knob("raveBias") * raveVisits
    return (wins * trust + raveValue) / (weight * trust + raveVisits)
  }

  /** UCB1's, or UCB1-TUNED's with the variance of a mean of zeros and ones (BAN-1). */
  #bonus(weight: number, wins: number, parentVisits: number): number {
    const ratio = naturalLog(Math.max(parentVisits, 1)) / weight
    if (this.#knob("tuned") === 0) return Math.sqrt(ratio)
    const mean = wins / weight
    return Math.sqrt(ratio * Math.min(0.25, mean - mean * mean + Math.sqrt(2 * ratio)))
  }

  /** What a margin is worth to Black, from 0 to 1 (TREE-12). */
  #worth(margin: number, points: number): number {
    const ahead = margin - this.#knob("komi")
    const won = sideOf(ahead)
    if (this.#knob("score") === 0) return won
    if (this.#knob("score") === 1) {
      const before = this.#meanMargin
      this.#meanMargin = before + (margin - before) / RECENT
      return sideOf(margin - before)
    }
    const mean = this.root.value / RESULT_UNIT / Math.max(1, this.root.visits)
    const weight = this.#knob("scoreWeight") * Math.abs(2 * mean - 1)
    return won + weight * (0.5 + ahead / (2 * points) - won)
  }

  #backUp(
    path: readonly ReferenceNode[],
    descent: readonly PlayedMove[],
    value: number,
    points: number,
  ): void {
    const black = Math.trunc(value * RESULT_UNIT)
    for (const [depth, node] of [...path.entries()].toReversed()) {
      const mover = depth > 0 ? descent[depth - 1]!.color : opponent(this.#start.color)
      node.visits++
      node.value += mover === Black ? black : RESULT_UNIT - black
      if (this.#knob("backup") !== 0) node.backed = Math.fround(this.#backedUp(node, points))
    }
  }

  /** The best child's value, or a mixture of it and the mean (TREE-4; the weights are Coulom's). */
  #backedUp(node: ReferenceNode, points: number): number {
    const { visits, children = [] } = node
    const mean = node.value / RESULT_UNIT / visits
    const tried = children.filter((child) => child.visits > 0)
    if (tried.length === 0) return mean
    const isMax = this.#knob("backup") === 1
    const rank = (child: ReferenceNode): number => (isMax ? child.backed : child.visits)
    const best = tried.reduce((first, other) => (rank(other) > rank(first) ? other : first))
    const top = 1 - best.backed
    if (isMax) return top
    const weight = 2 * points * Math.max(1, visits / (16 * points))
    return (weight * mean + best.visits * top) / (weight + best.visits)
  }

  /** TREE-6: whoever is the first to play on a point gets the credit for it, at every node above. */
  #backUpRave(path: readonly ReferenceNode[], moves: readonly PlayedMove[], value: number): void {
    for (let depth = path.length - 1; depth > 0; depth--) {
      const { color } = moves[depth - 1]!
      const result = Math.fround(color === Black ? value : 1 - value)
      const first = firstPlays(moves, depth)
      for (const child of path[depth - 1]!.children!) {
        const play = first.get(child.move)
        if (play?.color !== color || child.raveVisits >= MOST_RAVE) continue
        const weight = this.#recencyWeight(play.moment - depth, moves.length - depth)
        child.raveVisits = Math.fround(child.raveVisits + weight)
        child.raveValue = Math.fround(child.raveValue + Math.fround(weight * result))
      }
    }
  }

  /** From 1 + recency for a move at once to 1 - recency for the game's last. */
  #recencyWeight(later: number, length: number): number {
    const recency = Math.fround(this.#knob("raveRecency"))
    const slope = Math.fround(Math.fround(2 * recency) / Math.max(1, length))
    return Math.fround(Math.fround(1 + recency) - Math.fround(slope * later))
  }
}

/** 1 when ahead, 0 when behind, else a half. */
function sideOf(ahead: number): number {
  return ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5
}

/** Who is the first to play on each point from move `from` on, counted from 1, and when. */
function firstPlays(moves: readonly PlayedMove[], from: number): Map<Move, { color: Color; moment: number }> {
  const first = new Map<Move, { color: Color; moment: number }>()
  for (let moment = moves.length; moment >= from; moment--) {
    const { color, move } = moves[moment - 1]!
    if (move !== PASS) first.set(move, { color, moment })
  }
  return first
}

/** What is known of moves before any simulation, summed up in 32-bit floats. */
class Knowledge {
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
interface SearchGame {
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
  /** Plays to the end; the moves are those after the descent. */
  finish(): { readonly margin: number; readonly moves: readonly PlayedMove[] }
}

/** Fisher and Yates from the end. */
function shuffle(moves: Move[], random: Random): void {
  for (let left = moves.length; left > 1; left--) {
    const other = random.below(left)
    const kept = moves[left - 1]!
    moves[left - 1] = moves[other]!
    moves[other] = kept
  }
}

/** The artificial game of assembly/toy.ts. Its moves are named as the module's host reads them: as points. */
class ToyGame implements SearchGame {
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
    shuffle(moves, this.#random)
    return moves
  }

  priors(): Knowledge {
    return new Knowledge()
  }

  likelihood(): number {
    return 0
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
class GoGame implements SearchGame {
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
    shuffle(moves, this.#random)
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
    const total = this.#list.reduce((sum, point) => sum + this.#weight(point), 0)
    return total === 0 ? 0 : Math.fround(Math.fround(this.#weight(move as Point)) / Math.fround(total))
  }

  #weight(point: Point): number {
    const code = patternCode(this.#board, point)
    return provisionalGammas()[this.toPlay === Black ? code : swapCode(code)]!
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

/** Set up anew, a board has its chains in an order that follows from the position alone, as the module has. */
function stonesOf(board: Board): [Color, Point][] {
  const points = allPoints(board.size).filter((point) => board.at(point) !== Empty)
  return points.map((point) => [board.at(point) as Color, point])
}

/** A playout by rules without any is a light one. */
const LIGHT: MogoRules = { capture: false, escape: false, pattern: false }

interface AfterOptions {
  readonly captureGoal: number | undefined
  readonly last: Move
  readonly rules: MogoRules
}

/**
 * A reference playout that begins with the moves of a descent: the list of points must be in the order in which they leave
 * it. The playout proper has a cap of its own and needs two passes of its own; so it is played by a `play` inside
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

const bits = new DataView(new ArrayBuffer(8))

/** The module's logarithm of a positive number: the mantissa near 1, and the series of the area tangent. */
export function naturalLog(x: number): number {
  bits.setFloat64(0, x)
  const head = bits.getUint32(0)
  let exponent = (head >>> 20) - 1023
  bits.setUint32(0, (head & 0xfffff) | 0x3ff00000)
  let mantissa = bits.getFloat64(0)
  if (mantissa > Math.SQRT2) {
    mantissa *= 0.5
    exponent += 1
  }
  const s = (mantissa - 1) / (mantissa + 1)
  const z = s * s
  let series = z / 15
  for (const odd of [13, 11, 9, 7, 5, 3]) series = z * (1 / odd + series)
  return exponent * Math.LN2 + 2 * s * (1 + series)
}
