// The numbers of `Random`, made ahead in blocks. A trial draws up to a hundred thousand of them, and the generator's
// state stays in registers while a block is made: several times as fast as one call a number. A test holds it to
// `Random`, number for number.

import type { Random } from "../base/random.ts"

const BLOCK = 4096

// The multiplier and the increment of base/random.ts, in 32-bit halves; the lower one of the multiplier in 16-bit
// pieces besides.
const MULTIPLIER_LOW = 0x4c957f2d
const MULTIPLIER_HIGH = 0x5851f42d
const PIECES = { low: 0x7f2d, high: 0x4c95 } as const
const INCREMENT_LOW = 0xf767814f
const INCREMENT_HIGH = 0x14057b7e

export class WordStream {
  readonly #words = new Uint32Array(BLOCK)
  readonly #state = new Int32Array(2)
  #at = BLOCK

  /** Goes on from where this generator stands, which itself is not moved. */
  start(random: Random): void {
    const { low, high } = random.state
    this.#state[0] = low
    this.#state[1] = high
    this.#at = BLOCK
  }

  /** The next 32 random bits, from 0 to 2^32 − 1. */
  next(): number {
    if (this.#at === BLOCK) this.#refill()
    return this.#words[this.#at++]!
  }

  /** A number from 0 to bound − 1, for bounds up to 2^21. */
  below(bound: number): number {
    return Math.floor((this.next() * bound) / 0x1_0000_0000)
  }

  #refill(): void {
    const words = this.#words
    let low = this.#state[0]! | 0
    let high = this.#state[1]! | 0
    for (let i = 0; i < BLOCK; i++) {
      const shiftedLow = low ^ ((low >>> 18) | (high << 14))
      const shiftedHigh = high ^ (high >>> 18)
      const word = (shiftedLow >>> 27) | (shiftedHigh << 5)
      const turn = high >>> 27
      words[i] = (word >>> turn) | (word << (-turn & 31))
      // state := state × multiplier + increment, modulo 2^64; the upper half of the lower product from 16-bit pieces.
      const a = low & 0xffff
      const b = low >>> 16
      const inner = b * PIECES.low + ((a * PIECES.low) >>> 16)
      const carry = b * PIECES.high + (inner >>> 16) + ((a * PIECES.high + (inner & 0xffff)) >>> 16)
      const sum = (Math.imul(low, MULTIPLIER_LOW) + INCREMENT_LOW) | 0
      const over = sum >>> 0 < INCREMENT_LOW ? 1 : 0
      const crossed = (Math.imul(low, MULTIPLIER_HIGH) + Math.imul(high, MULTIPLIER_LOW)) | 0
      high = (carry + crossed + INCREMENT_HIGH + over) | 0
      low = sum
    }
    this.#state[0] = low
    this.#state[1] = high
    this.#at = 0
  }
}
