// The readable twin of assembly/gobble.ts: Gobble's games on the rules' own board (SA-1, SA-3), number for number. It
// is the kernel's oracle in tests, and plays where the kernel can't: on boards over 19×19, or without WebAssembly.

import { Random } from "../base/random.ts"
import { Playout } from "../kernel/reference-playout.ts"
import { allPoints, Black, Empty, PASS, POINTS } from "../rules/index.ts"
import type { Color, Move, Point } from "../rules/index.ts"
import {
  summarize,
  type Gobble,
  type GobbleBatch,
  type GobbleOrder,
  type GobbleStart,
  type GobbleTotals,
  type GobbleValues,
} from "./kernel.ts"

/** What a side knows of a point: games in which it was first there, half wins, and results as that side sees them. */
interface Record {
  games: number
  halfWins: number
  sum: number
}

/** One side's points: after any move, or in order 1 after a certain one. */
class PointList {
  readonly records = new Map<Point, Record>()
  /** The order of the game that is being played. */
  order: readonly Point[] = []
  #byValue: readonly Point[]

  constructor(points: readonly Point[]) {
    this.#byValue = points
  }

  mean(point: Point): number {
    const record = this.records.get(point)
    return record ? record.sum / record.games : 0
  }

  /** By value, equal ones by chance; then a sweep from best to worst that swaps neighbours. */
  arrange(random: Random, swap: number): void {
    const sorted = this.#byValue.toSorted((a, b) => this.mean(b) - this.mean(a))
    this.#shuffleTies(sorted, random)
    this.#byValue = sorted
    this.order = sweep(sorted, random, swap)
  }

  #shuffleTies(sorted: Point[], random: Random): void {
    for (let from = 0, to = 1; from < sorted.length; from = to, to++) {
      while (to < sorted.length && this.mean(sorted[to]!) === this.mean(sorted[from]!)) to++
      for (let left = to - from; left > 1; left--) {
        const other = from + random.below(left)
        const last = from + left - 1
        ;[sorted[last], sorted[other]] = [sorted[other]!, sorted[last]!]
      }
    }
  }
}

/**
 * One pass from best to worst that swaps neighbours with this probability: what is first sinks n places or more with
 * its n-th power.
 */
export function sweep<T>(sorted: readonly T[], random: Random, swap: number): T[] {
  const order = [...sorted]
  for (let at = 1; at < order.length; at++)
    if (happens(random, swap)) [order[at - 1], order[at]] = [order[at]!, order[at - 1]!]
  return order
}

function happens(random: Random, probability: number): boolean {
  return probability > 0 && random.next() < Math.floor(probability * 2 ** 32)
}

/** One game by the lists. */
class GobblePlayout extends Playout {
  readonly #listFor: (color: Color, before: Move) => PointList
  readonly #last: Move
  readonly #random: number

  constructor(
    { board, color, captureGoal, last = PASS }: GobbleStart,
    random: Random,
    share: number,
    listFor: (color: Color, before: Move) => PointList,
  ) {
    const goal = captureGoal === undefined ? {} : { captureGoal }
    super(board, random, { games: 1, first: color, komi: 0, seed: 0, ...goal })
    this.#listFor = listFor
    this.#last = last
    this.#random = share
  }

  protected override choose(color: Color): Move {
    if (happens(this.random, this.#random)) return this.chooseByChance(color)
    const list = this.#listFor(color, this.moves.at(-1)?.move ?? this.#last)
    const point = list.order.find((at) => this.board.at(at) === Empty && this.isPlayable(color, at))
    if (point === undefined) return PASS
    this.takeOff(point)
    return point
  }
}

/** Gobble's games in plain TypeScript: the readable twin of `GobbleKernel`. */
export class ReferenceGobble implements Gobble {
  readonly #order: GobbleOrder
  readonly #lists = new Map<string, PointList>()
  #start: GobbleStart | undefined
  #random = new Random(0)
  #points: readonly Point[] = []
  #sums = { games: 0, sum: 0, squares: 0, blackWins: 0, whiteWins: 0, cutOff: 0 }
  #owned = new Float64Array(POINTS)

  constructor(order: GobbleOrder) {
    this.#order = order
  }

  begin(start: GobbleStart): void {
    // The caller may play on with its board.
    this.#start = { ...start, board: start.board.clone() }
    this.#random = new Random(start.seed)
    this.#points = allPoints(start.board.size)
    this.#lists.clear()
    this.#sums = { games: 0, sum: 0, squares: 0, blackWins: 0, whiteWins: 0, cutOff: 0 }
    this.#owned = new Float64Array(POINTS)
  }

  run({ games, from, cooling, swap, random }: GobbleBatch): void {
    const start = this.#begun()
    for (let i = 0; i < games; i++) {
      const at = from + i
      const heat = at < cooling ? swap * (1 - at / cooling) : 0
      const arranged = new Set<PointList>()
      const playout = new GobblePlayout(start, this.#random, random, (color, before) => {
        const list = this.#list(color, before)
        if (!arranged.has(list)) list.arrange(this.#random, heat)
        arranged.add(list)
        return list
      })
      playout.play(start.color)
      this.#count(playout)
    }
  }

  values(color: Color): GobbleValues {
    const { last = PASS } = this.#begun()
    const { records } = this.#list(color, last)
    const [values, games, winRates] = [0, 1, 2].map(() => new Float64Array(POINTS))
    for (const [point, record] of records) {
      const mean = record.sum / record.games
      values![point] = color === Black || mean === 0 ? mean : -mean
      games![point] = record.games
      winRates![point] = record.halfWins / (2 * record.games)
    }
    return { values: values!, games: games!, winRates: winRates! }
  }

  totals(): GobbleTotals {
    const { games, sum, squares, blackWins, whiteWins, cutOff } = this.#sums
    return summarize(games, sum, squares, blackWins, whiteWins, cutOff)
  }

  owners(): Float64Array {
    return this.#owned.map((sum) => sum / Math.max(1, this.#sums.games))
  }

  #list(color: Color, before: Move): PointList {
    const key = `${color} ${this.#order === 0 ? PASS : before}`
    const list = this.#lists.get(key) ?? new PointList(this.#points)
    this.#lists.set(key, list)
    return list
  }

  #count(playout: Playout): void {
    const { komi = 0, last = PASS } = this.#begun()
    const margin = playout.margin()
    this.#sums.games++
    this.#sums.sum += margin
    this.#sums.squares += margin * margin
    this.#sums.blackWins += Number(margin > komi)
    this.#sums.whiteWins += Number(margin < komi)
    this.#sums.cutOff += Number(playout.wasCutOff)
    for (const [point, owner] of playout.owners().entries()) this.#owned[point]! += owner
    const seen = new Set<Move>([PASS])
    let before = last
    for (const { color, move } of playout.moves) {
      // The first play on a point, by either colour, is the one that counts.
      if (!seen.has(move)) this.#credit(this.#list(color, before), move as Point, color, margin, komi)
      seen.add(move)
      before = move
    }
  }

  #credit({ records }: PointList, point: Point, color: Color, margin: number, komi: number): void {
    const sign = color === Black ? 1 : -1
    const ahead = sign * (margin - komi)
    const record = records.get(point) ?? { games: 0, halfWins: 0, sum: 0 }
    record.games++
    record.halfWins += Number(ahead > 0) + Number(ahead >= 0)
    record.sum += sign * margin
    records.set(point, record)
  }

  #begun(): GobbleStart {
    if (!this.#start) throw new Error("begin with a position first")
    return this.#start
  }
}
