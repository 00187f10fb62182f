// bench/heuristics.js (LAB-2): the gauntlet that `montego tournament` plays, and the table made from its result.

import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { parseTournament } from "../../src/arena/index.ts"
import { unwrap } from "../../src/base/result.ts"
import { makeValue, PRESETS, type ParamName } from "../../src/search/index.ts"

const bench = join(import.meta.dirname, "../../bench")
const folder = mkdtempSync(join(tmpdir(), "montego-heuristics-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("bench/heuristics.json (LAB-2)", () => {
  const { champion, players } = unwrap(parseTournament(readFileSync(join(bench, "heuristics.json"), "utf8")))
  const specs = new Map(players.map(({ name, spec }) => [name, spec]))
  const plain = specs.get(champion!)!

  it("adds each heuristic to plain UCT", () => {
    const others = players.filter(({ name }) => name !== champion)
    expect(others).toHaveLength(18)
    for (const { spec } of others) expect(spec.startsWith(`${plain},`)).toBe(true)
  })

  it.each([
    ["rave+exploration", PRESETS.brady, ""],
    ["priors", PRESETS["2026"], "prior-"],
  ])("%s has the preset's values", (name, preset, prefix) => {
    const settings = Object.entries(preset)
      .filter(([param]) => param.startsWith(prefix))
      .map(([param, value]) => `${param}=${makeValue(param as ParamName, value)}`)
    expect(specs.get(name)).toBe([plain, ...settings].join(","))
  })
})

describe("bench/heuristics.js (LAB-2)", () => {
  const run = (...words: string[]): { code: number | null; out: string; err: string } => {
    const args = [join(bench, "heuristics.js"), ...words]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" })
    return { code: status, out: stdout, err: stderr }
  }
  /** Wins and losses of the player whose spec ends like this, by the journals. */
  const scoreOf = (ending: string): string => {
    const games = readdirSync(folder)
      .filter((file) => file.endsWith(".jsonl"))
      .flatMap((file) => readFileSync(join(folder, file), "utf8").trimEnd().split("\n").slice(1))
      .map((line) => JSON.parse(line) as { a: string; b: string; winner: "a" | "b" })
      .filter(({ a, b }) => a.endsWith(ending) || b.endsWith(ending))
    const wins = games.filter((game) => game[game.winner].endsWith(ending)).length
    return `${wins}–${games.length - wins}`
  }

  it("prints the heuristic's side of each pairing, and plays no game twice", () => {
    // By name one comes before plain and the other after it: each is the A or the B of its match.
    const words = ["--games", "2", "--playouts", "10", "--only", "backup=max,rave", "--journal", folder]
    const { code, out } = run(...words)
    expect(code).toBe(0)
    const cells = out.split("\n").map((line) => line.split("|").map((cell) => cell.trim()))
    const row = (name: string): string | undefined => cells.find((line) => line[1] === name)?.[3]
    expect(row("backup=max")).toBe(scoreOf("backup=max"))
    expect(row("rave")).toBe(scoreOf("prior-even=10"))
    expect(out).toMatch(
      /^`npm run bench:heuristics -- --games 2 --playouts 10 .*`, signature `[0-9a-f]{16}`$/m,
    )
    const again = run(...words)
    expect([again.code, again.out]).toEqual([0, out])
    expect(again.err).toMatch(/4 of 4 games are in .* already/)
  })

  it.each([
    [["--only", "rave,luck"], /no "luck"; there are: tuned, fpu=1\.1, rave, .*reuse=off/],
    [["--games", "3"], /It is even/],
    [["--nonsense"], /unknown option '--nonsense'/],
  ])("refuses %j", (words, reason) => {
    const { code, err } = run(...words, "--journal", folder)
    expect(code).toBe(2)
    expect(err).toMatch(reason)
  })
})
