// Regions, their local games and play in all of them (CGT-7), judged by a search of the whole position.

import { describe, expect, it } from "vitest"
import { endgameSuite, randomEndgame } from "../../../test/support/endgames.ts"
import { unwrap } from "../../base/result.ts"
import {
  Black,
  makeVertex,
  parseAscii,
  parseVertex,
  White,
  type Board,
  type Point,
} from "../../rules/index.ts"
import { makeGame } from "../game.ts"
import { divide } from "./divide.ts"
import { analyzeEndgame, type Endgame, type Scoring } from "./endgame.ts"
import { searchAll } from "./exhaustive.ts"
import { playEndgame } from "./play.ts"

const EYES = ". X . X X O . O ."
const WALL = "X X X X X O O O O"

/** Rows of corridors between walls: Black's to the left of F, White's from there. */
function corridors(...rows: string[]): Board {
  const all = [EYES, WALL, ...rows.flatMap((row) => [row, WALL])]
  while (all.length < 9) all.push(WALL)
  return unwrap(parseAscii(all.slice(0, 9).join("\n")))
}

function read(board: Board, scoring: Scoring = "area"): string[] {
  return analyzeEndgame(board, { scoring }).regions.map((region) =>
    region.kind === "refused" ? region.reason : makeGame(region.game),
  )
}

function names({ regions }: Endgame): string[][] {
  return regions.map(({ points }) => points.map((point) => makeVertex(point, 9)).sort())
}

describe("the parts of a position", () => {
  it("are what living stones separate", () => {
    const board = corridors("X X . . O O O O O", "X X X X . O O O O", "X X X X X X . . O")
    const endgame = analyzeEndgame(board, { scoring: "area" })
    expect(names(endgame)).toEqual([["C7", "D7"], ["E5"], ["G3", "H3"]])
    expect(endgame.isComplete).toBe(true)
  })

  it("don't count stones as alive whose liberties are all outside of a safe area", () => {
    // F7 can be taken from G7, so D7 and E7 are no safe area of Black's.
    const { regions } = divide(corridors("X X X . O X . O O"), { allowance: { nodes: 10_000 } })
    expect(regions.map((points) => points.length)).toEqual([4])
  })

  it("include areas that are safe only because their owner answers", () => {
    const board = unwrap(
      parseAscii(`
        . . . . X O . O .
        . . . . X O O O O
        X X X X X O . O .
        X X X X X O O O O
        X . X . X O . O O
        X X X X X O O O O
        X X X X X O O O O
        X X X X X O O O O
        X X X X X O O O O`),
    )
    expect(divide(board, { allowance: { nodes: 0 } }).regions.map((points) => points.length)).toEqual([8])
    expect(divide(board, { allowance: { nodes: 5000 } }).regions).toEqual([])
  })
})

