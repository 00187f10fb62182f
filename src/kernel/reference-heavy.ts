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
import { featuresOf, provisionalGammas, swapCode, type Gammas } from "./gammas.ts"
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

  /** True with a chance of `chance` / 256; certainty needs no draw. */
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
  readonly #last: Move

  constructor(board: Board, random: Random, request: PlayoutRequest) {
    super(board, random, request)
    this.#last = request.last ?? PASS
    this.#gammas = request.gammas ?? provisionalGammas()
  }

  protected override choose(color: Color): Move {
    const points = allPoints(this.board.size).filter((point) => this.isDrawnFrom(point))
    const weightOf = gammaWeights(this.board, color, this.#gammas.patterns)
    const weights = new Map(points.map((point) => [point, weightOf(point)]))
    for (;;) {
      const point = this.#draw(weights)
      if (point === undefined) return PASS
      if (this.isLegal(color, point)) {
        this.takeOff(point)
        return point
      }
      this.tryHole(point)
      weights.set(point, 0)
    }
  }

  /** What nearness adds is drawn from first: the point's weight is the sum of both. */
  #draw(weights: ReadonlyMap<Point, number>): Point | undefined {
    const near = this.#near(weights)
    const total = near.reduce((sum, { more }) => sum + more, 0) + sumOf(weights.values())
    if (total === 0) return undefined
    let rest = this.random.below(total)
    for (const { lots, more, gamma } of near) {
      if (rest < more) return lotAt(lots, Math.floor((rest * FEATURE_UNIT) / (gamma - FEATURE_UNIT)))
      rest -= more
    }
    return lotAt(weights, rest)
  }

  /** What the points beside the last move weigh more all together, and those diagonal to it. */
  #near(weights: ReadonlyMap<Point, number>): Near[] {
    const last = this.moves.at(-1)?.move ?? this.#last
    if (last === PASS) return []
    const { beside, diagonal } = featuresOf(this.#gammas)
    return [
      { steps: NEIGHBOURS, gamma: beside },
      { steps: DIAGONALS, gamma: diagonal },
    ].map(({ steps, gamma }) => {
      const lots = steps.map((step): Lot => {
        const point = (last + step) as Point
        return [point, weights.get(point) ?? 0]
      })
      const weight = sumOf(lots.map(([, each]) => each))
      return { lots, gamma, more: Math.floor((weight * (gamma - FEATURE_UNIT)) / FEATURE_UNIT) }
    })
  }
}

type Lot = readonly [point: Point, weight: number]

interface Near {
  readonly lots: readonly Lot[]
  readonly gamma: number
  readonly more: number
}

function sumOf(weights: Iterable<number>): number {
  let sum = 0
  for (const weight of weights) sum += weight
  return sum
}

/** The point on which a number falls that was drawn below the sum of all weights. */
function lotAt(lots: Iterable<Lot>, drawn: number): Point {
  let rest = drawn
  for (const [point, weight] of lots) if ((rest -= weight) < 0) return point
  throw new RangeError(`${drawn} is beyond the sum of the weights`)
}

/** The weights of a board's empty points: the gammas of the patterns. */
export function gammaWeights(board: Board, color: Color, patterns: Uint32Array): (point: Point) => number {
  return (point) => {
    const code = patternCode(board, point)
    return patterns[color === Black ? code : swapCode(code)]!
  }
}

/** The eight points around, two bits each from the north-west row by row: 0 empty, 1 black, 2 white, 3 border. */
export function patternCode(board: Board, point: Point): number {
  return AROUND.reduce((code, step, index) => code | (board.at((point + step) as Point) << (2 * index)), 0)
}
