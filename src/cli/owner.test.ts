// `montego owner` (SIM-8): the map as text, JSON and picture, and what it says about positions that are easy to judge.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { expectRefusal, runJson, runMontego, type Ran } from "../../test/support/montego.ts"
import { NINE, openScratch } from "../../test/support/scratch.ts"
import { expectWholeSvg } from "../../test/support/svg.ts"
import { Board, POINTS, pointAt } from "../rules/index.ts"
import { drawOwners } from "./owner-board.ts"
import { Progress } from "./progress.ts"
import { ownerMap } from "../draw/index.ts"

const { folder, file: record } = openScratch("owner")

const run = (...argv: string[]): Promise<Ran> => runMontego("owner", ...argv)

interface Report {
  readonly size: number
  readonly moves: number
  readonly toPlay: string
  readonly komi: number
  readonly playouts: number
  readonly meanScore: number
  readonly spread: number
  readonly blackWins: number
  readonly whiteWins: number
  readonly owners: Readonly<Record<string, number>>
  readonly notes: readonly string[]
}

const report = (...argv: string[]): Promise<Report> => runJson("owner", ...argv)

describe("the map", () => {
  it("of the empty 9×9 has the known mean, spread and share of wins", async () => {
    const { playouts, meanScore, spread, blackWins, owners } = await report("--size", "9")
    expect(playouts).toBe(10_000)
    expect(Math.abs(meanScore - 2.1)).toBeLessThan(2)
    expect(Math.abs(spread - 39)).toBeLessThan(2)
    expect(Math.abs(blackWins / playouts - 0.42)).toBeLessThan(0.03)
    expect(Object.keys(owners)).toHaveLength(81)
    // The mean score is the sum of the owners.
    const sum = Object.values(owners).reduce((all, owner) => all + owner, 0)
    expect(Math.abs(sum - meanScore)).toBeLessThan(0.01)
  })

  it("gives a walled-off half to who walled it off", async () => {
    // Black's wall on D and White's on F, dead stones of neither.
    const column = (letter: string): string => [..."abcdefghi"].map((row) => `[${letter}${row}]`).join("")
    const walls = record(`(;GM[1]SZ[9]KM[0]AB${column("d")}AW${column("f")}PL[W])`)
    const { owners, toPlay, komi } = await report(walls)
    expect([toPlay, komi]).toEqual(["White", 0])
    expect(owners["D5"]).toBeGreaterThan(0)
    expect(owners["F5"]).toBeLessThan(0)
  })

  it("Ctrl-C shows what was played until then", async () => {
    vi.spyOn(Progress.prototype, "show").mockImplementation((share) => {
      if (share > 0) process.listeners("SIGINT").at(-1)!("SIGINT")
    })
    const { code, out, err } = await run("--size", "5", "--playouts", "1000000000")
    expect(code).toBe(130)
    expect(out).toContain("; 20000 light playouts")
    expect(err).toMatch(/interrupted; shown is what was done until then/)
  })

  it("is the same for the same seed, and another for another", async () => {
    const [first, again, other] = [await report(NINE), await report(NINE), await report(NINE, "--seed", "2")]
    expect(again).toEqual(first)
    expect(other.owners).not.toEqual(first.owners)
  })

  it("goes over several batches", async () => {
    const few = await report("--size", "5", "--playouts", "25000")
    expect(few.playouts).toBe(25_000)
    expect(few.blackWins + few.whiteWins).toBe(25_000)
    expect(Math.max(...Object.values(few.owners))).toBeLessThanOrEqual(1)
  })

  it("--move takes the board before that move", async () => {
    const { moves } = await report(NINE, "--move", "5", "--playouts", "10")
    expect(moves).toBe(4)
  })

  it("boards over 19×19 go through the twin, and it says so", async () => {
    const { size, owners, notes } = await report("--size", "21", "--playouts", "15")
    expect(size).toBe(21)
    expect(Object.keys(owners)).toHaveLength(441)
    expect(notes.join()).toMatch(/slower twin/)
  })
})

describe("what is printed", () => {
  it("a board of digits, the score and the wins", async () => {
    const { code, out } = await run(NINE, "--playouts", "100")
    expect(code).toBe(0)
    expect(out).toMatch(/^ 9 ([ XO]\d ){9} 9$/m)
    expect(out).toMatch(/^mean score [BW]\+[\d.]+ ± [\d.]+, spread [\d.]+$/m)
    expect(out).toMatch(/Black wins [\d.]+ %, White [\d.]+ %/)
    expect(out).not.toContain("\u001B")
  })

  it("shades from black to white where there are colours", () => {
    const board = new Board(2)
    board.play(1, pointAt(0, 0))
    const owners = new Float64Array(POINTS)
    owners[pointAt(0, 0)] = 1
    owners[pointAt(1, 1)] = -1
    const [, first, second] = drawOwners(board, owners, true)
    expect(first).toContain("\u001B[48;5;232m \u001B[1;38;5;33m● ")
    expect(second).toContain("\u001B[48;5;255m   ")
  })

  it("a picture with every point, its stones and no open tag", async () => {
    const svg = join(folder, "map.svg")
    expect((await run(NINE, "--playouts", "10", "--svg", svg)).code).toBe(0)
    const text = readFileSync(svg, "utf8")
    expect(text.match(/<rect [^>]*><title>/g)).toHaveLength(81)
    expectWholeSvg(text)
  })

  it("a title is escaped", () =>
    expect(ownerMap(new Board(2), new Float64Array(POINTS), '<&">')).toContain("&lt;&amp;&quot;&gt;"))
})

describe("bad input", () => {
  it.each<[string, string[], RegExp]>([
    ["a file that is no record", [record("Dear friend")], /no game found/],
    ["a record and a size", [NINE, "--size", "9"], /--size is for the empty board/],
    ["a move without a record", ["--move", "3"], /--move needs a record/],
    ["a size that no board has", ["--size", "26"], /2 to 25/],
    ["no playouts", ["--playouts", "0"], /playouts/],
    ["a game that is not there", [NINE, "--number", "9"], /there is no game 9/],
    [
      "a picture that can't be written",
      ["--size", "5", "--svg", join(folder, "no", "map.svg")],
      /can't be written/,
    ],
  ])("%s", async (_, words, reason) => expectRefusal(await run(...words), reason))
})
