// The kernel's readable twin: the same playouts, number for number, on the rules' own board. It is the kernel's
// oracle in tests, and plays where the kernel can't: on boards over 19×19, or without WebAssembly.
//
// To draw the same moves it must keep the same list of points in the same order (see assembly/holes.ts): what
// is drawn and can't be played goes behind the others, and an eye that nobody can play leaves the list until it
// may have become playable.

import { Random } from "../base/random.ts"
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
} from "../rules/index.ts"
import type { Color, Move, PlayedMove, Point } from "../rules/index.ts"
import { provisionalGammas, swapCode } from "./gammas.ts"
import { isCaughtByRunning } from "./ladder.ts"
import { INVITES_BLACK, INVITES_WHITE, patternTable } from "./patterns.ts"
import { MOVES_PER_POINT, type PlayoutRequest, type PlayoutSummary } from "./playout.ts"
import { SWITCHES, chanceIn256, switchesOf } from "./policy.ts"

/** Runs playouts from the position of `board`, which stays as it is. */
export function runReference(board: Board, request: PlayoutRequest): PlayoutSummary {
  const random = new Random(request.seed)
  const { games, komi } = request
  const owned = new Float64Array(POINTS)
  let [blackWins, whiteWins, sum, squares, moves, cutOff] = [0, 0, 0, 0, 0, 0]
  let lastGame: readonly PlayedMove[] = []
  for (let game = 0; game < games; game++) {
    const playout = makePlayout(board, random, request)
    playout.play(request.first)
    const margin = playout.margin()
    blackWins += Number(margin > komi)
    whiteWins += Number(margin < komi)
    sum += margin
    squares += margin * margin
    moves += playout.moves.length
    cutOff += Number(playout.wasCutOff)
    lastGame = playout.moves
    if (request.owners) for (const [point, owner] of playout.owners().entries()) owned[point]! += owner
  }
  const meanMargin = games > 0 ? sum / games : 0
  const spread = games > 0 ? Math.sqrt(Math.max(0, squares / games - meanMargin * meanMargin)) : 0
  const summary = { games, blackWins, whiteWins, meanMargin, spread, moves, cutOff, lastGame }
  return request.owners ? { ...summary, owners: owned.map((count) => count / Math.max(1, games)) } : summary
}

function makePlayout(board: Board, random: Random, request: PlayoutRequest): Playout {
  if (request.policy === "mogo") return new MogoPlayout(board, random, request)
  if (request.policy === "gamma") return new GammaPlayout(board, random, request)
  return new Playout(board, random, request)
}

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
  /** Eyes that nobody can play, with their owners. */
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

  /** By point: 1 for Black's, -1 for White's, 0 for nobody's. */
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
      if (!playable && this.#makeHole(point)) this.takeOff(point)
    }
    return PASS
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

/** The eight points around, row by row. */
const AROUND = [
  ...DIAGONALS.slice(0, 1),
  NEIGHBOURS[0]!,
  DIAGONALS[1]!,
  NEIGHBOURS[1]!,
  NEIGHBOURS[2]!,
  DIAGONALS[2]!,
  NEIGHBOURS[3]!,
  DIAGONALS[3]!,
]

/** The heavy playout by rules (SIM-6); assembly/mogo.ts says what they are. */
export class MogoPlayout extends Playout {
  readonly #switches: number
  /** In 256ths. */
  readonly #selfAtariChance: number
  readonly #randomness: number
  readonly #last: Move

  constructor(board: Board, random: Random, request: PlayoutRequest) {
    super(board, random, request)
    this.#switches = switchesOf(request.rules)
    this.#selfAtariChance = chanceIn256(request.rules?.selfAtariChance ?? 0)
    this.#randomness = chanceIn256(request.rules?.randomness ?? 0)
    this.#last = request.last ?? PASS
  }

