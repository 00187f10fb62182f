// `montego tournament` with real games on small boards: tables, pictures, and what kill -9 and Ctrl-C leave (ARE-1 to
// ARE-3).

import { spawn, type ChildProcess } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it, vi } from "vitest"
import { runMontego, type Ran } from "../../test/support/montego.ts"
import { openScratch } from "../../test/support/scratch.ts"
import { unwrap } from "../base/result.ts"
import { readJournal, type JournalEntry } from "../arena/index.ts"
import { parseTournament } from "../arena/tournament-file.ts"

const { folder } = openScratch("tournament")
afterEach(() => void vi.restoreAllMocks())

const run = (...argv: string[]): Promise<Ran> => runMontego("tournament", ...argv)

const SMALL = {
  name: "Small",
  players: [
    { name: "random", spec: "random" },
    { name: "ten", spec: "uct,playouts=10" },
    { name: "twenty <&>", spec: "uct,playouts=20" },
  ],
  gamesPerPair: 4,
  size: 5,
  openings: "random:1",
  seed: 2,
  concurrency: 2,
}

let files = 0
function write(changes: object = {}): { file: string; journal: string } {
  const place = join(folder, `${files++}`)
  mkdirSync(place)
  const file = join(place, "tournament.json")
  writeFileSync(file, JSON.stringify({ ...SMALL, ...changes }))
  return { file, journal: join(place, "games") }
}

function entriesIn(journal: string): JournalEntry[] {
  if (!existsSync(journal)) return []
  const names = readdirSync(journal).filter((name) => name.endsWith(".jsonl"))
  return names.flatMap((name) => {
    const read = readJournal(join(journal, name))
    return read.ok ? read.value.entries : []
  })
}

interface Report {
  readonly games: number
  readonly left: number
  readonly faults: number
  readonly players: readonly { name: string; elo: number; wins: number; losses: number; draws: number }[]
  readonly pairs: readonly { a: string; b: string; games: number; winsA: number; journal: string }[]
  readonly playedNow: number
}

describe("tournament (ARE-1, ARE-2)", () => {
  it("a player that breaks down in game after game stops it, and is named", async () => {
    const engine = join(import.meta.dirname, "../../test/faults/engines/crash-in-move.js")
    const crash = { name: "crash", spec: `gtp:"${process.execPath}" "${engine}"` }
    const { file, journal } = write({ players: [...SMALL.players, crash], gamesPerPair: 40, concurrency: 1 })
    const { code, err } = await run(file, "--journal", journal)
    expect(code).toBe(2)
    expect(err).toMatch(/stopped: crash \(gtp:.*\) broke down in 3 games in a row/)
    expect(err).toMatch(/^ {4}> \d+ genmove [bw]$/m)
    expect(entriesIn(journal).length).toBeLessThan(40)
  })

  it("plays a round robin, prints its tables and keeps records", async () => {
    const { file, journal } = write()
    const [sgf, svg] = [join(folder, "records"), join(folder, "ratings.svg")]
    const { code, out, err } = await run(
      file,
      "--journal",
      journal,
      "--sgf",
      sgf,
      "--svg",
      svg,
      "--anchor",
      "ten",
    )
    expect(code).toBe(0)
    expect(err).toBe(`montego: the games are kept in ${journal}\n`)
    expect(out).toMatch(
      /^Small: round robin of 3; 5×5, komi 7\.5, chinese rules, the players' own budgets, seed 2$/m,
    )
    expect(out).toMatch(/^ten +0 +– +0 +8 +\d+ +\d+ +\d+ +\d/m)
    expect(out).toMatch(/^random +-\d+ +±\d+ +-\d+ +8 /m)
    expect(out).toMatch(/^3 random +\d–\d \d+\.\d % +\d–\d \d+\.\d % +×$/m)
    expect(out).toMatch(/^faults: none$/m)
    expect(out).toMatch(/^12 games in .*games; \d+\.\d games a minute$/m)
    expect(entriesIn(journal)).toHaveLength(12)
    const records = readdirSync(sgf, { recursive: true }).filter((name) => String(name).endsWith(".sgf"))
    expect(records).toHaveLength(12)
    const picture = readFileSync(svg, "utf8")
    expect(picture).toContain("twenty &lt;&amp;&gt;: Elo ")
    expect(picture.match(/class="elo"/g)).toHaveLength(4)
    expect(picture).not.toContain("NaN")
  })

  it("--json has players, pairs and their journals; again, it has nothing left to play", async () => {
    const { file, journal } = write({ format: "gauntlet", champion: "ten" })
    const first = JSON.parse((await run(file, "--journal", journal, "--json")).out) as Report
    expect(first).toMatchObject({
      games: 8,
      left: 0,
      faults: 0,
      playedNow: 8,
      anchor: "random",
      ended: "complete",
    })
    expect(first.pairs.map(({ a, b, games }) => [a, b, games])).toEqual([
      ["random", "ten", 4],
      ["ten", "twenty <&>", 4],
    ])
    for (const { wins, losses, draws, name } of first.players)
      expect(wins + losses + draws).toBe(name === "ten" ? 8 : 4)
    for (const { journal: path } of first.pairs) expect(unwrap(readJournal(path)).entries).toHaveLength(4)
    const again = await run(file, "--journal", journal, "--json", "--resume")
    expect(again.err).toBe(`montego: 8 of 8 games are in ${journal} already\n`)
    const second = JSON.parse(again.out) as Report
    expect(second).toMatchObject({ games: 8, playedNow: 0 })
    expect(second.players).toEqual(first.players)
  })

  it("says what is wrong: the file, the players, the anchor", async () => {
    const bad = write({ size: 1, seed: "x" })
    expect(await run(bad.file)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^montego: .*json: size: not 1;.*\nmontego: .*json: seed: not "x";.*\n$/),
    })
    const players = [SMALL.players[0], { name: "who", spec: "nobody" }]
    const strange = write({ players })
    const { code, err } = await run(strange.file, "--journal", strange.journal)
    expect([code, existsSync(strange.journal)]).toEqual([2, false])
    expect(err).toContain("tournament.json: players[1].spec: ")
    const good = write()
    expect((await run(good.file, "--anchor", "x")).err).toContain(
      '--anchor: there is no player "x"; there are: random, ten, twenty <&>',
    )
    const without = write({ openings: "nowhere.txt" })
    expect((await run(without.file)).err).toMatch(
      /tournament\.json: openings: .*nowhere\.txt does not exist\n$/,
    )
    expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining("--example") })
  })

  it("--example is a tournament, and the one of the documentation", async () => {
    const { out } = await run("--example")
    expect(out).toBe(readFileSync(new URL("../../examples/tournament.json", import.meta.url), "utf8"))
    expect(unwrap(parseTournament(out)).players).toHaveLength(4)
  })
})

