// The table of the glass box: its columns, how a row is written, and by what it is sorted.

import { makeVertex } from "montego/rules"
import type { GlassRow } from "montego/service"

export const COLUMNS_SHOWN = [
  "move",
  "visits",
  "mean",
  "rave",
  "prior",
  "estimate",
  "exploration",
  "bias",
  "value",
] as const
export type Column = (typeof COLUMNS_SHOWN)[number]

/** The child that the next descent takes: the highest value, the first of equals. */
export function nextOf(rows: readonly GlassRow[]): GlassRow | undefined {
  let best: GlassRow | undefined
  for (const row of rows) if (!best || row.value > best.value) best = row
  return best
}

export function sortKey(row: GlassRow, column: Column): number {
  switch (column) {
    case "move":
    case "visits":
    case "estimate":
    case "exploration":
    case "bias":
    case "value":
      return row[column]
    case "mean":
      return row.visits > 0 ? row.mean : -1
    case "rave":
      return row.raveVisits > 0 ? row.raveMean : -1
    case "prior":
      return row.priorVisits > 0 ? row.priorMean : -1
  }
}

/** A row as it is written: the search's own numbers, to four places; what there is nothing of is a dash. */
export function cellsOf(row: GlassRow, size: number): Readonly<Record<Column, string>> {
  return {
    move: makeVertex(row.move, size),
    visits: String(row.visits),
    mean: row.visits > 0 ? real(row.mean) : "–",
    rave: weighed(row.raveMean, row.raveVisits),
    prior: weighed(row.priorMean, row.priorVisits),
    estimate: real(row.estimate),
    exploration: real(row.exploration),
    bias: real(row.bias),
    value: real(row.value),
  }
}

function weighed(mean: number, count: number): string {
  return count > 0 ? `${real(mean)} ×${Number(count.toFixed(1))}` : "–"
}

export function real(value: number): string {
  return value === Infinity ? "∞" : value.toFixed(4)
}

/** Infinity less infinity is no number, and equals are equal. */
export function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
