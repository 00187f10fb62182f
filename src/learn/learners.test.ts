import { describe, expect, it } from "vitest"
import { makeSource, simulateChoices, type HandChoice } from "../../test/support/choices.ts"
import { unwrap } from "../base/result.ts"
import {
  compareMemory,
  countData,
  Lmp,
  LMP_BYTES_PER_CHOICE,
  LMP_BYTES_PER_FEATURE,
  LmpLearner,
  makeLearner,
  measureCurvatures,
  measurePrediction,
  METHODS,
  MmLearner,
  restoreLearner,
  scaleData,
  SgdLearner,
  train,
  type ChoiceSource,
} from "./index.ts"

/** Section 4.5: x was preferred twice, y once. */
const [x, y] = [1, 2]
const TOY = makeSource(
  1,
  2,
  [0, 0, 1].map((chosen) => ({ teams: [[x], [y]], chosen })),
)

const strengthOf = (team: readonly number[], gammas: Float64Array): number =>
  team.reduce((product, feature) => product * gammas[feature]!, 1)

const totalOf = ({ teams }: HandChoice, gammas: Float64Array): number =>
  teams.reduce((sum, team) => sum + strengthOf(team, gammas), 0)

const logPrior = (gammas: Float64Array, prior: number): number =>
  gammas.slice(1).reduce((sum, gamma) => sum + prior * (Math.log(gamma) - gamma), 0)

/** What all learners maximise, up to a constant. */
function logPosterior(choices: readonly HandChoice[], gammas: Float64Array, prior: number): number {
  return choices.reduce(
    (sum, choice) =>
      sum + Math.log(strengthOf(choice.teams[choice.chosen]!, gammas) / totalOf(choice, gammas)),
    logPrior(gammas, prior),
  )
}

/** LMP's lower bound of the log-posterior, a function of the gammas and of δ (docs/learning.md). */
function bound(choices: readonly HandChoice[], learner: LmpLearner, prior: number): number {
  return choices.reduce(
    (sum, choice, datapoint) => {
      const delta = learner.delta(datapoint)
      const chosen = Math.log(strengthOf(choice.teams[choice.chosen]!, learner.gammas))
      return sum + chosen - delta * totalOf(choice, learner.gammas) + Math.log(delta) + 1
    },
    logPrior(learner.gammas, prior),
  )
}

async function logLikelihood(source: ChoiceSource, gammas: Float64Array): Promise<number> {
  return (await measurePrediction(source, gammas)).logLikelihood
}

/** The largest relative difference. */
const distance = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value / b[i]! - 1)), 0)

describe("BT-5: the toy data without a prior", () => {
  it.each([
    { method: "mm", digits: 9 },
    { method: "lmp", digits: 9 },
    { method: "sgd", digits: 1 },
  ] as const)("$method gives 2 : 1", async ({ method, digits }) => {
    const learner = makeLearner(method, { slots: 1, features: 2, prior: 0 })
    await train(learner, TOY, { tolerance: 1e-12, maxPasses: 500 })
    expect(learner.gammas[x]! / learner.gammas[y]!).toBeCloseTo(2, digits)
  })
})

