// The journal (ARE-3): what is in it stays in it, whatever happens to the process or to the disk.

import { spawnSync } from "node:child_process"
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs"
import { symlinkSync, truncateSync, writeFileSync, writeSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { SMALL_MATCH } from "../../test/support/match.ts"
import { unwrap } from "../base/result.ts"
import {
  Journal,
  JournalError,
  makeEntry,
  readJournal,
  type JournalEntry,
  type JournalHeader,
} from "./journal.ts"
import { NO_OPENINGS } from "./openings.ts"
import { makeTask, type MatchDefinition } from "./schedule.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-journal-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let places = 0
const place = (): string => {
  const own = join(folder, String(++places))
  mkdirSync(own)
  return join(own, "journal.jsonl")
}

const MATCH: MatchDefinition = { ...SMALL_MATCH, a: "uct", size: 9, komi: 7.5 }
const HEADER: JournalHeader = {
  journal: "montego match",
  version: 1,
  definition: MATCH,
  names: { a: "x", b: "ü" },
}

function entry(number: number): JournalEntry {
  const times = { a: { moves: 1, seconds: 0.1, longest: 0.1 }, b: { moves: 0, seconds: 0, longest: 0 } }
  const verdict = { kind: "crash", winner: "white", reason: "Überraschung" } as const
  const played = { verdict, plays: ["E5"], times, claims: {}, sgf: "" }
  return makeEntry(makeTask(MATCH, NO_OPENINGS, number), played, new Date(0))
}

/** A journal with so many games, closed. */
function written(games: number): string {
  const path = place()
  const journal = unwrap(Journal.open(path, HEADER))
  for (let number = 0; number < games; number++) journal.add(entry(number))
  journal.close()
  return path
}

const idsIn = (path: string): string[] => unwrap(readJournal(path)).entries.map(({ id }) => id)
const ids = (games: number): string[] => Array.from({ length: games }, (_, number) => entry(number).id)

describe("the journal (ARE-3)", () => {
  it("has a line for the match and one for each game, with all that defines it", () => {
    const lines = readFileSync(written(2), "utf8").split("\n")
    expect(lines).toHaveLength(4)
    expect(JSON.parse(lines[0]!)).toEqual(HEADER)
    const line = JSON.parse(lines[2]!) as Record<string, unknown>
    expect(line).toMatchObject({
      a: "uct",
      b: "random",
      black: "b",
      moves: 1,
      winner: "a",
      result: "W+F",
      plays: "E5",
    })
    expect(line["verdict"]).toEqual({ kind: "crash", winner: "white", reason: "Überraschung" })
    expect(Object.keys(line)).toEqual(
      expect.arrayContaining(["id", "seed", "times", "claims", "opening", "at"]),
    )
  })

  it("the same game twice changes nothing, also after it was opened again", () => {
    const path = written(2)
    const before = readFileSync(path, "utf8")
    const journal = unwrap(Journal.open(path, HEADER))
    expect(journal.add(entry(1))).toBe(false)
    expect(journal.has(entry(0).id) && !journal.has(entry(2).id)).toBe(true)
    expect(readFileSync(path, "utf8")).toBe(before)
    expect(journal.add(entry(2))).toBe(true)
    journal.close()
    expect(idsIn(path)).toEqual(ids(3))
  })

  it("a line that is there twice counts once", () => {
    const path = written(2)
    appendFileSync(path, readFileSync(path, "utf8").split("\n")[1]! + "\n")
    const journal = unwrap(Journal.open(path, HEADER))
    expect(journal.entries.map(({ id }) => id)).toEqual(ids(2))
    journal.close()
  })

  it("cut off anywhere, it loses no whole game and goes on", () => {
    const path = written(2)
    const bytes = readFileSync(path)
    const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at + 1)
    const cuts = [0, 1, 5, 100, ...ends.flatMap((end) => [end - 1, end, end + 1, end + 150])]
    for (const length of cuts.filter((cut) => cut <= bytes.length)) {
      writeFileSync(path, bytes.subarray(0, length))
      const journal = unwrap(Journal.open(path, HEADER))
      const whole = Math.max(0, ends.filter((end) => end <= length).length - 1)
      expect(journal.entries.map(({ id }) => id)).toEqual(ids(whole))
      for (let number = 0; number < 3; number++) journal.add(entry(number))
      journal.close()
      expect(idsIn(path)).toEqual(ids(3))
    }
  })

  it("zeros behind the end, which a power cut may leave, are cut off", () => {
    const path = written(1)
    appendFileSync(path, Buffer.alloc(100))
    const journal = unwrap(Journal.open(path, HEADER))
    journal.add(entry(1))
    journal.close()
    expect(idsIn(path)).toEqual(ids(2))
  })

  it("damage in the middle is told with its line, and the file is let alone", () => {
    const path = written(3)
    const text = readFileSync(path, "utf8").replace(`{"id":"${entry(1).id}"`, "{{{{")
    writeFileSync(path, text)
    expect(Journal.open(path, HEADER)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/line 3 is damaged/),
    })
    expect(readFileSync(path, "utf8")).toBe(text)
    expect(readdirSync(join(path, ".."))).toEqual(["journal.jsonl"])
  })

  it.each([
    ["text", "dear diary\n"],
    ["text without a line feed", "dear diary"],
    ["another JSON", `{"a":1}\n`],
  ])("a file that is %s is refused and let alone", (_, content) => {
    const path = place()
    writeFileSync(path, content)
    expect(Journal.open(path, HEADER)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/no journal/),
    })
    expect(readFileSync(path, "utf8")).toBe(content)
  })

  it("another match is refused, and the refusal says what differs", () => {
    const path = written(1)
    const other = { ...HEADER, definition: { ...MATCH, komi: 6.5 } }
    expect(Journal.open(path, other)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/komi is 7\.5 there and 6\.5 here/),
    })
    expect(idsIn(path)).toEqual(ids(1))
  })

  it("what only one of the two matches has makes them differ, too", () => {
    const path = written(1)
    const refusalOf = (from: string, definition: typeof MATCH): string => {
      const opened = Journal.open(from, { ...HEADER, definition })
      return opened.ok ? "" : opened.error
    }
    expect(refusalOf(path, { ...MATCH, alpha: 0.01 })).toMatch(/alpha is not given there and 0\.01 here/)
    const special = join(folder, "special.jsonl")
    unwrap(Journal.open(special, { ...HEADER, definition: { ...MATCH, handicap: 2 } })).close()
    expect(refusalOf(special, MATCH)).toMatch(/handicap is 2 there and not given here/)
  })
})

