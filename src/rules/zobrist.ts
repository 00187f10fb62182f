// Zobrist's random numbers (1970) for position hashes: one 64-bit word for every stone on every point,
// held as two 32-bit halves. The seed is fixed, so that a position has the same hash everywhere.

import { Random } from "../base/random.ts"
import { Black, POINTS, type Color, type Point } from "./types.ts"

const SEED = 19700704

const random = new Random(SEED)
const halves = (): Int32Array => Int32Array.from({ length: 2 * POINTS }, () => random.next() | 0)

/** A 64-bit hash as two signed 32-bit halves. */
export interface HashWords {
  readonly low: number
  readonly high: number
}

/** The halves of the word for a stone stand at `stoneIndex(color, point)`. */
export const ZOBRIST_LOW: Int32Array = halves()
export const ZOBRIST_HIGH: Int32Array = halves()

/** The word for White's turn, where a hash includes the turn. */
export const WHITE_TO_PLAY: HashWords = { low: 0xbf58476d | 0, high: 0x5bd1e995 }

export function stoneIndex(color: Color, point: Point): number {
  return (color === Black ? 0 : POINTS) + point
}

/** Folds two halves into one exact number (53 of the 64 bits), fit for a `Map` key. */
export function hashNumber(low: number, high: number): number {
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0)
}
