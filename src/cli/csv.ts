// `--csv`: rows in place of a table.

import { Option } from "commander"
import { makeCsv, type CsvRow } from "../base/csv.ts"

export type { CsvRow } from "../base/csv.ts"

/** `--csv`, which can't be given together with `--json`. */
export function csvOption(rows: string): Option {
  return new Option("--csv", `print CSV with a header: ${rows}`).conflicts("json")
}

/** Prints the rows in place of a table. */
export function printCsv(rows: readonly CsvRow[], columns?: readonly string[]): void {
  process.stdout.write(makeCsv(rows, columns))
}
