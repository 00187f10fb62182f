// Results as flat rows, one for each comparison: what CSV files, JSON lines and data frames want. docs/lab.md has the
// columns.

import type { CsvRow } from "../../base/csv.ts"
import { PUBLISHED } from "../published.ts"
import type { LabResult } from "../result.ts"

export function comparisonRows(results: readonly LabResult[]): CsvRow[] {
  return results.flatMap((result) => {
    const { id, source, size, seed, signature, ranAt, comparisons } = result
    return comparisons.map(({ what, published, theirs, ours, value, low, high, verdict }) => ({
      experiment: id,
      what,
      published: published ?? null,
      spec: PUBLISHED.find((entry) => entry.id === published)?.spec ?? null,
      theirs,
      ours,
      value: value ?? null,
      low: low ?? null,
      high: high ?? null,
      verdict: verdict.kind,
      reason: verdict.reason,
      text: source.text,
      place: source.place,
      size,
      seed,
      signature,
      ranAt,
    }))
  })
}

/** One line of JSON a row. */
export function makeJsonLines(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("")
}
