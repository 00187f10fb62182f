// The truth of a match (ARE-3): one file that is only ever added to. Its first line is the match's definition, each further
// one a finished game. Everything else, tables, ratings, what is left to play, is derived from it.
//
// A line counts when its line feed is on the disk. Whatever a kill or a full disk leaves behind the last one is cut off, so
// that a game is either there or not there, and a file that was good stays good.

import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync } from "node:fs"
import { realpathSync, statSync, writeSync } from "node:fs"
import { hostname } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { FileLock, type LockOwner } from "../base/node/index.ts"
import { err, ok, type Result } from "../base/result.ts"
import type { Played } from "./game.ts"
import { otherSide, type GameTask, type MatchDefinition, type Side } from "./schedule.ts"
import { makeResult, type Verdict } from "./verdict.ts"

/** A line of the journal. */
export interface JournalEntry extends Omit<Played, "plays" | "sgf"> {
  readonly id: string
  readonly number: number
  readonly a: string
  readonly b: string
  readonly black: Side
  readonly verdict: Verdict
  /** As `RE` of a record. */
  readonly result: string
  /** Of the two players; null for a draw and where the game counts for nothing. */
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

/** What the match can't go on with: nothing was written that should not have been. */
export class JournalError extends Error {}

export function makeEntry(task: GameTask, played: Played, at: Date): JournalEntry {
  const { id, number, black, seed, opening, match } = task
  const { verdict, plays, sgf: _, ...rest } = played
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
    ...rest,
    opening: opening.join(" "),
    plays: plays.join(" "),
    at: at.toISOString(),
  }
}

function winningSide(black: Side, { winner }: Verdict): Side | null {
  if (winner === null) return null
  return winner === "black" ? black : otherSide(black)
}

/** How bytes come into the file; tests have disks that are full. */
type Write = (handle: number, bytes: Uint8Array, from: number, length: number, position: number) => number

export class Journal {
  readonly path: string
  readonly #handle: number
  readonly #lock: FileLock
  readonly #write: Write
  readonly #entries = new Map<string, JournalEntry>()
  /** Where the good part of the file ends. */
  #end: number
  #isClosed = false

