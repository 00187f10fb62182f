// What a match, a tournament and a tuning share at the command line (ARE-3, ARE-5): games go into journals while a
// table shows the standing; when all are played, or after Ctrl-C, the command prints the result, and what is left.

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

/** Plays a match or a tournament and reports; always closes the venue and the journals. */
export async function playSeries<End extends SeriesEnd>(series: Series<End>): Promise<void> {
  const { journals } = series
  const damage = journals.flatMap(({ path, damaged }) => describeDamage(path, damaged) ?? [])
  await runGames({
    ...series,
    found: journals.reduce((sum, { entries }) => sum + entries.length, 0),
    damage: damage.map((what) => `${what}: what is missing is played again`),
    run: (signal) => series.run(signal),
    tellEnd: (end) => tellEnd(series, end),
  })
}

/** Games that go into journals, of a match, a tournament or a tuning. */
export interface GameRun<End> {
  readonly live: Live
  readonly venue: Venue
  readonly journals: readonly { close(): void }[]
  /** The file or folder of the journals, as it is printed. */
  readonly place: string
  /** Games that the journals have already, and games in all. */
  readonly found: number
  readonly wanted: number
  /** What is said about damaged lines. */
  readonly damage: readonly string[]
  readonly progress: LiveSource
  run(signal: AbortSignal): Promise<End>
  /** Prints the result; also after Ctrl-C, with what is there. */
  tellEnd(end: End): void
}

/** Plays until all is done or Ctrl-C, tells the end, and always closes the venue and the journals. */
export async function runGames<End>(games: GameRun<End>): Promise<void> {
  const { live, venue, journals, damage } = games
  const interrupt = listenForInterrupts()
  interrupt.signal.addEventListener("abort", () => void venue.close())
  for (const words of [journalLine(games), ...damage]) live.say(words)
  live.begin(games.progress)
  try {
    const end = await games.run(interrupt.signal)
    live.end()
    games.tellEnd(end)
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

/** For spreadsheets, for programs or for people, as it was asked for. */
export function printResult(
  { csv, json }: { readonly csv?: boolean | undefined; readonly json?: boolean | undefined },
  result: Pick<SeriesResult, "rows" | "report" | "tables">,
): void {
  if (csv) printCsv(result.rows())
  else console.log(json ? JSON.stringify(result.report(), undefined, 2) : result.tables())
}

/** `kept` says what the journal has, `left` what is missing. */
export function tellInterrupted(live: Live, kept: string, left: string): void {
  process.exitCode = INTERRUPTED
  live.say(`interrupted; ${kept}. ${left}: the same command goes on from there.`)
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

function journalLine({ found, place, wanted }: GameRun<unknown>): string {
  return found === 0
    ? `the games are kept in ${place}`
    : `${found} of ${wanted} games are in ${place} already`
}

function tellEnd<End extends SeriesEnd>(series: Series<End>, end: End): void {
  const { live, place, venue } = series
  const { workers } = venue
  const result = series.result(end)
  const speed = end.played > 0 ? `; ${((60 * end.played) / end.seconds).toFixed(1)} games a minute` : ""
  printResult(series, {
    rows: () => result.rows(),
    report: () => ({ ...result.report(), ...(workers ? { queue: workers.status() } : {}) }),
    tables: () =>
      [
        result.tables(),
        ...(workers ? [workers.table()] : []),
        `${result.games} games in ${place}${speed}`,
      ].join("\n\n"),
  })
  if (end.reason === "faults" && result.broken) {
    process.exitCode = BROKEN
    live.say(...brokenLines(result.broken))
  }
  if (end.reason === "interrupted")
    tellInterrupted(live, "nothing half-done is kept", `${result.left} games are left`)
}
