// Matches (ARE-1 to ARE-3): what is played, what is left, how it stands. The games are short, or only results.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { SMALL_MATCH } from "../../test/support/match.ts"
import { unwrap } from "../base/result.ts"
import { openDeadStoneEstimator } from "../players/index.ts"
import { parseSgf, replayRecord } from "../record/index.ts"
import { makeVertex } from "../rules/index.ts"
import { playGame } from "./game.ts"
import { Journal, readJournal } from "./journal.ts"
import { runMatch, type MatchOptions } from "./match.ts"
import { NO_OPENINGS, randomOpenings } from "./openings.ts"
import { makeTask } from "./schedule.ts"
import { Standing } from "./standing.ts"
import { makeProgress, makeProgressLine, makeReport, makeTable } from "./table.ts"
import type { Verdict } from "./verdict.ts"
import { makeEntry, type JournalEntry } from "./journal-text.ts"
import type { GameTask } from "./definition.ts"
import type { Played } from "./played.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-match-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NO_TIME = { moves: 2, seconds: 1, longest: 1 }
const WHITE_WINS: Verdict = { kind: "score", winner: "white", margin: 2.5 }
const BLACK_WINS: Verdict = { kind: "resign", winner: "black" }

const result = (verdict: Verdict, claims: Played["claims"] = {}): Played => ({
  verdict,
  plays: ["C3"],
  times: { a: NO_TIME, b: NO_TIME },
  claims,
  sgf: "(;GM[1])",
})

let journals = 0
const openJournal = (path = join(folder, `${++journals}.jsonl`)): Journal =>
  unwrap(
    Journal.open(path, {
      journal: "montego match",
      version: 1,
      definition: SMALL_MATCH,
      names: { a: "x", b: "y" },
    }),
  )

const optionsOf = (journal: Journal, more: Partial<MatchOptions>): MatchOptions => ({
  match: SMALL_MATCH,
  openings: NO_OPENINGS,
  games: 10,
  concurrency: 3,
  journal,
  play: () => Promise.resolve(result(WHITE_WINS)),
  ...more,
})

