// Bandits (BAN-1): the formulas by hand, the policies against what they must do, regret, the published table, and bad
// input.

import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import {
  BANDIT_POLICIES,
  checkTrials,
  compareWithPublished,
  Experiment,
  makeBandit,
  PUBLISHED_ARMS,
  PUBLISHED_REWARDS,
  PUBLISHED_ROUNDS,
  runTrials,
  treeBonus,
  tunedTreeBonus,
  ucb1,
  ucb1Tuned,
  type BanditPolicy,
  type TrialOptions,
} from "./index.ts"
import { WordStream } from "./stream.ts"

const bandit = unwrap(makeBandit(PUBLISHED_ARMS))

describe("the formulas", () => {
  it("UCB1 is x̄ + √(2 ln t / n)", () => {
    expect(ucb1(0.5, 10, Math.log(100))).toBeCloseTo(0.5 + Math.sqrt((2 * Math.log(100)) / 10), 12)
    expect(treeBonus(10, Math.log(100))).toBeCloseTo(Math.sqrt(Math.log(100) / 10), 12)
  })

  it("UCB1-TUNED has the minimum of ¼ and the bound for the variance inside the root", () => {
    // Little is known: ¼ is less.
    expect(ucb1Tuned(0.5, 10, Math.log(100))).toBeCloseTo(0.5 + Math.sqrt((Math.log(100) / 10) * 0.25), 12)
    // An arm that nearly always rewards, pulled often: its variance is less.
    const ratio = Math.log(10_000) / 9000
    const variance = 0.99 - 0.99 ** 2 + Math.sqrt(2 * ratio)
    expect(variance).toBeLessThan(0.25)
    expect(tunedTreeBonus(0.99, 9000, Math.log(10_000))).toBeCloseTo(Math.sqrt(ratio * variance), 12)
  })
})

it("the stream of words is Random's, number for number", () => {
  for (const seed of [0, 1, 12_345, 2 ** 45 + 7]) {
    const random = new Random(seed)
    const stream = new WordStream()
    stream.start(random)
    const draw = (from: { next(): number }): number[] => Array.from({ length: 9000 }, () => from.next())
    expect(draw(stream)).toEqual(draw(random))
    expect([3, 1000].map((bound) => stream.below(bound))).toEqual(
      [3, 1000].map((bound) => random.below(bound)),
    )
  }
})

/** One trial as the texts write it, with `Random`: how often each arm was pulled. */
function pulledBySlowly(policy: BanditPolicy, rounds: number, random: Random): number[] {
  const arms = bandit.arms.map((chance) => ({ chance, pulls: 0, won: 0 }))
  for (let t = 0; t < rounds; t++) {
    const worth = arms.map(({ pulls, won }) =>
      pulls === 0 ? Infinity : (policy === "ucb1" ? ucb1 : ucb1Tuned)(won / pulls, pulls, Math.log(t)),
    )
    const arm = arms[worth.indexOf(Math.max(...worth))]!
    arm.pulls++
    arm.won += Number(random.float() < arm.chance)
  }
  return arms.map(({ pulls }) => pulls)
}

describe("trials", () => {
  const options: TrialOptions = { policy: "ucb1", rounds: [10, 1000], trials: 60, seed: 3 }

  it.each(["ucb1", "ucb1-tuned"] as const)("%s pulls as its formula says", (policy) => {
    const rounds = 2000
    const trials = 4
    const { checkpoints } = runTrials(bandit, { policy, rounds: [rounds], trials, seed: 3 })
    const number = BANDIT_POLICIES.indexOf(policy)
    const pulls = Array.from({ length: trials }, (_, trial) => {
      const seed = new Random(3).next() + 2 ** 32 * (trial * BANDIT_POLICIES.length + number)
      return pulledBySlowly(policy, rounds, new Random(seed))
    })
    const regrets = pulls.map(([low = 0, middle = 0]) => 0.3 * low + 0.15 * middle)
    expect(checkpoints[0]!.regret).toBeCloseTo(regrets.reduce((a, b) => a + b) / trials, 9)
  })

  it("the same seed gives the same numbers, and another others; rounds in between change nothing", () => {
    const [first, again] = [runTrials(bandit, options), runTrials(bandit, options)]
    expect(again).toEqual(first)
    expect(runTrials(bandit, { ...options, seed: 4 })).not.toEqual(first)
    const finer = runTrials(bandit, { ...options, rounds: [10, 50, 1000] })
    expect([finer.checkpoints[0], finer.checkpoints[2]]).toEqual(first.checkpoints)
  })

  it("can be run trial by trial", () => {
    const experiment = new Experiment(bandit, { ...options, trials: 5 })
    while (!experiment.isOver) experiment.runOne()
    expect(experiment.done).toBe(5)
    expect(experiment.result()).toEqual(runTrials(bandit, { ...options, trials: 5 }))
  })

  it("random has the mean of the arms and a regret that rises with the rounds", () => {
    const { checkpoints } = runTrials(bandit, {
      policy: "random",
      rounds: [100, 10_000],
      trials: 50,
      seed: 1,
    })
    expect(Math.abs(checkpoints[1]!.reward - 0.5)).toBeLessThan(0.003)
    expect(Math.abs(checkpoints[1]!.regret - 1500)).toBeLessThan(30)
    expect(Math.abs(checkpoints[1]!.bestShare - 1 / 3)).toBeLessThan(0.01)
    const { low, high } = checkpoints[0]!.interval
    expect(low).toBeLessThan(0.5)
    expect(high - low).toBeCloseTo((2 * 1.959964 * checkpoints[0]!.deviation) / Math.sqrt(50), 9)
  })

  it("regret over time: random > ε-greedy > UCB1 > UCB1-TUNED in the long run, and UCB1's rises with the logarithm", () => {
    const regrets = BANDIT_POLICIES.map((policy) => {
      const { checkpoints } = runTrials(bandit, { policy, rounds: [500, 5000, 10_000], trials: 24, seed: 5 })
      return checkpoints.map(({ regret }) => regret)
    })
    const last = regrets.map((list) => list[2]!)
    expect(last).toEqual([...last].sort((a, b) => b - a))
    const [, , [early = 0, later = 0, latest = 0] = []] = regrets
    expect((latest - later) / (later - early)).toBeLessThan(0.6)
  })

  it("ε of 1 is random, ε of 0 is stuck at times", () => {
    const greedy = (epsilon: number): number =>
      runTrials(bandit, { policy: "epsilon-greedy", rounds: [2000], trials: 100, seed: 2, epsilon })
        .checkpoints[0]!.bestShare
    expect(Math.abs(greedy(1) - 1 / 3)).toBeLessThan(0.01)
    expect(greedy(0)).toBeLessThan(greedy(0.1))
  })

  it("certain arms: the best is found, and equal arms have no regret", () => {
    const sure = unwrap(makeBandit([0, 1]))
    const { checkpoints } = runTrials(sure, { policy: "ucb1-tuned", rounds: [1000], trials: 3, seed: 1 })
    expect(checkpoints[0]!.bestShare).toBeGreaterThan(0.95)
    const equal = unwrap(makeBandit([0.5, 0.5]))
    expect(runTrials(equal, { ...options, trials: 3 }).checkpoints.map(({ regret }) => regret)).toEqual([
      0, 0,
    ])
  })
})

