// Learners on the toy sum: the linear model goes on changing its policy and naive patterns judge circumstances (CGT-4);
// CG-TD(0) finds the temperatures (CGT-5).

import { describe, expect, it } from "vitest"
import { Random } from "../../base/random.ts"
import { unwrap } from "../../base/result.ts"
import { parseSum } from "../notation.ts"
import { thermographOf } from "../thermograph.ts"
import { makeToySum } from "../toy.ts"
import { triangleOf } from "../triangle.ts"
import { CgTdLearner, DEFAULT_CGTD } from "./cgtd.ts"
import { DEFAULT_LINEAR, LinearLearner } from "./linear.ts"
import { SumModel, type Learner, type Watched } from "./model.ts"
import { DEFAULT_PATTERNS, PatternLearner } from "./patterns.ts"
import { Examination, Study, studyIndifference } from "./study.ts"

const sum = makeToySum()
const model = new SumModel(sum)

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1)

const run = <L extends Learner>(learner: L, playouts: number): L => {
  for (let i = 0; i < playouts; i++) learner.playOne()
  return learner
}
const valueOf = (watched: readonly Watched[], name: string, player?: string): number =>
  watched.find((one) => one.name === name && one.player === player)!.value

describe("the model", () => {
  it("has the 11 places of the thesis by name, and both players' moves", () => {
    expect(model.places.map(({ name }) => name).sort()).toEqual(
      ["G", "G^L", "G^R", "H", "H^L", "H^R", "I", "I^L", "I^R", "I^RL", "I^RR"].sort(),
    )
    expect(model.allSteps()).toHaveLength(8)
    expect(model.steps(model.start, "left").map(({ to }) => model.places[to]!.name)).toEqual([
      "G^L",
      "H^L",
      "I^L",
    ])
  })

  it("tells several moves of a player apart by numbers", () => {
    const several = new SumModel(unwrap(parseSum("{1,{2|0}|-1}")))
    expect(several.places.map(({ name }) => name).sort()).toEqual([
      "G",
      "G^L1",
      "G^L2",
      "G^L2L",
      "G^L2R",
      "G^R",
    ])
  })
})

describe("CG-TD(0) (CGT-5)", () => {
  it("has all temperatures within 0.1 after 8000 playouts, for at least 19 of 20 seeds", () => {
    const exact = new Map(
      model.places.map(({ name, game }) => [name, thermographOf(game).temperature.toNumber()]),
    )
    const well = SEEDS.filter((seed) => {
      const learner = run(new CgTdLearner(model, DEFAULT_CGTD, new Random(seed)), 8000)
      return learner.watched().every(({ name, value }) => Math.abs(value - exact.get(name)!) < 0.1)
    })
    expect(well.length).toBeGreaterThanOrEqual(19)
    expect(["G", "H", "I", "I^R"].map((name) => exact.get(name))).toEqual([2, 4, 3, 5])
  })

  it("goes on to exact triangles, up to a constant for each part, and plays as hotstrat does", () => {
    const learner = run(new CgTdLearner(model, DEFAULT_CGTD, new Random(1)), 20_000)
    for (const [part, place] of model.start.entries()) {
      const learned = learner.triangle(place)
      const { mean, leftStop, rightStop } = triangleOf(sum[part]!)
      expect(learned.leftStop - learned.mean).toBeCloseTo(leftStop.minus(mean).toNumber(), 2)
      expect(learned.rightStop - learned.mean).toBeCloseTo(rightStop.minus(mean).toNumber(), 2)
    }
    const means = model.start.map((place) => learner.triangle(place).mean)
    expect(means.reduce((a, b) => a + b)).toBeCloseTo(0, 2)
    const examination = Examination.of(model)!
    expect(examination.questions).toHaveLength(66)
    expect(examination.optimal(examination.answers(learner))).toBe(62)
  })

  it("doesn't find them when Left always begins: the results don't tell the leaves apart", () => {
    const learner = run(new CgTdLearner(model, { ...DEFAULT_CGTD, first: "left" }, new Random(1)), 20_000)
    expect(Math.abs(valueOf(learner.watched(), "H") - 4)).toBeGreaterThan(1)
  })

  it("learns sums with several moves a player, and a cold part stays at temperature 0", () => {
    const other = unwrap(parseSum("{5,{9|1}|0,-1} + {4|-4} + {0|1}"))
    const learner = run(new CgTdLearner(new SumModel(other), DEFAULT_CGTD, new Random(3)), 20_000)
    const temperature = (name: string): number => valueOf(learner.watched(), name)
    expect(temperature("G")).toBeCloseTo(triangleOf(other[0]!).temperature.toNumber(), 1)
    expect(temperature("H")).toBeCloseTo(4, 1)
    expect(temperature("I")).toBeCloseTo(0, 1)
  })
})

