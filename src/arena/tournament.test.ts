// The pairings, the order of their games, and what a tournament's file may say (ARE-1, ARE-3).

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { JournalError } from "./journal.ts"
import { parseTournament, type Tournament } from "./tournament-file.ts"
import { openJournals, pairingsOf, runTournament, slug, type TournamentEnd } from "./tournament.ts"
import type { GameTask } from "./definition.ts"
import type { Played } from "./played.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-tournament-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let folders = 0
const newFolder = (): string => join(folder, `${folders++}`)

const player = (name: string) => ({ name, spec: `uct,seed-of=${name}` })
const FILE = { name: "Test", players: ["c", "a", "b"].map(player), gamesPerPair: 4, size: 5 }

function tournament(changes: object = {}): Tournament {
  return unwrap(parseTournament(JSON.stringify({ ...FILE, ...changes })))
}

const meetings = async (of: Tournament): Promise<string[]> =>
  unwrap(await pairingsOf(of, folder)).map(({ a, b }) => `${a.name}${b.name}`)

describe("pairingsOf (ARE-1)", () => {
  it("lets every two players meet once", async () => {
    expect(await meetings(tournament())).toEqual(["ac", "bc", "ab"])
    const many = Array.from("hgfedcba", player)
    expect(new Set(await meetings(tournament({ players: many }))).size).toBe(28)
  })

  it("lets a gauntlet's champion meet all others, who do not meet each other", async () => {
    expect(await meetings(tournament({ format: "gauntlet", champion: "b" }))).toEqual(["bc", "ab"])
  })

  it("gives a pairing the same match whatever the other players, their order and the format (ARE-3)", async () => {
    const all = unwrap(await pairingsOf(tournament(), folder))
    const others = [
      tournament({ players: Array.from("dbeca", player) }),
      tournament({ format: "gauntlet", champion: "a", name: "Other", gamesPerPair: 100 }),
    ]
    for (const other of others)
      for (const { a, b, match, stem } of unwrap(await pairingsOf(other, folder))) {
        const same = all.find((pairing) => pairing.a.name === a.name && pairing.b.name === b.name)
        if (same) expect({ match, stem }).toEqual({ match: same.match, stem: same.stem })
      }
  })

  it("has a journal of its own for each pairing and each setting", async () => {
    const twins = [player("x y"), { name: "x-y", spec: player("x y").spec }, player("z")]
    const settings = [{}, { seed: 2 }, { size: 7 }, { budget: { playouts: 5 } }, { openings: "random:2" }]
    const stems: string[] = []
    const seeds = new Set<number>()
    for (const setting of settings)
      for (const { stem, match } of unwrap(
        await pairingsOf(tournament({ players: twins, ...setting }), folder),
      )) {
        stems.push(stem)
        seeds.add(match.seed)
      }
    expect(new Set(stems).size).toBe(15)
    // Twins play other games; only a tournament's own seed changes them all.
    expect(seeds.size).toBe(6)
  })

  it("reads openings beside the tournament's file, and says what is wrong with them", async () => {
    writeFileSync(join(folder, "openings.txt"), "C3\nB2 D4\n")
    const [first] = unwrap(await pairingsOf(tournament({ openings: "openings.txt" }), folder))
    expect(first!.match.openings).toMatchObject({ kind: "list", count: 2 })
    const missing = await pairingsOf(tournament({ openings: "nowhere.txt" }), folder)
    expect(missing).toMatchObject({ ok: false, error: expect.stringContaining("nowhere.txt can't be read") })
  })
})

it("slug leaves no way out of a folder", () => {
  expect(["../..", "a/b", "Gnu Go 3.8", "Ж"].map(slug)).toEqual(["-", "a-b", "Gnu-Go-3-8", "Ж"])
})

const NO_TIME = { moves: 1, seconds: 0, longest: 0 }
const WON: Played = {
  verdict: { kind: "resign", winner: "black" },
  plays: [],
  times: { a: NO_TIME, b: NO_TIME },
  claims: {},
  sgf: "(;)",
}

interface Run {
  readonly end: TournamentEnd
  /** As they began: the two players and the game's number. */
  readonly order: string[]
}

/** Plays with made-up games; `play` may drop one. */
async function run(
  of: Tournament,
  journal: string,
  play: (order: readonly string[], task: GameTask) => Played | undefined = () => WON,
  signal?: AbortSignal,
): Promise<Run> {
  const pairings = unwrap(await pairingsOf(of, folder))
  const journals = unwrap(openJournals(journal, pairings, new Map()))
  const order: string[] = []
  try {
    const end = await runTournament({
      pairings,
      journals,
      games: of.gamesPerPair,
      concurrency: of.concurrency ?? 1,
      play: async (task) => {
        order.push(`${task.match.a.at(-1)}${task.match.b.at(-1)}${task.number}`)
        await new Promise((resolve) => setImmediate(resolve))
        return play(order, task)
      },
      ...(signal ? { signal } : {}),
    })
    return { end, order }
  } finally {
    for (const each of journals) each.close()
  }
}

