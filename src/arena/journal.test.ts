// The journal (ARE-3): what is in it stays in it, whatever happens to the process or to the disk.

import { execFileSync, spawnSync } from "node:child_process"
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
import { parseClock } from "./clock.ts"
import { Journal, JournalError, readJournal } from "./journal.ts"
import { makeLine } from "../base/node/index.ts"
import { listOpenings, NO_OPENINGS } from "./openings.ts"
import { makeTask } from "./schedule.ts"
import {
  describeDamage,
  makeEntry,
  parseJournal,
  type JournalEntry,
  type JournalHeader,
} from "./journal-text.ts"
import type { MatchDefinition } from "./definition.ts"

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

/** A closed journal of this number of games. */
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
    const crc32 = expect.stringMatching(/^[0-9a-f]{8}$/) as unknown
    expect(JSON.parse(lines[0]!)).toEqual({ ...HEADER, crc32 })
    const line = JSON.parse(lines[2]!) as Record<string, unknown>
    expect(line).toMatchObject({
      a: "uct",
      b: "random",
      black: "b",
      moves: 1,
      winner: "a",
      result: "W+F",
      plays: "E5",
      crc32,
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

  it("damage in the middle is told with its line, and its game is played again", () => {
    const path = written(3)
    const text = readFileSync(path, "utf8").replace(`{"id":"${entry(1).id}"`, "{{{{")
    writeFileSync(path, text)
    const journal = unwrap(Journal.open(path, HEADER))
    expect(journal.damaged).toEqual([{ line: 3, reason: "its checksum differs" }])
    expect(journal.entries.map(({ id }) => id)).toEqual([entry(0).id, entry(2).id])
    expect(readFileSync(path, "utf8")).toBe(text)
    expect(journal.add(entry(1))).toBe(true)
    journal.close()
    const read = unwrap(readJournal(path))
    expect(read.entries.map(({ id }) => id)).toEqual([entry(0).id, entry(2).id, entry(1).id])
    expect(read.damaged.map(({ line }) => line)).toEqual([3])
    expect(readdirSync(join(path, ".."))).toEqual(["journal.jsonl"])
  })

  it("which lines are damaged is one sentence, however many they are", () => {
    const damaged = [3, 4, 7, 8, 9, 11, 12].map((line) => ({ line, reason: "it is no JSON" }))
    expect(describeDamage("x", [])).toBeUndefined()
    expect(describeDamage("x", damaged.slice(0, 1))).toBe(
      "x: line 3 is damaged (it is no JSON) and not counted",
    )
    expect(describeDamage("x", damaged)).toBe("x: lines 3, 4, 7, 8, 9 and 2 more are damaged and not counted")
  })

  it.each([
    ["text", "dear diary\n"],
    ["text without a line feed", "dear diary"],
    ["another JSON", `{"a":1}\n`],
  ])("a file that is %s is refused and left unchanged", (_, content) => {
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

  it("a match that has more to its definition is another one", () => {
    const path = place()
    const more = { ...HEADER, definition: { ...MATCH, handicap: 2 } }
    unwrap(Journal.open(path, more)).close()
    expect(Journal.open(path, HEADER)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/handicap is 2 there and not given here/),
    })
    unwrap(Journal.open(path, more)).close()
  })

  it.each([
    { kind: "own" },
    { kind: "playouts", playouts: 3 },
    { kind: "seconds", seconds: 0.5 },
    { kind: "clock", settings: unwrap(parseClock("absolute:3")) },
    { kind: "clock", settings: unwrap(parseClock("byoyomi:0+5x1")) },
    { kind: "clock", settings: unwrap(parseClock("canadian:1.5+5/3")) },
  ] as const)("goes on with the budget %j", (budget) => {
    for (const openings of [{ kind: "random", moves: 2 }, listOpenings([["C3"]]).definition] as const) {
      const path = place()
      const header = { ...HEADER, definition: { ...MATCH, budget, openings }, command: "montego match" }
      unwrap(Journal.open(path, header)).close()
      unwrap(Journal.open(path, header)).close()
      expect(unwrap(readJournal(path)).header).toEqual(header)
    }
  })
})

