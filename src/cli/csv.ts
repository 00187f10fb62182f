// Rows as comma-separated values (RFC 4180), for spreadsheets and data frames: a header, CRLF at line ends, quotes
// where needed.

import { Option } from "commander"

type CsvValue = string | number | boolean | null | undefined
export type CsvRow = Readonly<Record<string, CsvValue>>

/** `--csv`, which can't be given together with `--json`. */
export function csvOption(rows: string): Option {
  return new Option("--csv", `print CSV with a header: ${rows}`).conflicts("json")
}

/** The columns are those of all rows, in the order in which they come up, unless they are named. */
export function makeCsv(rows: readonly CsvRow[], columns: readonly string[] = columnsOf(rows)): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
  return lines.map((cells) => `${cells.map(makeCell).join(",")}\r\n`).join("")
}

/** Prints the rows in place of a table. */
export function printCsv(rows: readonly CsvRow[], columns?: readonly string[]): void {
  process.stdout.write(makeCsv(rows, columns))
}

function columnsOf(rows: readonly CsvRow[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

/** What is missing, and what is no number, is an empty cell. */
function makeCell(value: CsvValue): string {
  if (value === null || value === undefined || (typeof value === "number" && !Number.isFinite(value)))
    return ""
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
