// The project's only source of chance: PCG32 (O'Neill 2014), a 64-bit linear congruential generator whose output
// is scrambled to 32 bits. The kernel draws the same numbers in WebAssembly, where a step is one multiplication; here
// the 64-bit state is two 32-bit halves, because BigInt would be slower still.

const MULTIPLIER_LOW = 0x4c957f2d
const MULTIPLIER_HIGH = 0x5851f42d
const INCREMENT_LOW = 0xf767814f
const INCREMENT_HIGH = 0x14057b7e

/** A generator of random numbers: the same seed gives the same numbers. */
export class Random {
  #low: number
  #high: number

  /** Any safe integer is a seed, and each gives a sequence of its own. */
  constructor(seed: number) {
    const [low, high] = [seed >>> 0, Math.floor(seed / 0x1_0000_0000) >>> 0]
    // Neighbouring seeds must not give neighbouring states; each half depends on the whole seed, and no two seeds meet.
    this.#low = mix(low)
    this.#high = mix(high ^ this.#low)
  }

  /** The whole state, for handing the sequence on to the kernel. */
  get state(): { readonly low: number; readonly high: number } {
    return { low: this.#low, high: this.#high }
  }

  /** The next 32 random bits, as an integer from 0 to 2^32 - 1. */
  next(): number {
    const low = this.#low
    const high = this.#high
    const shiftedLow = low ^ ((low >>> 18) | (high << 14))
    const shiftedHigh = high ^ (high >>> 18)
    const word = (shiftedLow >>> 27) | (shiftedHigh << 5)
    const turn = high >>> 27
    this.#step()
    return ((word >>> turn) | (word << (-turn & 31))) >>> 0
  }

  /**
   * An integer from 0 to bound - 1, by multiplying and shifting; the bound may be at most 2^32. No two results differ
   * in probability by more than 2^-32.
   */
  below(bound: number): number {
    // Word by half word: the whole product may have more bits than a number holds exactly.
    const word = this.next()
    const low = Math.floor(((word & 0xffff) * bound) / 0x1_0000)
    return Math.floor(((word >>> 16) * bound + low) / 0x1_0000)
  }

  /** A uniform number in [0, 1) with 32 random bits. */
  float(): number {
    return this.next() / 0x1_0000_0000
  }

  /** Brings the items into a random order, in place (Fisher and Yates, from the end). */
  shuffle<T>(items: T[]): T[] {
    for (let left = items.length; left > 1; left--) {
      const drawn = this.below(left)
      ;[items[drawn], items[left - 1]] = [items[left - 1]!, items[drawn]!]
    }
    return items
  }

  /** state := state × multiplier + increment, modulo 2^64. */
  #step(): void {
    const low = this.#low
    const [a, b] = [low & 0xffff, low >>> 16]
    const [c, d] = [MULTIPLIER_LOW & 0xffff, MULTIPLIER_LOW >>> 16]
    const inner = b * c + ((a * c) >>> 16)
    const carry = b * d + (inner >>> 16) + ((a * d + (inner & 0xffff)) >>> 16)
    const productLow = Math.imul(low, MULTIPLIER_LOW) >>> 0
    const productHigh = carry + Math.imul(low, MULTIPLIER_HIGH) + Math.imul(this.#high, MULTIPLIER_LOW)
    const sum = productLow + INCREMENT_LOW
    this.#low = sum >>> 0
    this.#high = (productHigh + INCREMENT_HIGH + (sum > 0xffffffff ? 1 : 0)) >>> 0
  }
}

/** A one-to-one scramble of 32 bits (Stafford's and Vigna's kind of finalizer). */
function mix(word: number): number {
  let z = (word + 0x9e3779b9) >>> 0
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
  return (z ^ (z >>> 15)) >>> 0
}
