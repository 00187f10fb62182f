// Text that others wrote (engines, workers, servers, files) may hold characters that a terminal obeys: escape sequences
// move the cursor, change colours or the title, and marks of direction show text in another order. Whatever prints such
// text cleans it here.

const LINE_BREAKS_AND_TABS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/** C0, DEL and C1, and characters that are not seen, such as marks of direction. */
const COMMANDS = /[\p{Cc}\p{Cf}]/gu

/** The text on one line, with "�" for each character that a terminal could obey; `longest` bounds its characters. */
export function printable(text: string, longest = Infinity): string {
  const isLong = text.length > longest
  const kept = isLong ? `${text.slice(0, longest - 1)}…` : text
  return kept.replace(LINE_BREAKS_AND_TABS, " ").replace(COMMANDS, "�")
}

/** Lines of a report that quotes others, each of them cleaned. */
export function printableLines(lines: readonly string[]): string {
  return lines
    .flatMap((text) => text.split("\n"))
    .map((line) => printable(line))
    .join("\n")
}
