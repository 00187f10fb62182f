// A match: plays the games of a schedule that the journal does not have yet, several at once (ARE-1, ARE-3).

import { existsSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileFailure } from "../base/failure.ts"
import { makeFolder, replaceFile } from "../base/node/index.ts"
import { JournalError, type Journal } from "./journal.ts"
import type { Openings } from "./openings.ts"
import { entryRecord, recordName } from "./report/records.ts"
import { makeTask } from "./schedule.ts"
import type { SprtOptions } from "./sprt.ts"
import { Standing } from "./standing.ts"
import { isBreakdown, type Verdict } from "./verdict.ts"
import { makeEntry, type JournalEntry } from "./journal-text.ts"
import { otherSide, type GameTask, type MatchDefinition, type Side } from "./definition.ts"
import type { Played } from "./played.ts"

/** The part of a `Journal` that a match needs: where it keeps its games. */
export type GameLog = Pick<Journal, "entries" | "has" | "add">

/** How a match is played. */
export interface MatchOptions {
  readonly match: MatchDefinition
  readonly openings: Openings
  /** How many in all, with those of the journal. */
  readonly games: number
  readonly concurrency: number
  readonly journal: GameLog
  /** Plays one game; undefined when it was dropped. `GamePool.play`, or anything else. */
  readonly play: (task: GameTask) => Promise<Played | undefined>
  /** Ends the match as soon as it has decided. */
  readonly sprt?: SprtOptions
  /** A folder for the records; those of games that the journal has already are written, too. */
  readonly sgf?: string
  /** Ends the match when one player has broken down in this number of games in a row; default: never. */
  readonly maxFaults?: number | undefined
  /** Told at once when that happens: the games that are being played need not go on. */
  readonly onBroken?: () => void
  /** When it fires, no game is written any more. */
  readonly signal?: AbortSignal
  readonly onGame?: (standing: Standing, entry: JournalEntry) => void
}

/** A player that broke down in one game after the other. */
export interface Broken {
  readonly side: Side
  /** Games in a row. */
  readonly faults: number
  /** The verdict of the last of these games. */
  readonly verdict: Verdict
  /** The end of the conversation with it, where it is another program. */
  readonly exchange: readonly string[]
}

/** How a match stands at its end, and why it ended. */
export interface MatchEnd {
  readonly standing: Standing
  readonly reason: "complete" | "sprt" | "interrupted" | "faults"
  /** With the reason `faults`. */
  readonly broken?: Broken
  /** Games of this run. */
  readonly played: number
  readonly seconds: number
}

/** Ctrl-C reaches the engines too: this long after a crash we look whether it was the cause. */
const INTERRUPT_MS = 200

/**
 * Plays the games of a match that its journal does not have.
 * @throws {JournalError} when a game or its record can't be written.
 */
export async function runMatch(options: MatchOptions): Promise<MatchEnd> {
  const { match, openings, games, concurrency, journal, play, sprt, sgf, signal, onGame, onBroken } = options
  const began = performance.now()
  if (sgf !== undefined) completeRecords(sgf, match, journal.entries)
  const standing = new Standing(journal.entries, sprt)
  const isDecided = (): boolean => standing.sprt?.verdict !== undefined
  let next = 0
  let played = 0
  let hasFailed = false
  const faults = new FaultWatch(options.maxFaults)

  const isOver = (): boolean =>
    hasFailed || isDecided() || faults.broken !== undefined || signal?.aborted === true
  /** The next game that the journal lacks. */
  const nextTask = (): GameTask | undefined => {
    while (next < games && !isOver()) {
      const task = makeTask(match, openings, next++)
      if (!journal.has(task.id)) return task
    }
    return undefined
  }
  const playOn = async (): Promise<void> => {
    for (let task = nextTask(); task; task = nextTask()) {
      const game = await play(task)
      if (game?.verdict.kind === "crash") await sleep(INTERRUPT_MS)
      if (!game || signal?.aborted) return
      // First the record: a game that is in the journal is never played again, so its record must be there.
      if (sgf !== undefined) writeRecord(sgf, task, game.sgf)
      const entry = makeEntry(task, game, new Date())
      if (!journal.add(entry)) continue
      played++
      standing.add(entry)
      const wasBroken = faults.broken !== undefined
      faults.add(entry, game.exchange)
      onGame?.(standing, entry)
      if (!wasBroken && faults.broken) onBroken?.()
    }
  }
  const lane = (): Promise<void> =>
    playOn().catch((error: unknown) => {
      hasFailed = true
      throw error
    })
  await Promise.all(Array.from({ length: Math.min(concurrency, games) }, lane))

  const seconds = (performance.now() - began) / 1000
  const { broken } = faults
  const ended = signal?.aborted ? "interrupted" : isDecided() ? "sprt" : "complete"
  const reason = broken && ended === "complete" ? "faults" : ended
  return { standing, reason, played, seconds, ...(broken ? { broken } : {}) }
}

/** Counts for each player the games in a row in which it broke down. */
class FaultWatch {
  readonly #most: number
  readonly #inARow = { a: 0, b: 0 }
  broken: Broken | undefined

  constructor(most = Infinity) {
    this.#most = most
  }

  add({ verdict, winner }: JournalEntry, exchange: readonly string[] = []): void {
    const side = isBreakdown(verdict) && winner !== null ? otherSide(winner) : undefined
    for (const each of ["a", "b"] as const) this.#inARow[each] = each === side ? this.#inARow[each] + 1 : 0
    if (side === undefined || this.#inARow[side] < this.#most) return
    this.broken ??= { side, faults: this.#inARow[side], verdict, exchange }
  }
}

/**
 * Writes the records of a journal's games that are not in the folder: it has all their moves, though not the time of
 * each.
 */
function completeRecords(folder: string, match: MatchDefinition, entries: readonly JournalEntry[]): void {
  for (const entry of entries) {
    if (existsSync(join(folder, recordName(entry)))) continue
    const record = entryRecord(match, entry)
    if (!record.ok) throw new JournalError(record.error)
    writeRecord(folder, entry, record.value)
  }
}

function writeRecord(folder: string, game: Pick<GameTask, "number" | "id">, text: string): void {
  const file = join(folder, recordName(game))
  try {
    makeFolder(folder)
    replaceFile(file, text)
  } catch (error) {
    throw new JournalError(`${file} can't be written: ${fileFailure(error)}`)
  }
}
