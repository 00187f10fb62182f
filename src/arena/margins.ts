// By how many points games were won (ARE-2): mean and spread over the games that were counted, as A sees them. A game
// that a resignation ended has no margin, so these games are counted apart: without them the mean tells less, because
// players resign lost games.

import { counted, signed } from "../base/format.ts"
import { mean, variance } from "../base/statistics.ts"
import type { Verdict } from "./verdict.ts"
import type { Side } from "./definition.ts"

/** The part of a game's end that a margin needs. */
export interface GameEnd {
  readonly black: Side
  readonly verdict: Verdict
}

/** A's points less B's, komi included; undefined where the game was not counted. */
export function marginOf({ black, verdict }: GameEnd): number | undefined {
  if (verdict.kind !== "score" || verdict.margin === undefined) return undefined
  if (verdict.winner === null) return 0
  return (verdict.winner === "black") === (black === "a") ? verdict.margin : -verdict.margin
}

/** The margins of counted games, as A sees them. */
export interface MarginSummary {
  /** Games that were counted. */
  readonly games: number
  readonly resigned: number
  /** NaN without a counted game. */
  readonly mean: number
  /** Standard deviation of a single game's margin; NaN without two games. */
  readonly deviation: number
  /** Standard error of the mean. */
  readonly error: number
}

/** The mean margin of games and its spread; resigned games are counted apart. */
export function summarizeMargins(ends: Iterable<GameEnd>): MarginSummary {
  const margins: number[] = []
  let resigned = 0
  for (const end of ends) {
    const margin = marginOf(end)
    if (margin !== undefined) margins.push(margin)
    else if (end.verdict.kind === "resign") resigned++
  }
  const games = margins.length
  const deviation = games > 1 ? Math.sqrt(variance(margins)) : NaN
  const middle = games > 0 ? mean(margins) : NaN
  return { games, resigned, mean: middle, deviation, error: deviation / Math.sqrt(games) }
}

/** The margins of a match in words, such as "+6.5 ± 4.6 points, spread 20.6, over 15 counted games; 5 resigned". */
export function marginText({ games, resigned, mean: middle, deviation, error }: MarginSummary): string {
  const apart = resigned > 0 ? `; ${resigned} resigned` : ""
  if (games === 0) return `no game was counted${apart}`
  const spread = games > 1 ? ` ± ${error.toFixed(1)} points, spread ${deviation.toFixed(1)},` : " points,"
  return `${signed(middle, 1)}${spread} over ${counted(games, "counted game")}${apart}`
}
