// `montego bench` (short runs: what is printed, not how fast it is), and that bench/plain.js is an honest rival: it
// plays the kernel's games.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { runMontego, type Ran } from "../../../test/support/montego.ts"
import * as plain from "../../../bench/plain.js"
import { Random } from "../../base/random.ts"
import { Kernel } from "../../kernel/index.ts"
import { Black, Board } from "../../rules/index.ts"
import { SIGNATURE } from "../../search/index.ts"
import { ratioLines } from "./goals.ts"
import { benchMethods } from "./methods.ts"
import { NET_ROWS } from "./nets.ts"
import { KERNEL_GOALS, ratiosOf, type BenchResult } from "./kernel.ts"
import { makeSearchTable, searchRatiosOf, type SearchBenchReport, type SearchBenchResult } from "./search.ts"
import { figuresOf } from "./tables.ts"
import { Progress } from "../progress.ts"
import { binsOf } from "../../draw/index.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-bench-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

const run = (...argv: string[]): Promise<Ran> => runMontego(...argv)

/** The command, with Ctrl-C when its progress comes to this text. */
async function interrupted(at: RegExp, ...argv: string[]): Promise<Ran> {
  const before = process.listenerCount("SIGINT")
  vi.spyOn(Progress.prototype, "show").mockImplementation((_, text) => {
    if (at.test(text)) process.listeners("SIGINT").at(-1)!("SIGINT")
  })
  const ran = await run(...argv)
  expect(process.listenerCount("SIGINT")).toBe(before)
  return ran
}

