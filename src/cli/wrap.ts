// Text for terminals that are only so wide.

/** Columns and rows of a terminal that does not tell. */
export const USUAL_COLUMNS = 80
export const USUAL_ROWS = 24

/**
 * Breaks a text at blanks into lines of at most `columns`; those after the first are indented. Longer words stand
 * alone.
 */
export function wrap(text: string, columns: number, indent = ""): string[] {
  const lines: string[] = []
  const [, start = "", words = ""] = /^(\s*)(.*)$/s.exec(text) ?? []
  let line = start
  let isFresh = true
  for (const word of words.split(" ")) {
    const longer = isFresh ? `${line}${word}` : `${line} ${word}`
    if (longer.length <= columns || isFresh) line = longer
    else {
      lines.push(line)
      line = `${indent}${word}`
    }
    isFresh = false
  }
  return [...lines, line]
}

/** As many of these words as fit. */
export function fitWords(words: readonly string[], columns: number): string {
  let text = ""
  for (const word of words) {
    const longer = text === "" ? word : `${text} ${word}`
    if (longer.length > columns) break
    text = longer
  }
  return text
}

/** How many rows of a terminal these lines take. */
export function heightOf(lines: readonly string[], columns: number): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0)
}
