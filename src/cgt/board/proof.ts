// Proofs that a closed area stays its owner's when the enemy moves first there: whatever the enemy plays, an answer in
// the same area leads to stones that live unconditionally around areas without room for enemy life.
//
// The proof is sound because it gives the enemy more than the rules do: stones have no liberties outside, the enemy may
// take a ko back at once, and the owner may not. The owner has to answer in the area, and only there, so the turn stays
// with the side that had it.

import { Black, opponent, White, type Color } from "../../rules/index.ts"
import {
  around,
  bitCount,
  decidedFor,
  livingStones,
  MOST_POINTS,
  partsOf,
  playLocal,
  pointsIn,
} from "./local.ts"
import type { LocalBoard, Stones } from "./local.ts"

/** How much may be searched; what is used is taken off. */
export interface Allowance {
  nodes: number
}

export interface Claim {
  readonly board: LocalBoard
  /** The owner: all points of the board end as this colour's. */
  readonly color: Color
  readonly stones: Stones
  /** Stones of the owner that must stay alive. */
  readonly keep: number
}

/** Answers of the owner in one line of play. */
const MOST_ANSWERS = 7

/** Answers that are tried to each move. The owner needs one, so leaving some out can't make a proof wrong. */
const ANSWERS_TRIED = 6

/** What was found of a position, the enemy to move: answers with which it is proven, and with which it is not. */
interface Known {
  provenWith: number
  failedWith: number
  isDecided: boolean | undefined
}

/** By mask of half of the points: a number with a digit to the base 3 for each. */
const DIGITS = MOST_POINTS / 2
const TERNARY = new Float64Array(2 ** DIGITS)
for (let mask = 1; mask < TERNARY.length; mask++) {
  const high = 31 - Math.clz32(mask)
  TERNARY[mask] = TERNARY[mask - 2 ** high]! + 3 ** high
}

/** The position as one exact number. */
function keyOf(stones: Stones): number {
  return ternary(stones[Black]) + 2 * ternary(stones[White])
}

function ternary(mask: number): number {
  return TERNARY[mask & (TERNARY.length - 1)]! + 3 ** DIGITS * TERNARY[mask >> DIGITS]!
}

export class Proof {
  readonly #board: LocalBoard
  readonly #color: Color
  readonly #keep: number
  readonly #start: Stones
  readonly #allowance: Allowance
  readonly #known = new Map<number, Known>()
  /** By point: how often an enemy move there could not be answered, and how often the point was an answer. */
  readonly #dangers = new Float64Array(MOST_POINTS)
  readonly #merits = new Float64Array(MOST_POINTS)
  /** By point: the last answer to an enemy move there. */
  readonly #answerTo = new Int8Array(MOST_POINTS).fill(-1)

  constructor({ board, color, stones, keep }: Claim, allowance: Allowance) {
    this.#board = board
    this.#color = color
    this.#keep = keep
    this.#start = stones
    this.#allowance = allowance
  }

