// A match: plays the games of a schedule that the journal does not have yet, several at once (ARE-1, ARE-3).

import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { replaceFile } from "../base/node/index.ts"
import type { Played } from "./game.ts"
import { fileFailure, JournalError, makeEntry, type Journal, type JournalEntry } from "./journal.ts"
import type { Openings } from "./openings.ts"
import { recordName } from "./report/records.ts"
import { makeTask, type GameTask, type MatchDefinition } from "./schedule.ts"
import type { SprtOptions } from "./sprt.ts"
import { Standing } from "./standing.ts"

export interface MatchOptions {
  readonly match: MatchDefinition
  readonly openings: Openings
  /** How many in all, with those of the journal. */
  readonly games: number
  readonly concurrency: number
  readonly journal: Journal
  /** Plays one game; undefined when it was dropped. `GamePool.play`, or anything else. */
  readonly play: (task: GameTask) => Promise<Played | undefined>
  /** Ends the match as soon as it has decided. */
  readonly sprt?: SprtOptions
  /** A folder for the records. */
  readonly sgf?: string
  /** When it fires, no game is written any more. */
  readonly signal?: AbortSignal
  readonly onGame?: (standing: Standing, entry: JournalEntry) => void
}

export interface MatchEnd {
  readonly standing: Standing
  readonly reason: "complete" | "sprt" | "interrupted"
  /** Games of this run. */
  readonly played: number
  readonly seconds: number
}

/** Ctrl-C reaches the engines too: for so long after a crash we look whether it was that. */
const INTERRUPT_MS = 200

/** Plays what is left to play. @throws {JournalError} when a game or its record can't be written. */
export async function runMatch(options: MatchOptions): Promise<MatchEnd> {
  const { match, openings, games, concurrency, journal, play, sprt, sgf, signal, onGame } = options
  const began = performance.now()
  const standing = new Standing(journal.entries, sprt)
  const isDecided = (): boolean => standing.sprt?.verdict !== undefined
  let next = 0
  let played = 0
  let hasFailed = false

  const isOver = (): boolean => hasFailed || isDecided() || signal?.aborted === true
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
      onGame?.(standing, entry)
    }
  }
  const lane = (): Promise<void> =>
    playOn().catch((error: unknown) => {
      hasFailed = true
      throw error
    })
  await Promise.all(Array.from({ length: Math.min(concurrency, games) }, lane))

  const seconds = (performance.now() - began) / 1000
  const reason = signal?.aborted ? "interrupted" : isDecided() ? "sprt" : "complete"
  return { standing, reason, played, seconds }
}

function writeRecord(folder: string, task: GameTask, text: string): void {
  const file = join(folder, recordName(task))
  try {
    mkdirSync(folder, { recursive: true })
    replaceFile(file, text)
  } catch (error) {
    throw new JournalError(`${file} can't be written: ${fileFailure(error)}`)
  }
}