describe("runTournament (ARE-3)", () => {
  it("lets all pairings progress evenly", async () => {
    const { order, end } = await run(tournament(), newFolder())
    expect(order.join(" ")).toBe("ac0 ac1 bc0 bc1 ab0 ab1 ac2 ac3 bc2 bc3 ab2 ab3")
    expect(end).toMatchObject({ reason: "complete", played: 12 })
    expect(end.matches.map(({ standing }) => standing.all.wins)).toEqual([2, 2, 2])
  })

  it("plays several games at once, but never more than it may", async () => {
    let running = 0
    let most = 0
    const pairings = unwrap(await pairingsOf(tournament({ gamesPerPair: 6 }), folder))
    const journals = unwrap(openJournals(newFolder(), pairings, new Map()))
    await runTournament({
      pairings,
      journals,
      games: 6,
      concurrency: 3,
      play: async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 1))
        running--
        return WON
      },
    })
    for (const journal of journals) journal.close()
    expect([most, running]).toEqual([3, 0])
    expect(journals.map(({ entries }) => entries.length)).toEqual([6, 6, 6])
  })

  it("with lanes, a pairing that no worker can play does not hold up the others (ARE-4)", async () => {
    const pairings = unwrap(await pairingsOf(tournament({ gamesPerPair: 6 }), folder))
    const journals = unwrap(openJournals(newFolder(), pairings, new Map(), "montego tournament x"))
    const stopping = new AbortController()
    const stuck = new Promise<undefined>((resolve) => {
      stopping.signal.addEventListener("abort", () => resolve(undefined))
    })
    let played = 0
    await runTournament({
      pairings,
      journals,
      games: 6,
      concurrency: 6,
      lanes: 2,
      signal: stopping.signal,
      play: (task) =>
        task.match.a === pairings[0]!.match.a && task.match.b === pairings[0]!.match.b
          ? stuck
          : Promise.resolve(WON),
      onGame: () => {
        if (++played === 12) stopping.abort()
      },
    })
    for (const journal of journals) journal.close()
    expect(journals.map(({ entries }) => entries.length)).toEqual([0, 6, 6])
    expect(readFileSync(journals[1]!.path, "utf8")).toContain(`"command":"montego tournament x"`)
  })

  it("goes on with exactly the games that are missing, the pairing that is behind first", async () => {
    const journal = newFolder()
    const interrupt = new AbortController()
    const stop = (order: readonly string[]): Played | undefined => {
      if (order.length < 6) return WON
      interrupt.abort()
      return undefined
    }
    const first = await run(tournament(), journal, stop, interrupt.signal)
    expect(first.end).toMatchObject({ reason: "interrupted", played: 5 })
    expect(first.order.join(" ")).toBe("ac0 ac1 bc0 bc1 ab0 ab1")
    const second = await run(tournament(), journal)
    expect(second.order.join(" ")).toBe("ab1 ac2 ac3 bc2 bc3 ab2 ab3")
    const third = await run(tournament(), journal)
    expect(third.end).toMatchObject({ reason: "complete", played: 0 })
    const ids = readdirSync(journal).flatMap((file) =>
      readFileSync(join(journal, file), "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => (JSON.parse(line) as { id: string }).id),
    )
    expect([ids.length, new Set(ids).size]).toEqual([12, 12])
  })

  it("plays only the new games when a player is added, or a gauntlet becomes a round robin", async () => {
    const journal = newFolder()
    await run(tournament({ format: "gauntlet", champion: "c", gamesPerPair: 2 }), journal)
    const grown = tournament({ players: Array.from("cabd", player), gamesPerPair: 2 })
    const { order } = await run(grown, journal)
    expect(order.join(" ")).toBe("cd0 cd1 ab0 ab1 ad0 ad1 bd0 bd1")
  })

  it("ends with the error of a game that can't be written, and begins no other", async () => {
    const order: string[] = []
    const failing = run(tournament(), newFolder(), (begun, task) => {
      order.push(...begun.slice(order.length))
      if (task.number === 1) throw new JournalError("the disk is full")
      return WON
    })
    await expect(failing).rejects.toThrow("the disk is full")
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(order).toEqual(["ac0", "ac1"])
  })
})

it("openJournals refuses a second coordinator, and then holds nothing itself (ARE-3)", async () => {
  const journal = newFolder()
  const pairings = unwrap(await pairingsOf(tournament(), folder))
  const last = unwrap(openJournals(journal, pairings.slice(2), new Map()))
  const refused = openJournals(journal, pairings, new Map())
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining("plays this match already") })
  for (const each of last) each.close()
  for (const each of unwrap(openJournals(journal, pairings, new Map()))) each.close()
})

