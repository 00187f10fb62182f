// Owner maps (SIM-8) and the measure of bias.

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { allPoints, Black, Board, parseAscii, pointAt, White } from "../rules/index.ts"
import { measureBias } from "./bias.ts"
import { ExactSimulation } from "./exact.ts"
import { NaiveSimulation } from "./naive.ts"
import { ownerMap } from "./owner.ts"
import { emptyPosition, studyMethods, studyPositions } from "./study.ts"

describe("owner maps", () => {
  it("give living groups to their owner in every game", () => {
    const board = unwrap(
      parseAscii(`
      . X . X O .
      X X X X O .
      O O O O O .
      . . . . . .
      . . . . . .
      . . . . . .`),
    )
    const map = ownerMap(new ExactSimulation(), { board, toPlay: White, runs: 200, seed: 1 })
    for (const x of [0, 1, 2, 3]) expect(map.black[pointAt(x, 0)]).toBe(1)
    for (const point of allPoints(6)) expect(map.black[point]! + map.white[point]!).toBeLessThanOrEqual(1)
  })

  it("sum up to the mean margin, favour the side to play, and repeat with the seed", () => {
    const options = { board: new Board(5), toPlay: Black, runs: 500, seed: 2, komi: 0.5 } as const
    const map = ownerMap(new ExactSimulation(), options)
    const sum = allPoints(5).reduce((total, point) => total + map.black[point]! - map.white[point]!, 0)
    expect(sum).toBeCloseTo(map.meanMargin, 9)
    expect(map.blackWins).toBeGreaterThan(0.5)
    expect(ownerMap(new ExactSimulation(), options)).toEqual(map)
    expect(ownerMap(new ExactSimulation(), { ...options, seed: 3 })).not.toEqual(map)
  })

  it.each([0, -1, 1.5, Number.NaN])("refuse %d games", (runs) => {
    const options = { board: new Board(5), toPlay: Black, runs, seed: 1 } as const
    expect(() => ownerMap(new ExactSimulation(), options)).toThrow(/owner map needs games/)
  })
})

describe("bias", () => {
  const reference = new ExactSimulation()

  it("finds none between the exact game and its naive twin", () => {
    const methods = [new NaiveSimulation({ choice: "uniform" })]
    const rows = measureBias({ positions: [emptyPosition(7)], methods, reference, runs: 3000, seed: 4 })
    expect(rows).toHaveLength(1)
    for (const { margin, spread, moves, owner } of rows) {
      for (const { difference, error } of [margin, spread, moves]) {
        expect(error).toBeGreaterThan(0)
        expect(Math.abs(difference)).toBeLessThan(4 * error)
      }
      // The points of a map move together, so that its distance scatters more than single points would.
      expect(owner.difference).toBeLessThan(4 * owner.noise)
      // The jackknife of a mean is its usual error.
      expect(margin.error).toBeCloseTo(spread.reference * Math.sqrt(2 / 3000), 0)
    }
  })

  it("finds what is known of the others: narrow scores as published, a chain that dies unlawfully", () => {
    const positions = [emptyPosition(9), ...studyPositions().filter(({ name }) => name === "corner life")]
    const rows = measureBias({ positions, methods: studyMethods(), reference, runs: 400, seed: 5 })
    expect(rows).toHaveLength(12)
    const row = (position: string, method: string) =>
      rows.find((each) => each.position === position && each.method === method)!
    expect(row("empty 9×9", "naive").spread.difference).toBeLessThan(-20)
    expect(row("empty 9×9", "analyze-after").moves.difference).toBeLessThan(-20)
    expect(row("corner life", "analyze-after").owner.difference).toBeGreaterThan(0.03)
  })

  it("repeats with the seed, and needs two games", () => {
    const options = { positions: [emptyPosition(5)], methods: studyMethods(), reference, runs: 30, seed: 6 }
    expect(measureBias(options)).toEqual(measureBias(options))
    expect(() => measureBias({ ...options, runs: 1 })).toThrow(/two games or more/)
  })
})
