// Charts of block characters for the terminal.

const EIGHTHS = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

/** The block for a height in eighths; heights beyond an end are cut off. */
export function block(eighths: number): string {
  return EIGHTHS[Math.max(0, Math.min(8, Math.round(eighths)))]!
}

/** The column of each of `length` values when there are at most `most` columns. */
export function columnOf(index: number, length: number, most: number): number {
  return Math.floor((index * Math.min(most, length)) / length)
}

/** At most this many columns: each is the mean of the values that fall into it. */
export function columnMeans(values: readonly number[], most: number): number[] {
  const columns = Array.from({ length: Math.min(most, values.length) }, () => ({ sum: 0, count: 0 }))
  for (const [index, value] of values.entries()) {
    const column = columns[columnOf(index, values.length, most)]!
    column.sum += value
    column.count++
  }
  return columns.map(({ sum, count }) => sum / count)
}