describe.each([
  { slots: 1, full: true, prior: 1 },
  { slots: 2, full: true, prior: 0.5 },
  { slots: 3, full: false, prior: 1 },
  { slots: 4, full: true, prior: 4 },
])("BT-5: $slots slots, full: $full, prior $prior", ({ slots, full, prior }) => {
  const shape = { slots, features: slots * 8, prior }
  const { choices, source } = simulateChoices({ slots, bySlot: 8, length: 600, full }, 10 + slots)

  it("BT-2: MM never lowers the posterior", async () => {
    const learner = new MmLearner(shape)
    const values = [logPosterior(choices, learner.gammas, prior)]
    for (let pass = 0; pass < 6 * slots; pass++) {
      const before = await logLikelihood(source, learner.gammas)
      const report = await learner.pass(source)
      expect(report.logLikelihood).toBeCloseTo(before, 9)
      values.push(logPosterior(choices, learner.gammas, prior))
    }
    expectRising(values)
  })

  it("BT-4: LMP never lowers its bound, nor the posterior from phase to phase", async () => {
    const learner = new LmpLearner(shape)
    await learner.pass(source)
    const bounds = [bound(choices, learner, prior)]
    const phases = [logPosterior(choices, learner.gammas, prior)]
    for (let pass = 1; pass < 12 * slots; pass++) {
      await learner.pass(source)
      bounds.push(bound(choices, learner, prior))
      expect(bounds.at(-1)).toBeLessThanOrEqual(logPosterior(choices, learner.gammas, prior) + 1e-9)
      if (slots > 1 && pass % 2 === 0) phases.push(logPosterior(choices, learner.gammas, prior))
    }
    expectRising(bounds)
    if (slots > 1) expectRising(phases)
  })

  it("LMP and MM reach the same mode, where the posterior has no slope; SGD comes close", async () => {
    const [mm, lmp, sgd] = [new MmLearner(shape), new LmpLearner(shape), new SgdLearner(shape)]
    for (const learner of [mm, lmp])
      expect((await train(learner, source, { tolerance: 1e-8, maxPasses: 5000 })).converged).toBe(true)
    expect(distance(mm.gammas, lmp.gammas)).toBeLessThan(1e-4)
    const [best, same] = [await logLikelihood(source, mm.gammas), await logLikelihood(source, lmp.gammas)]
    expect(same).toBeCloseTo(best, 5)
    for (const slope of slopes(choices, mm.gammas, prior)) expect(Math.abs(slope)).toBeLessThan(1e-4)

    await train(sgd, source, { tolerance: 0, maxPasses: 30 })
    expect(Math.abs((await logLikelihood(source, sgd.gammas)) - best)).toBeLessThan(0.002)
  })

  it.each(METHODS)("%s goes on after a restart with the same numbers", async (method) => {
    for (const cut of [1, 2, 5]) {
      const [whole, begun] = [makeLearner(method, shape), makeLearner(method, shape)]
      for (let pass = 0; pass < 8; pass++) await whole.pass(source)
      for (let pass = 0; pass < cut; pass++) await begun.pass(source)
      const restored = unwrap(restoreLearner(method, begun.save()))
      expect(restored.passes).toBe(cut)
      expect(restored.gammas).toEqual(begun.gammas)
      for (let pass = cut; pass < 8; pass++) await restored.pass(source)
      expect(restored.gammas).toEqual(whole.gammas)
      expect(restored.save()).toEqual(whole.save())
    }
  })
})

it("BT-5: the scale that only the prior fixes doesn't slow MM and LMP down", async () => {
  const { source } = simulateChoices({ slots: 2, bySlot: 12, length: 3000, full: true }, 5)
  const [mm, lmp] = [new MmLearner({ slots: 2, features: 24 }), new LmpLearner({ slots: 2, features: 24 })]
  for (const learner of [mm, lmp])
    expect((await train(learner, source, { tolerance: 1e-6, maxPasses: 300 })).converged).toBe(true)
  expect(distance(mm.gammas, lmp.gammas)).toBeLessThan(0.001)
  // LMP reads the data twice for a slot, and still needs fewer passes.
  expect(lmp.passes).toBeLessThan(mm.passes)
})

it("BT-3: SGD has the maximum of the posterior, not that of the likelihood", async () => {
  const [shape, length] = [{ slots: 2, features: 16, prior: 30 }, 600]
  const { source } = simulateChoices({ slots: 2, bySlot: 8, length }, 12)
  const [mm, sgd] = [new MmLearner(shape), new SgdLearner(shape)]
  await train(mm, source)
  await train(sgd, source, { tolerance: 0, maxPasses: 60 })
  expect(distance(sgd.gammas, mm.gammas)).toBeLessThan(0.02)
})

function expectRising(values: readonly number[]): void {
  for (const [i, value] of values.entries())
    if (i > 0) expect(value).toBeGreaterThanOrEqual(values[i - 1]! - 1e-9)
  expect(values.at(-1)).toBeGreaterThan(values[0]! + 0.01)
}

/** The gradient of the log-posterior over log gamma. */
function slopes(choices: readonly HandChoice[], gammas: Float64Array, prior: number): number[] {
  const sums = Array.from(gammas, (gamma) => prior - prior * gamma)
  for (const choice of choices) {
    const total = totalOf(choice, gammas)
    for (const feature of choice.teams[choice.chosen]!) sums[feature]!++
    for (const team of choice.teams)
      for (const feature of team) sums[feature]! -= strengthOf(team, gammas) / total
  }
  return sums.slice(1)
}