describe("the linear model (CGT-4)", () => {
  it("changes its policy again and again over 20 000 playouts, with the settings of the thesis", () => {
    const { epoch, epsilon, alpha, lambda } = DEFAULT_LINEAR
    expect([epoch, epsilon, alpha, lambda]).toEqual([1000, 0.2, 0.001, 0.9])
    for (const seed of SEEDS.slice(0, 5)) {
      const study = new Study(new LinearLearner(model, DEFAULT_LINEAR, new Random(seed)))
      for (let look = 0; look < 20; look++) {
        study.run(epoch)
        study.look()
      }
      const late = study.looks.slice(10)
      expect(late.filter(({ changed }) => changed! > 0).length).toBeGreaterThanOrEqual(5)
      // It never gets to what hotstrat has without learning, and stays there.
      expect(late.some(({ optimal }) => optimal! < 62)).toBe(true)
    }
  })

  it("Monte-Carlo policy iteration changes its policy, too, when Left begins", () => {
    const settings = { ...DEFAULT_LINEAR, method: "monte-carlo", first: "left" } as const
    const study = new Study(new LinearLearner(model, settings, new Random(1)))
    for (let look = 0; look < 20; look++) {
      study.run(settings.epoch)
      study.look()
    }
    expect(study.looks.slice(10).filter(({ changed }) => changed! > 0).length).toBeGreaterThanOrEqual(5)
  })

  it("weights learned under the optimal policy make its moves indifferent", () => {
    const settings = {
      ...DEFAULT_LINEAR,
      method: "monte-carlo",
      epsilon: 0,
      alpha: 0.01,
      first: "left",
    } as const
    const { weights, incentives, line, undecided, ...counts } = studyIndifference(
      sum,
      settings,
      20_000,
      new Random(1),
    )!
    expect(line.map(({ name }) => name)).toEqual(["H^L", "I^R", "I^RL", "G^R"])
    for (const { value } of line) expect(value).toBeCloseTo(0, 6)
    // Right's moves G^R and I^R: after H^L the first loses 3 points, and the second is the move of the line.
    const [badly, well] = [valueOf(incentives, "G^R", "right"), valueOf(incentives, "I^R", "right")]
    expect(Math.abs(badly - well)).toBeLessThan(1e-6)
    expect(counts).toEqual({ choices: 66, right: 54, wrong: 7 })
    expect(undecided).toHaveLength(5)
    expect(undecided).toContainEqual({
      state: ["G", "H^L", "I"],
      player: "right",
      moves: [
        { name: "G^R", loss: 3 },
        { name: "I^R", loss: 0 },
      ],
    })
    // Every state of the line has the value of the result.
    const weight = (name: string): number => valueOf(weights, name)
    expect(weight("G") + weight("H") + weight("I")).toBeCloseTo(2, 6)
    expect(weight("G^R") + weight("H^L") + weight("I^RL")).toBeCloseTo(2, 6)
  })
})

describe("naive patterns (CGT-4)", () => {
  it("the weight of one move depends on what is beside it, by more than the move is worth", () => {
    const settings = { ...DEFAULT_PATTERNS, sees: new Map([[0, 1]]) }
    const watched = run(new PatternLearner(model, settings, new Random(1)), 20_000).watched()
    // Right's move in G takes the same 2 points beside H^L and beside H^R.
    const good = valueOf(watched, "G^R beside H^R", "right")
    const bad = valueOf(watched, "G^R beside H^L", "right")
    expect(bad - good).toBeGreaterThan(4)
  })

  it("their policy plays worse than the linear model's best", () => {
    const study = new Study(new PatternLearner(model, DEFAULT_PATTERNS, new Random(1)))
    study.run(20_000)
    expect(study.look().optimal).toBeLessThan(62)
  })
})

it("the same seed gives the same numbers, another one others", () => {
  const makers: ((seed: number) => Learner)[] = [
    (seed) => new CgTdLearner(model, DEFAULT_CGTD, new Random(seed)),
    (seed) => new LinearLearner(model, DEFAULT_LINEAR, new Random(seed)),
    (seed) => new PatternLearner(model, DEFAULT_PATTERNS, new Random(seed)),
  ]
  for (const make of makers) {
    const [first, again, other] = [1, 1, 2].map((seed) => run(make(seed), 200).watched())
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  }
})

it("a sum with too many states is learned without an examination", () => {
  const large = new SumModel(unwrap(parseSum("9*{3||0|-10}")))
  const study = new Study(new CgTdLearner(large, DEFAULT_CGTD, new Random(1)))
  study.run(10)
  expect(study.look()).toMatchObject({ playouts: 10, optimal: undefined, changed: undefined })
})
