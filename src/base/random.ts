// The project's only source of chance: xoshiro128++ (Blackman and Vigna 2019), seeded by SplitMix32.
// Its words are 32 bits wide, so that JavaScript and WebAssembly draw the same numbers without BigInt.

export class Random {
  #a: number
  #b: number
  #c: number
  #d: number

  /** Any safe integer is a seed, and each gives a sequence of its own. */
  constructor(seed: number) {
    let state = seed >>> 0
    const word = (): number => {
      state = (state + 0x9e3779b9) >>> 0
      let z = state
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
      return (z ^ (z >>> 15)) >>> 0
    }
    this.#a = word()
    this.#b = word()
    state ^= Math.floor(seed / 0x1_0000_0000)
    this.#c = word()
    this.#d = word() | 1 // the all-zero state would stay zero for ever
  }

  /** The next 32 random bits, as an integer from 0 to 2^32 - 1. */
  next(): number {
    const sum = (this.#a + this.#d) | 0
    const result = (((sum << 7) | (sum >>> 25)) + this.#a) >>> 0
    const t = this.#b << 9
    this.#c ^= this.#a
    this.#d ^= this.#b
    this.#b ^= this.#c
    this.#a ^= this.#d
    this.#c ^= t
    this.#d = (this.#d << 11) | (this.#d >>> 21)
    return result
  }

  /** A uniform integer from 0 to bound - 1; bound may be at most 2^21, so that the product stays exact. */
  below(bound: number): number {
    // Lemire's multiply-shift; the few words that would favour some results are drawn again.
    for (;;) {
      const product = this.next() * bound
      const low = product % 0x1_0000_0000
      if (low >= bound || low >= 0x1_0000_0000 % bound) return (product - low) / 0x1_0000_0000
    }
  }

  /** A uniform number in [0, 1) with 32 random bits. */
  float(): number {
    return this.next() / 0x1_0000_0000
  }
}
