// `montego tune`: what it refuses, a small real run, and what Ctrl-C and kill -9 leave.

import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { expectRefusal, runMontego } from "../../test/support/montego.ts"
import { openScratch } from "../../test/support/scratch.ts"

const { folder } = openScratch("tune-cli")
const program = fileURLToPath(new URL("../../bin/montego.js", import.meta.url))

/** A large tree takes longer to make than these games take to play. */
const PLAYER = "uct:plain,tree-mb=1"
const SMALL = ["--player", PLAYER, "--knob", "exploration=0..2", "--size", "3", "--playouts", "2"]
const SHORT = [...SMALL, "--iterations", "3", "--pairs", "2"]

interface Report {
  readonly tuned: string
  readonly verify: string
  readonly iterations: number
  readonly games: number
  readonly playedNow: number
  readonly path: readonly (readonly number[])[]
  readonly knobs: readonly { name: string; start: number; value: number }[]
}

describe("montego tune", () => {
  it.each([
    [["--knob", "tuned=0..1"], /no knob "tuned" that is a number/],
    [["--knob", "exploration=0..2", "--knob", "exploration=0..1"], /exploration is given twice/],
    [["--knob", "exploration=1..2"], /exploration is 0\.7 in uct:plain, which is outside 1\.\.2/],
    [["--knob", "exploration=0..2", "--player", "random"], /"random" has no knobs/],
    [["--knob", "exploration=0..2", "--player", "uct:plain,playouts=x"], /playouts is a whole number/],
    [
      ["--knob", "exploration=0..2", "--playouts", "5", "--seconds", "1"],
      /only one of --playouts, --seconds/,
    ],
    [["--knob", "exploration=0..2", "--journal", folder], /is a directory, and no plain file/],
  ])("%j is refused", async (args, reason) => {
    expectRefusal(await runMontego("tune", "--player", "uct:plain", ...args), reason)
  })

  it("needs a knob", async () => {
    const { code, err } = await runMontego("tune")
    expect([code, err]).toEqual([2, expect.stringMatching(/required option '--knob/)])
  })

  it("plays a small course, and the same command has nothing left to do", async () => {
    const [journal, svg] = [join(folder, "small.jsonl"), join(folder, "path.svg")]
    const argv = ["tune", ...SHORT, "--journal", journal]
    const { code, out, err } = await runMontego(...argv, "--svg", svg)
    expect([code, err]).toEqual([0, `montego: the games are kept in ${journal}\n`])
    expect(out).toMatch(/^uct:plain,tree-mb=1: 3 of 3 iterations, 12 games, 0 faults$/m)
    expect(out).toMatch(/^exploration +0\.\.2 +0\.7 +\d/m)
    const [, tuned] = /^tuned: (uct:plain,tree-mb=1,exploration=[\d.]+)$/m.exec(out)!
    expect(out).toContain(
      `montego match --a ${tuned} --b ${PLAYER} --sprt 0,30 --games 4000 --playouts 2 --size 3 --rules chinese --seed 2`,
    )
    expect(readFileSync(svg, "utf8")).toMatch(/^<svg .*<path class="way" d="M[^"]*L/s)

    const again = JSON.parse((await runMontego(...argv, "--json")).out) as Report
    expect(again).toMatchObject({ tuned, iterations: 3, games: 12, playedNow: 0 })
    expect(again.path).toHaveLength(4)
    const rows = (await runMontego(...argv, "--csv")).out.split("\r\n")
    expect(rows.slice(0, 2)).toEqual(["iteration,exploration", "0,0.7"])
    expect(rows).toHaveLength(6)
  })

  it("the same seed takes the same way, whatever the concurrency", async () => {
    const run = async (name: string, concurrency: string): Promise<Report> => {
      const argv = ["tune", ...SHORT, "--journal", join(folder, name), "--concurrency", concurrency, "--json"]
      return JSON.parse((await runMontego(...argv)).out) as Report
    }
    expect((await run("one.jsonl", "1")).path).toEqual((await run("three.jsonl", "3")).path)
  })

  it("Ctrl-C keeps the finished pairs, kill -9 too, and the same command goes on", async () => {
    const journal = join(folder, "killed.jsonl")
    const argv = ["tune", ...SMALL, "--iterations", "12", "--pairs", "2", "--journal", journal]
    const lines = (): number =>
      existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length - 1 : 0
    const stopAfter = async (count: number, signal: NodeJS.Signals): Promise<number | null> => {
      const child = spawn(process.execPath, [program, ...argv], { stdio: "ignore" })
      const ended = new Promise<number | null>((resolve) => void child.on("close", resolve))
      while (lines() < count && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 10))
      child.kill(signal)
      return ended
    }
    expect(await stopAfter(3, "SIGINT")).toBe(130)
    const first = lines()
    await stopAfter(first + 2, "SIGKILL")
    const second = lines()
    expect(second).toBeGreaterThan(first)
    const { code, out, err } = await runMontego(...argv, "--json")
    expect(code).toBe(0)
    expect(err).toMatch(/of 48 games are in .*killed\.jsonl already/)
    const report = JSON.parse(out) as Report
    expect(report).toMatchObject({ iterations: 12, games: 48 })
    expect(report.playedNow).toBeLessThan(48)
    const whole = argv.map((word) => (word === journal ? join(folder, "whole.jsonl") : word))
    expect(report.path).toEqual((JSON.parse((await runMontego(...whole, "--json")).out) as Report).path)
  }, 120_000)
})