  protected override choose(color: Color): Move {
    const last = this.moves.at(-1)?.move ?? this.#last
    const rules = [
      () => this.#has("capture") && this.#captures(color, last),
      () => this.#has("escape") && this.#escapes(color, last),
      () => this.#has("low") && this.#low(color, last),
      () => this.#has("nakade") && this.#nakades(last),
      () => this.#has("pattern") && this.#patterns(color, last),
    ]
    for (const rule of this.#happens(this.#randomness) ? [] : rules) {
      const offered = [...new Set(rule() || [])].filter((point) => this.isPlayable(color, point))
      if (offered.length === 0) continue
      const point = offered[offered.length === 1 ? 0 : this.random.below(offered.length)]!
      this.takeOff(point)
      return point
    }
    const permits = (point: Point): boolean =>
      !this.#has("noSelfAtari") || !this.#isBadSelfAtari(color, point) || this.#happens(this.#selfAtariChance)
    return this.chooseByChance(color, permits)
  }

  /** True with a chance of so many 256ths; certainty needs no draw. */
  #happens(chance: number): boolean {
    return chance > 0 && this.random.next() >>> 24 < chance
  }

  #has(name: keyof typeof SWITCHES): boolean {
    return (this.#switches & SWITCHES[name]) !== 0
  }

  /** The heads of a colour's chains on the whole board, row by row. */
  #heads(color: Color): Point[] {
    const { board } = this
    return allPoints(board.size).filter(
      (point) => board.at(point) === color && board.chainHead(point) === point,
    )
  }

  #captures(color: Color, last: Move): Point[] {
    const enemies = this.#has("board") ? this.#heads(opponent(color)) : last === PASS ? [] : [last as Point]
    return enemies.flatMap((stone) => this.#atari(stone))
  }

  #escapes(color: Color, last: Move): Point[] {
    const touched = last === PASS ? [] : this.neighbours(last as Point)
    const own = this.#has("board")
      ? this.#heads(color)
      : touched.filter((stone) => this.board.at(stone) === color)
    return own.flatMap((stone) => this.#escape(color, stone))
  }

  #escape(color: Color, stone: Point): Point[] {
    const [liberty] = this.#atari(stone)
    if (liberty === undefined) return []
    const chain = this.board.chain(this.board.chainHead(stone))
    const counter = chain
      .flatMap((member) => this.neighbours(member))
      .filter((there) => this.board.at(there) === opponent(color))
      .flatMap((enemy) => this.#atari(enemy))
    const runs = this.#libertiesAfter(color, liberty) >= 2
    const isCaught = runs && this.#has("ladder") && isCaughtByRunning(this.board, stone, liberty)
    return runs && !isCaught ? [...counter, liberty] : counter
  }

  /** Liberties of chains with two of them around the last move; assembly/low.ts says which. */
  #low(color: Color, last: Move): Point[] {
    if (last === PASS) return []
    const { board } = this
    const pair = (stone: Point): Point[] => {
      const liberties = board.liberties(stone)
      return liberties.length === 2 ? liberties.sort((a, b) => a - b) : []
    }
    const own = this.neighbours(last as Point).filter((stone) => board.at(stone) === color)
    const saving = own.flatMap((stone) => pair(stone).filter((point) => this.#gains(color, point)))
    const attacking = pair(last as Point).filter(
      (point) => this.#gains(opponent(color), point) && this.#libertiesAfter(color, point) >= 2,
    )
    return [...saving, ...attacking]
  }

  #gains(color: Color, point: Point): boolean {
    return this.#takes(color, point) || this.#libertiesAfter(color, point) >= 3
  }

  #takes(color: Color, point: Point): boolean {
    return this.neighbours(point).some(
      (stone) => this.board.at(stone) === opponent(color) && this.board.liberties(stone).length === 1,
    )
  }

  /** Vital points of the small spaces that the last move touches and one colour encloses. */
  #nakades(last: Move): Point[] {
    if (last === PASS) return []
    const spaces = emptyRegions(this.board)
    return NEIGHBOURS.flatMap((step) => {
      const there = (last + step) as Point
      const space = spaces.find(({ points }) => points.includes(there))
      if (!space || space.points.length < 3 || space.points.length > 6) return []
      if (new Set(space.boundary.map((stone) => this.board.at(stone))).size > 1) return []
      return vitalPoint(this.board, space.points)
    })
  }

  #patterns(color: Color, last: Move): Point[] {
    if (last === PASS) return []
    const bit = color === Black ? INVITES_BLACK : INVITES_WHITE
    return AROUND.map((step) => (last + step) as Point).filter(
      (point) =>
        this.board.at(point) === Empty &&
        (patternTable()[patternCode(this.board, point)]! & bit) !== 0 &&
        (!this.#has("noSelfAtari") || this.#libertiesAfter(color, point) >= 2),
    )
  }

  /** The only liberty of a chain in atari. */
  #atari(stone: Point): Point[] {
    const liberties = this.board.liberties(stone)
    return liberties.length === 1 ? liberties : []
  }

  /** Liberties of the chain that a stone would belong to; a capture counts as enough. */
  #libertiesAfter(color: Color, point: Point): number {
    const { board } = this
    if (this.#takes(color, point)) return 2
    const own = this.neighbours(point).filter((stone) => board.at(stone) === color)
    const empty = NEIGHBOURS.map((step) => (point + step) as Point).filter(
      (there) => board.at(there) === Empty,
    )
    return new Set(
      [...empty, ...own.flatMap((stone) => board.liberties(stone))].filter((there) => there !== point),
    ).size
  }

  #isBadSelfAtari(color: Color, point: Point): boolean {
    const joins = this.neighbours(point).some((stone) => this.board.at(stone) === color)
    return joins && this.#libertiesAfter(color, point) < 2
  }
}

