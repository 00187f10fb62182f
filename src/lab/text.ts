// Words that experiments share.

import { percent, signed } from "../base/format.ts"
import type { Interval } from "../base/statistics.ts"
import type { GamesSummary } from "./games.ts"
import type { Table } from "./experiment.ts"

/** Numbers as pages have them: three or four digits. */
export function short(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 4, useGrouping: value >= 10_000 })
}

export function rateText({ wins, games, rate, interval }: GamesSummary): string {
  return `${wins} of ${games}, ${percent(rate)} % ${intervalText(interval)}`
}

function intervalText({ low, high }: Interval): string {
  return `[${percent(low)}, ${percent(high)}]`
}

export function marginWords({ margins: { games, mean, error } }: GamesSummary): string {
  if (games === 0) return "no game was counted"
  return games > 1 ? `${signed(mean, 1)} ± ${(1.96 * error).toFixed(1)} points` : `${signed(mean, 1)} points`
}

/** A row for each match. */
export function gamesTable(title: string, rows: readonly GamesSummary[]): Table {
  return {
    title,
    head: ["match", "A", "B", "won–lost", "rate, %", "95 %", "mean margin", "counted", "time of A by B"],
    rows: rows.map((row) => [
      row.label,
      row.a,
      row.b,
      `${row.wins}–${row.losses}`,
      percent(row.rate),
      `${percent(row.interval.low)}–${percent(row.interval.high)}`,
      row.margins.games > 0 ? signed(row.margins.mean, 1) : "–",
      row.margins.games,
      Number.isFinite(row.timeRatio) ? row.timeRatio.toFixed(2) : "–",
    ]),
  }
}
