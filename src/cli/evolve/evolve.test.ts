// `montego evolve` (EVO-1 to EVO-5): runs as text, JSON and pictures, saved and resumed runs, and what is refused.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import { runInterruptedAt, runMontego, type Ran } from "../../../test/support/montego.ts"
import { openScratch } from "../../../test/support/scratch.ts"
import { unwrap } from "../../base/result.ts"
import { Evolution, type EvolutionSettings, evolvePosition, isWhole } from "../../evolve/index.ts"
import { Black, White } from "../../rules/index.ts"
import { parseRunFile, readRunFile } from "./file.ts"
import { helpEvolution } from "./threads.ts"

const { folder } = openScratch("evolve")
afterEach(() => void vi.restoreAllMocks())

const file = (name: string): string => join(folder, name)
const run = (...argv: string[]): Promise<Ran> => runMontego("evolve", "run", ...argv)
const SMALL = ["--population", "64", "--lineages", "4", "--threads", "1"]

interface Result {
  readonly position: string
  readonly toPlay: string
  readonly komi: number
  readonly size: number
  readonly seed: number
  readonly steps: number
  readonly games: number
  readonly best: string
  readonly leadsSince: number | null
  readonly winningLeadsSince?: number | null
  readonly first: Readonly<Record<string, number>>
  readonly known: Readonly<Record<string, number>>
  readonly strategies: { readonly black: readonly string[]; readonly white: readonly string[] }
}

interface Line {
  readonly step: number
  readonly first: Readonly<Record<string, number>>
  readonly known: Readonly<Record<string, number>>
}

async function json(...argv: string[]): Promise<{ samples: Line[]; result: Result }> {
  const { code, out, err } = await run(...argv, "--json")
  expect([code, err]).toEqual([0, ""])
  const lines = out.trim().split("\n")
  return {
    samples: lines.slice(0, -1).map((line) => JSON.parse(line) as Line),
    result: JSON.parse(lines.at(-1)!) as Result,
  }
}