describe("BT-4: LMP for products", () => {
  it("is Algorithm 1 for one slot", async () => {
    const { choices, source } = simulateChoices({ slots: 1, bySlot: 6, length: 80, full: true }, 4)
    const learner = new LmpLearner({ slots: 1, features: 6, prior: 0 })
    const plain = new Lmp(7, 0)
    for (let pass = 0; pass < 3; pass++) {
      await learner.pass(source)
      for (const [datapoint, { teams, chosen }] of choices.entries())
        plain.visit(datapoint, { alternatives: teams.flat(), choice: teams[chosen]![0]! })
    }
    for (let feature = 1; feature <= 6; feature++)
      expect(learner.gammas[feature]).toBe(plain.strength(feature))
  })

  it("takes datapoints that come later, and refuses that some are gone", async () => {
    const { choices, source } = simulateChoices({ slots: 2, bySlot: 6, length: 300 }, 6)
    const shape = { slots: 2, features: 12 }
    const [grown, whole] = [new LmpLearner(shape), new LmpLearner(shape)]
    for (let pass = 0; pass < 5; pass++) await grown.pass(makeSource(2, 12, choices.slice(0, 120)))
    for (const learner of [grown, whole]) await train(learner, source, { tolerance: 1e-9, maxPasses: 3000 })
    expect(distance(grown.gammas, whole.gammas)).toBeLessThan(1e-5)
    await expect(grown.pass(makeSource(2, 12, choices.slice(1)))).rejects.toThrow("299 choices now")
  })

  it("keeps at most 16 bytes for a datapoint and 32 for a feature", async () => {
    const features = 4000
    const length = 5000
    const choices = Array.from({ length }, (_, i) => ({ teams: [[1 + (i % features)], [0]], chosen: i % 2 }))
    const learner = new LmpLearner({ slots: 1, features })
    await learner.pass(makeSource(1, features, choices, 1000))
    const { memory } = learner
    expect(memory.features).toBe(LMP_BYTES_PER_FEATURE * (features + 1))
    expect(memory.features).toBeLessThanOrEqual(32 * features)
    expect(memory.datapoints).toBeGreaterThanOrEqual(LMP_BYTES_PER_CHOICE * length)
    expect(memory.datapoints).toBeLessThanOrEqual(16 * length)
    // What it saves is that, too, so nothing else is kept.
    expect(learner.save().length).toBeLessThan(32 * features + 16 * length)
  })
})

describe.each(METHODS)("%s", (method) => {
  const { choices, source } = simulateChoices({ slots: 2, bySlot: 5, length: 200 }, 7)

  it("keeps off zero what is never chosen", async () => {
    const hopeless = Array.from({ length: 400 }, () => ({ teams: [[1], [2]], chosen: 0 }))
    const learner = makeLearner(method, { slots: 1, features: 3 })
    await train(learner, makeSource(1, 3, hopeless), { maxPasses: 100 })
    expect(learner.gammas[2]).toBeGreaterThan(1e-4)
    expect(learner.gammas[2]).toBeLessThan(0.1 * learner.gammas[1]!)
    // What never occurs keeps the mode of the prior.
    expect(learner.gammas[3]).toBe(1)
  })

  it("counts a merged team as the equal teams that it stands for", async () => {
    const doubled = choices.map(({ teams, chosen }) => ({ teams: [...teams, teams[0]!], chosen }))
    const merged = choices.map(({ teams, chosen }) => ({
      teams,
      chosen,
      counts: teams.map((_, i) => (i === 0 ? 2 : 1)),
    }))
    const [one, other] = [doubled, merged].map((data) => ({
      learner: makeLearner(method, { slots: 2, features: 10 }),
      data: makeSource(2, 10, data),
    })) as [Learning, Learning]
    for (let pass = 0; pass < 6; pass++) {
      const reports = [await one.learner.pass(one.data), await other.learner.pass(other.data)]
      expect(reports[0]!.logLikelihood).toBeCloseTo(reports[1]!.logLikelihood, 9)
    }
    expect(distance(one.learner.gammas, other.learner.gammas)).toBeLessThan(1e-9)
  })

  it("gives the text's belief: how often a feature was chosen, and gamma", async () => {
    const learner = makeLearner(method, { slots: 2, features: 10, prior: 0.5 })
    for (let pass = 0; pass < 3; pass++) await learner.pass(source)
    const wins = choices.filter(({ teams, chosen }) => teams[chosen]!.includes(3)).length
    expect(learner.belief(3).alpha).toBe(wins + 0.5)
    expect(learner.belief(3).mode).toBeCloseTo(learner.gammas[3]!, 12)
  })

  it("refuses data of another shape, and bytes that it did not save", async () => {
    const learner = makeLearner(method, { slots: 2, features: 9 })
    await expect(learner.pass(source)).rejects.toThrow("10 features, the learner 2 and 9")
    const bytes = learner.save()
    const edited = bytes.with(bytes.length - 20, bytes.at(-20)! ^ 1)
    const other = makeLearner(method === "mm" ? "sgd" : "mm", { slots: 2, features: 9 })
    const faults = [bytes.slice(0, -1), edited, new Uint8Array(3), other.save()].map((bad) => {
      const restored = restoreLearner(method, bad)
      return restored.ok ? "" : restored.error
    })
    expect(faults).toEqual([
      `truncated: it has ${bytes.length - 1} of ${bytes.length} bytes`,
      "damaged or edited: the checksum is wrong",
      "not a file of the kind montego-learner",
      `made by the method ${other.method}, not ${method}`,
    ])
  })
})