/** The one point of a space with the most neighbours inside it, if that makes it vital. */
function vitalPoint(board: Board, space: readonly Point[]): Point[] {
  const inside = space.map(
    (point) => NEIGHBOURS.filter((step) => board.at((point + step) as Point) === Empty).length,
  )
  const most = Math.max(...inside)
  const least = space.length === 3 ? 2 : space.length === 6 ? 4 : 3
  const vital = space.filter((_, index) => inside[index] === most)
  return most >= least && vital.length === 1 ? vital : []
}

/** The gamma-weighted playout (SIM-7): a move is drawn in proportion to the weight of its pattern. */
export class GammaPlayout extends Playout {
  readonly #gammas: Uint32Array

  constructor(board: Board, random: Random, request: PlayoutRequest) {
    super(board, random, request)
    this.#gammas = request.gammas ?? provisionalGammas()
  }

  protected override choose(color: Color): Move {
    const points = allPoints(this.board.size).filter((point) => this.board.at(point) === Empty)
    const weights = new Map(points.map((point) => [point, this.#weight(color, point)]))
    for (;;) {
      const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
      if (total === 0) return PASS
      let rest = this.random.below(total)
      const point = points.find((candidate) => (rest -= weights.get(candidate)!) < 0)!
      if (this.isLegal(color, point)) {
        this.takeOff(point)
        return point
      }
      weights.set(point, 0)
    }
  }

  #weight(color: Color, point: Point): number {
    const code = patternCode(this.board, point)
    return this.#gammas[color === Black ? code : swapCode(code)]!
  }
}

/** The eight points around, two bits each from the north-west row by row: 0 empty, 1 black, 2 white, 3 border. */
export function patternCode(board: Board, point: Point): number {
  return AROUND.reduce((code, step, index) => code | (board.at((point + step) as Point) << (2 * index)), 0)
}

/** The same stones as a board that was set up: the order inside chains then follows from the position alone. */
function canonical(board: Board): Board {
  const stones = allPoints(board.size)
    .filter((point) => board.at(point) !== Empty)
    .map((point): [Color, Point] => [board.at(point) as Color, point])
  const copy = Board.fromStones(board.size, stones)
  if (!copy.ok) throw new Error("a chain of the position has no liberty")
  return copy.value
}
