// `montego lab`: lists, runs, continues, reports, publishes, and explains what it refuses (LAB-1).

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { EXPERIMENTS, findExperiment } from "../../lab/index.ts"
import { expectRefusal, runInterruptedAt, runMontego } from "../../../test/support/montego.ts"
import { openScratch } from "../../../test/support/scratch.ts"

/** Any file, where a folder should be. */
const SOME_FILE = import.meta.filename
const { folder } = openScratch("lab")
let folders = 0
const newFolder = (): string => join(folder, String(folders++))
const lines = (text: string): unknown[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown)

describe("montego lab", () => {
  it("lists every experiment as one object a line", async () => {
    const { code, out } = await runMontego("lab", "list", "--json", "--folder", newFolder())
    expect(code).toBe(0)
    const listed = lines(out) as { id: string }[]
    expect(listed.map(({ id }) => id)).toEqual(EXPERIMENTS.map(({ id }) => id))
    expect(listed[0]).toMatchObject({
      verdict: null,
      ranAt: null,
      signature: null,
      source: { text: "Brügmann 1993" },
    })
  })

  it("runs a family, lists its verdicts, reports and publishes", async () => {
    const place = newFolder()
    const ran = await runMontego("lab", "run", "cgt", "--set", "playouts=2000", "--json", "--folder", place)
    // Not every experiment of the family has this parameter.
    expectRefusal(ran, /cgt-strategies has no parameter "playouts"/)
    const done = await runMontego("lab", "run", "evolve-proof", "cgt-strategies", "--json", "--folder", place)
    expect(done.code).toBe(0)
    expect((lines(done.out) as { end: string }[]).map(({ end }) => end)).toEqual(["done", "done"])
    expect(existsSync(join(place, "site", "evolve-proof.html"))).toBe(true)
    const { out } = await runMontego("lab", "list", "evolve-proof", "--json", "--folder", place)
    expect(lines(out)).toMatchObject([{ id: "evolve-proof", verdict: "agrees", size: "quick" }])
    const published = await runMontego(
      "lab",
      "publish",
      "--out",
      join(place, "out"),
      "--date",
      "2026-01-02",
      "--folder",
      place,
    )
    expect(published.code).toBe(0)
    const files = readdirSync(join(place, "out", "2026-01-02"))
    expect(files).toEqual(expect.arrayContaining(["README.md", "comparisons.csv", "cgt-strategies.json"]))
  })

  it.each([
    [
      ["run", "cgt-strategies", "--set", "trials"],
      /"trials" is not NAME=NUMBER; cgt-strategies has no parameters/,
    ],
    [["list", "--folder", SOME_FILE], /lab\.test\.ts is no folder/],
    [["run", "bandits", "--folder", join(SOME_FILE, "x")], /x can't be a folder: .*lab\.test\.ts is none/],
  ])("refuses %j", async (words, reason) => expectRefusal(await runMontego("lab", ...words), reason))

  it.each(["2026-99-99", "2026-02-31", "today"])("publishes under no day such as %s", async (date) => {
    const place = newFolder()
    await runMontego("lab", "run", "cgt-strategies", "--no-report", "--folder", place)
    const out = join(place, "out")
    const ran = await runMontego("lab", "publish", "--out", out, "--date", date, "--folder", place)
    expectRefusal(ran, /is no day such as/)
    expect(existsSync(out)).toBe(false)
  })

  it("Ctrl-C keeps finished units, and the same command goes on", async () => {
    const place = newFolder()
    const words = ["lab", "run", "gobble-map", "--set", "maps=6", "--set", "games=2000", "--folder", place]
    const stopped = await runInterruptedAt(0.3, ...words)
    expect(stopped.code).toBe(130)
    expect(stopped.err).toMatch(/interrupted; \d of 6 units .* The same command goes on from there/)
    const again = await runMontego(...words)
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^gobble-map: /)])
    const journal = readdirSync(join(place, "gobble-map")).find((name) => name.endsWith(".jsonl"))!
    const units = readFileSync(join(place, "gobble-map", journal), "utf8")
      .trim()
      .split("\n")
      .slice(1)
    expect(units).toHaveLength(6)
  })

  it("an experiment that needs a missing program is left out, and the rest runs", async () => {
    const path = process.env["MONTEGO_DATA"]
    process.env["MONTEGO_DATA"] = join(folder, "none")
    try {
      const { code, out } = await runMontego(
        "lab",
        "run",
        "learning-memory",
        "cgt-strategies",
        "--no-report",
        "--folder",
        newFolder(),
      )
      expect(code).toBe(0)
      expect(out).toMatch(/learning-memory: not run: needs game records/)
      expect(out).toMatch(/cgt-strategies: differs/)
    } finally {
      if (path === undefined) delete process.env["MONTEGO_DATA"]
      else process.env["MONTEGO_DATA"] = path
    }
    expect(findExperiment("marriage")!.needs).toEqual(["gnugo"])
  })

  it.each([
    ["no name", ["run"], /which experiment\? --all/],
    ["a wrong name", ["run", "bandit"], /there is no experiment "bandit" \(did you mean bandits\?\)/],
    ["a wrong value", ["run", "bandits", "--set", "trials=1"], /trials is a whole number from 2 to 1000000/],
    ["names with --all", ["run", "bandits", "--all"], /leave out the names/],
    ["nothing to publish", ["publish"], /nothing was run yet/],
  ])("refuses %s", async (_, words, reason) => {
    const { code, out, err } = await runMontego("lab", ...words, "--folder", newFolder())
    expect([code, out]).toEqual([2, ""])
    expect(err).toMatch(reason)
  })
})
