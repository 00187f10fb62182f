import { describe, expect, it } from "vitest"
import { makeSource, type HandChoice } from "../../test/support/choices.ts"
import { measurePrediction, phaseEnds } from "./prediction.ts"

/** Feature f has gamma f. */
const GAMMAS = Float64Array.from([1, 1, 2, 3, 4, 5, 6])
const predict = (choices: readonly HandChoice[], ends?: readonly number[]) =>
  measurePrediction(makeSource(2, 6, choices), GAMMAS, ends)

describe("BT-6: move prediction", () => {
  // prettier-ignore
  it.each([
    { name: "the best", teams: [[2, 0], [3, 0]], chosen: 1, tops: [1, 1, 1, 1], chance: 3 / 5 },
    { name: "the second", teams: [[2, 0], [3, 0]], chosen: 0, tops: [0, 1, 1, 1], chance: 2 / 5 },
    { name: "a product", teams: [[2, 3], [5, 0]], chosen: 0, tops: [1, 1, 1, 1], chance: 6 / 11 },
    { name: "one of two equals", teams: [[2, 3], [6, 0]], chosen: 0, tops: [1 / 2, 1, 1, 1], chance: 1 / 2 },
    { name: "one of three equals behind one", teams: [[5, 0], [2, 2], [4, 0], [0, 4]], chosen: 2,
      tops: [0, 2 / 3, 1, 1], chance: 4 / 17 },
    { name: "one of four merged ones", teams: [[2, 0], [3, 0]], counts: [1, 4], chosen: 1,
      tops: [1 / 4, 3 / 4, 1, 1], chance: 3 / 14 },
    { name: "behind nine merged ones", teams: [[2, 0], [3, 0]], counts: [2, 9], chosen: 0,
      tops: [0, 0, 0, 1 / 2], chance: 2 / 31 },
    { name: "without features", teams: [[0, 0], [0, 0]], chosen: 0, tops: [1 / 2, 1, 1, 1], chance: 1 / 2 },
  ])("$name", async ({ tops, chance, name: _, ...choice }) => {
    const { top1, top3, top5, top10, positions, logLikelihood, phases } = await predict([choice])
    expect(positions).toBe(1)
    expect([top1, top3, top5, top10]).toEqual(tops)
    expect(logLikelihood).toBeCloseTo(Math.log(chance), 12)
    expect(phases).toEqual([])
  })

  it("reports by phase, and altogether the mean by position", async () => {
    const good = { teams: [[2, 0], [6, 0]], chosen: 1 } // prettier-ignore
    const bad = { ...good, chosen: 0 }
    const report = await predict(
      [
        { ...good, move: 1 },
        { ...bad, move: 30 },
        { ...bad, move: 31 },
        { ...good, move: 200 },
        { ...good, move: 201 },
        { ...good, move: 400 },
      ],
      [30, 100, 200],
    )
    expect(report.phases.map(({ from, to, positions, top1 }) => [from, to, positions, top1])).toEqual([
      [1, 30, 2, 1 / 2],
      [31, 100, 1, 0],
      [101, 200, 1, 1],
      [201, undefined, 2, 1],
    ])
    expect(report.top1).toBeCloseTo(4 / 6, 12)
    expect(report.logLikelihood).toBeCloseTo((4 * Math.log(6 / 8) + 2 * Math.log(2 / 8)) / 6, 12)
    expect(report.phases[1]!.logLikelihood).toBeCloseTo(Math.log(2 / 8), 12)
  })

  it("has zeros, not NaN, where there are no positions", async () => {
    expect(await predict([])).toEqual({
      positions: 0,
      top1: 0,
      top3: 0,
      top5: 0,
      top10: 0,
      logLikelihood: 0,
      phases: [],
    })
  })

  it.each([
    [361, [30, 100, 200]],
    [81, [7, 22, 45]],
    [169, [14, 47, 94]],
  ])("scales the phases to %i points", (area, ends) => expect(phaseEnds(area)).toEqual(ends))
})