const built = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url))
const isBuilt = existsSync(join(built, "..", "tournament.js"))

describe.skipIf(!isBuilt)("the built command (npm run build makes it)", () => {
  const start = (...args: string[]): { child: ChildProcess; ended: Promise<[number | null, string]> } => {
    const script = `import(${JSON.stringify(built)}).then(async ({ main }) => { process.exitCode = await main(process.argv.slice(1)) })`
    const child = spawn(process.execPath, ["-e", script, "tournament", ...args])
    let err = ""
    child.stderr.on("data", (piece: Buffer) => (err += piece.toString()))
    const ended = new Promise<[number | null, string]>((resolve) => {
      child.on("close", (code) => resolve([code, err]))
    })
    return { child, ended }
  }
  /** Waits until this number of games is there. */
  const reach = async (journal: string, games: number): Promise<void> => {
    await expect.poll(() => entriesIn(journal).length, { interval: 5 }).toBeGreaterThanOrEqual(games)
  }

  it("killed with -9 twice and resumed, it has exactly its games, the same as in one go (ARE-3)", async () => {
    // Games that take a while: the kill has to come before the last one.
    const players = [30, 40, 50].map((playouts) => ({
      name: `${playouts}`,
      spec: `uct,playouts=${playouts}`,
    }))
    const { file, journal } = write({ gamesPerPair: 6, size: 7, players })
    for (const games of [2, 6]) {
      const { child, ended } = start(file, "--journal", journal)
      await reach(journal, games)
      child.kill("SIGKILL")
      expect((await ended)[0]).toBeNull()
    }
    const kept = entriesIn(journal)
    expect(kept.length).toBeGreaterThanOrEqual(6)
    expect(kept.length).toBeLessThan(18)
    const { playedNow } = JSON.parse((await run(file, "--journal", journal, "--json")).out) as Report
    expect(playedNow).toBe(18 - kept.length)

    const whole = write({ gamesPerPair: 6, size: 7, players })
    await run(whole.file, "--journal", whole.journal)
    const gamesIn = (place: string) =>
      new Map(entriesIn(place).map(({ id, plays, result }) => [id, `${result} ${plays}`]))
    expect(entriesIn(journal)).toHaveLength(18)
    expect(gamesIn(journal).size).toBe(18)
    expect(gamesIn(journal)).toEqual(gamesIn(whole.journal))
  })

  it("Ctrl-C says what is left and how to go on, and leaves no lock (ARE-3)", async () => {
    const { file, journal } = write({ gamesPerPair: 10_000 })
    const { child, ended } = start(file, "--journal", journal)
    await reach(journal, 3)
    const second = await run(file, "--journal", journal)
    expect(second).toMatchObject({ code: 2, err: expect.stringContaining("plays this match already") })
    child.kill("SIGINT")
    const [code, err] = await ended
    expect(code).toBe(130)
    const left = 30_000 - entriesIn(journal).length
    expect(err).toContain(
      `interrupted; nothing half-done is kept. ${left} games are left: the same command goes on from there.`,
    )
    expect(readdirSync(journal).filter((name) => !name.endsWith(".jsonl"))).toEqual([])
  })
})
