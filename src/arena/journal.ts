// The truth of a match (ARE-3): one file that is only ever added to. Its first line is the match's definition, each
// further one a finished game. Everything else, tables, ratings, what is left to play, is derived from it.
//
// A line counts when its line feed is on the disk. Whatever a kill or a full disk leaves behind the last one is cut
// off, so that a game is either there or not there, and a file that was good stays good. A line that is damaged is told
// and not counted.

import { readFileSync } from "node:fs"
import * as v from "valibot"
import { fileFailure, messageOf } from "../base/failure.ts"
import { LineFile, linesOf, makeLine, plainFileRefusal, readLine, type Write } from "../base/node/index.ts"
import { err, ok, type Result } from "../base/result.ts"
import type { Played } from "./game.ts"
import { otherSide, type GameTask, type MatchDefinition, type Side } from "./schedule.ts"
import { check, ENTRY_FIELDS, HEADER_FIELDS, type Fields } from "./schema.ts"
import { makeResult, type Verdict } from "./verdict.ts"

/** A line of the journal. */
export interface JournalEntry extends Omit<Played, "plays" | "sgf" | "exchange"> {
  readonly id: string
  readonly number: number
  readonly a: string
  readonly b: string
  readonly black: Side
  readonly verdict: Verdict
  /** As `RE` of a record. */
  readonly result: string
  /** Of the two players; null for a draw and for a void game. */
  readonly winner: Side | null
  readonly moves: number
  readonly seed: number
  readonly opening: string
  /** All moves, the opening's too. */
  readonly plays: string
  /** When the game was over, in UTC. */
  readonly at: string
}

/** The first line. */
export interface JournalHeader {
  readonly journal: "montego match"
  readonly version: 1
  readonly definition: MatchDefinition
  /** What the players say that they are. */
  readonly names: Readonly<Record<Side, string>>
  /** How the match was begun, as it may be typed again; without passwords. */
  readonly command?: string
}

/** A line that is not counted. */
export interface DamagedLine {
  /** Counted from 1, as editors do. */
  readonly line: number
  readonly reason: string
}

/** What a file holds. */
export interface JournalContent {
  readonly header: JournalHeader
  readonly entries: readonly JournalEntry[]
  readonly damaged: readonly DamagedLine[]
}

/** What the match can't go on with: nothing was written that should not have been. */
export class JournalError extends Error {}

export function makeEntry(task: GameTask, played: Played, at: Date): JournalEntry {
  const { id, number, black, seed, opening, match } = task
  const { verdict, plays, times, claims, dead, referee, unsettled } = played
  return {
    id,
    number,
    a: match.a,
    b: match.b,
    black,
    result: makeResult(verdict),
    winner: winningSide(black, verdict),
    verdict,
    moves: plays.length,
    seed,
    times,
    claims,
    ...(dead ? { dead } : {}),
    ...(referee ? { referee } : {}),
    ...(unsettled === undefined ? {} : { unsettled }),
    opening: opening.join(" "),
    plays: plays.join(" "),
    at: at.toISOString(),
  }
}

function winningSide(black: Side, { winner }: Verdict): Side | null {
  if (winner === null) return null
  return winner === "black" ? black : otherSide(black)
}

/** What enters a journal, and what is taken from one. */
const EntrySchema = v.pipe(
  v.object(ENTRY_FIELDS satisfies Fields<JournalEntry>),
  v.rawCheck(({ dataset, addIssue }) => {
    const contradiction = dataset.typed ? contradictionIn(dataset.value) : undefined
    if (contradiction !== undefined) addIssue({ message: contradiction })
  }),
)
const HeaderSchema = v.object(HEADER_FIELDS satisfies Fields<JournalHeader>)

/** What a line says twice must be the same both times. */
function contradictionIn(entry: JournalEntry): string | undefined {
  const { black, verdict, plays } = entry
  if (entry.result !== makeResult(verdict)) return "result and verdict differ"
  if (entry.winner !== winningSide(black, verdict)) return "winner and verdict differ"
  const moves = plays === "" ? 0 : plays.split(" ").length
  return entry.moves === moves ? undefined : "moves and plays differ"
}

export class Journal {
  /** Lines that were found damaged; their games count as not played. */
  readonly damaged: readonly DamagedLine[]
  readonly #file: LineFile
  readonly #entries = new Map<string, JournalEntry>()

  private constructor(file: LineFile, { damaged, entries }: Lines) {
    this.#file = file
    this.damaged = damaged
    for (const entry of entries) this.#entries.set(entry.id, entry)
  }

  /** Opens or begins the journal of this match; the error says why it can't be played into this file. */
  static open(path: string, header: JournalHeader, write?: Write): Result<Journal, string> {
    const read = (bytes: Buffer, file: string): Result<Lines, string> => {
      const lines = readLines(bytes, file)
      const difference = lines.ok ? differenceOf(lines.value.header, header) : undefined
      return difference === undefined ? lines : err(`${file} is the journal of another match: ${difference}`)
    }
    const opened = LineFile.open(path, { read, work: "plays this match", ...(write ? { write } : {}) })
    if (!opened.ok) return opened
    const { file, content } = opened.value
    const journal = new Journal(file, content)
    try {
      if (content.header === undefined) journal.#append(header)
      return ok(journal)
    } catch (error) {
      journal.close()
      return err(messageOf(error))
    }
  }

  get path(): string {
    return this.#file.path
  }