interface Learning {
  readonly learner: ReturnType<typeof makeLearner>
  readonly data: ChoiceSource
}

it("BT-2: MM refuses data that changed between passes", async () => {
  const { choices, source } = simulateChoices({ slots: 2, bySlot: 5, length: 50 }, 8)
  const learner = new MmLearner({ slots: 2, features: 10 })
  await learner.pass(source)
  await expect(learner.pass(makeSource(2, 10, choices.slice(1)))).rejects.toThrow(
    "49 choices now, and had 50",
  )
})

describe("the spread", () => {
  it("is the curvature of the posterior over log gamma", async () => {
    const prior = 0.7
    const { choices, source } = simulateChoices({ slots: 2, bySlot: 5, length: 200 }, 9)
    const learner = new MmLearner({ slots: 2, features: 10, prior })
    await train(learner, source)
    const curvatures = await measureCurvatures(source, learner.gammas, prior)
    for (let feature = 1; feature <= 10; feature++) {
      const at = (step: number): number =>
        logPosterior(choices, learner.gammas.with(feature, learner.gammas[feature]! * Math.exp(step)), prior)
      const step = 1e-3
      const second = (at(step) - 2 * at(0) + at(-step)) / step ** 2
      expect(curvatures[feature]! / -second).toBeCloseTo(1, 4)
      // The text's spread is that of the minorizer, which is sharper.
      expect(1 / Math.sqrt(curvatures[feature]!)).toBeGreaterThan(learner.belief(feature).logDeviation)
    }
  })

  it.each([1, 2, 3])("covers the gammas that made the choices, seed %i", async (seed) => {
    const [slots, bySlot] = [3, 20]
    const { truth, source } = simulateChoices({ slots, bySlot, length: 4000 }, seed)
    const learner = new LmpLearner({ slots, features: slots * bySlot })
    await train(learner, source, { tolerance: 1e-5 })
    const curvatures = await measureCurvatures(source, learner.gammas, 1)
    const errors = truth
      .slice(1)
      .map((gamma, i) => Math.log(learner.gammas[i + 1]! / gamma) * Math.sqrt(curvatures[i + 1]!))
    const within = (sigma: number): number =>
      errors.filter((error) => Math.abs(error) < sigma).length / errors.length
    expect(within(3)).toBeGreaterThanOrEqual(0.9)
    // Not so wide that it would cover anything.
    expect(within(0.1)).toBeLessThan(0.5)
  })
})

describe("memory", () => {
  it("counts the data, and compares MM that holds them with LMP", async () => {
    const { choices, source } = simulateChoices({ slots: 3, bySlot: 4, length: 250 }, 5)
    const counts = await countData(source)
    const teams = choices.reduce((sum, choice) => sum + choice.teams.length, 0)
    expect(counts).toEqual({ choices: 250, teams, slots: 3, features: 12 })
    expect(scaleData(counts, 2.5)).toEqual({ ...counts, choices: 625, teams: Math.round(2.5 * teams) })
    const { mm, lmp, ratio } = compareMemory({ choices: 1000, teams: 250_000, slots: 3, features: 100 })
    expect(mm).toBe(12 * 250_000 + 8 * 1000 + 24 * 100)
    expect(lmp).toBe(8 * 1000 + 24 * 100)
    expect(ratio).toBe(mm / lmp)
    expect(compareMemory(counts, 46).mm - compareMemory(counts, 6).mm).toBe(40 * teams)
  })
})