describe("bench kernel", () => {
  const quick = ["--seconds", "0.05", "--size", "5", "9", "--threads", "2"]

  it("--json is one object with the machine, all rows and the ratios", async () => {
    const { code, out, err } = await run("bench", "kernel", ...quick, "--json")
    expect([code, err]).toEqual([0, ""])
    const report = JSON.parse(out) as {
      machine: Record<string, unknown>
      results: BenchResult[]
      ratios: Record<string, number>
    }
    expect(Object.keys(report)).toEqual(["machine", "results", "ratios"])
    expect(report.machine).toMatchObject({ cpu: expect.any(String), node: process.version })
    const rows = report.results.map(({ name, size, threads }) => `${name} ${size} ${threads}`)
    const wanted = [5, 9].flatMap((size) => [
      ...benchMethods(size).flatMap((policy) => [`${policy} ${size} 1`, `${policy} ${size} 2`]),
      ...NET_ROWS.map((net) => `${net} ${size} 1`),
      `deadstones ${size} 1`,
      `plain ${size} 1`,
    ])
    expect(rows).toEqual(wanted)
    for (const { name, playoutsPerSecond, nsPerMove } of report.results) {
      expect(playoutsPerSecond).toBeGreaterThan(0)
      const isSilent = name === "deadstones" || name.startsWith("net")
      if (isSilent) expect(nsPerMove).toBeNull()
      else expect(nsPerMove).toBeGreaterThan(0)
    }
    const others = benchMethods(9)
      .filter((policy) => policy !== "light")
      .map((policy) => `${policy}9/light9`)
    const keys = [
      "light9/deadstones9",
      "light9/plain9",
      "threads2/threads1",
      "light9x2/light9x1",
      "light9/net9",
      ...others,
    ]
    expect(Object.keys(report.ratios)).toEqual(expect.arrayContaining(keys))
    expect(Object.values(report.ratios).every((ratio) => ratio > 0)).toBe(true)
  })

  it("prints a table, and is what bench does when nothing else is said", async () => {
    const { code, out } = await run("bench", "--seconds", "0.02", "--size", "5", "--threads", "1")
    expect(code).toBe(0)
    expect(out).toMatch(/^policy +size +threads +playouts\/s +ns\/move$/m)
    expect(out).toMatch(/^light +5×5 +1 +[\d,]+ +[\d.]+$/m)
    expect(out).toMatch(/^light5\/plain5 +[\d.]+$/m)
  })

  it("Ctrl-C shows what was measured, as a table and as JSON", async () => {
    const words = ["bench", "kernel", "--seconds", "0.05", "--size", "5", "--threads", "1"]
    const { code, out, err } = await interrupted(/^round 1 of 5: gamma 5/, ...words)
    expect(code).toBe(130)
    expect(out).toMatch(/^light +5×5 +1 +[\d,]+ +[\d.]+$/m)
    expect(out).not.toMatch(/^(gamma|plain) /m)
    expect(err).toMatch(/^montego: interrupted; shown is what was measured until then$/m)
    const json = await interrupted(/^round 1 of 5: gamma 5/, ...words, "--json")
    expect(json.code).toBe(130)
    const { results } = JSON.parse(json.out) as { results: BenchResult[] }
    const methods = benchMethods(5)
    expect(results.map(({ name }) => name)).toEqual(methods.slice(0, methods.indexOf("gamma")))
  })

  it("says which ratios are as they should be", () => {
    const ratios = {
      "light9/plain9": 1.59,
      "light5/plain5": 1.2,
      "gamma9/light9": 0.45,
      "gamma19/light19": 0.3,
      "learned-gamma9/light9": 0.26,
    }
    expect(ratioLines(ratios, KERNEL_GOALS)).toEqual([
      "light9/plain9                     1.59   goal ≥ 1.6: missed",
      "light5/plain5                     1.20",
      "gamma9/light9                     0.45   goal ≥ 0.45: reached",
      "gamma19/light19                   0.30",
      "learned-gamma9/light9             0.26   goal ≥ 0.4: missed",
    ])
    // What is printed is compared: 1.596 is shown as 1.60.
    const [plain = "", threads = ""] = ratioLines(
      { "light9/plain9": 1.596, "threads2/threads1": 1.8449 },
      KERNEL_GOALS,
    )
    expect(plain).toMatch(/ 1\.60 {3}goal ≥ 1\.6: reached$/)
    expect(threads).toMatch(/ 1\.84 {3}goal ≥ 1\.85: missed$/)
    const long = "analyze-after19x2/analyze-after19x1"
    expect(ratioLines({ [long]: 1.9, a: 2 }, [])).toEqual([
      `${long}    1.90`,
      `${"a".padEnd(long.length)}    2.00`,
    ])
  })

  it("divides the right rows", () => {
    const row = (name: string, size: number, threads: number, playoutsPerSecond: number): BenchResult => ({
      name,
      size,
      threads,
      playoutsPerSecond,
      nsPerMove: null,
    })
    const results = [row("light", 9, 1, 100), row("light", 9, 2, 190), row("plain", 9, 1, 40)]
    expect(ratiosOf(results)).toEqual({
      "light9/plain9": 2.5,
      "light9x2/light9x1": 1.9,
      "threads2/threads1": 1.9,
    })
  })

  it.each([
    [["--size", "20"], /boards up to 19/],
    [["--size", "x"], /whole number/],
    [["--threads", "0"], /threads/],
    [["--seconds", "-1"], /seconds/],
    [["nonsense"], /too many arguments/],
  ])("refuses %s", async (words, reason) => {
    const { code, err } = await run("bench", "kernel", ...words)
    expect(code).toBe(2)
    expect(err).toMatch(reason)
    expect(err.trimEnd()).not.toContain("\n")
  })
})

