// `montego match` (ARE-1): what it refuses, and with which words. Matches that are played: test/arena.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { main } from "./main.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-match-cli-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

async function run(...more: string[]): Promise<{ code: number; err: string }> {
  let err = ""
  vi.spyOn(process.stderr, "write").mockImplementation((chunk: string | Uint8Array) => {
    err += String(chunk)
    return true
  })
  const journal = ["--journal", join(folder, "journal.jsonl")]
  const code = await main(["match", "--a", "random", "--b", "random", "--games", "2", ...journal, ...more])
  return { code, err }
}

describe("montego match (ARE-1)", () => {
  it.each([
    [["--a", "nobody"], /there is no player "nobody"/],
    [["--a", "gtp:/nowhere/no-such-engine"], /no-such-engine/],
    [["--a", `gtp:gnugo "--mode`], /quote is not closed/],
    [["--b", "uct,playouts=x"], /playouts is a whole number/],
    [["--games", "0"], /It is 1 to 1000000/],
    [["--clock", "sundial"], /a clock is absolute:60/],
    [["--clock", "absolute:5", "--seconds", "1"], /only one of --playouts, --seconds and --clock/],
    [["--sprt", "30,0"], /two numbers, such as 0,30/],
    [["--sprt", "0"], /two numbers/],
    [["--openings", "random:0"], /random:0: on this board it is 1 to 40/],
    [["--openings", join(folder, "missing.txt")], /missing\.txt can't be read/],
    [["--rules", "chess"], /Choose from tromp-taylor/],
    [["--komi", "lots"], /Komi is a number/],
  ])("%j is refused before anything is played", async (args, reason) => {
    const { code, err } = await run(...args)
    expect(err).toMatch(reason)
    expect(err).not.toMatch(/\bat .*:\d+:\d+/)
    expect(code).toBe(2)
    expect(readdirSync(folder)).not.toContain("journal.jsonl")
  })

  it("a file that is no journal is refused and let alone", async () => {
    const path = join(folder, "diary.txt")
    writeFileSync(path, "dear diary\n")
    const { code, err } = await run("--journal", path)
    expect([code, err]).toEqual([2, expect.stringMatching(/diary\.txt is no journal of a match/)])
  })
})
