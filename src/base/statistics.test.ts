import { describe, expect, it } from "vitest"
import { Random } from "./random.ts"
import {
  eloOfScore,
  expectedScore,
  mean,
  normalDistribution,
  normalQuantile,
  summarizeElo,
  summarizeScore,
  superiority,
  variance,
  wilsonInterval,
} from "./statistics.ts"

describe("the normal distribution", () => {
  it.each([
    [-10, 7.61985302416053e-24],
    [-5, 2.866515718791939e-7],
    [-3, 0.0013498980316300933],
    [0, 0.5],
    [1, 0.8413447460685429],
    [3.5, 0.9997673709209645],
  ])("is right at %f, far out too", (x, chance) => {
    expect(normalDistribution(x) / chance).toBeCloseTo(1, 12)
  })

  it.each([
    [1e-10, -6.361340902404056],
    [0.025, -1.959963984540054],
    [0.5, 0],
    [0.975, 1.959963984540054],
  ])("has the quantile of %f", (chance, x) => {
    expect(normalQuantile(chance)).toBeCloseTo(x, 10)
  })

  it("ends at the infinities, and there is no quantile of what is no chance", () => {
    expect([0, 1, 2, NaN].map(normalQuantile)).toEqual([-Infinity, Infinity, NaN, NaN])
    expect([-Infinity, Infinity].map(normalDistribution)).toEqual([0, 1])
  })
})

it("gives mean and variance of a sample", () => {
  expect(mean([2, 4, 4, 4, 5, 5, 7, 9])).toBe(5)
  expect(variance([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(32 / 7, 12)
})

// Newcombe (1998), table I, method 3.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("Wilson's interval of %i in %i is the published one", (successes, trials, low, high) => {
  const interval = wilsonInterval(successes, trials)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

describe("ARE-2: Elo from scores", () => {
  it("turns rates into Elo and back", () => {
    expect(eloOfScore(0.75)).toBeCloseTo(190.85, 2)
    expect(expectedScore(eloOfScore(0.123))).toBeCloseTo(0.123, 12)
    expect([eloOfScore(0), eloOfScore(1)]).toEqual([-Infinity, Infinity])
  })

  it("is plain Wilson for decided games", () => {
    const { rate, games, interval } = summarizeScore([30, 0, 70])
    expect([rate, games]).toEqual([0.7, 100])
    expect(interval.low).toBeCloseTo(wilsonInterval(70, 100).low, 12)
    expect(interval.high).toBeCloseTo(wilsonInterval(70, 100).high, 12)
  })

  it("knows nothing without games, and a clean sweep has a finite side", () => {
    expect(summarizeElo([0, 0, 0])).toEqual({
      games: 0,
      rate: 0.5,
      interval: { low: 0, high: 1 },
      elo: 0,
      eloInterval: { low: -Infinity, high: Infinity },
      superiority: 0.5,
    })
    const sweep = summarizeElo([0, 0, 0, 0, 10])
    expect(sweep.elo).toBe(Infinity)
    expect(sweep.eloInterval.low).toBeCloseTo(eloOfScore(wilsonInterval(20, 20).low), 9)
  })

  it("is surer where pairs even out, but never certain", () => {
    const width = (counts: Parameters<typeof summarizeScore>[0]): number => {
      const { low, high } = summarizeScore(counts).interval
      return high - low
    }
    expect(width([5, 0, 90, 0, 5])).toBeLessThan(0.5 * width([25, 0, 50, 0, 25]))
    expect(width([0, 0, 3, 0, 0])).toBeGreaterThan(0.2)
  })

  it("gives the likelihood of superiority of games and of pairs", () => {
    expect(superiority([20, 40, 35])).toBeCloseTo(normalDistribution(15 / Math.sqrt(55)), 12)
    // Independent games, paired: nearly the same.
    expect(superiority([25, 0, 50, 0, 25])).toBe(0.5)
    expect(superiority([16, 0, 48, 0, 36])).toBeCloseTo(superiority([80, 0, 120]), 2)
  })

  const random = new Random(20)
  const MATCHES = 3000

  /** The share of simulated matches whose interval holds the true difference. */
  function coverage(elo: number, playMatch: () => Parameters<typeof summarizeElo>[0]): number {
    let held = 0
    for (let match = 0; match < MATCHES; match++) {
      const { low, high } = summarizeElo(playMatch()).eloInterval
      if (low <= elo && elo <= high) held++
    }
    return held / MATCHES
  }

  it.each([
    { elo: 0, draws: 0, games: 100 },
    { elo: 50, draws: 0.3, games: 60 },
    { elo: 200, draws: 0.1, games: 200 },
  ])("the 95 % interval holds the truth: $games games, $elo Elo, draws $draws", ({ elo, draws, games }) => {
    const wins = expectedScore(elo) - draws / 2
    const share = coverage(elo, () => {
      const counts: [number, number, number] = [0, 0, 0]
      for (let game = 0; game < games; game++) {
        const chance = random.float()
        counts[chance < wins ? 2 : chance < wins + draws ? 1 : 0]++
      }
      return counts
    })
    expect(share).toBeGreaterThan(0.93)
    expect(share).toBeLessThan(0.97)
  })

  it.each([
    { elo: 0, colour: 200, pairs: 60 },
    { elo: 100, colour: 100, pairs: 100 },
    { elo: 300, colour: 0, pairs: 200 },
  ])(
    "the 95 % interval holds the truth: $pairs pairs, $elo Elo, colour $colour",
    ({ elo, colour, pairs }) => {
      const [black, white] = [expectedScore(elo + colour), expectedScore(elo - colour)]
      const share = coverage(eloOfScore((black + white) / 2), () => {
        const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0]
        for (let pair = 0; pair < pairs; pair++)
          counts[2 * (Number(random.float() < black) + Number(random.float() < white))]!++
        return counts
      })
      expect(share).toBeGreaterThan(0.93)
      expect(share).toBeLessThan(0.97)
    },
  )
})
