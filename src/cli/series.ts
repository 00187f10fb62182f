// What a match and a tournament have in common at the command line (ARE-3, ARE-5): games go into journals while a table shows
// how it stands; when all are played, or after Ctrl-C, the result is printed, and what is left.

import { describeDamage, JournalError, makeVerdict, type Broken, type Journal } from "../arena/index.ts"
import { printCsv, type CsvRow } from "./csv.ts"
import { fail } from "./failure.ts"
import { INTERRUPTED, listenForInterrupts } from "./interrupt.ts"
import type { Live, LiveSource } from "./live.ts"
import type { Venue } from "./venue.ts"

interface SeriesEnd {
  readonly reason: string
  /** In this sitting. */
  readonly played: number
  readonly seconds: number
}

export interface Series<End extends SeriesEnd> {
  readonly live: Live
  readonly venue: Venue
  readonly journals: readonly Journal[]
  /** The file or folder of the journals, as it is printed. */
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
  /** The player that broke down in game after game, as it is called, if one did. */
  readonly broken?: (Broken & { readonly who: string }) | undefined
  /** For people. */
  tables(): string
  /** For programs. */
  report(): object
  /** For spreadsheets. */
  rows(): readonly CsvRow[]
}

/** Plays and reports; always closes the venue and the journals. */
export async function playSeries<End extends SeriesEnd>(series: Series<End>): Promise<void> {
  const { live, venue, journals, progress } = series
  const interrupt = listenForInterrupts()
  interrupt.signal.addEventListener("abort", () => void venue.close())
  live.say(journalLine(series))
  for (const { path, damaged } of journals) {
    const damage = describeDamage(path, damaged)
    if (damage !== undefined) live.say(`${damage}: what is missing is played again`)
  }
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

/** Exit code when a player can't be used: as for bad input. */
const BROKEN = 2

/** What a person needs to find the fault: who, how often, the last verdict, and the words that were exchanged. */
function brokenLines(broken: Broken & { readonly who: string }): [string, ...string[]] {
  const { who, faults, verdict, exchange } = broken
  const games = faults === 1 ? "a game" : `${faults} games in a row`
  return [
    `stopped: ${who} broke down in ${games} (--max-faults); these games are in the journal as lost.`,
    `  the last one: ${makeVerdict(verdict)}`,
    ...(exchange.length > 0 ? ["  the end of the conversation with it:"] : []),
    ...exchange.map((line) => `    ${line}`),
    `Repair it, and give the same command again to go on, or another --journal to begin anew.`,
  ]
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
  if (end.reason === "faults" && result.broken) {
    process.exitCode = BROKEN
    live.say(...brokenLines(result.broken))
  }
  if (end.reason !== "interrupted") return
  process.exitCode = INTERRUPTED
  const left = `${result.left} games are left: the same command goes on from there.`
  live.say(`interrupted; nothing half-done is kept. ${left}`)
}
