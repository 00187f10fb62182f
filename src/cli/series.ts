// What a match and a tournament have in common at the command line (ARE-3, ARE-5): games go into journals while a table shows
// how it stands; when all are played, or after Ctrl-C, the result is printed, and what is left.

import { JournalError, type Journal } from "../arena/index.ts"
import { printCsv, type CsvRow } from "./csv.ts"
import { fail } from "./failure.ts"
import { INTERRUPTED, listenForInterrupts } from "./interrupt.ts"
import type { Live, LiveSource } from "./live.ts"
import type { Venue } from "./venue.ts"

export interface SeriesEnd {
  readonly reason: string
  /** In this sitting. */
  readonly played: number
  readonly seconds: number
}

export interface Series<End extends SeriesEnd> {
  readonly live: Live
  readonly venue: Venue
  readonly journals: readonly Journal[]
  /** The file or folder of the journals, as it is told. */
  readonly place: string
  /** Games in all. */
  readonly wanted: number
  readonly progress: LiveSource
  readonly json: boolean | undefined
  readonly csv?: boolean | undefined
  run(signal: AbortSignal): Promise<End>
  result(end: End): SeriesResult
}

export interface SeriesResult {
  /** Those that are there and those that are missing. */
  readonly games: number
  readonly left: number
  /** For people. */
  tables(): string
  /** For programs. */
  report(): object
  /** For spreadsheets. */
  rows(): readonly CsvRow[]
}

/** Plays and tells; closes the venue and the journals whatever happens. */
export async function playSeries<End extends SeriesEnd>(series: Series<End>): Promise<void> {
  const { live, venue, journals, progress } = series
  live.say(journalLine(series))
  const interrupt = listenForInterrupts()
  interrupt.signal.addEventListener("abort", () => void venue.close())
  live.begin(progress)
  try {
    const end = await series.run(interrupt.signal)
    live.end()
    tellEnd(series, end)
  } catch (error) {
    if (error instanceof JournalError) fail(`${error.message}. The same command goes on from there.`)
    throw error
  } finally {
    live.end()
    interrupt.stop()
    await venue.close()
    for (const journal of journals) journal.close()
  }
}

function journalLine<End extends SeriesEnd>({ journals, place, wanted }: Series<End>): string {
  const found = journals.reduce((sum, { entries }) => sum + entries.length, 0)
  return found === 0
    ? `the games are kept in ${place}`
    : `${found} of ${wanted} games are in ${place} already`
}

function tellEnd<End extends SeriesEnd>(series: Series<End>, end: End): void {
  const { live, place, json, venue } = series
  const { workers } = venue
  const result = series.result(end)
  if (series.csv) printCsv(result.rows())
  else if (json) {
    const object = { ...result.report(), ...(workers ? { queue: workers.status() } : {}) }
    console.log(JSON.stringify(object, undefined, 2))
  } else {
    const speed = end.played > 0 ? `; ${((60 * end.played) / end.seconds).toFixed(1)} games a minute` : ""
    console.log(result.tables())
    if (workers) console.log(`\n${workers.table()}`)
    console.log(`\n${result.games} games in ${place}${speed}`)
  }
  if (end.reason !== "interrupted") return
  process.exitCode = INTERRUPTED
  const left = `${result.left} games are left: the same command goes on from there.`
  live.say(`interrupted; nothing half-done is kept. ${left}`)
}