describe("a match (ARE-1, ARE-3)", () => {
  it("plays every game once, several at a time", async () => {
    const journal = openJournal()
    const numbers: number[] = []
    let [running, most] = [0, 0]
    const play = async (task: GameTask): Promise<Played> => {
      numbers.push(task.number)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 2))
      running--
      return result(WHITE_WINS)
    }
    const end = await runMatch(optionsOf(journal, { play }))
    journal.close()
    expect(numbers.sort((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(most).toBe(3)
    expect(end).toMatchObject({ reason: "complete", played: 10 })
    expect(end.standing.all).toEqual({ games: 10, wins: 5, losses: 5, draws: 0, voids: 0 })
  })

  it("goes on where the journal ends, with more games if they are asked for", async () => {
    const path = join(folder, "on.jsonl")
    const stopping = new AbortController()
    let games = 0
    const play = (): Promise<Played | undefined> => {
      if (++games > 4) stopping.abort()
      return Promise.resolve(stopping.signal.aborted ? undefined : result(BLACK_WINS))
    }
    const first = openJournal(path)
    const broken = await runMatch(optionsOf(first, { play, signal: stopping.signal, concurrency: 1 }))
    first.close()
    expect(broken).toMatchObject({ reason: "interrupted", played: 4 })

    const second = openJournal(path)
    const end = await runMatch(optionsOf(second, { games: 12 }))
    second.close()
    expect(end.played).toBe(8)
    const { entries } = unwrap(readJournal(path))
    expect(new Set(entries.map(({ id }) => id)).size).toBe(12)
    expect(entries.map(({ number }) => number).sort((one, other) => one - other)).toEqual([
      ...Array(12).keys(),
    ])
  })

  it("nothing is written after it was interrupted", async () => {
    const journal = openJournal()
    const stopping = new AbortController()
    const play = (): Promise<Played> => {
      stopping.abort()
      return Promise.resolve(result({ kind: "crash", winner: "black", reason: "Ctrl-C" }))
    }
    const end = await runMatch(optionsOf(journal, { play, signal: stopping.signal }))
    journal.close()
    expect(end).toMatchObject({ reason: "interrupted", played: 0 })
  })

  it("ends when the SPRT has decided", async () => {
    const journal = openJournal()
    const play = (task: GameTask): Promise<Played> =>
      Promise.resolve(result({ kind: "resign", winner: task.black === "a" ? "black" : "white" }))
    const end = await runMatch(
      optionsOf(journal, { play, games: 1000, sprt: { elo0: 0, elo1: 100 }, concurrency: 1 }),
    )
    journal.close()
    expect(end.reason).toBe("sprt")
    expect(end.standing.sprt!.verdict).toBe("accept-h1")
    expect(end.played).toBeLessThan(200)
    expect(end.played % 2).toBe(0)
  })

  it("ends when a player breaks down in game after game, and says with which words", async () => {
    const journal = openJournal()
    // A crashes in games 0, 2, 3 and 4; in game 1 all is well.
    const play = (task: GameTask): Promise<Played> =>
      Promise.resolve(
        task.number === 1
          ? result(WHITE_WINS)
          : {
              ...result({
                kind: "crash",
                winner: task.black === "a" ? "white" : "black",
                reason: "no memory",
              }),
              exchange: [`> ${task.number} genmove b`, "(it ended)"],
            },
      )
    let told = 0
    const options = { play, concurrency: 1, maxFaults: 3, onBroken: () => told++ }
    const end = await runMatch(optionsOf(journal, options))
    journal.close()
    expect(end).toMatchObject({ reason: "faults", played: 5 })
    expect(end.broken).toMatchObject({ side: "a", faults: 3, exchange: ["> 4 genmove b", "(it ended)"] })
    expect(told).toBe(1)
    // The journal is as ever.
    expect(readFileSync(journal.path, "utf8")).not.toContain("genmove")
  })

  it("goes on through lost clocks, faults of both sides in turn, and without `maxFaults`", async () => {
    const verdicts: ((task: GameTask) => Verdict)[] = [
      () => ({ kind: "time", winner: "white", overrun: 1 }),
      // Black crashes, and has other colours in every other game.
      () => ({ kind: "crash", winner: "white", reason: "x" }),
    ]
    for (const verdict of verdicts) {
      const journal = openJournal()
      const play = (task: GameTask): Promise<Played> => Promise.resolve(result(verdict(task)))
      const end = await runMatch(optionsOf(journal, { play, concurrency: 1, maxFaults: 3 }))
      journal.close()
      expect(end).toMatchObject({ reason: "complete", played: 10 })
    }
    const journal = openJournal()
    const play = ({ black }: GameTask): Promise<Played> =>
      Promise.resolve(result({ kind: "stall", winner: black === "a" ? "white" : "black", reason: "x" }))
    expect(await runMatch(optionsOf(journal, { play }))).toMatchObject({ reason: "complete", played: 10 })
    journal.close()
  })

  it("a failure of ours ends it, and is no player's fault", async () => {
    const journal = openJournal()
    const play = (): Promise<Played> => Promise.reject(new Error("no worker"))
    await expect(runMatch(optionsOf(journal, { play }))).rejects.toThrow("no worker")
    journal.close()
  })

  it("real games repeat exactly, whatever the order, and have their records", async () => {
    const estimateDead = await openDeadStoneEstimator()
    const play = (task: GameTask): Promise<Played | undefined> =>
      playGame(task, { estimateDead, stallSeconds: 5 })
    const run = async (concurrency: number, sgf: string): Promise<string[]> => {
      const journal = openJournal()
      await runMatch(optionsOf(journal, { play, concurrency, games: 6, sgf }))
      journal.close()
      const lines = journal.entries.map(
        ({ number, id, plays, result: text }) => `${number} ${id} ${text} ${plays}`,
      )
      return lines.sort()
    }
    const records = join(folder, "records")
    expect(await run(1, records)).toEqual(await run(3, join(folder, "others")))
    const files = readdirSync(records)
    expect(files).toHaveLength(6)
    expect(readFileSync(join(records, files[0]!), "utf8")).toMatch(/^\(;GM\[1\]/)
    expect(existsSync(join(records, `${files[0]!}.tmp`))).toBe(false)
  })

  it("records of games that were played before come from the journal", async () => {
    const estimateDead = await openDeadStoneEstimator()
    const match = { ...SMALL_MATCH, openings: { kind: "random", moves: 2 } as const }
    const openings = randomOpenings(2, { size: match.size }, match.seed)
    const definition = { ...match, openings: openings.definition }
    const header = { journal: "montego match", version: 1, definition, names: { a: "x", b: "y" } } as const
    const path = join(folder, "unrecorded.jsonl")
    const play = (task: GameTask): Promise<Played | undefined> =>
      playGame(task, { estimateDead, stallSeconds: 5 })
    const run = async (sgf: string | undefined, games: number): Promise<number> => {
      const journal = unwrap(Journal.open(path, header))
      const options = { match: definition, openings, play, games, ...(sgf === undefined ? {} : { sgf }) }
      const { played } = await runMatch(optionsOf(journal, options))
      journal.close()
      return played
    }
    expect(await run(undefined, 4)).toBe(4)
    const sgf = join(folder, "later")
    expect(await run(sgf, 4)).toBe(0)
    const { entries } = unwrap(readJournal(path))
    for (const { number, id, plays, result: text } of entries) {
      const record = readFileSync(join(sgf, `0000${number + 1}-${id}.sgf`), "utf8")
      const game = unwrap(parseSgf(record)).games[0]!
      const { game: replayed, info } = unwrap(replayRecord(game))
      expect(replayed.moves.map(({ move }) => makeVertex(move, 5)).join(" ")).toBe(plays)
      expect(info.result).toBe(text)
      expect(record.match(/C\[opening\]/g)).toHaveLength(2)
    }
    // An existing one stays unchanged: it may have more than the journal.
    const [first = ""] = readdirSync(sgf)
    writeFileSync(join(sgf, first), "mine")
    expect(await run(sgf, 6)).toBe(2)
    expect(readFileSync(join(sgf, first), "utf8")).toBe("mine")
    expect(readdirSync(sgf)).toHaveLength(6)
  })
})

/** The entries of games that ended so, numbers from 0. */
const entriesOf = (verdicts: readonly (Verdict | [Verdict, Played["claims"]])[]): JournalEntry[] =>
  verdicts.map((verdict, number) => {
    const played = Array.isArray(verdict) ? result(...verdict) : result(verdict)
    return makeEntry(makeTask(SMALL_MATCH, NO_OPENINGS, number), played, new Date(0))
  })

describe("the standing (ARE-2)", () => {
  const DRAW: Verdict = { kind: "score", winner: null, margin: 0 }
  const VOID: Verdict = { kind: "void", winner: null, reason: "x" }
  const LATE: Verdict = { kind: "time", winner: "black", overrun: 1 }

  // A is Black in even games: it wins 0, loses 1, wins 2, draws 3, 4 is void, loses 5 on time, wins 6.
  const entries = entriesOf([
    BLACK_WINS,
    BLACK_WINS,
    BLACK_WINS,
    DRAW,
    VOID,
    LATE,
    [BLACK_WINS, { b: "W+3.5" }],
  ])

  it("counts games by colour, verdict and fault; a void game is neither won nor drawn", () => {
    const standing = new Standing(entries)
    expect(standing.all).toEqual({ games: 7, wins: 3, losses: 2, draws: 1, voids: 1 })
    expect(standing.asBlack).toEqual({ games: 4, wins: 3, losses: 0, draws: 0, voids: 1 })
    expect(standing.asWhite).toEqual({ games: 3, wins: 0, losses: 2, draws: 1, voids: 0 })
    expect(Object.fromEntries(standing.faults)).toEqual({
      void: { a: 0, b: 0, neither: 1 },
      time: { a: 1, b: 0, neither: 0 },
    })
    expect(standing.faultCount).toBe(2)
    expect(standing.completePairs).toBe(3)
    expect(standing.summary).toMatchObject({ games: 6, rate: 3.5 / 6 })
  })

  it("looks at pairs when every game has its partner", () => {
    const pairs = new Standing(entries.slice(0, 4))
    expect(pairs.isByPairs).toBe(true)
    expect(pairs.summary).toMatchObject({ games: 4, rate: 2.5 / 4 })
    expect(new Standing(entries.slice(0, 3)).isByPairs).toBe(false)
  })

  it("disputes are counts with another winner", () => {
    const counted = entriesOf([
      [WHITE_WINS, { a: "B+0.5" }],
      [WHITE_WINS, { a: "W+9", b: "W+2.5" }],
      [WHITE_WINS, { a: "?" }],
    ])
    expect(new Standing(counted).disputes).toBe(1)
  })

  it("is a table for people and an object for programs", () => {
    const standing = new Standing(entries, { elo0: 0, elo1: 30 })
    const table = makeTable(SMALL_MATCH, standing, { elo0: 0, elo1: 30 })
    expect(table).toMatch(/^all +7 +3 +2 +1 +1$/m)
    expect(table).toMatch(/^win rate 58\.3 % \[\d+\.\d, \d+\.\d\], 95 % by games$/m)
    expect(table).toMatch(/^SPRT Elo 0 or 30: undecided; LLR/m)
    expect(table).toMatch(/^faults: void 1; time A 1$/m)
    const report = JSON.parse(
      JSON.stringify(makeReport(SMALL_MATCH, standing, { wanted: 10, played: 4, seconds: 8 })),
    ) as Record<string, unknown>
    expect(report).toMatchObject({
      games: 7,
      winsA: 3,
      winsB: 2,
      draws: 1,
      voids: 1,
      faults: 2,
      gamesPerMinute: 30,
    })
    expect(report["elo"]).toBeCloseTo(58.5, 0)
    expect(report["interval"]).toEqual([expect.any(Number), expect.any(Number)])
  })

  it("says what is not known: no games, nothing but wins", () => {
    const none = makeReport(SMALL_MATCH, new Standing(), { wanted: 10, played: 0, seconds: 0 })
    expect(none).toMatchObject({ games: 0, interval: [null, null], gamesPerMinute: null })
    const won = new Standing(entriesOf([BLACK_WINS, WHITE_WINS]))
    expect(makeReport(SMALL_MATCH, won, { wanted: 2, played: 2, seconds: 1 })).toMatchObject({
      elo: null,
      interval: [expect.any(Number), null],
    })
    expect(makeTable(SMALL_MATCH, won)).toMatch(/Elo \+∞ \[[+-]\d+, \+∞\]/)
    // By single games, and of every number of them.
    for (let games = 3; games < 30; games += 2) {
      const sweep = entriesOf(
        Array.from({ length: games }, (_, i) => (i % 2 === 0 ? BLACK_WINS : WHITE_WINS)),
      )
      expect(makeTable(SMALL_MATCH, new Standing(sweep))).toMatch(/Elo \+∞ \[[+-]\d+, \+∞\]/)
    }
  })

  it("tells how far it is, and in a log all that the table does (ARE-5)", () => {
    const progress = makeProgress(new Standing(entries), { wanted: 14, played: 7, seconds: 630 })
    expect(progress).toBe(`${"█".repeat(15)}${"░".repeat(15)} 7 of 14 games, 10 min 30 s left`)
    const sprt = { elo0: 0, elo1: 30 }
    const standing = new Standing(entries, sprt)
    expect(makeProgressLine(standing, { wanted: 14, played: 7, seconds: 630 }, sprt)).toMatch(
      /left; win rate 58\.3 % \[.*\], 95 % by games; Elo \+58 ± \d+ \[.*\].*; SPRT Elo 0 or 30: undecided; .*; faults: void 1; time A 1$/,
    )
    expect(makeProgressLine(new Standing(), { wanted: 2, played: 0, seconds: 9 })).toBe(
      `${"░".repeat(30)} 0 of 2 games; win rate: –; faults: none`,
    )
  })
})
