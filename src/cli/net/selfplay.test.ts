// montego net selfplay: games for training from a match with itself, which a killed command goes on with.

import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { expectRefusal, runMontego } from "../../../test/support/montego.ts"
import { openScratch } from "../../../test/support/scratch.ts"
import { unwrap } from "../../base/result.ts"
import { makeNet, makeRandomNet, parseTrainingGames } from "../../net/index.ts"

const bin = fileURLToPath(new URL("../../../bin/montego.js", import.meta.url))
const scratch = openScratch("selfplay")
const place = (name: string): string => join(scratch.folder, name)
const NET = place("net.bin")
writeFileSync(NET, makeNet(makeRandomNet({ blocks: 1, channels: 16, seed: 1 })))

/** Games on 5×5, by default of a made network. */
function words(
  out: string,
  games: number,
  player = `uct:net,playouts=2,resign-at=0,net-file=${NET}`,
): string[] {
  return `net selfplay --size 5 --games ${games} --player ${player} --seed 3 --out ${out}`.split(" ")
}

describe("montego net selfplay", () => {
  it("writes whole games with their outcomes, the same ones in one go or in two", async () => {
    const [once, twice] = [place("once.bin"), place("twice.bin")]
    const ran = await runMontego(...words(once, 4), "--json")
    const result = JSON.parse(ran.out) as Record<string, number>
    const games = unwrap(parseTrainingGames(readFileSync(once)))
    expect(games).toHaveLength(4)
    expect(result).toMatchObject({ games: 4, moves: games.reduce((sum, { moves }) => sum + moves.length, 0) })
    expect(result["blackWins"]! + result["whiteWins"]! + result["draws"]!).toBe(4)
    for (const { size, outcome, moves, scoring } of games) {
      expect([size, scoring]).toEqual([5, "area"])
      expect(outcome?.kind).toMatch(/score|draw/)
      expect(moves.length).toBeGreaterThan(5)
    }
    await runMontego(...words(twice, 1))
    const { out } = await runMontego(...words(twice, 4), "--concurrency", "1")
    expect(out).toMatch(/4 games, \d+ moves; Black won \d+, White \d+, drawn: \d+/)
    expect(readFileSync(twice)).toEqual(readFileSync(once))
  })

  it("goes on after kill -9 without a game twice", async () => {
    const GAMES = 80
    const [whole, killed] = [place("whole.bin"), place("killed.bin")]
    await runMontego(...words(whole, GAMES, "random"))
    const child = spawn(process.execPath, [bin, ...words(killed, GAMES, "random"), "--concurrency", "1"], {
      stdio: "ignore",
    })
    const journal = `${killed}.journal`
    await expect
      .poll(() => (existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length : 0), {
        timeout: 60_000,
      })
      .toBeGreaterThan(4)
    child.kill("SIGKILL")
    await once(child, "exit")
    rmSync(killed, { force: true })
    await runMontego(...words(killed, GAMES, "random"))
    expect(readFileSync(killed)).toEqual(readFileSync(whole))
  })

  it("takes the file of a network; refuses a missing one, and another board for the same journal", async () => {
    const out = place("refused.bin")
    await runMontego(..."net selfplay --player random --size 5 --games 1 --out".split(" "), out)
    expectRefusal(
      await runMontego(..."net selfplay --player random --size 7 --games 1 --out".split(" "), out),
      /another match/,
    )
    const net = [
      "--net",
      NET,
      "--player",
      "uct:net,playouts=1",
      "--size",
      "5",
      "--games",
      "1",
      "--out",
      place("own.bin"),
    ]
    await runMontego("net", "selfplay", ...net)
    expect(readFileSync(`${place("own.bin")}.journal`, "utf8")).toContain(`net-file=${NET}`)
    const missing = ["--net", place("none.bin"), "--out", place("other.bin")]
    expectRefusal(await runMontego("net", "selfplay", ...missing), /none\.bin does not exist/)
  })
})
