import { describe, expect, it } from "vitest"
import { Random } from "./random.ts"

describe("Random", () => {
  // Computed by another implementation of PCG32 with big integers.
  it("gives the words of PCG32, for ever", () => {
    const random = new Random(1)
    const words = Array.from({ length: 100_000 }, () => random.next())
    expect(words.slice(0, 3)).toEqual([1587746566, 2774426929, 1929063571])
    expect(words.at(-1)).toBe(1829413687)
    expect([random.state.high, random.state.low]).toEqual([2327713604, 1630324114])
    expect(new Random(-1).next()).toBe(1900402795)
    expect(new Random(2 ** 52 + 5).next()).toBe(3126608936)
  })

  it("gives other words for other seeds, large and negative ones too", () => {
    const seeds = [0, 1, 2, -1, 2 ** 32, 2 ** 32 + 1, 2 ** 52]
    expect(new Set(seeds.map((seed) => new Random(seed).next())).size).toBe(seeds.length)
  })

  it.each([1, 2, 3, 7, 81, 361, 2 ** 21])(
    "below(%i) stays below and reaches every kind of value",
    (bound) => {
      const random = new Random(7)
      const buckets = Math.min(bound, 10)
      const counts = new Array<number>(buckets).fill(0)
      const draws = 20000
      for (let i = 0; i < draws; i++) {
        const value = random.below(bound)
        expect(Number.isInteger(value) && value >= 0 && value < bound).toBe(true)
        counts[Math.floor((value * buckets) / bound)]!++
      }
      // Chi-squared with 9 degrees of freedom is below 33 in all but one of 10 000 runs; buckets differ by one value.
      const sizes = counts.map(
        (_, i) => Math.ceil(((i + 1) * bound) / buckets) - Math.ceil((i * bound) / buckets),
      )
      const chi = counts.reduce((sum, n, i) => {
        const mean = (draws * sizes[i]!) / bound
        return sum + (n - mean) ** 2 / mean
      }, 0)
      expect(chi).toBeLessThan(33)
    },
  )

  it("float() lies in [0, 1)", () => {
    const random = new Random(3)
    let sum = 0
    for (let i = 0; i < 10000; i++) {
      const value = random.float()
      expect(value >= 0 && value < 1).toBe(true)
      sum += value
    }
    expect(sum / 10000).toBeCloseTo(0.5, 1)
  })

  it("shuffle() gives each order with equal chance, in place", () => {
    const random = new Random(5)
    const counts = new Map<string, number>()
    for (let i = 0; i < 6000; i++) {
      const items = ["a", "b", "c"]
      expect(random.shuffle(items)).toBe(items)
      const order = items.join("")
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual(["abc", "acb", "bac", "bca", "cab", "cba"])
    // Chi-squared with 5 degrees of freedom is below 26 in all but one of 10 000 runs.
    expect([...counts.values()].reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0)).toBeLessThan(26)
  })
})