  /** The enemy moves first. */
  isProven(): boolean {
    for (let answers = 0; answers <= MOST_ANSWERS; answers++) {
      if (this.#holds(this.#start, answers)) return true
      if (this.#allowance.nodes < 0) return false
    }
    return false
  }

  /** The owner moves first: a point that saves everything. */
  saving(): number | undefined {
    for (let answers = 0; answers < MOST_ANSWERS; answers++)
      for (const point of this.#empty(this.#start)) {
        const next = playLocal(this.#board, this.#start, this.#color, point)
        if (next && this.#holds(next, answers)) return point
      }
    return undefined
  }

  /** The enemy is to move. */
  #holds(stones: Stones, answers: number): boolean {
    const known = this.#recall(stones)
    if (known.provenWith <= answers) return true
    if (known.failedWith >= answers) return false
    if (--this.#allowance.nodes < 0) return false
    const holds = this.#isDecided(stones, known) || (answers > 0 && this.#answersAll(stones, answers))
    if (holds) known.provenWith = answers
    else known.failedWith = answers
    return holds
  }

  #recall(stones: Stones): Known {
    const key = keyOf(stones)
    let known = this.#known.get(key)
    if (!known) {
      known = { provenWith: Infinity, failedWith: -1, isDecided: undefined }
      this.#known.set(key, known)
    }
    return known
  }

  #answersAll(stones: Stones, answers: number): boolean {
    const enemy = opponent(this.#color)
    // An area in which the enemy has no move and that is still not decided is nothing that a proof could end with.
    let hasMove = false
    const attacks = this.#empty(stones).sort((a, b) => this.#dangers[b]! - this.#dangers[a]!)
    for (const point of attacks) {
      const next = playLocal(this.#board, stones, enemy, point)
      if (!next) continue
      hasMove = true
      const isKept = (next[this.#color] & this.#keep) === this.#keep
      if (
        isKept &&
        (this.#isDecided(next, this.#recall(next)) || this.#hasAnswer(stones, next, answers, point))
      )
        continue
      this.#dangers[point]! += answers
      return false
    }
    if (!hasMove) return false
    // Enemy stones in a seki lose by moving, but nothing takes them if they don't: the owner must go on after a pass.
    return stones[enemy] === 0 || this.#hasAnswer(stones, stones, answers)
  }

  #hasAnswer(before: Stones, stones: Stones, answers: number, attack?: number): boolean {
    let tried = 0
    for (const point of this.#candidates(stones, attack)) {
      const next = playLocal(this.#board, stones, this.#color, point)
      if (!next || (next[Black] === before[Black] && next[White] === before[White])) continue
      if (this.#holds(next, answers - 1)) {
        this.#merits[point]! += answers
        if (attack !== undefined) this.#answerTo[attack] = point
        return true
      }
      if (++tried === ANSWERS_TRIED || this.#allowance.nodes < 0) return false
    }
    return false
  }

  /** The likely answers first: the last one to the same attack, its neighbours, and what has served elsewhere. */
  *#candidates(stones: Stones, attack: number | undefined): Generator<number> {
    const near = attack === undefined ? 0 : this.#board.neighbours[attack]!
    const last = attack === undefined ? -1 : this.#answerTo[attack]!
    let most = 1
    for (const merit of this.#merits) if (merit > most) most = merit
    const points = this.#empty(stones)
    const worths = points.map(
      (point) =>
        (point === last ? 2 : 0) + ((near & (1 << point)) === 0 ? 0 : 0.5) + this.#merits[point]! / most,
    )
    // Seldom more than a few are asked for, so they are not sorted.
    for (let left = points.length; left > 0; left--) {
      let best = 0
      for (let i = 1; i < worths.length; i++) if (worths[i]! > worths[best]!) best = i
      worths[best] = -1
      yield points[best]!
    }
  }

  #empty(stones: Stones): number[] {
    return pointsIn(this.#board.all & ~stones[Black] & ~stones[White])
  }

  #isDecided(stones: Stones, known: Known): boolean {
    return (known.isDecided ??= this.#findDecided(stones))
  }

  #findDecided(stones: Stones): boolean {
    const board = this.#board
    const alive = livingStones(board, stones, this.#color)
    if ((alive & this.#keep) !== this.#keep) return false
    const open = board.all & ~decidedFor(board, stones, this.#color, alive)
    if (open === 0) return true
    const reach = around(board, alive) | board.walls[this.#color]
    const breakable = reach & ~stones[Black] & ~stones[White]
    return partsOf(board, open).every((area) => isSpoilt(board, area & ~reach, breakable))
  }
}

/**
 * Whether the owner can spoil every pair of eyes by answers alone. An eye at a point needs enemy stones on all its
 * neighbours; an owner's stone on a neighbour that touches living stones spoils it for good. The enemy wants all
 * breakable neighbours of some pair of points, the owner one of each pair: by the theorem of Erdős and Selfridge (1973)
 * the owner succeeds as the second player when the sum of 2^-(number of breakable neighbours) over all pairs is less
 * than a half.
 */
function isSpoilt(board: LocalBoard, inner: number, breakable: number): boolean {
  const points = pointsIn(inner)
  let sum = 0
  for (const [index, point] of points.entries()) {
    const near = board.neighbours[point]!
    for (let other = index + 1; other < points.length; other++) {
      if ((near & (1 << points[other]!)) !== 0) continue
      sum += 2 ** -bitCount((near | board.neighbours[points[other]!]!) & breakable)
      if (sum >= 0.5) return false
    }
  }
  return true
}