describe("a full disk (ARE-3)", () => {
  it("is told; the file stays as it was, and takes the game when there is room again", () => {
    const path = written(2)
    const before = readFileSync(path, "utf8")
    let room = 40
    const journal = unwrap(
      Journal.open(path, HEADER, (handle, bytes, from, length, position) => {
        const fits = Math.min(room, length)
        if (fits === 0) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" })
        room -= fits
        return writeSync(handle, bytes, from, fits, position)
      }),
    )
    expect(() => journal.add(entry(2))).toThrow(JournalError)
    expect(() => journal.add(entry(2))).toThrow(/journal\.jsonl can't be written: the disk is full/)
    expect(readFileSync(path, "utf8")).toBe(before)
    expect(journal.has(entry(2).id)).toBe(false)
    room = Infinity
    expect(journal.add(entry(2))).toBe(true)
    journal.close()
    expect(idsIn(path)).toEqual(ids(3))
  })
})

describe("one coordinator (ARE-3)", () => {
  it("the second is refused while the first lives, by whatever name it knows the file", () => {
    const path = written(1)
    const link = join(folder, `link-${places}.jsonl`)
    symlinkSync(path, link)
    const first = unwrap(Journal.open(path, HEADER))
    for (const name of [path, link])
      expect(Journal.open(name, HEADER)).toMatchObject({
        ok: false,
        error: expect.stringMatching(/process \d+ plays this match already/),
      })
    first.close()
    unwrap(Journal.open(link, HEADER)).close()
    expect(readdirSync(join(path, ".."))).toEqual(["journal.jsonl"])
  })

  /** A lock as an owner leaves it behind that was killed. */
  function lockOf(path: string, owner: object): void {
    mkdirSync(`${path}.lock`)
    writeFileSync(join(`${path}.lock`, "1-x"), JSON.stringify(owner))
  }

  it("the lock of a dead process is taken over", () => {
    const path = written(1)
    const { pid } = spawnSync(process.execPath, ["-e", ""])
    lockOf(path, { pid, host: hostname(), began: "1" })
    unwrap(Journal.open(path, HEADER)).close()
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  it.runIf(process.platform === "linux")("a number that another process has now does not hold it", () => {
    const path = written(1)
    lockOf(path, { pid: process.ppid, host: hostname(), began: "1" })
    unwrap(Journal.open(path, HEADER)).close()
  })

  it("another machine's lock holds, and the refusal says what to do", () => {
    const path = written(1)
    lockOf(path, { pid: 1, host: "elsewhere", began: "1" })
    expect(Journal.open(path, HEADER)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/on elsewhere .* remove .*\.lock/),
    })
  })

  it("a folder that can't be written is told", () => {
    const path = written(0)
    truncateSync(path, 0)
    expect(Journal.open(join(path, "below.jsonl"), HEADER).ok).toBe(false)
  })
})
