// How a match went, game by game, for charts: derived from the journal's entries in the order in which they were
// finished.

import { summarizeElo, type EloSummary } from "../../base/statistics.ts"
import type { VerdictKind } from "../verdict.ts"
import type { JournalEntry } from "../journal-text.ts"
import type { Side } from "../definition.ts"

/**
 * The summary after the first `games` games that count. It is that of single games: pairs are often incomplete on
 * the way.
 */
export interface CoursePoint {
  readonly games: number
  readonly summary: EloSummary
}

/** How the summary of a match developed, at `most` points at most; the last game is always among them. */
export function courseOfMatch(entries: readonly JournalEntry[], most: number): CoursePoint[] {
  const counts: [number, number, number] = [0, 0, 0]
  const counted = entries.filter(({ verdict }) => verdict.kind !== "void")
  const every = Math.max(1, Math.ceil(counted.length / most))
  return counted.flatMap(({ winner }, index) => {
    counts[winner === null ? 1 : winner === "a" ? 2 : 0]++
    const games = index + 1
    const isShown = games % every === 0 || games === counted.length
    return isShown ? [{ games, summary: summarizeElo([...counts]) }] : []
  })
}

/** How often each kind of verdict was given, and to whom; the most frequent first. */
export function countVerdicts(
  entries: readonly JournalEntry[],
): { readonly kind: VerdictKind; readonly a: number; readonly b: number; readonly neither: number }[] {
  const counts = new Map<VerdictKind, { a: number; b: number; neither: number }>()
  for (const { verdict, winner } of entries) {
    const count = counts.get(verdict.kind) ?? { a: 0, b: 0, neither: 0 }
    counts.set(verdict.kind, count)
    count[winner ?? "neither"]++
  }
  const total = ({ a, b, neither }: { a: number; b: number; neither: number }): number => a + b + neither
  return [...counts]
    .map(([kind, count]) => ({ kind, ...count }))
    .sort((one, other) => total(other) - total(one))
}

/** How long a side thought in all games: moves, seconds, and the longest single move. */
export function timeUsed(
  entries: readonly JournalEntry[],
  side: Side,
): { readonly moves: number; readonly seconds: number; readonly longest: number } {
  return entries.reduce(
    (sum, { times }) => ({
      moves: sum.moves + times[side].moves,
      seconds: sum.seconds + times[side].seconds,
      longest: Math.max(sum.longest, times[side].longest),
    }),
    { moves: 0, seconds: 0, longest: 0 },
  )
}
