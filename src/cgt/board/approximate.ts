// About how hot a region is that has too many positions to be enumerated: CG-TD(0) (CGT-5) with playouts inside the
// region. Every position that playouts reach has a triangle; it follows those of the positions after it that are known.
//
// A side may move twice in a row, as it does when the other side plays elsewhere. Counting is by area; a playout ends
// where neither side has a move that fills no eye of its own.

import type { Random } from "../../base/random.ts"
import { Black, opponent, White, type Color } from "../../rules/index.ts"
import type { Player as Side } from "../game.ts"
import { correct, worthAfter, type Learned } from "../learners/cgtd.ts"
import {
  bitCount,
  koAfter,
  playLocal,
  pointsIn,
  standingScore,
  type LocalBoard,
  type Stones,
} from "./local.ts"

export interface Approximation {
  readonly mean: number
  readonly temperature: number
  /** How far the runs are from their average, at most: a measure of chance, not of what playouts can't see. */
  readonly meanError: number
  readonly temperatureError: number
  /** The local point that most runs prefer; undefined where they know no move. */
  readonly best: Readonly<Record<Color, number | undefined>>
}

/** Runs with random numbers of their own, and the playouts of each: about a second for 25 points. */
const RUNS = 4
const PLAYOUTS = 1500
const ALPHA = 0.1
const EPSILON = 0.3
/** How often a side moves twice in a row. */
const ELSEWHERE = 0.3
/** Positions that a run remembers; playouts go on beyond them without learning. */
const MOST_KNOWN = 30_000

interface Known extends Learned {
  readonly stones: Stones
  readonly next: Record<Color, Map<number, Known>>
}

export function approximate(board: LocalBoard, stones: Stones, random: Random): Approximation {
  const runs = Array.from({ length: RUNS }, () => {
    const run = new Run(board, stones, random)
    for (let playout = 0; playout < PLAYOUTS; playout++) run.playOne(playout % 2 === 0 ? Black : White)
    return run
  })
  const mean = averageOf(runs.map(({ root }) => root.mean))
  const temperature = averageOf(runs.map(({ root }) => root.temperature))
  const farthest = (values: readonly number[], from: number): number =>
    Math.max(...values.map((value) => Math.abs(value - from)))
  const best = (color: Color): number | undefined =>
    mostFrequent(runs.map((run) => run.best(run.root, color)))
  return {
    mean,
    temperature,
    meanError: farthest(
      runs.map(({ root }) => root.mean),
      mean,
    ),
    temperatureError: farthest(
      runs.map(({ root }) => root.temperature),
      temperature,
    ),
    best: { [Black]: best(Black), [White]: best(White) },
  }
}

function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function mostFrequent(points: readonly (number | undefined)[]): number | undefined {
  const count = (point: number | undefined): number => points.filter((other) => other === point).length
  return points.reduce((best, point) => (count(point) > count(best) ? point : best))
}

class Run {
  readonly root: Known
  readonly #board: LocalBoard
  readonly #random: Random
  readonly #known = new Map<string, Known>()

  constructor(board: LocalBoard, stones: Stones, random: Random) {
    this.#board = board
    this.#random = random
    this.root = this.#know(stones, 0)!
  }

  /** The known move of a side that is worth most at the position's temperature. */
  best(position: Known, color: Color): number | undefined {
    const [most] = [...position.next[color]].sort(
      ([, a], [, b]) =>
        worthAfter(b, position.temperature, sideOf(color)) -
        worthAfter(a, position.temperature, sideOf(color)),
    )
    return most?.[0]
  }

  /**
   * 1. Both sides move until neither has a move, or for longer than any sensible play.
   * 2. The positions on the way that are not known yet get the result as their value.
   * 3. From the end to the start, each known position follows those after it.
   */
  playOne(first: Color): void {
    const board = this.#board
    const path: { readonly stones: Stones; readonly color: Color; readonly point: number }[] = []
    let { stones } = this.root
    let color = first
    let ko = 0
    const longest = 3 * bitCount(board.all)
    for (let idle = 0; idle < 2 && path.length < longest;) {
      const point = this.#choose(stones, color, ko)
      ko = 0
      if (point === undefined) idle++
      else {
        idle = 0
        path.push({ stones, color, point })
        const next = playLocal(board, stones, color, point)!
        ko = koAfter(board, stones, next, color, point)
        stones = next
      }
      if (point === undefined || this.#random.float() >= ELSEWHERE) color = opponent(color)
    }
    const score = standingScore(board, stones)
    let after = this.#know(stones, score)
    for (const step of path.reverse()) {
      const before = this.#know(step.stones, score)
      if (before && after) before.next[step.color].set(step.point, after)
      if (before) this.#learn(before, score)
      after = before
    }
  }

  #learn(position: Known, score: number): void {
    const left = [...position.next[Black].values()]
    const right = [...position.next[White].values()]
    if (left.length === 0 || right.length === 0) {
      position.mean += ALPHA * (score - position.mean)
      position.stops.left = position.mean
      position.stops.right = position.mean
      return
    }
    correct(position, left, "left", ALPHA)
    correct(position, right, "right", ALPHA)
  }

  #know(stones: Stones, score: number): Known | undefined {
    const key = `${stones[Black]},${stones[White]}`
    const found = this.#known.get(key)
    if (found || this.#known.size >= MOST_KNOWN) return found
    const known: Known = {
      stones,
      mean: score,
      temperature: 0,
      stops: { left: score, right: score },
      next: { [Black]: new Map(), [White]: new Map() },
    }
    this.#known.set(key, known)
    return known
  }

  /** Mostly the best known move, sometimes any; undefined where all fill eyes or are suicide. */
  #choose(stones: Stones, color: Color, ko: number): number | undefined {
    const position = this.#known.get(`${stones[Black]},${stones[White]}`)
    if (position && this.#random.float() >= EPSILON) {
      const point = this.best(position, color)
      if (point !== undefined && (ko & (1 << point)) === 0) return point
    }
    const board = this.#board
    const points = pointsIn(board.all & ~stones[Black] & ~stones[White] & ~ko)
    for (let left = points.length; left > 0; left--) {
      const place = this.#random.below(left)
      const point = points[place]!
      if (!this.#isEye(stones, color, point) && playLocal(board, stones, color, point)) return point
      points[place] = points[left - 1]!
    }
    return undefined
  }

  /** All neighbours are stones of the colour, or living ones just outside, and the enemy can't move there. */
  #isEye(stones: Stones, color: Color, point: number): boolean {
    const { neighbours, walls } = this.#board
    const enemy = opponent(color)
    if ((neighbours[point]! & ~stones[color]) !== 0 || (walls[enemy] & (1 << point)) !== 0) return false
    return playLocal(this.#board, stones, enemy, point) === undefined
  }
}

function sideOf(color: Color): Side {
  return color === Black ? "left" : "right"
}