describe("montego evolve run", () => {
  it("finds E2 in the flower six, and says how (EVO-5)", async () => {
    const { code, out } = await run(
      "flower-six",
      "--steps",
      "2^13",
      "--population",
      "256",
      "--lineages",
      "16",
      "--threads",
      "1",
    )
    expect(code).toBe(0)
    expect(out).toMatch(/flower-six: Black to play, komi 7.5; 256 individuals a side, 16 lineages, seed 1/)
    expect(out).toMatch(/8192 steps of 8 games in [\d.]+ s on 1 thread, \d+ steps\/s/)
    expect(out).toMatch(/How Black's individuals begin:\n {2}E2 {4,}\d+ +\d\d\.\d %, won \d+ % of \d+ games/)
    expect(out).toMatch(/E2 leads for good since step \d+\./)
    expect(out).toMatch(/White's individuals answer E2 with /)
    expect(out).toMatch(/Black begins with E2 +▁.* \d\d\.\d %/)
    expect(out).toMatch(/A typical strategy of Black:\n {2}Black begins with E2/)
    expect(out).toMatch(/A typical strategy of White:\n {2}White waits for the first move/)
  })

  it("prints samples while it runs and the result last, and the same seed gives the same run", async () => {
    const one = await json("flower-six", "--steps", "300", ...SMALL, "--seed", "7")
    expect(one.samples).toHaveLength(301)
    expect(one.samples.map(({ step }) => step)).toEqual([...Array(301).keys()])
    const { first, known } = one.samples.at(-1)!
    expect(Object.keys(known)).toEqual(Object.keys(one.result.known))
    expect(Math.max(...Object.values(first))).toBeLessThanOrEqual(1)
    expect(one.result).toMatchObject({
      position: "flower-six",
      seed: 7,
      steps: 300,
      games: 2400,
      komi: 7.5,
      size: 9,
    })
    expect(Object.values(one.result.first).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(64)
    const again = await json("flower-six", "--steps", "300", ...SMALL, "--seed", "7")
    expect(again.samples).toEqual(one.samples)
    const other = await json("flower-six", "--steps", "300", ...SMALL, "--seed", "8")
    expect(other.samples).not.toEqual(one.samples)
  })

  it("reads records and drawn boards", async () => {
    const sgf = file("game.sgf")
    writeFileSync(sgf, "(;SZ[5]KM[1.5];B[cc];W[bb];B[cb])")
    const { result } = await json(sgf, "--steps", "5", ...SMALL)
    expect(result).toMatchObject({ position: sgf, toPlay: "White", komi: 1.5, size: 5 })
    expect((await json(sgf, "--move", "2", "--steps", "5", ...SMALL)).result.toPlay).toBe("White")
    expect((await json(sgf, "--move", "3", "--steps", "5", ...SMALL)).result.toPlay).toBe("Black")
    const drawing = file("board.txt")
    writeFileSync(drawing, ". . .\n. X .\n. . .\n")
    const drawn = await json(drawing, "--steps", "5", "--color", "white", "--komi", "0", ...SMALL)
    expect(drawn.result).toMatchObject({ toPlay: "White", komi: 0, size: 3 })
    expect(drawn.result.known).toEqual({})
    expect(drawn.result.winningLeadsSince).toBeUndefined()
    // Of another komi or turn nothing is known.
    expect((await json("flower-six", "--komi", "0", "--steps", "5", ...SMALL)).result.known).toEqual({})
  })

  it("draws the course of the run", async () => {
    const svg = file("course.svg")
    await json("multiple-cut", "--steps", "64", ...SMALL, "--svg", svg)
    const picture = readFileSync(svg, "utf8")
    expect(picture.match(/<polyline/g)).toHaveLength(8)
    expect(picture).toMatch(/multiple-cut: population 64, 4 lineages, seed 1/)
    expect(picture).toMatch(/Black begins with C2/)
    await json("empty", "--steps", "64", ...SMALL, "--svg", svg)
    expect(readFileSync(svg, "utf8").match(/<polyline/g)).toHaveLength(6)
    const refused = await run("empty", "--steps", "4", ...SMALL, "--svg", join(folder, "nowhere", "x.svg"))
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/can't be written/)])
  })
})

describe("saved runs", () => {
  it("go on as if nothing had happened", async () => {
    const [part, all] = [file("part.evolve"), file("all.evolve")]
    await json("flower-six", "--steps", "200", ...SMALL, "--seed", "3", "--save", part)
    await json("flower-six", "--steps", "500", ...SMALL, "--seed", "3", "--save", all)
    const { result } = await json("--resume", part, "--steps", "500", "--threads", "1")
    expect(result.steps).toBe(500)
    const [resumed, whole] = [unwrap(readRunFile(part)), unwrap(readRunFile(all))]
    expect([...resumed.codes]).toEqual([...whole.codes])
    expect(resumed.history.at(-1)).toEqual(whole.history.at(-1))
    expect(resumed.steps).toBe(500)
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([])
  })

  it("keep the ko of their position", async () => {
    const sgf = file("ko.sgf")
    writeFileSync(sgf, "(;SZ[5]KM[0.5]AB[ab][ba][bc]AW[bb][ca][db][cc];B[cb])")
    await json(sgf, "--steps", "5", ...SMALL, "--save", file("ko.evolve"))
    const { ground } = unwrap(readRunFile(file("ko.evolve")))
    expect([ground.board.ko !== 0, ground.first]).toEqual([true, White])
  })

  it("are shown without running", async () => {
    const saved = file("shown.evolve")
    await json("flower-six", "--steps", "100", ...SMALL, "--save", saved)
    const svg = file("shown.svg")
    const { code, out } = await runMontego("evolve", "show", saved, "--svg", svg)
    expect([code, existsSync(svg)]).toEqual([0, true])
    expect(out).toMatch(/100 steps of 8 games/)
    const shown = await runMontego("evolve", "show", saved, "--json")
    expect((JSON.parse(shown.out) as Result).steps).toBe(100)
  })

  it("are refused with a reason when they are cut off, changed or something else", async () => {
    const saved = file("whole.evolve")
    await json("flower-six", "--steps", "20", ...SMALL, "--save", saved)
    const bytes = readFileSync(saved)
    const reason = (content: Uint8Array): string => {
      const parsed = parseRunFile(content)
      return parsed.ok ? "" : parsed.error
    }
    expect(reason(bytes)).toBe("")
    for (const length of [0, 3, 14]) expect(reason(bytes.subarray(0, length))).toMatch(/no saved run/)
    for (const length of [15, 16, 17, 20, 100, 2000, bytes.length - 1])
      expect(reason(bytes.subarray(0, length))).toBe("it is cut off")
    expect(reason(Buffer.concat([bytes, Buffer.from("x")]))).toBe("there is more behind its end")
    const changed = Buffer.from(bytes)
    changed[changed.length - 40]! ^= 1
    expect(reason(changed)).toMatch(/checksum is wrong/)
    expect(
      reason(Buffer.from("montego evolve 9\nwhatever it may be, it is long enough to be read so far")),
    ).toMatch(/version 9, and this montego reads version 1/)
    const foreign = file("foreign.evolve")
    writeFileSync(foreign, "(;SZ[9])")
    const refused = await run("--resume", foreign)
    expect([refused.code, refused.err]).toEqual([
      2,
      `montego: ${foreign}: it is no saved run of montego evolve\n`,
    ])
    expect((await run("--resume", file("missing"))).err).toMatch(/missing does not exist/)
    expect((await run("--resume", saved, "--steps", "20")).err).toMatch(/has 20 steps already/)
    expect((await run("flower-six", "--resume", saved)).err).toMatch(/has its own position/)
    expect((await run("--resume", saved, "--population", "8")).err).toMatch(/--population: .* has its own/)
  })

  it("are what Ctrl-C leaves behind, with what was found so far", async () => {
    const saved = file("interrupted.evolve")
    const words = ["run", "flower-six", "--steps", "2^28", ...SMALL, "--save", saved]
    const { code, out, err } = await runInterruptedAt(1e-9, "evolve", ...words)
    expect([code, err]).toEqual([
      130,
      `montego: interrupted; go on with: montego evolve run --resume ${saved}\n`,
    ])
    expect(out).toMatch(/How Black's individuals begin/)
    const { steps, target } = unwrap(readRunFile(saved))
    expect(steps).toBeLessThan(target)
    process.exitCode = undefined
    const { result } = await json("--resume", saved, "--steps", String(steps + 10), "--threads", "1")
    expect(result.steps).toBe(steps + 10)
  })
})

describe("threads (EVO-2)", () => {
  it("share populations without tearing them", async () => {
    const { board, first, komi } = evolvePosition("flower-six")!
    const settings: EvolutionSettings = {
      board,
      first,
      komi,
      seed: 1,
      population: 16,
      lineages: 8,
      succession: 0.5,
    }
    const evolution = await Evolution.create(settings, { workers: 3 })
    await helpEvolution(evolution, 2, 6000)
    evolution.run(2000)
    expect(evolution.steps).toBe(8000)
    for (const color of [Black, White])
      for (let index = 0; index < 16; index++) expect(isWhole(evolution.strategy(color, index))).toBe(true)
    for (let lineage = 0; lineage < 8; lineage++)
      expect(isWhole(evolution.champion(White, lineage))).toBe(true)
  })

  it("run steps of one run together", async () => {
    const { result } = await json(
      "flower-six",
      "--steps",
      "3000",
      "--population",
      "64",
      "--lineages",
      "4",
      "--threads",
      "2",
    )
    expect(result.steps).toBe(3000)
  })
})

describe("what is refused", () => {
  it.each([
    [[], /which position\? A name \(flower-six, multiple-cut, empty\)/],
    [["nowhere"], /nowhere does not exist; positions with a name are flower-six/],
    [["flower-six", "--steps", "0"], /--steps: there are 1 to 536870911 steps/],
    [["flower-six", "--steps", "2^40"], /there are 1 to 536870911 steps/],
    [["flower-six", "--steps", "2^100"], /there are 1 to 536870911 steps/],
    [["flower-six", "--steps", "many"], /It is a whole number, such as 50000 or 2\^21/],
    [["flower-six", "--population", "1"], /4 to 131072 individuals, not 1/],
    [["flower-six", "--population", "64", "--lineages", "33"], /1 to 32 lineages in a population of 64/],
    [["flower-six", "--lineages", "0"], /1 to 4096 lineages/],
    [["flower-six", "--lineages", "2", "--threads", "3"], /3 threads have nothing to do with 2 lineages/],
    [["flower-six", "--threads", "0"], /1 to 64 threads/],
    [["flower-six", "--crossover", "1.5"], /A probability is a number from 0 to 1/],
    [["flower-six", "--mutation", "-0.1"], /A probability|argument missing/],
    [["flower-six", "--succession", "1/0"], /A probability/],
    [["flower-six", "--komi", "x"], /Komi is a number/],
    [["flower-six", "--color", "red"], /Allowed choices are black, white/],
    [["flower-six", "--move", "3"], /--move is for records/],
    [["flower-six", "--save", import.meta.dirname], /can't be written: it is a directory/],
  ])("%j", async (argv, reason) => {
    const { code, err } = await run(...argv)
    expect([code, err]).toEqual([2, expect.stringMatching(reason)])
  })

  it("boards that are none, too large, or without a move", async () => {
    const refuse = async (drawing: string): Promise<string> => {
      writeFileSync(file("bad.txt"), drawing)
      const { code, err } = await run(file("bad.txt"), "--steps", "1", ...SMALL)
      expect(code).toBe(2)
      return err
    }
    expect(await refuse(". .\n. X .\n")).toMatch(/no record and no drawn board: row 2 has 3 points, not 2/)
    expect(await refuse("hello\n")).toMatch(/no record and no drawn board/)
    expect(await refuse(`${". ".repeat(21)}\n`.repeat(21))).toMatch(/boards up to 19×19/)
    expect(await refuse(". O .\nO O O\n. O .\n")).toMatch(/no legal move but a pass/)
    expect(await refuse(".\n")).toMatch(/no legal move but a pass/)
  })
})