describe("bench search (TREE-13, TREE-15)", () => {
  const NAMES = ["light 1", "uct:plain 1", "mogo 1", "uct:mogo 1", "uct:mogo 2", "uct:strong 1"]

  it("--json is one object with rates, ratios, the size of a node and the first report", async () => {
    const words = ["--seconds", "0.02", "--size", "5", "--size", "9"]
    const { code, out, err } = await run("bench", "search", ...words, "--json")
    expect([code, err]).toEqual([0, ""])
    const report = JSON.parse(out) as SearchBenchReport
    expect(Object.keys(report)).toEqual(["machine", "results", "ratios", "nodeBytes", "firstReportMs"])
    expect(report.machine).toMatchObject({ node: process.version })
    expect(report.results.map(({ name, size, threads }) => `${size} ${name} ${threads}`)).toEqual(
      [5, 9].flatMap((size) => NAMES.map((name) => `${size} ${name}`)),
    )
    for (const { simulationsPerSecond } of report.results) expect(simulationsPerSecond).toBeGreaterThan(0)
    expect(Object.keys(report.ratios)).toEqual(
      [5, 9].flatMap((n) => [
        `search-mogo${n}/light${n}`,
        `search-mogo${n}x2/search-mogo${n}`,
        `tree${n}/light${n}`,
        `tree-mogo${n}/mogo${n}`,
      ]),
    )
    expect(report.nodeBytes).toBe(48)
    // A search reports every 100 ms.
    expect(report.firstReportMs.warm).toBeGreaterThanOrEqual(100)
    expect(report.firstReportMs.cold).toBeGreaterThanOrEqual(100)
  })

  it("prints what is reached and what is missed", () => {
    const table = makeSearchTable({
      machine: { cpu: "Z80", cores: 1, platform: "linux", arch: "x64", node: "v20", montego: "1" },
      results: [{ name: "uct:mogo", size: 9, threads: 1, simulationsPerSecond: 12_345 }],
      ratios: { "search-mogo9/light9": 0.16, "tree9/light9": 0.51, "search-mogo13/light13": 0.1 },
      nodeBytes: 48,
      firstReportMs: { warm: 151, cold: 300 },
    })
    expect(table).toBe(
      [
        "Z80, 1 cores, Node v20",
        "",
        "name            size  threads   simulations/s",
        "uct:mogo         9×9        1          12,345",
        "",
        "search-mogo9/light9               0.16   goal ≥ 0.16: reached",
        "tree9/light9                      0.51   goal ≤ 0.5: missed",
        "search-mogo13/light13             0.10",
        "first report, warm, ms             151   goal ≤ 150: missed",
        "first report, cold, ms             300",
        "bytes of a node                     48",
      ].join("\n"),
    )
  })

  it("Ctrl-C shows what was measured", async () => {
    const words = ["bench", "search", "--seconds", "0.05", "--size", "9"]
    const { code, out, err } = await interrupted(/^round 1 of 5: uct:plain/, ...words)
    expect(code).toBe(130)
    expect(out).toMatch(/^name +size +threads +simulations\/s$/m)
    expect(out).toMatch(/^bytes of a node +48$/m)
    expect(out).not.toMatch(/uct:plain/)
    expect(err).toMatch(/interrupted/)
  })

  it("divides the right rows", () => {
    const row = (name: string, threads: number, simulationsPerSecond: number): SearchBenchResult => ({
      name,
      size: 9,
      threads,
      simulationsPerSecond,
    })
    const light = [row("light", 1, 150), row("uct:plain", 1, 100)]
    const mogo = [row("mogo", 1, 60), row("uct:mogo", 1, 48), row("uct:mogo", 2, 90)]
    expect(searchRatiosOf([...light, ...mogo])).toEqual({
      "search-mogo9/light9": 0.32,
      "search-mogo9x2/search-mogo9": 1.875,
      "tree9/light9": 0.5,
      "tree-mogo9/mogo9": 0.25,
    })
    expect(searchRatiosOf(light)).toEqual({ "tree9/light9": 0.5 })
  })

  it.each([
    [["--size", "20"], /boards up to 19/],
    [["--seconds", "0"], /seconds/],
  ])("refuses %s", async (words, reason) => {
    const { code, err } = await run("bench", "search", ...words)
    expect(code).toBe(2)
    expect(err).toMatch(reason)
  })
})

describe("bench signature", () => {
  it.each([["--signature"], ["signature"], ["kernel", "--signature"]])("%s %s", async (...words) => {
    const { code, out } = await run("bench", ...words)
    expect(code).toBe(0)
    expect(out).toBe(`${SIGNATURE}\n`)
  })
})

