// Rows as comma-separated values (RFC 4180), for spreadsheets and data frames: a header, CRLF at line ends, quotes
// where needed.

type CsvValue = string | number | boolean | null | undefined
/** A row of CSV, by column. */
export type CsvRow = Readonly<Record<string, CsvValue>>

/**
 * Rows as CSV with a header. Without `columns`, the columns are those of all rows, in the order in which they
 * come up.
 */
export function makeCsv(rows: readonly CsvRow[], columns: readonly string[] = columnsOf(rows)): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
  return lines.map((cells) => `${cells.map(makeCell).join(",")}\r\n`).join("")
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