describe("checksums (ARE-3)", () => {
  /** A journal as it was written before lines had checksums. */
  function withoutChecksums(path: string): void {
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(/,"crc32":"[0-9a-f]{8}"\}$/gm, "}"))
  }

  it("a journal without them is read, and goes on with them", () => {
    const path = written(2)
    withoutChecksums(path)
    expect(readFileSync(path, "utf8")).not.toContain("crc32")
    const journal = unwrap(Journal.open(path, HEADER))
    expect(journal.entries).toEqual([entry(0), entry(1)])
    journal.add(entry(2))
    journal.close()
    expect(unwrap(readJournal(path))).toEqual({ header: HEADER, entries: [0, 1, 2].map(entry), damaged: [] })
    expect(readFileSync(path, "utf8").match(/crc32/g)).toHaveLength(1)
  })

  /** Reads the journal once with each bit from byte `start` on flipped. */
  function* flips(
    bytes: Buffer,
    start = 0,
  ): Generator<{ at: number; read: ReturnType<typeof parseJournal> }> {
    const flipped = Buffer.from(bytes)
    for (let at = start; at < bytes.length; at++)
      for (let bit = 0; bit < 8; bit++) {
        flipped[at]! ^= 1 << bit
        yield { at, read: parseJournal(flipped, "flipped") }
        flipped[at] = bytes[at]!
      }
  }

  it("any one flipped bit changes nothing that is counted, and what it takes away is told", () => {
    const bytes = readFileSync(written(2))
    const good = [entry(0), entry(1)].map((each) => JSON.stringify(each))
    let refused = 0
    let damagedOnes = 0
    for (const { at, read } of flips(bytes)) {
      if (!read.ok) {
        refused++
        continue
      }
      const { header, entries, damaged } = read.value
      if (damaged.length > 0) damagedOnes++
      const isSame = JSON.stringify(header) === JSON.stringify(HEADER)
      const isWhole = entries.every((each) => good.includes(JSON.stringify(each)))
      // Without its line feed a last line counts as cut off.
      const isTold = entries.length === 2 || damaged.length > 0 || at === bytes.length - 1
      if (!isSame || !isWhole || !isTold) throw new Error(`byte ${at}: ${JSON.stringify(read.value)}`)
    }
    const headerBits = 8 * bytes.indexOf(0x0a)
    // The name of the header's checksum may suffer, and then nothing is checked against it, but nothing else is
    // changed.
    expect(refused).toBeGreaterThan(headerBits * 0.9)
    expect(damagedOnes).toBeGreaterThan((8 * bytes.length - headerBits) * 0.99)
  })

  it("so it is for the new lines of a journal that was begun without them", () => {
    const path = written(0)
    withoutChecksums(path)
    const journal = unwrap(Journal.open(path, HEADER))
    journal.add(entry(0))
    journal.close()
    const bytes = readFileSync(path)
    for (const { at, read } of flips(bytes, bytes.indexOf(0x0a) + 1)) {
      const { entries } = unwrap(read)
      if (entries.length > 0) expect([at, ...entries]).toEqual([at, entry(0)])
    }
  })

  it("a damaged first line is reported, and the file left unchanged", () => {
    const path = written(1)
    const text = readFileSync(path, "utf8").replace('"komi":7.5', '"komi":6.5')
    writeFileSync(path, text)
    expect(Journal.open(path, HEADER)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/line 1, the match, is damaged \(its checksum differs\)/),
    })
    expect(readFileSync(path, "utf8")).toBe(text)
  })
})

