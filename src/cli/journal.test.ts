// `montego journal` and `montego rate`: what is in journals and records, as text, records, CSV, JSON, pictures and a
// page.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { expectRefusal, runJson, runMontego } from "../../test/support/montego.ts"
import { openScratch } from "../../test/support/scratch.ts"
import {
  Journal,
  makeEntry,
  makeTask,
  NO_OPENINGS,
  type MatchDefinition,
  type Verdict,
} from "../arena/index.ts"
import { unwrap } from "../base/result.ts"
import { loadGames } from "../record/node/index.ts"
import { SMALL_MATCH } from "../../test/support/match.ts"

const { folder, file } = openScratch("journal-cli")
const EVIL = `gtp:evil "<script>alert(1)</script>" & 'co'`

/** A journal of invented games. */
function writeJournal(path: string, change: Partial<MatchDefinition>, verdicts: readonly Verdict[]): string {
  const match = { ...SMALL_MATCH, ...change }
  const names = { a: "x <b>", b: "y" }
  const header = {
    journal: "montego match",
    version: 1,
    definition: match,
    names,
    command: "montego match",
  } as const
  const journal = unwrap(Journal.open(path, header))
  const time = { moves: 3, seconds: 1.5, longest: 1 }
  for (const [number, verdict] of verdicts.entries()) {
    const played = {
      verdict,
      plays: ["C3", "B2", "pass", "pass"],
      times: { a: time, b: time },
      claims: {},
      sgf: "",
    }
    const dead = { by: "playouts", stones: ["B2"] } as const
    journal.add(makeEntry(makeTask(match, NO_OPENINGS, number), { ...played, dead }, new Date(number * 1000)))
  }
  journal.close()
  return path
}

const BLACK: Verdict = { kind: "score", winner: "black", margin: 3.5 }
const WHITE: Verdict = { kind: "resign", winner: "white" }
const DRAW: Verdict = { kind: "score", winner: null, margin: 0 }
const VOID: Verdict = { kind: "void", winner: null, reason: "too <long>" }
const CRASH: Verdict = { kind: "crash", winner: "white", reason: "<img src=x>" }

let journal: string
beforeAll(() => {
  journal = writeJournal(join(folder, "one.jsonl"), { b: EVIL }, [BLACK, WHITE, DRAW, VOID, CRASH, BLACK])
})

