// A short run of the fuzzer (REC-1, REC-2, GTP-1) with every `npm test`; the long one is `npm run fuzz`. First it
// has to show on planted faults that it would notice: a fuzzer that sees nothing finds nothing.

import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { Random, unwrap } from "../../src/base/index.ts"
import { checkRecord, parseSgf, replayRecord } from "../../src/record/index.ts"
import { cpuMs } from "../support/time.ts"
import { allPoints, Black, Board, makeSgfMove, opponent, PASS, type Color } from "../../src/rules/index.ts"

const script = fileURLToPath(new URL("run.js", import.meta.url))
/** The fuzzer is compiled by the first run; a busy machine takes its time for that. */
const SLOW = 300_000
/** Seconds for one case: far more than a busy machine needs for an honest one. */
const LIMIT = "100"
const folder = mkdtempSync(join(tmpdir(), "montego-fuzz-test-"))
const compiled = join(folder, "compiled")
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fuzz(...args: string[]): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, "--out", folder, "--compiled", compiled, ...args], {
      timeout: SLOW,
    })
    let out = ""
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk))
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (out += chunk))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, out }))
  })
}

describe("the fuzzer bites", () => {
  it.each([
    ["planted-throw", "1", /a planted fault/],
    ["planted-hang", "1", /no end after 1 s/],
    // Filling the memory takes seconds on a busy machine: the time limit must not come first.
    ["planted-hoard", LIMIT, /ERR_WORKER_OUT_OF_MEMORY|memory/],
  ])(
    "%s is found, told and kept",
    async (target, limit, fault) => {
      const { code, out } = await fuzz("--target", target, "--cases", "5000", "--limit", limit)
      expect(out).toMatch(fault)
      expect(code).toBe(1)
      const [, number] = /seed 1, case (\d+)/.exec(out)!
      const file = join(folder, `fuzz-${target}-1-${number}.bin`)
      expect([...readFileSync(file)]).toEqual([7])
      const again = await fuzz("--target", target, "--limit", limit, "--replay", file)
      expect(again.code).toBe(1)
    },
    SLOW,
  )

  it(
    "bad options are refused",
    async () => {
      expect(await fuzz("--cases", "many")).toEqual({
        code: 2,
        out: "fuzz: --cases wants a whole number, not many\n",
      })
      expect((await fuzz("--target", "nonsense")).code).toBe(2)
    },
    SLOW,
  )
})

describe("mutated input does no harm (REC-1, REC-2, GTP-1)", () => {
  it(
    "two thousand records and two thousand conversations",
    async () => {
      const { code, out } = await fuzz(
        "--seed",
        "2026",
        "--cases",
        "2000",
        "--target",
        "sgf,gtp",
        "--limit",
        LIMIT,
      )
      expect(out).toMatch(/^sgf: 2000 cases in .* 0 faults\ngtp: 2000 cases in .* 0 faults$/m)
      expect(code).toBe(0)
      expect(existsSync(join(folder, "fuzz-sgf-2026-1.bin"))).toBe(false)
    },
    SLOW,
  )
})

describe("the kernel is its twin (SIM-4 to SIM-8, RUL-5)", () => {
  it(
    "in two thousand positions with all kinds of switches",
    async () => {
      const { code, out } = await fuzz(
        "--seed",
        "2026",
        "--cases",
        "2000",
        "--target",
        "kernel",
        "--limit",
        LIMIT,
      )
      expect(out).toMatch(/^kernel: 2000 cases in .* 0 faults$/m)
      expect(code).toBe(0)
    },
    SLOW,
  )
})

describe("what was found by looking for it (REC-1)", () => {
  it("a line of endless setups is stopped by a limit that is named", () => {
    // Each setup kept a board to come back to: a million of them, a file of 7 MB, took 10 GB.
    const [game] = unwrap(parseSgf(`(;SZ[9]${";AB[aa]".repeat(15_000)})`)).games
    const { illegal } = unwrap(checkRecord(game!))
    expect(illegal.map(({ reason }) => reason)).toEqual([
      "a line has more than 10000 setups, which is the limit",
    ])
  })

  it("a game of many moves is replayed in a time that grows with its length only", () => {
    // Whether two passes ended the game was asked of a copy of all moves, after every move.
    const costOf = (moves: number): number => {
      const [game] = unwrap(parseSgf(longRecord(moves))).games
      const times = [1, 2, 3].map(() => {
        const begun = cpuMs()
        expect(unwrap(replayRecord(game!)).game.moves.length).toBe(moves)
        return cpuMs() - begun
      })
      return Math.min(...times)
    }
    // Sixteen times as long: were it quadratic, it would cost 256 times as much.
    expect(costOf(24_000) / costOf(1500)).toBeLessThan(64)
  })
})

/** Lawful moves without end and without two passes in a row: stones are taken again and again. */
function longRecord(moves: number): string {
  const random = new Random(1)
  const board = new Board(19)
  const points = allPoints(19)
  const nodes: string[] = []
  const seen = new Set<number>()
  let color: Color = Black
  for (let tries = 0; nodes.length < moves; tries++) {
    const point = points[random.below(points.length)]!
    const move = tries > 10_000 ? PASS : point
    if (board.play(color, move) !== undefined) continue
    if (move !== PASS && seen.has(board.hash)) {
      board.undo()
      continue
    }
    tries = 0
    seen.add(board.hash)
    nodes.push(`;${color === Black ? "B" : "W"}[${makeSgfMove(move)}]`)
    color = opponent(color)
  }
  return `(;SZ[19]${nodes.join("")})`
}
