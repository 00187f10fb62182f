// The heavy playouts of the twin: by MoGo's rules (SIM-6) and by weights (SIM-7).

import type { Random } from "../base/random.ts"
import {
  allPoints,
  Black,
  type Board,
  DIAGONALS,
  Empty,
  emptyRegions,
  NEIGHBOURS,
  opponent,
  PASS,
} from "../rules/index.ts"
import type { Color, Move, Point } from "../rules/index.ts"
import { FEATURE_UNIT } from "./assembly/policies.ts"
import { featuresOf, provisionalGammas, swapCode, type GammaFeatures, type Gammas } from "./gammas.ts"
import { isCaughtByRunning } from "./ladder.ts"
import { INVITES_BLACK, INVITES_WHITE, patternTable } from "./patterns.ts"
import type { PlayoutRequest } from "./playout.ts"
import { chanceIn256, SWITCHES, switchesOf } from "./policy.ts"
import { Playout } from "./reference-playout.ts"

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

/** The gamma-weighted playout (SIM-7): a move is drawn in proportion to its weight. */
export class GammaPlayout extends Playout {
  readonly #gammas: Gammas
  readonly #features: GammaFeatures
  readonly #last: Move

  constructor(board: Board, random: Random, request: PlayoutRequest) {
    super(board, random, request)
    this.#last = request.last ?? PASS
    this.#gammas = request.gammas ?? provisionalGammas()
    this.#features = featuresOf(this.#gammas)
  }

  protected override choose(color: Color): Move {
    const points = allPoints(this.board.size).filter((point) => this.isDrawnFrom(point))
    const weightOf = gammaWeights(this.board, color, this.#gammas.patterns, this.#features)
    const weights = new Map(points.map((point) => [point, weightOf(point)]))
    const near = this.#near(weights)
    for (;;) {
      // What nearness adds is drawn from first: the point's weight is the sum of both.
      const lots = [...near, ...weights]
      const total = lots.reduce((sum, [, weight]) => sum + weight, 0)
      if (total === 0) return PASS
      let rest = this.random.below(total)
      const [point] = lots.find(([, weight]) => (rest -= weight) < 0)!
      if (this.isLegal(color, point)) {
        this.takeOff(point)
        return point
      }
      this.tryHole(point)
      weights.set(point, 0)
      near.delete(point)
    }
  }

  /** What the empty points around the last move weigh more. */
  #near(weights: ReadonlyMap<Point, number>): Map<Point, number> {
    const { beside, diagonal } = this.#features
    const near = new Map<Point, number>()
    const last = this.moves.at(-1)?.move ?? this.#last
    if (last === PASS) return near
    for (const [index, step] of AROUND.entries()) {
      const point = (last + step) as Point
      const gamma = [1, 3, 4, 6].includes(index) ? beside : diagonal
      const weight = weights.get(point) ?? 0
      near.set(point, Math.floor((weight * (gamma - FEATURE_UNIT)) / FEATURE_UNIT))
    }
    return near
  }
}

/** The weights of a board's empty points: the gammas of the pattern and of what is in atari around. */
export function gammaWeights(
  board: Board,
  color: Color,
  patterns: Uint32Array,
  { atari }: GammaFeatures,
): (point: Point) => number {
  const own = lastLiberties(board, color)
  const enemy = lastLiberties(board, opponent(color))
  return (point) => {
    const code = patternCode(board, point)
    const state = (own.has(point) ? 1 : 0) | (enemy.has(point) ? 2 : 0)
    const weight = patterns[color === Black ? code : swapCode(code)]!
    return Math.floor((weight * atari[state]!) / FEATURE_UNIT)
  }
}

/** The liberties of a colour's chains in atari. */
function lastLiberties(board: Board, color: Color): Set<Point> {
  const found = new Set<Point>()
  const seen = new Set<Point>()
  for (const stone of allPoints(board.size)) {
    if (board.at(stone) !== color || seen.has(stone)) continue
    for (const other of board.chain(stone)) seen.add(other)
    const [liberty, ...more] = board.liberties(stone)
    if (liberty !== undefined && more.length === 0) found.add(liberty)
  }
  return found
}

/** The eight points around, two bits each from the north-west row by row: 0 empty, 1 black, 2 white, 3 border. */
export function patternCode(board: Board, point: Point): number {
  return AROUND.reduce((code, step, index) => code | (board.at((point + step) as Point) << (2 * index)), 0)
}
