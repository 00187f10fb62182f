// `montego endgame` (CGT-7): regions as text, JSON and picture, and what it refuses.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { endgameSuite } from "../../test/support/endgames.ts"
import { expectComplaint, expectRefusal, runJson, runMontego, type Ran } from "../../test/support/montego.ts"
import { openScratch } from "../../test/support/scratch.ts"
import { expectWholeSvg } from "../../test/support/svg.ts"
import { Black, makeSgfMove, stonesOf, White, type Board, type Color } from "../rules/index.ts"

const { folder, file: record } = openScratch("endgame")

const run = (...argv: string[]): Promise<Ran> => runMontego("endgame", ...argv)

function sgf(board: Board, toPlay: Color, komi = 7.5): string {
  const stones = (color: Color): string =>
    stonesOf(board)
      .filter(([other]) => other === color)
      .map(([, point]) => `[${makeSgfMove(point)}]`)
      .join("")
  const turn = toPlay === Black ? "B" : "W"
  return record(`(;GM[1]SZ[9]KM[${komi}]AB${stones(Black)}AW${stones(White)}PL[${turn}])`)
}

const { board, toPlay } = endgameSuite()[0]!
const late = sgf(board, toPlay)

interface Report {
  readonly isComplete: boolean
  readonly isProven: boolean
  readonly score: number | null
  readonly best: readonly string[]
  readonly regions: readonly {
    readonly letter: string
    readonly points: readonly string[]
    readonly game?: string
    readonly temperature?: number
    readonly refused?: string
  }[]
}

describe("the regions of a position", () => {
  it("as text: the board with letters, values, and a proven order of play", async () => {
    const { out } = await run(late)
    expect(out).toMatch(/^ 7 X {2}X {2}X {2}X {2}X {2}\.a \.a \.a O$/m)
    expect(out).toMatch(
      /^a {2}F7, 3 points: \{3\|1\|\|-1\|\|\|-3\}, mean -5\/4, temperature 7\/4, gote; best/m,
    )
    expect(out).toMatch(/^proven order of play: B /m)
    expect(out).toMatch(/^with best play the result is B\+3\.5$/m)
  })

  it("as JSON, by area and by territory", async () => {
    const area = await runJson<Report>("endgame", late)
    expect(area).toMatchObject({ isComplete: true, isProven: true, score: 11 })
    expect(area.regions.map(({ temperature }) => temperature)).toEqual([1.75, 1.75, 1, 1])
    const territory = await runJson<Report>("endgame", late, "--rules", "japanese")
    expect(territory.regions.map(({ game }) => game)).toEqual(["{0|-1||-2}", "{0|-1||-2}", "0", "0"])
  })

  it("as a picture", async () => {
    const path = join(folder, "regions.svg")
    await run(late, "--svg", path)
    expectWholeSvg(readFileSync(path, "utf8"))
  })

  it("are left alone with a reason", async () => {
    const open = record("(;GM[1]SZ[9]KM[7];B[ee];W[cc])")
    expect((await run(open)).out).toMatch(/^a {2}A9, 81 points: left alone, it has too many positions/m)
    const report = await runJson<Report>("endgame", open)
    expect(report).toMatchObject({ isComplete: false, isProven: false, regions: [{ refused: "large" }] })
  })

  it("may be decided by playouts, which is no proof", async () => {
    const walls = record(
      `(;GM[1]SZ[9]KM[0]AB${[..."abcdefghi"].map((y) => `[d${y}]`).join("")}AW${[..."abcdefghi"].map((y) => `[f${y}]`).join("")})`,
    )
    const [proven, likely] = [
      await runJson<Report>("endgame", walls),
      await runJson<Report>("endgame", walls, "--likely"),
    ]
    expect(proven.isComplete).toBe(false)
    expect(likely.isProven).toBe(false)
    expect(likely.regions.flatMap(({ points }) => points).length).toBeLessThan(81)
  })

  it("need a record of ordinary Go", async () => {
    expectRefusal(await run("missing.sgf"), /missing\.sgf/)
    expectRefusal(await run(late, "--rules", "capture-1"), /Capture Go/)
    expectComplaint(await run(late, "--nodes", "0"), /1 to 1000000/)
  })
})