  /** The finished games, each once, in the order in which they were finished. */
  get entries(): readonly JournalEntry[] {
    return [...this.#entries.values()]
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /**
   * Adds a finished game; answers false, and changes nothing, when it is there already.
   * @throws {JournalError} when it is no entry, or the disk does not take it; the file is then as it was.
   */
  add(entry: JournalEntry): boolean {
    if (this.#entries.has(entry.id)) return false
    const checked = check(EntrySchema, entry)
    if (!checked.ok)
      throw new JournalError(`game ${entry.number + 1} can't go into ${this.path}: ${checked.error}`)
    this.#append(checked.value)
    this.#entries.set(entry.id, checked.value)
    return true
  }

  close(): void {
    this.#file.close()
  }

  #append(line: JournalEntry | JournalHeader): void {
    try {
      this.#file.append(makeLine(line))
    } catch (error) {
      throw new JournalError(messageOf(error))
    }
  }
}

/** Reads a journal without playing on; no lock is needed. Each game is there once. */
export function readJournal(path: string): Result<JournalContent, string> {
  try {
    const refusal = plainFileRefusal(path)
    if (refusal !== undefined) return err(refusal)
    return parseJournal(readFileSync(path), path)
  } catch (error) {
    return err(`${path}: ${fileFailure(error)}`)
  }
}

/** The same for the bytes of a journal; `name` is for messages. */
export function parseJournal(bytes: Buffer, name: string): Result<JournalContent, string> {
  const lines = readLines(bytes, name)
  if (!lines.ok) return lines
  const { header, entries, damaged } = lines.value
  return header ? ok({ header, entries, damaged }) : err(`${name}: there is no match in it`)
}

const MOST_NAMED = 5

/** For people: which lines of a journal are not counted; undefined when all are. */
export function describeDamage(path: string, damaged: readonly DamagedLine[]): string | undefined {
  const [first] = damaged
  if (!first) return undefined
  const named = damaged.slice(0, MOST_NAMED).map(({ line }) => line)
  const more = damaged.length > named.length ? ` and ${damaged.length - named.length} more` : ""
  const which =
    damaged.length === 1
      ? `line ${first.line} is damaged (${first.reason})`
      : `lines ${named.join(", ")}${more} are damaged`
  return `${path}: ${which} and not counted`
}

interface Lines {
  readonly header: JournalHeader | undefined
  /** Each game once: a line that is there twice counts once. */
  readonly entries: JournalEntry[]
  readonly damaged: DamagedLine[]
}

function readLines(bytes: Buffer, file: string): Result<Lines, string> {
  // Another program's file without a line feed must not be emptied.
  if (!bytes.includes(0x0a) && !isBeginning(bytes)) return err(`${file} is no journal of a match`)
  const [first, ...rest] = linesOf(bytes)
  const lines: Lines = { header: undefined, entries: [], damaged: [] }
  if (!first) return ok(lines)
  const read = readHeader(first, file)
  if (!read.ok) return read
  const { header, isChecked } = read.value
  const ids = new Set<string>()
  for (const [index, line] of rest.entries()) {
    const entry = readEntry(line, isChecked)
    if (!entry.ok) lines.damaged.push({ line: index + 2, reason: entry.error })
    else if (!ids.has(entry.value.id)) lines.entries.push(entry.value)
    if (entry.ok) ids.add(entry.value.id)
  }
  return ok({ ...lines, header })
}

/** The first line, and whether it has a checksum: then all lines have. */
function readHeader(
  bytes: Uint8Array,
  file: string,
): Result<{ header: JournalHeader; isChecked: boolean }, string> {
  const line = readLine(bytes)
  const damage = (reason: string): Result<never, string> =>
    err(`${file}: line 1, the match, is damaged (${reason}); put a copy of it there, or move the file away`)
  if (line.kind === "damaged")
    return isBeginning(Buffer.from(bytes)) ? damage(line.reason) : err(`${file} is no journal of a match`)
  const { journal, version } = (line.value ?? {}) as { journal?: unknown; version?: unknown }
  if (journal !== "montego match") return err(`${file} is no journal of a match`)
  if (version !== 1) return err(`${file} was written by a newer Montego (version ${JSON.stringify(version)})`)
  const header = check(HeaderSchema, line.value)
  return header.ok ? ok({ header: header.value, isChecked: line.kind === "checked" }) : damage(header.error)
}

function readEntry(bytes: Uint8Array, isChecked: boolean): Result<JournalEntry, string> {
  const line = readLine(bytes)
  if (line.kind === "damaged") return err(line.reason)
  if (isChecked && line.kind === "unchecked") return err("its checksum is missing")
  return check(EntrySchema, line.value)
}

/** The beginning of a first line that was cut off. */
function isBeginning(bytes: Buffer): boolean {
  const start = `{"journal":"montego match"`
  const text = bytes.toString("utf8", 0, start.length)
  return start.startsWith(text) || bytes.every((byte) => byte === 0)
}

/** What differs between the match of a journal and the one that is to be played. */
function differenceOf(found: JournalHeader | undefined, wanted: JournalHeader): string | undefined {
  if (!found) return undefined
  const keys = new Set([...Object.keys(wanted.definition), ...Object.keys(found.definition)])
  for (const key of keys as Set<keyof MatchDefinition>) {
    const [there, here] = [found, wanted].map(
      ({ definition }) => JSON.stringify(definition[key]) ?? "not given",
    )
    if (there !== here) return `${key} is ${there} there and ${here} here`
  }
  return undefined
}
