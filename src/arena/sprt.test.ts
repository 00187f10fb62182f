import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { expectedScore, type ScoreCounts } from "../base/statistics.ts"
import { logLikelihoodRatio, Sprt, type GameScore, type SprtState } from "./sprt.ts"

describe("ARE-2: the generalised sequential probability ratio test", () => {
  // What the tests of other programs hold for the same counts (fastchess's logistic model), to their two digits.
  it.each<[ScoreCounts, number, number, number]>([
    [[21184, 40708, 21404], 0.5, 2.5, -1.57],
    [[57030, 106593, 57433], 0, 2, -2.59],
    [[223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07],
    [[871, 26175, 55983, 26678, 821], 0, 2, -4.98],
  ])("gives the ratio that others publish for %j", (counts, elo0, elo1, llr) => {
    const ours = logLikelihoodRatio(counts, expectedScore(elo0), expectedScore(elo1))
    expect(Math.abs(ours / llr - 1)).toBeLessThan(0.01)
  })

  it("is the plain binomial ratio where there are only wins and losses", () => {
    const [score0, score1] = [0.5, 0.6]
    const plain = 63 * Math.log(score1 / score0) + 37 * Math.log((1 - score1) / (1 - score0))
    expect(logLikelihoodRatio([37, 0, 63], score0, score1)).toBeCloseTo(plain, 2)
  })

  it.each<[string, ScoreCounts, number]>([
    ["nothing", [0, 0, 0, 0, 0], 0],
    ["only wins", [0, 0, 0, 0, 20], 1],
    ["only losses", [20, 0, 0, 0, 0], -1],
    ["only even pairs", [0, 0, 20, 0, 0], -1],
    ["no draws", [5, 0, 30, 0, 15], 1],
  ])("can do with %s", (_, counts, sign) => {
    const llr = logLikelihoodRatio(counts, 0.5, 0.57)
    expect(Math.sign(llr)).toBe(sign)
    expect(Math.abs(llr)).toBeLessThan(20)
  })

  it("adds up result by result, pairs and single games, and keeps its first verdict", () => {
    const sprt = new Sprt({ elo0: 0, elo1: 100, alpha: 0.05, beta: 0.1 })
    expect(sprt.state).toEqual({ llr: 0, lower: Math.log(0.1 / 0.95), upper: Math.log(0.9 / 0.05) })
    sprt.addPair(1, 0)
    sprt.addPair(0.5, 1)
    const state = sprt.addGame(1)
    expect(sprt.pairs).toEqual([0, 0, 1, 1, 0])
    expect(sprt.games).toEqual([0, 0, 1])
    const scores = [0.5, expectedScore(100)] as const
    const both = logLikelihoodRatio(sprt.pairs, ...scores) + logLikelihoodRatio(sprt.games, ...scores)
    expect(state.llr).toBe(both)
    expect(state.verdict).toBeUndefined()
    while (!sprt.state.verdict) sprt.addPair(1, 1)
    expect(sprt.state.llr).toBeGreaterThanOrEqual(sprt.state.upper)
    for (let pair = 0; pair < 200; pair++) sprt.addPair(0, 0)
    expect(sprt.state.llr).toBeLessThan(sprt.state.lower)
    expect(sprt.state.verdict).toBe("accept-h1")
  })

  it("refuses hypotheses and errors that make no test", () => {
    expect(() => new Sprt({ elo0: 5, elo1: 5 })).toThrow("elo0 (5) must be below elo1 (5)")
    expect(() => new Sprt({ elo0: 0, elo1: 5, alpha: 0 })).toThrow("alpha (0)")
    expect(() => new Sprt({ elo0: 0, elo1: 5, alpha: 0.5, beta: 0.5 })).toThrow("together below 1")
  })

  const RUNS = 1000
  const random = new Random(5)

  /** The share of simulated tests that end with the wrong verdict. */
  function errorRate(options: { alpha: number; beta: number }, right: string, step: Step): number {
    let wrong = 0
    for (let run = 0; run < RUNS; run++) {
      const sprt = new Sprt({ elo0: 0, elo1: 100, ...options })
      let state: SprtState
      do state = step(sprt)
      while (!state.verdict)
      if (state.verdict !== right) wrong++
    }
    return wrong / RUNS
  }
  type Step = (sprt: Sprt) => SprtState

  const win = (chance: number): GameScore => (random.float() < chance ? 1 : 0)
  /** Three standard deviations of the simulation above what is allowed. */
  const limit = (rate: number): number => rate + 3 * Math.sqrt((rate * (1 - rate)) / RUNS)

  it.each([
    { what: "pairs", colour: 0 },
    { what: "pairs with a strong colour", colour: 0.25 },
  ])("errs at elo0 and elo1 no more often than allowed: $what", ({ colour }) => {
    const [alpha, beta] = [0.05, 0.1]
    const play =
      (score: number): Step =>
      (sprt) =>
        sprt.addPair(win(score + colour), win(score - colour))
    expect(errorRate({ alpha, beta }, "accept-h0", play(0.5))).toBeLessThan(limit(alpha))
    expect(errorRate({ alpha, beta }, "accept-h1", play(expectedScore(100)))).toBeLessThan(limit(beta))
  })

  it("errs no more often when pairs are incomplete", () => {
    const [alpha, beta] = [0.1, 0.05]
    const play =
      (score: number): Step =>
      (sprt) =>
        random.below(3) === 0 ? sprt.addGame(win(score)) : sprt.addPair(win(score), win(score))
    expect(errorRate({ alpha, beta }, "accept-h0", play(0.5))).toBeLessThan(limit(alpha))
    expect(errorRate({ alpha, beta }, "accept-h1", play(expectedScore(100)))).toBeLessThan(limit(beta))
  })
})
