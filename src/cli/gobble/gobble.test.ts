// `montego gobble map` (SA-1): the map as text, JSON and picture, and what it refuses.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import {
  expectRefusal,
  runInterruptedAt,
  runJson,
  runMontego,
  type Ran,
} from "../../../test/support/montego.ts"
import { NINE, openScratch } from "../../../test/support/scratch.ts"
import { expectWholeSvg } from "../../../test/support/svg.ts"
import { Black, Board, POINTS, pointAt, White } from "../../rules/index.ts"
import { drawValues } from "./board.ts"

const { folder, file: record } = openScratch("gobble")

const run = (...argv: string[]): Promise<Ran> => runMontego("gobble", "map", ...argv)

interface Report {
  readonly size: number
  readonly moves: number
  readonly toPlay: string
  readonly games: number
  readonly values: readonly (readonly number[])[]
  readonly valueGames: readonly (readonly number[])[]
  readonly notes: readonly string[]
}

const report = (...argv: string[]): Promise<Report> => runJson("gobble", "map", ...argv)

describe("the map", () => {
  it("of the empty board is 9×9, of 10 000 games, and better in the middle than in the corners", async () => {
    const { size, games, values, toPlay } = await report()
    expect([size, games, toPlay]).toEqual([9, 10_000, "Black"])
    expect(values.map((row) => row.length)).toEqual(new Array(9).fill(9))
    const mean = (points: readonly [number, number][]): number =>
      points.reduce((sum, [x, y]) => sum + values[y]![x]!, 0) / points.length
    const corners = mean([
      [0, 0],
      [8, 0],
      [0, 8],
      [8, 8],
    ])
    expect(
      mean([
        [4, 4],
        [3, 4],
        [5, 4],
        [4, 3],
        [4, 5],
      ]),
    ).toBeGreaterThan(corners)
  })

  it("has rows from the top, and values as Black sees them also when White plays", async () => {
    // Two chains are in atari at E4, in the second row from the top: the side that plays there takes the other's.
    const race = (toPlay: string): string =>
      record(`(;GM[1]SZ[5]AB[aa][ba][ca][da][ea][ac][bc][cc][dc]AW[ab][bb][cb][db]PL[${toPlay}])`)
    const [black, white] = [
      await report(race("B"), "--games", "500"),
      await report(race("W"), "--games", "500"),
    ]
    expect([black.toPlay, white.toPlay]).toEqual(["Black", "White"])
    expect(black.values[1]![4]! - white.values[1]![4]!).toBeGreaterThan(5)
    expect(white.valueGames[1]![4]).toBe(Math.max(...white.valueGames.flat()))
  })

  it("is the same for the same seed, and another for another seed, order or annealing", async () => {
    const words = ["--size", "5", "--games", "200"]
    const maps = [
      [],
      [],
      ["--seed", "2"],
      ["--order", "1"],
      ["--swap", "0"],
      ["--frozen", "0.5"],
      ["--random", "0.3"],
    ]
    const found = []
    for (const more of maps) found.push(JSON.stringify((await report(...words, ...more)).values))
    expect(found[1]).toBe(found[0])
    expect(new Set(found).size).toBe(maps.length - 1)
  })

  it("--move takes the board before that move; larger boards go through the twin, and it says so", async () => {
    expect((await report(NINE, "--move", "5", "--games", "10")).moves).toBe(4)
    const { size, notes } = await report("--size", "20", "--games", "1")
    expect(size).toBe(20)
    expect(notes.join()).toMatch(/slower twin/)
  })
})

describe("what is printed", () => {
  it("a board of numbers and what they are", async () => {
    const { code, out } = await run(NINE, "--games", "50")
    expect(code).toBe(0)
    expect(out).toMatch(/^ 9 ([ XO] *(-?[\d.]+|\.) ){9} 9$/m)
    expect(out).toMatch(/^Gobble's values for (Black|White) after 50 games, seed 1/m)
    expect(out).toMatch(/^from -?[\d.]+ to -?[\d.]+; mean score of all games/m)
    expect(out).not.toContain("\u001B")
  })

  it("shades by what is good for the side to move", () => {
    const board = new Board(2)
    const values = new Float64Array(POINTS)
    const valueGames = new Float64Array(POINTS)
    values[pointAt(0, 0)] = 4
    values[pointAt(1, 0)] = -4
    valueGames[pointAt(0, 0)] = 3
    valueGames[pointAt(1, 0)] = 3
    const [, black] = drawValues(board, { values, valueGames }, Black, true)
    const [, white] = drawValues(board, { values, valueGames }, White, true)
    expect(black).toMatch(/48;5;160[^m]*m +4\.0.*48;5;17;[^m]*m +-4\.0/)
    expect(white).toMatch(/48;5;17;[^m]*m +4\.0.*48;5;160[^m]*m +-4\.0/)
    expect(drawValues(board, { values, valueGames }, Black, false)[2]).toMatch(/^ 1 {5}\. {5}\. {2}1$/)
  })

  it("a picture with every point and no open tag", async () => {
    const svg = join(folder, "map.svg")
    expect((await run(NINE, "--games", "20", "--svg", svg)).code).toBe(0)
    const text = readFileSync(svg, "utf8")
    expect(text.match(/<rect [^>]*><title>/g)).toHaveLength(81)
    expectWholeSvg(text)
  })

  it("help that teaches", async () => {
    const { code, out } = await run("--help")
    expect(code).toBe(0)
    expect(out).toMatch(/first\s+to play on that point/)
    expect((await runMontego("gobble", "--help")).out).toMatch(/Brügmann 1993/)
  })
})

it("Ctrl-C shows the map of the games so far", async () => {
  const words = ["map", "--games", "1000000000", "--json"]
  const { code, out } = await runInterruptedAt(1e-9, "gobble", ...words)
  expect(code).toBe(130)
  const { games, values, notes } = JSON.parse(out) as Report
  expect(games).toBeGreaterThan(0)
  expect(values).toHaveLength(9)
  expect(notes.join()).toMatch(/stopped after \d+ of 1000000000 games/)
})

describe("bad input", () => {
  it.each<[string, string[], RegExp]>([
    ["a file that is no record", [record("Dear friend")], /no game found/],
    ["a record and a size", [NINE, "--size", "9"], /--size is for the empty board/],
    ["a move without a record", ["--move", "3"], /--move needs a record/],
    ["a size that no board has", ["--size", "26"], /2 to 25/],
    ["no games", ["--games", "0"], /1 to 1 000 000 000 games/],
    ["a swap over 1", ["--swap", "1.5"], /from 0 to 1/],
    ["a share that is no number", ["--random", "few"], /from 0 to 1/],
    ["an order that there is not", ["--order", "2"], /0 or 1/],
    ["Capture Go", [record("(;GM[1]SZ[9]RU[capture-1];B[ee])")], /Capture Go/],
    [
      "a picture that can't be written",
      ["--size", "5", "--games", "5", "--svg", join(folder, "no", "m.svg")],
      /can't be written/,
    ],
  ])("%s", async (_, words, reason) => expectRefusal(await run(...words), reason))
})