describe("montego journal (ARE-3)", () => {
  it("tells what is in it", async () => {
    const { code, out } = await runMontego("journal", journal)
    expect(code).toBe(0)
    expect(out).toMatch(/^all +6 +\d +\d +1 +1$/m)
    expect(out).toMatch(/^verdicts: score 3, resign 1, void 1, crash 1$/m)
    expect(out).toMatch(
      /^6 games in .*one\.jsonl, from 1970-01-01T00:00:00\.000Z to 1970-01-01T00:00:05\.000Z$/m,
    )
  })

  it("writes a collection, or a folder of records; the games are the same", async () => {
    const [collection, place] = [join(folder, "all.sgf"), join(folder, "records")]
    for (const sgf of [collection, place])
      expect((await runMontego("journal", journal, "--sgf", sgf)).code).toBe(0)
    expect(unwrap(await loadGames(collection))).toHaveLength(6)
    const names = readdirSync(place).sort()
    expect(names).toHaveLength(6)
    expect(names[0]).toMatch(/^00001-[0-9a-f]{16}\.sgf$/)
    const first = readFileSync(join(place, names[0]!), "utf8")
    expect(first).toMatch(/PB\[random\].*RE\[B\+3\.5\].*dead by the playouts: B2.*;B\[cc\];W\[bd\]/s)
    expect((await runMontego("sgf", "check", collection)).out).toBe("6 games, 24 moves, 0 illegal\n")
  })

  it("as JSON and as CSV it has every game", async () => {
    const report = await runJson<{ games: number; winsA: number; entries: unknown[] }>("journal", journal)
    expect(report).toMatchObject({ games: 6, draws: 1, voids: 1, faults: 2 })
    expect(report.entries).toHaveLength(6)
    const { out } = await runMontego("journal", journal, "--csv")
    const rows = out.split("\r\n")
    expect(rows[0]).toMatch(/^number,id,a,b,black,winner,result,verdict,margin,reason/)
    expect(rows[1]).toContain(`"gtp:evil ""<script>alert(1)</script>"" & 'co'"`)
    expect(rows).toHaveLength(8)
  })

  it("a page has charts, boards, every table, and nothing that players wrote as markup", async () => {
    const page = join(folder, "report.html")
    expect((await runMontego("journal", journal, "--html", page)).code).toBe(0)
    const html = readFileSync(page, "utf8")
    expect(html).not.toMatch(/<script|<img|<b>|<long>/)
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;")
    expect(html).not.toMatch(/<[^>]*\b(src|href)=/)
    expect(html.match(/<svg class="board"/g)).toHaveLength(6)
    expect(html.match(/<figure><svg viewBox/g)).toHaveLength(3)
    expect(html).toMatch(/class="white dead"/)
    expect(html).not.toMatch(/NaN|undefined|Infinity/)
  })

  it("a page of an empty journal, and of void games alone, is one", async () => {
    for (const [name, verdicts] of [
      ["empty", []],
      ["void", [VOID, VOID]],
    ] as const) {
      const page = join(folder, `${name}.html`)
      const path = writeJournal(join(folder, `${name}.jsonl`), { seed: 5 }, verdicts)
      expect((await runMontego("journal", path, "--html", page)).code).toBe(0)
      expect(readFileSync(page, "utf8")).not.toMatch(/NaN|undefined|-?Infinity/)
    }
  })

  it.each([
    ["x", /x can't be a folder: .*in-the-way is none/],
    ["x.sgf", /x\.sgf can't be written: .*in-the-way is no folder/],
  ])("records below a file are refused by name: %s", async (name, reason) => {
    const inTheWay = join(folder, "in-the-way")
    writeFileSync(inTheWay, "")
    expectRefusal(await runMontego("journal", journal, "--sgf", join(inTheWay, name)), reason)
  })

  it("the number of boards is bounded", async () => {
    const path = writeJournal(
      join(folder, "many.jsonl"),
      { seed: 6 },
      Array.from({ length: 600 }, () => BLACK),
    )
    const page = join(folder, "many.html")
    await runMontego("journal", path, "--html", page)
    const html = readFileSync(page, "utf8")
    expect(html.match(/<svg class="board"/g)).toHaveLength(24)
    expect(html).toContain("and 100 more, in the journal")
  })

  it("what is no journal is refused", async () => {
    expectRefusal(await runMontego("journal", file("dear diary", "txt")), /is no journal of a match/)
    expectRefusal(await runMontego("journal", join(folder, "none.jsonl")), /does not exist/)
  })
})

interface Ratings {
  readonly games: number
  readonly anchor: string
  readonly players: readonly {
    name: string
    elo: number | null
    games: number
    faults: object
    interval: number[]
  }[]
  readonly notes: readonly string[]
}

describe("montego rate (ARE-2, BT-7)", () => {
  it("rates the players of a journal, with draws, void games and faults", async () => {
    const { players, anchor, games } = await runJson<Ratings>("rate", journal, "--anchor", "random")
    expect([anchor, games]).toEqual(["random", 6])
    const other = players.find(({ name }) => name === EVIL)!
    expect(other.games).toBe(6)
    expect(other.interval[0]).toBeLessThan(other.elo!)
    expect(players.map(({ faults }) => faults)).toEqual(expect.arrayContaining([{ crash: 1 }]))
    const { out } = await runMontego("rate", journal)
    expect(out).toMatch(/^6 games of 2 players, 1 of them void$/m)
    expect(out).toMatch(/^faults: .*crash 1.*no player: void 1$/m)
  })

  it("reads records by PB, PW and RE, and tells what it left out", async () => {
    const games = [
      "(;GM[1]PB[Ann]PW[Bob]RE[B+R])",
      "(;GM[1]PB[Bob]PW[Ann]RE[W+3.5])",
      "(;GM[1]PB[Bob]PW[Cid\u001b\u0007]RE[B+T])",
      "(;GM[1]PB[Ann]PW[Bob]RE[0])",
      "(;GM[1]PB[Ann]PW[Bob]RE[Void])",
      "(;GM[1]PB[Ann]PW[Bob]RE[?])",
      "(;GM[1]PB[Ann]RE[B+R])",
      "(;GM[1]PB[Ann]PW[Ann]RE[B+R])",
    ]
    const sgf = file(games.join("\n"))
    const svg = join(folder, "ratings.svg")
    const {
      players,
      notes,
      games: count,
    } = await runJson<Ratings>("rate", sgf, "--anchor", "Bob", "--svg", svg)
    expect(count).toBe(5)
    expect(players.map(({ name }) => name)).toEqual(["Ann", "Bob", "Cid"])
    expect(players[2]!.faults).toEqual({ time: 1 })
    expect(notes).toEqual([
      "1 game left out: without a result",
      "1 game left out: without both names",
      "1 game left out: of a player against itself",
    ])
    expect(readFileSync(svg, "utf8")).toMatch(/^<svg .*Ann/s)
  })

  it("takes journals, folders of journals and records together; one spec with two budgets is two players", async () => {
    const place = join(folder, "tournament")
    mkdirSync(place)
    const budget = (playouts: number) => ({ budget: { kind: "playouts", playouts } as const })
    writeJournal(join(place, "a.jsonl"), { a: "uct", b: "random", ...budget(10) }, [BLACK, WHITE])
    writeJournal(join(place, "b.jsonl"), { a: "uct", b: "uct,playouts=7", ...budget(20) }, [BLACK, WHITE])
    const sgf = file("(;GM[1]PB[random (10 playouts a move)]PW[uct,playouts=7]RE[B+R])")
    const { players } = await runJson<Ratings>("rate", place, sgf)
    expect(players.map(({ name }) => name).sort()).toEqual([
      "random (10 playouts a move)",
      "uct (10 playouts a move)",
      "uct (20 playouts a move)",
      "uct,playouts=7",
    ])
    expect(players.every(({ elo }) => elo !== null)).toBe(true)
  })

  it("players without a connection have no rating, and that is told", async () => {
    const sgf = file("(;GM[1]PB[a]PW[b]RE[B+R])(;GM[1]PB[c]PW[d]RE[B+R])")
    const { out } = await runMontego("rate", sgf, "--anchor", "a")
    expect(out).toContain("2 players have no rating: no chain of games connects them with a.")
    expect(out).toMatch(/^c +– +– +–/m)
  })

  it.each([
    [
      () => ["rate", file("(;GM[1]PB[a]PW[b])")],
      /no game with a result .* 1 game left out: without a result/,
    ],
    [() => ["rate", file("(;GM[1]PB[a]PW[b])"), "--anchor", "a"], /no game with a result/],
    [() => ["rate", journal, "--anchor", "nobody"], /no player is called "nobody"/],
    [() => ["rate", join(folder, "missing.sgf")], /missing\.sgf does not exist/],
    [() => ["rate", emptyFolder()], /there is no journal \(\.jsonl\) in this folder/],
  ] as const)("%s is refused", async (argv, reason) => {
    expectRefusal(await runMontego(...argv()), reason)
  })

  function emptyFolder(): string {
    const place = join(folder, "nothing")
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, "notes.txt"), "")
    return place
  }
})

it("names of others can't command the terminal", async () => {
  const path = writeJournal(join(folder, "escape.jsonl"), { b: "gtp:evil \u001b[2J" }, [BLACK, WHITE])
  for (const command of ["journal", "rate"]) {
    const { code, out } = await runMontego(command, path)
    expect([code, out.includes("\u001b"), out.includes("evil \ufffd[2J")]).toEqual([0, false, true])
  }
})
