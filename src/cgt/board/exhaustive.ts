// The whole position searched at once, as a judge of the region method: every legal move and pass of both sides on all
// undecided points together, by area, with the simple ko rule. It uses nothing of regions, local games or sums.
//
// Where play comes back to a position, the result may be anything; so every position has a lower and an upper bound,
// and the search is a judge only where both are equal.

import { Black, Empty, opponent, White, type Board, type Color, type Point } from "../../rules/index.ts"
import { divide } from "./divide.ts"
import { localOf } from "./endgame.ts"
import { bitCount, decidedFor, koAfter, MOST_POINTS, playLocal, pointsIn, standingScore } from "./local.ts"
import type { LocalBoard, Stones } from "./local.ts"

export interface ExhaustiveResult {
  /** Black's area less White's after best play of both sides; undefined where repetition matters. */
  readonly score: number | undefined
  /** The moves that surely keep it; `undefined` stands for a pass. */
  readonly best: readonly (Point | undefined)[]
  /** Positions that were searched. */
  readonly nodes: number
}

interface State {
  readonly stones: Stones
  readonly color: Color
  /** The point that the side to move may not take back, as a mask. */
  readonly ko: number
  readonly hasPassed: boolean
}

interface Successor {
  readonly point: number | undefined
  readonly next: State
}

interface Range {
  readonly low: number
  readonly high: number
}

/** Undefined where there are too many undecided points, or more than `most` positions. */
export function searchAll(board: Board, color: Color, most: number): ExhaustiveResult | undefined {
  const division = divide(board, { allowance: { nodes: 0 } })
  const points = division.regions.flat()
  if (points.length > MOST_POINTS) return undefined
  const { local, stones } = localOf(board, division, points)
  let decided = 0
  for (const owner of division.owner) if (owner !== Empty) decided += owner === Black ? 1 : -1
  const search = new Search(local, most)
  const start: State = { stones, color, ko: 0, hasPassed: false }
  const whole = search.range(start)
  const values = search.moves(start).map(({ point, next }) => ({ point, range: search.range(next) }))
  if (search.nodes > most) return undefined
  const isBest = ({ low, high }: Range): boolean =>
    color === Black ? low === whole.low : high === whole.high
  return {
    score: whole.low === whole.high ? decided + whole.low : undefined,
    best: values
      .filter(({ range }) => isBest(range))
      .map(({ point }) => (point === undefined ? undefined : points[point])),
    nodes: search.nodes,
  }
}

class Search {
  readonly #board: LocalBoard
  readonly #most: number
  readonly #comesBack: Range
  /** Undefined while a position is being searched. */
  readonly #ranges = new Map<string, Range | undefined>()
  nodes = 0

  constructor(board: LocalBoard, most: number) {
    this.#board = board
    this.#most = most
    const count = bitCount(board.all)
    this.#comesBack = { low: -count, high: count }
  }

  /** The pass first. */
  moves({ stones, color, ko }: State): Successor[] {
    const other = opponent(color)
    const all: Successor[] = [{ point: undefined, next: { stones, color: other, ko: 0, hasPassed: true } }]
    for (const point of pointsIn(this.#board.all & ~stones[Black] & ~stones[White] & ~ko)) {
      const next = playLocal(this.#board, stones, color, point)
      if (!next) continue
      const taken = koAfter(this.#board, stones, next, color, point)
      all.push({ point, next: { stones: next, color: other, ko: taken, hasPassed: false } })
    }
    return all
  }

  range(state: State): Range {
    const { stones, color, ko, hasPassed } = state
    const key = `${stones[Black]},${stones[White]},${color},${ko},${hasPassed}`
    const known = this.#ranges.get(key)
    if (known) return known
    if (this.#ranges.has(key) || ++this.nodes > this.#most) return this.#comesBack
    this.#ranges.set(key, undefined)
    const range = this.#decided(stones) ?? this.#search(state)
    this.#ranges.set(key, range)
    return range
  }

  #decided(stones: Stones): Range | undefined {
    const black = decidedFor(this.#board, stones, Black)
    const white = decidedFor(this.#board, stones, White)
    return (black | white) === this.#board.all ? exactly(bitCount(black) - bitCount(white)) : undefined
  }

  #search(state: State): Range {
    const ranges = this.moves(state).map(({ point, next }) =>
      state.hasPassed && point === undefined
        ? exactly(standingScore(this.#board, state.stones))
        : this.range(next),
    )
    const best = state.color === Black ? Math.max : Math.min
    return { low: best(...ranges.map(({ low }) => low)), high: best(...ranges.map(({ high }) => high)) }
  }
}

function exactly(score: number): Range {
  return { low: score, high: score }
}