describe("bench simulate", () => {
  const quick = ["bench", "simulate", "--runs", "2", "--seconds", "0.05", "--size", "5"]

  it("prints a table with histograms and writes the picture", async () => {
    const svg = join(folder, "speeds.svg")
    const { code, out } = await run(...quick, "--bias-games", "4", "--svg", svg)
    expect(code).toBe(0)
    for (const method of ["naive", "fate-graph", "analyze-after", "kernel analyze-after", "kernel light"])
      expect(out).toMatch(new RegExp(`^${method}( +[\\d.]+){4}$`, "m"))
    expect(out).toContain("bias against the exact game")
    expect(readFileSync(svg, "utf8")).toMatch(/^<svg [^]*<\/svg>\n$/)
  }, 300_000)

  it("--json has the figures, the published ones and the bias", async () => {
    const { code, out } = await run(...quick, "--bias-games", "2", "--json")
    expect(code).toBe(0)
    const report = JSON.parse(out) as {
      methods: { rates: number[] }[]
      published: unknown[]
      bias: unknown[]
    }
    expect(report.methods.map(({ rates }) => rates.length)).toEqual([2, 2, 2, 2, 2])
    expect(report.published).toHaveLength(4)
    expect(report.bias.length).toBeGreaterThan(0)
  }, 300_000)

  it("Ctrl-C shows the runs that are done", async () => {
    const words = ["bench", "simulate", "--runs", "100", "--seconds", "0.01", "--size", "19"]
    const { code, out, err } = await interrupted(/^run 2 of 100: fate-graph/, ...words)
    expect(code).toBe(130)
    expect(out).toContain("19×19, 1 of 100 runs of 0.01 s")
    expect(out).toMatch(/^naive( +[\d.]+){4}$/m)
    expect(out).toMatch(/^kernel light( +[\d.]+){3} +–$/m)
    expect(out).not.toMatch(/bias|NaN/)
    expect(err).toMatch(/interrupted/)
  })

  it("Ctrl-C in the table of biases shows its rows so far", async () => {
    const { code, out } = await interrupted(/^bias: race/, ...quick, "--bias-games", "2")
    expect(code).toBe(130)
    expect(out).toMatch(/^race, 2 games +/m)
    expect(out.match(/^naive .*±/gm)?.length).toBeGreaterThan(1)
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it("refuses a picture that can't be written", async () => {
    const { code, err } = await run(...quick, "--bias-games", "0", "--svg", join(folder, "no", "such.svg"))
    expect(code).toBe(2)
    expect(err).toMatch(/^error: option '--svg <file>' .*such\.svg can't be written: [^\n]*\n$/)
  })
})

describe("figures", () => {
  it("mean and deviation", () =>
    expect(figuresOf([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({
      min: 2,
      max: 9,
      mean: 5,
      deviation: Math.sqrt(32 / 7),
    }))

  it("bins hold every value once", () => {
    const values = [1, 2, 2.5, 3, 9, 10]
    expect(binsOf(values, 3).map(({ count }) => count)).toEqual([4, 0, 2])
    expect(binsOf([5, 5], 4).reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })
})

describe("bench/plain.js", () => {
  it.each([
    [1, 20],
    [2, 100],
    [3, 500],
    [5, 2000],
    [9, 2000],
    [13, 1000],
    [19, 500],
  ])("on %i lines plays the kernel's games, %i of them", async (size, games) => {
    const kernel = await Kernel.create()
    kernel.load(new Board(size))
    const { moves, meanMargin, blackWins, cutOff } = kernel.run({ games, first: Black, komi: 7.5, seed: 7 })
    plain.setSize(size)
    const sums = plain.run(games, new Random(7).state)
    expect(sums).toMatchObject({ games, moves, cutOff })
    // Games that are cut off, as some are on the smallest boards, it doesn't score.
    if (cutOff === 0) expect(sums).toMatchObject({ margin: Math.round(meanMargin * games), blackWins })
    else expect(size).toBeLessThan(5)
  })
})
