// The games of a journal as flat rows, one for each game: what tables, CSV files and data frames want.

import type { JournalEntry } from "../journal-text.ts"

/** A game as a row of CSV. */
export type GameRow = Readonly<Record<string, string | number | null>>

function gameRow(entry: JournalEntry): GameRow {
  const { verdict, times, claims, dead, referee } = entry
  return {
    number: entry.number + 1,
    id: entry.id,
    a: entry.a,
    b: entry.b,
    black: entry.black,
    winner: entry.winner,
    result: entry.result,
    verdict: verdict.kind,
    margin: verdict.kind === "score" ? (verdict.margin ?? null) : null,
    reason: "reason" in verdict ? verdict.reason : null,
    overrun: verdict.kind === "time" ? verdict.overrun : null,
    moves: entry.moves,
    secondsA: times.a.seconds,
    secondsB: times.b.seconds,
    longestA: times.a.longest,
    longestB: times.b.longest,
    claimA: claims.a ?? null,
    claimB: claims.b ?? null,
    dead: dead ? dead.stones.join(" ") : null,
    deadBy: dead?.by ?? null,
    refereeDecided: referee?.decided ?? null,
    refereeClaim: referee?.claim ?? null,
    refereeFailure: referee?.failure ?? null,
    seed: entry.seed,
    opening: entry.opening,
    at: entry.at,
    plays: entry.plays,
  }
}

/** All games as rows of CSV, in the order of their numbers, whenever they were finished. */
export function gameRows(entries: readonly JournalEntry[]): GameRow[] {
  return [...entries].sort((one, other) => one.number - other.number).map(gameRow)
}