describe("what enters a journal (ARE-3)", () => {
  const change = (changes: object): JournalEntry => ({ ...entry(0), ...changes })
  const score = { kind: "score", winner: "black", margin: 2 }

  const WRONG: readonly (readonly [string, JournalEntry, RegExp])[] = [
    ["no times", change({ times: undefined }), /times/],
    ["half of the times", change({ times: { a: entry(0).times.a } }), /times\.b/],
    ["malformed times", change({ times: { ...entry(0).times, b: { moves: 1 } } }), /times\.b\.seconds/],
    ["no verdict", change({ verdict: undefined }), /verdict/],
    [
      "a verdict of an unknown kind",
      change({ verdict: { kind: "magic", winner: "black" } }),
      /verdict\.kind/,
    ],
    ["a loss without a winner", change({ verdict: { kind: "crash", reason: "" } }), /verdict\.winner/],
    [
      "a resignation without a winner",
      change({ verdict: { kind: "resign", winner: null } }),
      /verdict\.winner/,
    ],
    [
      "a count without a winner",
      change({ verdict: { kind: "score", winner: null, margin: 3 } }),
      /margin is 0/,
    ],
    ["a draw with a winner", change({ verdict: { ...score, margin: 0 } }), /margin is 0/],
    [
      "a void game with a winner",
      change({ verdict: { kind: "void", winner: "black", reason: "" } }),
      /verdict/,
    ],
    ["another result", change({ result: "B+R" }), /result and verdict differ/],
    ["another winner", change({ winner: "b", black: "b" }), /winner and verdict differ/],
    ["no winner", change({ winner: undefined }), /winner/],
    ["more moves than plays", change({ moves: 2 }), /moves and plays differ/],
    ["malformed claims", change({ claims: { a: 3 } }), /claims\.a/],
    ["malformed dead stones", change({ dead: { by: "hand", stones: [] } }), /dead\.by/],
    ["a number below 0", change({ number: -1 }), /number/],
    ["a malformed name", change({ a: 5 }), /expected string/],
  ]

  it.each(WRONG)("%s: is not written, and not taken from a file", (_, wrong, reason) => {
    const path = written(1)
    const before = readFileSync(path, "utf8")
    const journal = unwrap(Journal.open(path, HEADER))
    expect(() => journal.add({ ...wrong, id: "0".repeat(16) })).toThrow(JournalError)
    expect(() => journal.add({ ...wrong, id: "0".repeat(16) })).toThrow(reason)
    journal.close()
    expect(readFileSync(path, "utf8")).toBe(before)
    appendFileSync(path, `${makeLine({ ...wrong, id: "0".repeat(16) })}\n`)
    const read = unwrap(readJournal(path))
    expect(read.entries).toEqual([entry(0)])
    expect(read.damaged).toEqual([{ line: 3, reason: expect.stringMatching(reason) as unknown }])
  })

  it("what a game brings besides is left out, and can't take the place of the game's own", () => {
    const task = makeTask(MATCH, NO_OPENINGS, 4)
    const times = entry(0).times
    const verdict = { kind: "resign", winner: "black" } as const
    const foreign = { id: "ffffffffffffffff", number: 9, black: "b", winner: "b", seed: 0, note: "hello" }
    const played = { verdict, plays: [], times, claims: {}, sgf: "", ...foreign }
    const made = makeEntry(task, played, new Date(0))
    expect(made).toEqual(makeEntry(task, { verdict, plays: [], times, claims: {}, sgf: "" }, new Date(0)))
    expect(made).toMatchObject({ id: task.id, number: 4, black: "a", winner: "a" })
    const path = place()
    const journal = unwrap(Journal.open(path, HEADER))
    const deep = { ...made, verdict: { ...verdict, note: "hello" }, note: "hello" }
    expect(journal.add(deep)).toBe(true)
    journal.close()
    expect(readFileSync(path, "utf8")).not.toContain("hello")
    expect(unwrap(readJournal(path)).entries).toEqual([made])
  })
})

describe("places that take no journal (ARE-3)", () => {
  it
    .runIf(process.platform === "linux")
    .each(["/proc/montego.jsonl", "/proc/self/status", "/proc/no/such/j"])("%s", (path) => {
    for (const tried of [Journal.open(path, HEADER), readJournal(path)])
      expect(tried).toMatchObject({ ok: false, error: expect.stringMatching(/is no plain file/) })
  })

  it.runIf(process.platform === "linux")("a pipe, and a device", () => {
    const path = place()
    execFileSync("mkfifo", [path])
    for (const [name, kind] of [
      [path, "pipe"],
      ["/dev/zero", "device"],
    ] as const)
      for (const tried of [Journal.open(name, HEADER), readJournal(name)])
        expect(tried).toMatchObject({
          ok: false,
          error: expect.stringContaining(`is a ${kind}, and no plain file`),
        })
    expect(readdirSync(join(path, ".."))).toEqual(["journal.jsonl"])
  })

  it("one that can't be opened leaves no lock behind", () => {
    const path = place()
    // Nothing is there, and yet nothing can be made there.
    symlinkSync(join(folder, "nowhere", "x"), path)
    expect(Journal.open(path, HEADER).ok).toBe(false)
    expect(readdirSync(join(path, ".."))).toEqual(["journal.jsonl"])
  })
})

describe("matches that differ (ARE-3)", () => {
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

  it("at the beginning is told, and leaves no lock behind", () => {
    const path = place()
    const full = (): never => {
      throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" })
    }
    expect(Journal.open(path, HEADER, full)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/can't be written: the disk is full/),
    })
    expect(readdirSync(join(path, ".."))).toEqual(["journal.jsonl"])
    unwrap(Journal.open(path, HEADER)).close()
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
