// The text of a journal: its lines as data, checked, and how a finished game becomes one. Reading it needs no Node, so
// that a page can watch a match.

import * as v from "valibot"
import { linesOf, readLine } from "../base/checked-line.ts"
import { err, ok, type Result } from "../base/result.ts"
import { otherSide, type GameTask, type MatchDefinition, type Side } from "./definition.ts"
import { check, ENTRY_FIELDS, HEADER_FIELDS, type Fields } from "./schema.ts"
import { makeResult, type Verdict } from "./verdict.ts"
import type { Played } from "./played.ts"

/** One finished game as a line of a journal. */
export interface JournalEntry extends Omit<Played, "plays" | "sgf" | "exchange"> {
  readonly id: string
  readonly number: number
  readonly a: string
  readonly b: string
  readonly black: Side
  readonly verdict: Verdict
  /** The result as `RE` of a record has it. */
  readonly result: string
  /** Which of the two players won; null for a draw and for a void game. */
  readonly winner: Side | null
  readonly moves: number
  readonly seed: number
  readonly opening: string
  /** All moves, the opening's too. */
  readonly plays: string
  /** When the game was over, in UTC. */
  readonly at: string
}

/** The first line of a journal: which match it is of. */
export interface JournalHeader {
  readonly journal: "montego match"
  readonly version: 1
  readonly definition: MatchDefinition
  /** What the players say that they are. */
  readonly names: Readonly<Record<Side, string>>
  /** How the match was begun, as it may be typed again; without passwords. */
  readonly command?: string
}

/** A line of a journal that is damaged and not counted. */
export interface DamagedLine {
  /** Counted from 1, as editors do. */
  readonly line: number
  readonly reason: string
}

/** What a journal's file holds. */
export interface JournalContent {
  readonly header: JournalHeader
  readonly entries: readonly JournalEntry[]
  readonly damaged: readonly DamagedLine[]
}

/** A game that was played, as the line of a journal. */
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

/** The description of a journal's line of one game: checked before a line is written, and when it is read. */
export const EntrySchema = v.pipe(
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

/** Reads a journal from its bytes; `name` is the file's in messages. */
export function parseJournal(bytes: Uint8Array, name: string): Result<JournalContent, string> {
  const lines = readLines(bytes, name)
  if (!lines.ok) return lines
  const { header, entries, damaged } = lines.value
  return header ? ok({ header, entries, damaged }) : err(`${name}: there is no match in it`)
}

const MOST_NAMED = 5

/** A sentence on the lines of a journal that are not counted; undefined when all are. */
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

/** The lines of a journal as far as it is written: one that is being begun has no header. */
export interface Lines {
  readonly header: JournalHeader | undefined
  /** Each game once: a line that is there twice counts once. */
  readonly entries: JournalEntry[]
  readonly damaged: DamagedLine[]
}

/** Reads all lines of a journal, also of one that is just being begun; `file` is its name in messages. */
export function readLines(bytes: Uint8Array, file: string): Result<Lines, string> {
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
    return isBeginning(bytes) ? damage(line.reason) : err(`${file} is no journal of a match`)
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
function isBeginning(bytes: Uint8Array): boolean {
  const start = `{"journal":"montego match"`
  const text = new TextDecoder().decode(bytes.subarray(0, start.length))
  return start.startsWith(text) || bytes.every((byte) => byte === 0)
}