describe("parseTournament", () => {
  it("knows what is not said", () => {
    expect(tournament()).toEqual({
      ...FILE,
      format: "round-robin",
      komi: 7.5,
      rules: "chinese",
      budget: { kind: "own" },
      openings: { kind: "none" },
      threads: 1,
      seed: 1,
    })
  })

  it("reads every key", () => {
    const all = {
      format: "gauntlet",
      champion: "a",
      komi: 0.5,
      rules: "Japanese",
      budget: { clock: "byoyomi:0+5x1" },
      openings: "random:3",
      threads: 2,
      seed: 7,
      concurrency: 3,
    }
    expect(tournament(all)).toMatchObject({
      ...all,
      rules: "japanese",
      budget: { kind: "clock", settings: { kind: "byo-yomi", main: 0, period: 5, periods: 1 } },
      openings: { kind: "random", moves: 3 },
    })
    expect(tournament({ budget: { playouts: 9 } }).budget).toEqual({ kind: "playouts", playouts: 9 })
    expect(tournament({ budget: { seconds: 0.5 } }).budget).toEqual({ kind: "seconds", seconds: 0.5 })
  })

  const errorsOf = (text: string): readonly string[] => {
    const parsed = parseTournament(text)
    return parsed.ok ? [] : parsed.error
  }

  it.each([
    [{ gamesPerPair: undefined }, "gamesPerPair: it is missing; it is an even number from 2 to 1000000"],
    [{ gamesPerPair: 3 }, "gamesPerPair: not 3; it is an even number"],
    [{ games: 3 }, "games: unknown; there is name, players, format, champion, gamesPerPair"],
    [{ name: " " }, 'name: not " "; it is a text of 1 to 40 characters'],
    [{ players: [player("a")] }, "players: not [{"],
    [{ players: [player("a"), 7] }, "players[1]: not 7; it is an object"],
    [{ players: [player("a"), { name: "b" }] }, "players[1].spec: it is missing; it is a player, such as"],
    [{ players: [player("a"), { ...player("b"), elo: 3 }] }, "players[1].elo: unknown; there is name, spec"],
    [{ players: [player("a"), player("a")] }, 'players[1].name: "a" is the name of players[0] already'],
    [{ players: [player("a"), player("a\nb")] }, 'players[1].name: not "a\\nb"; it is a text of 1 to 40'],
    [{ format: "swiss" }, 'format: not "swiss"; it is "round-robin" or "gauntlet"'],
    [{ format: "gauntlet" }, 'champion: it is missing; it is "c" or "a" or "b"'],
    [{ format: "gauntlet", champion: "z" }, 'champion: not "z"; it is "c" or "a" or "b"'],
    [{ champion: "a" }, "champion: only a gauntlet has one"],
    [{ size: 99 }, "size: not 99; it is a whole number from 2 to"],
    [{ komi: "7" }, 'komi: not "7"; it is a number from -1000 to 1000, such as 6.5'],
    [{ rules: "chess" }, 'rules: not "chess"; it is'],
    [{ budget: 100 }, 'budget: not 100; it is { "playouts": 1000 }'],
    [{ budget: {} }, "budget: exactly one of"],
    [{ budget: { playouts: 1, seconds: 1 } }, "budget: exactly one of"],
    [{ budget: { hours: 1 } }, "budget.hours: unknown; there is playouts, seconds, clock"],
    [{ budget: { seconds: -1 } }, "budget.seconds: not -1; it is a positive number of seconds"],
    [{ budget: { clock: "fast" } }, "budget.clock: a clock is absolute:60"],
    [{ openings: "random:13" }, 'openings: not "random:13"; it is random:1 to random:12 on this board'],
    [{ seed: 1.5 }, "seed: not 1.5; it is a whole number from 0"],
    [{ threads: 0 }, "threads: not 0; it is a whole number from 1 to 256"],
    [{ concurrency: 0 }, "concurrency: not 0; it is a whole number from 1"],
  ])("refuses %j with the place and what is possible", (changes, error) => {
    expect(errorsOf(JSON.stringify({ ...FILE, ...changes }))[0]).toContain(error)
  })

  it("tells everything that is wrong at once", () => {
    const errors = errorsOf(JSON.stringify({ ...FILE, size: 1, seed: -1, colour: "red" }))
    expect(errors.map((error) => error.split(":")[0])).toEqual(["size", "seed", "colour"])
  })

  it.each([
    ['{\n  "name": oops\n}', "Unexpected token 'o', line 2, column 11"],
    ['{\n  "name": "x",\n}', ", line 3, column 1"],
    ['{\n  "name": "x"\n  "size": 9 }', ", line 3, column 3"],
    ['{ "size": 9, "players": [', ", line 1, column 26"],
    ['{ "name": "x\ny" }', ", line 1, column 13"],
    ["", ", line 1, column 1"],
    [`{ "name": "${"x".repeat(300)}", 7 }`, ", line 1, column 315"],
  ])("says where JSON breaks: %j", (text, error) => {
    expect(errorsOf(text)).toEqual([expect.stringMatching(/^it is no JSON: [A-Z][^\n{]*$/)])
    expect(errorsOf(text)[0]).toContain(error)
  })

  it("wants an object", () => {
    expect(errorsOf("[]")).toEqual([expect.stringContaining("--example")])
  })
})
