// The truth of a match (ARE-3): one file that is only ever added to. Its first line is the match's definition, each
// further one a finished game. Everything else, tables, ratings, what is left to play, is derived from it.
//
// A line counts when its line feed is on the disk. Whatever a kill or a full disk leaves behind the last one is cut
// off, so that a game is either there or not there, and a file that was good stays good. A line that is damaged is told
// and not counted.

import { readFileSync } from "node:fs"
import { fileFailure, messageOf } from "../base/failure.ts"
import { LineFile, makeLine, plainFileRefusal, type Write } from "../base/node/index.ts"
import { err, ok, type Result } from "../base/result.ts"
import type { MatchDefinition } from "./definition.ts"
import {
  EntrySchema,
  parseJournal,
  readLines,
  type DamagedLine,
  type JournalContent,
  type JournalEntry,
  type JournalHeader,
  type Lines,
} from "./journal-text.ts"
import { check } from "./schema.ts"

/** The error when a journal or record can't be written. Lines that were written before are whole. */
export class JournalError extends Error {}

/** The file of a match: a line for each game, only ever appended. */
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
