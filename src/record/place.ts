// Where something stands in a text. Places are computed only when there is something to say: the
// reader works with offsets, and a cursor turns rising offsets into lines and columns in one pass.

/** A place in a text; both count from 1, columns in UTF-16 units as editors do. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** What was found wrong, where, and whether reading went on. */
export interface SgfIssue extends Place {
  readonly reason: string
  /** `repaired`: reading went on with the repair that the reason names. `refused`: nothing was read. */
  readonly severity: "repaired" | "refused"
}

/** One line for people: `line 3, column 14: …`. */
export function makeIssueText(issue: SgfIssue): string {
  return `line ${issue.line}, column ${issue.column}: ${issue.reason}`
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * Walks through a text that comes in pieces, always forward. A line ends with LF, CR, CRLF or LFCR, as
 * SGF allows all four.
 */
export class PlaceCursor {
  private line: number
  private column: number
  /** The last character, when it ended a line and its other half may still follow. */
  private half = 0

  constructor(place: Place = { line: 1, column: 1 }) {
    this.line = place.line
    this.column = place.column
  }

  get place(): Place {
    return { line: this.line, column: this.column }
  }

  /** Moves over `text[from, to)`. */
  advance(text: string, from: number, to: number): void {
    let lineStart = from + 1 - this.column
    let half = this.half
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      if (code > CARRIAGE_RETURN || (code !== LINE_FEED && code !== CARRIAGE_RETURN)) {
        half = 0
        continue
      }
      lineStart = at + 1
      if (half !== 0 && half !== code) {
        half = 0
      } else {
        this.line++
        half = code
      }
    }
    this.half = half
    this.column = to + 1 - lineStart
  }
}

/** The place of `offset` in a text whose first character stands at `origin`. */
export function placeAt(text: string, offset: number, origin?: Place): Place {
  const cursor = new PlaceCursor(origin)
  cursor.advance(text, 0, Math.min(Math.max(offset, 0), text.length))
  return cursor.place
}
