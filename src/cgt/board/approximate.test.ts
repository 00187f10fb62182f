// Thermographs from playouts inside a region (CGT-5, CGT-7), beside the exact ones of regions that are small enough.

import { describe, expect, it } from "vitest"
import { Random } from "../../base/random.ts"
import { unwrap } from "../../base/result.ts"
import { Black, parseAscii, White } from "../../rules/index.ts"
import { approximate } from "./approximate.ts"
import { analyzeEndgame, localOf } from "./endgame.ts"

const WALL = "X X X X X O O O O"
const board = (row: string) =>
  unwrap(parseAscii([". X . X X O . O .", WALL, row, WALL, WALL, WALL, WALL, WALL, WALL].join("\n")))

describe("a region by playouts", () => {
  it.each(["X X X X . O O O O", "X X . . O O O O O", "X . . . O O O O O"])(
    "is about right without a ko: %s",
    (row) => {
      const position = board(row)
      const { division, regions } = analyzeEndgame(position, { scoring: "area" })
      const [region] = regions
      if (region?.kind !== "evaluated") throw new Error("the region has a value")
      const { local, stones } = localOf(position, division, region.points)
      const about = approximate(local, stones, new Random(1))
      expect(Math.abs(about.mean - region.thermograph.mean.toNumber())).toBeLessThan(0.5)
      expect(Math.abs(about.temperature - region.thermograph.temperature.toNumber())).toBeLessThan(0.5)
    },
  )

  it("comes with its error and a move for either side, where a region is too large", () => {
    const position = board("X . . . . . . . O")
    const { regions } = analyzeEndgame(position, { scoring: "area", nodes: 20, approximateSeed: 1 })
    const [region] = regions
    if (region?.kind !== "refused" || !region.about) throw new Error("the region has about a value")
    const { temperature, temperatureError, best } = region.about
    expect(temperature).toBeGreaterThan(0.5)
    expect(temperatureError).toBeLessThan(2)
    expect([best[Black], best[White]]).not.toContain(undefined)
  })
})
