import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { Lmp, propagate, type Choice } from "./lmp.ts"

const [x, y] = [0, 1]
/** Section 4.5: x was preferred twice, y once. */
const TOY: readonly Choice[] = [x, x, y].map((choice) => ({ alternatives: [x, y], choice }))

/** Choices among some of `count` alternatives whose strengths are drawn from a wide range. */
function makeChoices(count: number, length: number, seed: number): { truth: number[]; choices: Choice[] } {
  const random = new Random(seed)
  const truth = Array.from({ length: count }, () => Math.exp(4 * random.float()))
  const choices = Array.from({ length }, (): Choice => {
    const alternatives = Array.from({ length: 2 + random.below(4) }, () => random.below(count))
    return { alternatives, choice: choose(alternatives, (a) => truth[a]!, random) }
  })
  return { truth, choices }
}

function choose<T>(items: readonly T[], strength: (item: T) => number, random: Random): T {
  let left = random.float() * items.reduce((sum, item) => sum + strength(item), 0)
  return items.find((item) => (left -= strength(item)) < 0) ?? items.at(-1)!
}

/** Minorization–maximization (Hunter 2004) with the same Gamma prior: an oracle without beliefs. */
function maximize(choices: readonly Choice[], count: number, prior: number): number[] {
  let strengths = new Array<number>(count).fill(1)
  for (let pass = 0; pass < 3000; pass++) {
    const chosen = new Array<number>(count).fill(prior)
    const shares = new Array<number>(count).fill(prior)
    for (const { alternatives, choice } of choices) {
      const all = Array.from(alternatives)
      const total = all.reduce((sum, a) => sum + strengths[a]!, 0)
      chosen[choice]!++
      for (const a of all) shares[a]! += 1 / total
    }
    strengths = chosen.map((n, a) => n / shares[a]!)
  }
  return strengths
}

describe("BT-4: LMP", () => {
  it("visits as algorithm 1 does", () => {
    const lmp = new Lmp(3, 1)
    // By hand: α = (2, 1), β = (2, 2), δ' = 1 / (2/2 + 1/2); then the share falls from 1 to 2/3.
    lmp.visit(0, { alternatives: [0, 1], choice: 0 })
    expect(lmp.delta(0)).toBeCloseTo(2 / 3, 12)
    expect([0, 1, 2].map((a) => lmp.belief(a).alpha)).toEqual([2, 1, 1])
    for (const [a, beta] of [5 / 3, 5 / 3, 1].entries()) expect(lmp.belief(a).beta).toBeCloseTo(beta, 12)
    // A second visit counts no new choice: δ' = 1 / (6/5 + 3/5).
    lmp.visit(0, { alternatives: [0, 1], choice: 0 })
    expect(lmp.delta(0)).toBeCloseTo(5 / 9, 12)
    expect(lmp.belief(0).alpha).toBe(2)
    expect(lmp.belief(0).beta).toBeCloseTo(1 + 5 / 9, 12)
  })

  it("gives the spread of the Gamma belief", () => {
    const lmp = new Lmp(2, 0)
    propagate(lmp, TOY)
    const { alpha, beta, mode, mean, deviation, logDeviation } = lmp.belief(x)
    expect(alpha).toBe(2)
    expect(mode).toBe(alpha / beta)
    // Shape 3: mean and variance are the shape over the rate and over its square.
    expect(mean).toBeCloseTo(3 / beta, 12)
    expect(deviation ** 2).toBeCloseTo(3 / beta ** 2, 12)
    expect(logDeviation).toBeCloseTo(Math.sqrt(1 / 2), 12)
  })

  it("counts a weight as that many choices, and half a choice of either as a draw", () => {
    const [merged, single] = [new Lmp(2), new Lmp(2)]
    propagate(merged, [
      { alternatives: [x, y], choice: x, weight: 2.5 },
      { alternatives: [x, y], choice: y, weight: 1.5 },
    ])
    const draw = [x, y].map((choice) => ({ alternatives: [x, y], choice, weight: 0.5 }))
    propagate(single, [...TOY, ...draw])
    for (const a of [x, y]) {
      expect(merged.strength(a)).toBeCloseTo(single.strength(a), 6)
      expect(merged.belief(a).alpha).toBe(single.belief(a).alpha)
    }
  })

  it("keeps off zero what is never chosen", () => {
    const lmp = new Lmp(2)
    propagate(lmp, [{ alternatives: [x, y], choice: x, weight: 50 }])
    expect(lmp.strength(y)).toBeGreaterThan(0)
    expect(lmp.strength(y)).toBeLessThan(0.1 * lmp.strength(x))
  })

  it("learns from a stream that passes once", () => {
    const { truth, choices } = makeChoices(10, 20_000, 3)
    const lmp = new Lmp(10)
    for (const [datapoint, choice] of choices.entries()) lmp.visit(datapoint, choice)
    const ratios = truth.map((strength, a) => Math.log(lmp.strength(a) / strength))
    expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(0.5)
  })
})

describe("BT-5: convergence", () => {
  it("gives 2 : 1 for the toy data", () => {
    const lmp = new Lmp(2, 0)
    expect(propagate(lmp, TOY).converged).toBe(true)
    expect(lmp.strength(x) / lmp.strength(y)).toBeCloseTo(2, 9)
  })

  it("never lowers the potential of definition 5", () => {
    const { choices } = makeChoices(8, 100, 1)
    const lmp = new Lmp(8, 0)
    const visitAll = (after: () => void): void => {
      for (const [datapoint, choice] of choices.entries()) {
        lmp.visit(datapoint, choice)
        after()
      }
    }
    const beliefs = (): number =>
      Array.from({ length: 8 }, (_, a) => lmp.belief(a))
        .filter(({ alpha }) => alpha > 0)
        .reduce((sum, { alpha, beta }) => sum + alpha * Math.log(beta), 0)
    const potential = (): number =>
      choices.reduce((sum, _, datapoint) => sum + Math.log(lmp.delta(datapoint)), 0) - beliefs()
    visitAll(() => {})
    const first = potential()
    let last = first
    for (let pass = 0; pass < 20; pass++)
      visitAll(() => {
        const now = potential()
        expect(now).toBeGreaterThanOrEqual(last - 1e-9)
        last = now
      })
    expect(last).toBeGreaterThan(first + 0.01)
  })

  it.each([0.5, 1, 4])("reaches the mode of MM with a prior of %f", (prior) => {
    const { choices } = makeChoices(12, 400, 2)
    const lmp = new Lmp(12, prior)
    expect(propagate(lmp, choices).converged).toBe(true)
    for (const [a, strength] of maximize(choices, 12, prior).entries())
      expect(lmp.strength(a) / strength).toBeCloseTo(1, 5)
  })
})
