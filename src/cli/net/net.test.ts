// montego net: info, eval, bench and show with made networks, and what is said about bad files.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { makeCollection } from "../../../test/support/collections.ts"
import { expectRefusal, runJson, runMontego } from "../../../test/support/montego.ts"
import { openScratch } from "../../../test/support/scratch.ts"
import { makeNet, makeRandomNet } from "../../net/index.ts"

const scratch = openScratch("net")
const place = (name: string): string => join(scratch.folder, name)
const NET = place("net.bin")
const BYTES = makeNet({ ...makeRandomNet({ blocks: 2, channels: 16, seed: 1 }), origin: { command: "made" } })
writeFileSync(NET, BYTES)
const GAMES = scratch.file(makeCollection({ games: 20, moves: 50 }))

interface Evaluated {
  positions: number
  top1: number
  top5: number
  top10: number
  brier: number
  valued: number
  logLikelihood: number
  phases: { positions: number }[]
  calibration: { positions: number; predicted: number; won: number }[]
}

describe("montego net info", () => {
  it("tells what is in a file", async () => {
    const info = await runJson<Record<string, unknown>>("net", "info", NET)
    expect(info).toMatchObject({
      bytes: BYTES.length,
      blocks: 2,
      channels: 16,
      bits: 9,
      planes: 16,
      globals: 3,
    })
    expect(info).toMatchObject({ origin: { command: "made" } })
    const { out } = await runMontego("net", "info", NET)
    expect(out).toMatch(/2 blocks of 16 channels, \d+ weights/)
    expect(out).toMatch(/origin +command: made/)
  })

  it.each([
    ["truncated", BYTES.subarray(0, 5000), /truncated: it has 5000 of \d+ bytes/],
    ["edited", BYTES.map((byte, index) => (index === 3000 ? byte ^ 4 : byte)), /checksum is wrong/],
    ["foreign", new TextEncoder().encode("hello\n"), /not a file of the kind montego-net/],
  ])("refuses a %s file with the reason", async (name, bytes, reason) => {
    const file = place(`${name}.bin`)
    writeFileSync(file, bytes)
    expectRefusal(await runMontego("net", "info", file), reason)
  })

  it("says which file is missing", async () => {
    expectRefusal(await runMontego("net", "info", place("none.bin")), /none\.bin does not exist/)
  })
})

describe("montego net eval", () => {
  it("ends with one object: positions, tops, brier, calibration, phases", async () => {
    const report = await runJson<Evaluated>("net", "eval", GAMES, "--net", NET)
    expect(report.positions).toBe(1000)
    expect(report.valued).toBe(1000)
    expect(report.top5).toBeGreaterThanOrEqual(report.top1)
    expect(report.brier).toBeGreaterThan(0)
    expect(report.brier).toBeLessThan(1)
    expect(report.logLikelihood).toBeLessThan(0)
    const count = (rows: { positions: number }[]): number =>
      rows.reduce((sum, { positions }) => sum + positions, 0)
    expect(count(report.phases)).toBe(1000)
    expect(count(report.calibration)).toBe(1000)
    // Black won all of these games, and moves in every second position.
    expect(report.calibration.reduce((sum, { positions, won }) => sum + positions * won, 0)).toBeCloseTo(
      500,
      6,
    )
  })

  it("is the same with any number of threads, and a sample is a part of it", async () => {
    const measure = (...words: string[]) => runJson<Evaluated>("net", "eval", GAMES, "--net", NET, ...words)
    const [one, three] = [await measure("--threads", "1"), await measure("--threads", "3")]
    expect(three).toEqual(one)
    const sampled = await measure("--sample", "1/4")
    expect(sampled.positions).toBeGreaterThan(150)
    expect(sampled.positions).toBeLessThan(350)
  })

  it("asks a player beside it, in the same positions of games with a winner", async () => {
    const words = ["--sample", "1/50", "--beside", "uct:strong,playouts=20"]
    const { beside, valued } = await runJson<Evaluated & { beside: Evaluated & { player: string } }>(
      ...["net", "eval", GAMES, "--net", NET, ...words],
    )
    expect(beside).toMatchObject({ player: "uct:strong,playouts=20", valued })
    expect(beside.brier).toBeGreaterThan(0)
    expect(beside.calibration.reduce((sum, { positions }) => sum + positions, 0)).toBe(valued)
    const { out } = await runMontego("net", "eval", GAMES, "--net", NET, ...words)
    expect(out).toContain("uct:strong,playouts=20 in the same positions")
    const refused = ["net", "eval", GAMES, "--net", NET, "--beside"]
    expectRefusal(await runMontego(...refused, "random"), /random tells no chance to win/)
    expectRefusal(await runMontego(...refused, "alphago"), /there is no player "alphago"/)
  })

  it("refuses a file of games that is not there", async () => {
    expectRefusal(await runMontego("net", "eval", place("none.sgf"), "--net", NET), /does not exist/)
  })
})

describe("montego net bench", () => {
  it("measures evaluations beside light playouts", async () => {
    const { results } = await runJson<{ results: Record<string, number>[] }>(
      ..."net bench --size 5 9 --seconds 0.1 --net".split(" "),
      NET,
    )
    expect(results.map(({ size }) => size)).toEqual([5, 9])
    for (const { evaluationsPerSecond, milliseconds, light } of results) {
      expect(evaluationsPerSecond! * milliseconds!).toBeCloseTo(1000, -1)
      expect(light).toBeGreaterThan(0)
    }
  })
})

describe("montego net show", () => {
  it("draws policy and owners in the terminal and as pictures", async () => {
    const [svg, owners] = [place("policy.svg"), place("owners.svg")]
    const words = ["net", "show", GAMES, "--move", "20", "--net", NET, "--svg", svg, "--owner-svg", owners]
    const { code, out } = await runMontego(...words)
    expect(code).toBe(0)
    expect(out).toMatch(/after 19 moves, White to play/)
    expect(out).toMatch(/White wins [\d.]+ %, by -?[\d.]+ points/)
    expect(out.match(/^ 9 .* 9$/gm)).toHaveLength(2)
    for (const file of [svg, owners]) expect(readFileSync(file, "utf8")).toMatch(/^<svg/)
  })

  it("tells the same in JSON: chances of legal moves add up to one", async () => {
    const shown = await runJson<{
      policy: Record<string, number>
      pass: number
      owners: object
      value: number
    }>(...["net", "show", GAMES, "--move", "20", "--net", NET])
    const sum = Object.values(shown.policy).reduce((all, chance) => all + chance, shown.pass)
    expect(sum).toBeCloseTo(1, 4)
    expect(Object.keys(shown.owners)).toHaveLength(81)
  })

  it("refuses boards that networks don't see", async () => {
    expectRefusal(await runMontego("net", "show", "--size", "25", "--net", NET), /2×2 to 19×19/)
  })
})