  private constructor(path: string, handle: number, lock: FileLock, write: Write, lines: Lines) {
    this.path = path
    this.#handle = handle
    this.#lock = lock
    this.#write = write
    this.#end = lines.end
    for (const entry of lines.entries) if (!this.#entries.has(entry.id)) this.#entries.set(entry.id, entry)
  }

  /** Opens or begins the journal of this match; the error says why it can't be played into this file. */
  static open(path: string, header: JournalHeader, write: Write = writeSync): Result<Journal, string> {
    try {
      const file = realPath(path)
      if (existsSync(file) && !statSync(file).isFile()) return err(`${file} is no plain file`)
      mkdirSync(dirname(file), { recursive: true })
      const lock = FileLock.tryTake(`${file}.lock`)
      if (!lock.ok) return err(`${path}: ${describeOwner(lock.error, `${file}.lock`)}`)
      const opened = openLocked(file, header)
      if (!opened.ok) {
        lock.value.release()
        return opened
      }
      const { handle, lines } = opened.value
      const journal = new Journal(file, handle, lock.value, write, lines)
      try {
        if (lines.header === undefined) journal.#append(header)
      } catch (error) {
        journal.close()
        throw error
      }
      return ok(journal)
    } catch (error) {
      return err(error instanceof JournalError ? error.message : `${path}: ${fileFailure(error)}`)
    }
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
   * @throws {JournalError} when the disk does not take it; the file is then as it was.
   */
  add(entry: JournalEntry): boolean {
    if (this.#entries.has(entry.id)) return false
    this.#append(entry)
    this.#entries.set(entry.id, entry)
    return true
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    closeSync(this.#handle)
    this.#lock.release()
  }

  #append(line: JournalEntry | JournalHeader): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`, "utf8")
    try {
      for (let from = 0; from < bytes.length;)
        from += this.#write(this.#handle, bytes, from, bytes.length - from, this.#end + from)
      fsyncSync(this.#handle)
    } catch (error) {
      ftruncateSync(this.#handle, this.#end)
      throw new JournalError(`${this.path} can't be written: ${fileFailure(error)}; what is in it stays good`)
    }
    this.#end += bytes.length
  }
}

/** Reads a journal without playing on: anybody may, at any time. */
export function readJournal(
  path: string,
): Result<{ header: JournalHeader; entries: JournalEntry[] }, string> {
  try {
    const lines = readLines(readFileSync(path), path)
    if (!lines.ok) return lines
    const { header, entries } = lines.value
    return header ? ok({ header, entries }) : err(`${path}: there is no match in it`)
  } catch (error) {
    return err(`${path}: ${fileFailure(error)}`)
  }
}

function describeOwner({ pid, host }: LockOwner, lock: string): string {
  return host === hostname()
    ? `process ${pid} plays this match already`
    : `process ${pid} on ${host} plays this match; if it is dead, remove ${lock}`
}

/** A file that is known by two names has one lock. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const folder = dirname(resolve(path))
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path))
}

function openLocked(file: string, header: JournalHeader): Result<{ handle: number; lines: Lines }, string> {
  // Neither "a", which ignores positions, nor "w", which empties the file.
  const handle = openSync(file, existsSync(file) ? "r+" : "wx+")
  const lines = readLines(readFileSync(handle), file)
  const refusal = lines.ok ? differenceOf(lines.value.header, header) : lines.error
  if (!lines.ok || refusal !== undefined) {
    closeSync(handle)
    return err(lines.ok ? `${file} is the journal of another match: ${refusal}` : lines.error)
  }
  ftruncateSync(handle, lines.value.end)
  return ok({ handle, lines: lines.value })
}

interface Lines {
  readonly header: JournalHeader | undefined
  readonly entries: JournalEntry[]
  /** Bytes up to and with the last line feed. */
  readonly end: number
}

function readLines(bytes: Buffer, file: string): Result<Lines, string> {
  const end = bytes.lastIndexOf(0x0a) + 1
  // A file of somebody else that has no line feed must not be emptied.
  if (end === 0 && !isBeginning(bytes)) return err(`${file} is no journal of a match`)
  const [first, ...rest] = bytes.toString("utf8", 0, end).split("\n").slice(0, -1)
  if (first === undefined) return ok({ header: undefined, entries: [], end })
  const header = parseLine(first) as JournalHeader | undefined
  if (header?.journal !== "montego match") return err(`${file} is no journal of a match`)
  if (header.version !== 1)
    return err(`${file} was written by a newer Montego (version ${String(header.version)})`)
  const entries: JournalEntry[] = []
  for (const [index, line] of rest.entries()) {
    const entry = parseLine(line)
    if (!isEntry(entry)) return err(`${file}: line ${index + 2} is damaged; remove it to play its game again`)
    entries.push(entry)
  }
  return ok({ header, entries, end })
}

/** The beginning of a first line that was cut off. */
function isBeginning(bytes: Buffer): boolean {
  const start = `{"journal":"montego match"`
  const text = bytes.toString("utf8", 0, start.length)
  return start.startsWith(text) || bytes.every((byte) => byte === 0)
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is JournalEntry {
  if (typeof value !== "object" || value === null) return false
  const { id, number, black, verdict, winner } = value as Partial<JournalEntry>
  return (
    typeof id === "string" &&
    typeof number === "number" &&
    (black === "a" || black === "b") &&
    (winner === "a" || winner === "b" || winner === null) &&
    typeof verdict?.kind === "string"
  )
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

/** For people: why a file could not be read or written. */
export function fileFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "ENOSPC") return "the disk is full"
  return error instanceof Error ? error.message : String(error)
}