describe("the published table", () => {
  it("is that of Brady 2024, tables 1 to 3", () => {
    expect(PUBLISHED_ROUNDS).toEqual([10, 100, 1000, 10_000, 50_000])
    expect(PUBLISHED_REWARDS).toEqual({
      ucb1: [0.41, 0.518, 0.596, 0.638, 0.645],
      random: [0.31, 0.489, 0.486, 0.5, 0.499],
      "epsilon-greedy": [0.57, 0.622, 0.634, 0.633, 0.634],
    })
  })

  it("random at 10 and at 1000 rounds can't be reproduced; at 100 it can", () => {
    const { checkpoints } = runTrials(bandit, {
      policy: "random",
      rounds: [10, 100, 1000],
      trials: 1000,
      seed: 1,
    })
    const cells = checkpoints.map((checkpoint) => compareWithPublished("random", checkpoint)!)
    expect(cells.map(({ isReproducible }) => isReproducible)).toEqual([false, true, false])
    // A mean of ten trials of ten pulls has a standard deviation of 5 %: 31 % is four of them below 50 %.
    expect(cells[0]!.z).toBeCloseTo(-0.19 / (0.5 / Math.sqrt(10 * 10)), 0)
  })

  it("has nothing for other rounds and policies", () => {
    const { checkpoints } = runTrials(bandit, { policy: "ucb1-tuned", rounds: [10, 20], trials: 3, seed: 1 })
    expect(checkpoints.map((checkpoint) => compareWithPublished("ucb1-tuned", checkpoint))).toEqual([
      undefined,
      undefined,
    ])
    expect(compareWithPublished("ucb1", checkpoints[1]!)).toBeUndefined()
  })
})

describe("bad input is refused with what is allowed", () => {
  it.each([
    [[], /2 to 1000 arms, not 0/],
    [[0.5], /2 to 1000 arms, not 1/],
    [[0.5, 1.1], /a probability from 0 to 1, not 1.1/],
    [[-0.1, 0.5], /a probability from 0 to 1, not -0.1/],
    [[0.5, NaN], /a probability from 0 to 1, not NaN/],
  ])("arms %j", (arms, reason) => {
    expect(makeBandit(arms)).toEqual({ ok: false, error: expect.stringMatching(reason) })
  })

  const fine: TrialOptions = { policy: "ucb1", rounds: [10, 100], trials: 5, seed: 1 }
  it.each<[Partial<TrialOptions>, RegExp]>([
    [{ rounds: [] }, /at least one number of rounds/],
    [{ rounds: [0] }, /whole numbers from 1 to 1000000000, not 0/],
    [{ rounds: [1.5] }, /whole numbers from 1/],
    [{ rounds: [100, 10] }, /must rise: 100, 10/],
    [{ rounds: [10, 10] }, /must rise/],
    [{ trials: 0 }, /trials are a whole number from 1 to 1000000, not 0/],
    [{ trials: NaN }, /not NaN/],
    [{ epsilon: 2 }, /epsilon is a probability from 0 to 1, not 2/],
  ])("%j", (wrong, reason) => {
    const checked = checkTrials({ ...fine, ...wrong })
    expect(checked).toEqual({ ok: false, error: expect.stringMatching(reason) })
    expect(() => runTrials(bandit, { ...fine, ...wrong })).toThrow(reason)
  })
})