describe("local games", () => {
  it.each<[string, string, string]>([
    ["X X X X . O O O O", "{1|-1}", "0"],
    ["X X X . O O O O O", "{1|-1}", "0"],
    ["X X . . O O O O O", "{2||0|-2}", "{1|0}"],
    ["X . . . O O O O O", "{3|||1||-1|-3}", "{2||1|0}"],
    ["X X X X X . . O O", "{2|0||-2}", "{0|-1}"],
    ["X X X X . X X O O", "{3||1|-3}", "{0||-1|-3}"],
    ["X X X X . . O O O", "0", "0"],
  ])("%s is %s by area and %s by territory", (row, area, territory) => {
    expect(read(corridors(row))).toEqual([area])
    expect(read(corridors(row), "territory")).toEqual([territory])
  })

  it("of the thesis: figure 5.3 has G, H and I by territory, with the temperatures 2, 4 and 3", () => {
    const board = unwrap(
      parseAscii(`
        . X . X O O . O .
        X X X X O O O O O
        X X X X . X X O O
        X X X X O O O O O
        X X X X . X X X O
        X X X X O O X O O
        X X X X O O O O O
        X X X O . X X . O
        X . X X . X X X X`),
    )
    const { regions, isProven } = analyzeEndgame(board, { scoring: "territory" })
    const found = regions.flatMap((region) => (region.kind === "evaluated" ? [region] : []))
    expect(isProven).toBe(true)
    expect(found.map(({ game }) => makeGame(game))).toEqual(["{0|-4}", "{0|-8}", "{3||0|-13}"])
    expect(found.map(({ thermograph }) => String(thermograph.temperature))).toEqual(["2", "4", "3"])
    expect(found.map(({ thermograph }) => String(thermograph.mean))).toEqual(["-2", "-4", "0"])
  })

  it("are refused with a reason: a ko, a seki, too many positions", () => {
    const shared = "X X X O . X O O O"
    const rows = [EYES, WALL, WALL, WALL, WALL, WALL, "X X X O O X O O O", shared, shared]
    expect(read(unwrap(parseAscii(rows.join("\n"))))).toEqual(["seki"])
    expect(read(corridors("X X X X O . O O O".replace("X O .", ". O ."), "X X X X X X . X O"))).toContain(
      "ko",
    )
    const open = unwrap(parseAscii(". . . .\n. X O .\n. X O .\n. . . ."))
    expect(read(open)).toEqual(["large"])
  })

  it("stay within the bound on positions", () => {
    const { nodes, regions } = analyzeEndgame(corridors("X . . . . . . . O"), { scoring: "area", nodes: 20 })
    expect(regions).toMatchObject([{ kind: "refused", reason: "large" }])
    expect(nodes).toBeLessThanOrEqual(2 * 20 + 1)
  })
})

describe("play in the sum", () => {
  it("agrees with a search of the whole position wherever no ko matters", () => {
    let judged = 0
    for (let seed = 1; judged < 25; seed++) {
      const board = randomEndgame(seed)
      const endgame = board && analyzeEndgame(board, { scoring: "area", nodes: 2000 })
      if (!endgame?.isProven || endgame.regions.flatMap(({ points }) => points).length > 7) continue
      for (const color of [Black, White]) {
        const whole = searchAll(board!, color, 100_000)
        if (whole?.score === undefined) continue
        const play = playEndgame(endgame, color)
        expect(play.isExact).toBe(true)
        expect([seed, play.score! + endgame.decided]).toEqual([seed, whole.score])
        judged++
      }
    }
  })

  it("is perfect with a hundredth of the positions, in the first of the suite", () => {
    for (const { name, board, toPlay } of endgameSuite().slice(0, 4)) {
      const endgame = analyzeEndgame(board, { scoring: "area" })
      const play = playEndgame(endgame, toPlay)
      const whole = searchAll(board, toPlay, 1_000_000)!
      expect([name, play.score! + endgame.decided]).toEqual([name, whole.score])
      expect(whole.best).toContain(play.best[0]!.point)
      expect(whole.nodes / (endgame.nodes + play.nodes)).toBeGreaterThanOrEqual(100)
    }
  })

  it("takes the largest move first, and says how the play goes on", () => {
    const board = corridors("X X X X . X X O O", "X X X X . O O O O", "X X . . O O O O O")
    const endgame = analyzeEndgame(board, { scoring: "area" })
    const { best, line } = playEndgame(endgame, White)
    expect(best.map(({ point }) => makeVertex(point, 9))).toEqual(["E7"])
    expect(line[0]).toEqual({ color: White, point: parseVertex("E7", 9) as Point, region: 0 })
    expect(line.map(({ color }) => color).slice(0, 3)).toEqual([White, Black, White])
  })

  it("follows the temperatures where the sum is too large to search", () => {
    const board = corridors("X X X X . X X O O", "X X X X . O O O O", "X . . . O O O O O")
    const endgame = analyzeEndgame(board, { scoring: "area" })
    const play = playEndgame(endgame, Black, 1)
    expect(play).toMatchObject({ isExact: false, score: undefined })
    expect(makeVertex(play.best[0]!.point, 9)).toBe("E7")
  })
})
