// What is drawn on a terminal of 80×24 fits it: no line wraps, and nothing scrolls away.

import { EventEmitter } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { afterAll, describe, expect, it } from "vitest"
import { Screen, USUAL_SCREEN } from "../../test/support/screen.ts"
import { unwrap } from "../base/result.ts"
import { Black, Game, parseRuleset, parseVertex } from "../rules/index.ts"
import { presetParams, PRESET_NAMES, Searcher, type SearchReport } from "../search/index.ts"
import type { Subject } from "./analyze/position.ts"
import { reportLines } from "./analyze/report.ts"
import { stepThrough } from "./analyze/step.ts"
import { Watch } from "./analyze/watch.ts"
import { play } from "./play.ts"

const home = mkdtempSync(join(tmpdir(), "montego-fit-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function expectNothingLost(screen: Screen): void {
  expect([screen.wrapped, screen.scrolled]).toEqual([0, 0])
}

const ORIGIN = { player: "uct:strong", seed: 1 }

async function search(subject: Subject): Promise<SearchReport> {
  const searcher = await Searcher.create({ params: presetParams("strong") })
  const { game } = subject
  const { report } = await searcher.search({
    position: game.position(),
    color: game.toPlay,
    seed: 1,
    budget: { playouts: 400 },
    mayStopEarly: false,
  })
  return report
}

const subjectOf = (size: number, rules = "chinese"): Subject => ({
  name: "a-record-with-quite-a-long-name-in-a-folder/game.sgf",
  game: unwrap(Game.create({ size, rules: parseRuleset(rules)! })),
  earlier: 0,
  notes: ["a note"],
})

describe("analyze on 80×24", () => {
  it.each([
    [5, "chinese"],
    [9, "chinese"],
    [13, "chinese"],
    [19, "chinese"],
    [9, "capture-1"],
  ])("%i lines, %s: watched, and once more at the end", async (size, rules) => {
    const subject = subjectOf(size, rules)
    const report = await search(subject)
    for (const hasColors of [false, true]) {
      const screen = new Screen()
      const write = (text: unknown): boolean => {
        screen.write(String(text))
        return true
      }
      const draw = (now: SearchReport): string[] => reportLines(subject, now, ORIGIN, hasColors, USUAL_SCREEN)
      const watch = new Watch({ write, isTTY: true, ...USUAL_SCREEN }, draw)
      const summary = /^Black wins \d+\.\d % of 400 playouts/
      const expectPicture = (): void => {
        expectNothingLost(screen)
        expect(screen.lines.filter((line) => summary.test(line))).toHaveLength(1)
        expect(screen.lines[0]).toContain("a-record-with-quite-a-long-name")
        if (rules === "chinese") expect(screen.lines.some((line) => /^ 1 .* 1\b/.test(line))).toBe(true)
        expect(screen.lines.join("\n")).toMatch(/\b[A-T]\d+ +\d+ +\d+\.\d/)
      }
      watch.show(report, size)
      watch.show(report, size)
      expectPicture()
      watch.end()
      // As the command goes on: the report, how long it took, and the shell's prompt.
      screen.write(`${draw(report).join("\n")}\n400 playouts in 1.00 s: 400 a second\n$ `)
      expectPicture()
    }
  })

  it("no vertex is broken: a line of moves ends where there is no room for the next", async () => {
    const subject = subjectOf(19)
    const report = await search(subject)
    const [best] = report.candidates
    const pv = Array.from({ length: 40 }, () => parseVertex("Q16", 19)!)
    const long = { ...report, candidates: [{ ...best!, pv }, ...report.candidates.slice(1)] }
    for (const size of [
      { columns: 80, rows: 24 },
      { columns: 80, rows: 60 },
      { columns: 200, rows: 24 },
    ]) {
      const lines = reportLines(subject, long, ORIGIN, false, size)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(size.columns)
      expect(lines.join("\n")).not.toMatch(/Q16 Q1?$/m)
    }
    // A file has all.
    expect(reportLines(subject, long, ORIGIN, false).join("\n")).toContain("Q16 ".repeat(39).trim())
  })

  it.each(PRESET_NAMES)("--step with %s: the formula, a step and the prompt", async (preset) => {
    const searcher = await Searcher.create({ params: presetParams(preset) })
    const game = unwrap(Game.create({ size: 19 }))
    const screen = new Screen()
    const input = Object.assign(new PassThrough(), { isTTY: true })
    const output = Object.assign(new PassThrough(), { isTTY: true, ...USUAL_SCREEN })
    output.on("data", (chunk: Buffer) => screen.write(chunk.toString()))
    screen.write("empty board, search by uct, seed 1\n")
    const options = { steps: undefined, before: 1000, color: Black, seed: 1 } as const
    const stepping = stepThrough(searcher, game, options, { input, output })
    input.end("q\n")
    await stepping
    expectNothingLost(screen)
    expect(screen.lines.some((line) => line.startsWith("simulation 1001"))).toBe(true)
    expect(screen.lines.find((line) => line.startsWith("  move"))).toMatch(/value$/)
  })
})

describe("play on 80×24", () => {
  it.each([9, 13, 19])("%i lines: the board, what is said and the prompt", async (size) => {
    const screen = new Screen()
    const input = Object.assign(new PassThrough(), { isTTY: true })
    const output = Object.assign(new PassThrough(), { isTTY: true, ...USUAL_SCREEN, hasColors: () => true })
    output.on("data", (chunk: Buffer) => screen.write(chunk.toString()))
    const over = play(
      { size, player: "random", save: join(home, `a-folder-with-a-name-as-long-as-they-are-${size}.sgf`) },
      {
        input,
        output,
        signals: new EventEmitter(),
        env: { HOME: home, TERM: "xterm" },
        now: () => new Date(0),
        freshSeed: () => 7,
      },
    )
    const type = async (line: string, sees: RegExp): Promise<void> => {
      const before = screen.clearings
      input.write(`${line}\n`)
      // The prompt comes last: then all is drawn.
      const isThere = (): boolean =>
        screen.clearings > before &&
        sees.test(screen.lines.join("\n")) &&
        (screen.lines.at(-1) ?? "").endsWith(">")
      for (let i = 0; i < 1000 && !isThere(); i++) await new Promise((wake) => void setTimeout(wake, 5))
      expect(screen.lines.join("\n")).toMatch(sees)
      expectNothingLost(screen)
    }
    const top = new RegExp(`^ *${size} `, "m")
    await type("", top)
    await type("c3", /random \(White\) plays|plays \w\d+/)
    expect(screen.lines.join("\n")).toMatch(top)
    await type("zzz", /is not a move or a command/)
    expect(screen.lines.join("\n")).toMatch(top)
    await type("score", /ahead|same/)
    await type("help", /After two passes: a point turns dead stones/)
    await type("board", top)
    await type("pass", /pass|plays/)
    input.end()
    await over
  })
})
