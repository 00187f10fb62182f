// montego net harvest: from collections to a file of games for training.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { makeCollection } from "../../../test/support/collections.ts"
import { runJson, runMontego } from "../../../test/support/montego.ts"
import { openScratch } from "../../../test/support/scratch.ts"
import { unwrap } from "../../base/result.ts"
import { parseTrainingGames } from "../../net/index.ts"

const scratch = openScratch("net-harvest")
const place = (name: string): string => join(scratch.folder, name)
const NINE = scratch.file(gzipSync(makeCollection({ games: 30, moves: 60 })), "sgf.gz")
const MIXED = scratch.file(
  "(;SZ[5]KM[0.5]RU[Japanese]RE[W+2.5];B[cc];W[bb])\n(;SZ[9];B[cc];W[cc])\n(;SZ[19]HA[2]AB[dd][pp];W[qd])\n",
)

interface Harvested {
  owned: number
  bytes: number
  data: { games: number; skipped: Record<string, { count: number }> }
}

describe("montego net harvest", () => {
  it("writes all games that can be used, of all boards, in their order", async () => {
    const out = place("games.bin")
    const report = await runJson<Harvested>("net", "harvest", NINE, MIXED, "--out", out)
    expect(report.data).toMatchObject({ games: 31, skipped: { illegal: { count: 1 }, setup: { count: 1 } } })
    const bytes = readFileSync(out)
    expect(bytes.length).toBe(report.bytes)
    const games = unwrap(parseTrainingGames(bytes))
    expect(games.length).toBe(31)
    expect(games[0]).toMatchObject({ size: 9, outcome: { kind: "win", winner: 1 } })
    expect(games[30]).toMatchObject({
      size: 5,
      komi: 0.5,
      scoring: "territory",
      outcome: { kind: "score", winner: 2, margin: 2.5 },
    })
  })

  it("is the same with one thread, and with owners the same again", async () => {
    const files = ["1", "3"].map((threads) => place(`owners-${threads}.bin`))
    for (const [index, threads] of ["1", "3"].entries())
      await runJson("net", "harvest", NINE, MIXED, "--owners", "--threads", threads, "--out", files[index]!)
    expect(readFileSync(files[0]!)).toEqual(readFileSync(files[1]!))
  })

  it("refuses a place that can't be written before it reads", async () => {
    const { code, err } = await runMontego("net", "harvest", NINE, "--out", "/nowhere/games.bin")
    expect(code).toBe(2)
    expect(err).toContain("/nowhere/games.bin can't be written")
  })

  it("without a usable game it says why and writes nothing", async () => {
    const out = place("none.bin")
    const ran = await runMontego("net", "harvest", MIXED, "--size", "13", "--out", out)
    expect(ran).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no game to harvest.*another board size/s),
    })
    expect(existsSync(out)).toBe(false)
  })
})
