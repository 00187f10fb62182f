// Cuts a text that comes in pieces into games, with a scan that knows only brackets, parentheses and
// semicolons. It serves the bulk stream and `parseSgf` alike, so that both see the same games; the tree of
// each game is then built by one parser (build.ts). Two reasons to scan first: a stream needs the end of
// a game before the next piece comes, and a hostile game can be refused by its count of nodes before
// memory is spent on it.

import { PlaceCursor, type Place, type SgfIssue } from "./place.ts"

export const OPEN_TREE = 40 // (
export const CLOSE_TREE = 41 // )
export const SEMICOLON = 59
export const OPEN_VALUE = 91 // [
export const BACKSLASH = 92
export const CLOSE_VALUE = 93 // ]
export const SPACE = 32
const BYTE_ORDER_MARK = 0xfeff

/** Issues kept for one game; what comes after is left out, and said so. */
export const MAX_ISSUES = 100

/** The longest look ahead from a parenthesis. It bounds what is carried from piece to piece. */
export const LOOKAHEAD = 256

/** Properties that only a root has: after `(;` they begin a game, whatever is still open. */
export const ROOT_PROPERTIES: ReadonlySet<string> = new Set(["GM", "FF", "CA", "SZ", "AP"])

/** The text of one game: `text[start, end)`, from its first parenthesis on. */
export interface GameSpan {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly place: Place
  /** Nodes, variations and values as far as brackets tell. */
  readonly nodes: number
  readonly openings: number
  readonly values: number
  /** What was repaired between the game before and this one. */
  readonly issues: SgfIssue[]
}

export function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** White space, control characters and a stray byte order mark. */
export function isSpace(code: number): boolean {
  return code <= SPACE || code === BYTE_ORDER_MARK || code === 0xa0
}

/** FF[3] wrote `GaMe` for `GM`: lower-case letters don't count, unless there is nothing else. */
export function canonicalIdentifier(letters: string): string {
  const capitals = letters.replace(/[a-z]+/g, "")
  return /^[A-Z]/.test(capitals) ? capitals : letters.toUpperCase()
}

type Opening = "game" | "root" | "empty" | "other" | "unknown"

/**
 * What a parenthesis at `at` opens: a node that begins with a root property, another node, nothing
 * (`()`), or no tree at all; `unknown` when the text ends before that can be told.
 */
function openingAt(text: string, at: number, end: number, final: boolean): Opening {
  const limit = Math.min(end, at + LOOKAHEAD)
  const exhausted: Opening = limit === end && !final ? "unknown" : "other"
  let semicolon = false
  let next = at + 1
  while (next < limit && isSpace(text.charCodeAt(next))) next++
  if (next < limit && text.charCodeAt(next) === SEMICOLON) {
    semicolon = true
    next++
    while (next < limit && isSpace(text.charCodeAt(next))) next++
  }
  const from = next
  while (next < limit && isLetter(text.charCodeAt(next))) next++
  const letters = next
  while (next < limit && isSpace(text.charCodeAt(next))) next++
  if (next >= limit) return semicolon && exhausted === "other" ? "game" : exhausted
  const code = text.charCodeAt(next)
  if (letters > from && code === OPEN_VALUE) {
    return ROOT_PROPERTIES.has(canonicalIdentifier(text.slice(from, letters))) ? "root" : "game"
  }
  if (semicolon) return "game"
  return code === CLOSE_TREE && letters === from ? "empty" : "other"
}

/** Keeps issues up to the limit; the last one says that there were more. */
export function addIssue(issues: SgfIssue[], issue: SgfIssue): void {
  if (issues.length < MAX_ISSUES - 1) issues.push(issue)
  else if (issues.length === MAX_ISSUES - 1) {
    issues.push({ ...issue, reason: `${issue.reason}; further repairs in this game are not listed` })
  }
}

/** Takes text piece by piece and gives the games that are whole. */
export class GameSplitter {
  /** Parts of the open game from earlier pieces. */
  private parts: string[] = []
  private partsLength = 0
  /** The end of the last piece, where a parenthesis waits for what follows it. */
  private held = ""
  private depth = 0
  private inValue = false
  private escaped = false
  private nodes = 0
  private openings = 0
  private values = 0
  private junkReported = false
  private gapIssues: SgfIssue[] = []
  private gamePlace: Place = { line: 1, column: 1 }
  private readonly cursor: PlaceCursor
  private readonly maxLength: number

  constructor(maxLength = Number.POSITIVE_INFINITY, origin?: Place) {
    this.cursor = new PlaceCursor(origin)
    this.maxLength = maxLength
  }

  /** Repairs after the last game; whole once the last piece was pushed. */
  get trailingIssues(): readonly SgfIssue[] {
    return this.gapIssues
  }

  /** Where reading stands. */
  get place(): Place {
    return this.cursor.place
  }

  /** Whether the open game has outgrown the limit of characters. */
  get isTooLong(): boolean {
    return this.partsLength > this.maxLength
  }

  /** The games that end in this piece; with `final` also the one that was left open. */
  *push(piece: string, final: boolean): Generator<GameSpan, void, undefined> {
    const text = this.held + piece
    this.held = ""
    let at = 0
    while (at < text.length) {
      if (this.depth === 0) {
        at = this.skipGap(text, at, final)
        if (this.depth === 0) break
      }
      const start = at
      at = this.scanGame(text, start, final)
      if (this.depth > 0 && !final) {
        this.keepPart(text, start, at)
        break
      }
      yield this.takeGame(text, start, at)
    }
    if (at < text.length && !final) this.held = text.slice(at)
    if (final && this.depth > 0) yield this.takeGame("", 0, 0)
  }

  private keepPart(text: string, start: number, end: number): void {
    this.parts.push(text.slice(start, end))
    this.partsLength += end - start
    this.cursor.advance(text, start, end)
  }

  /** Moves to the parenthesis that opens a game, or to where the text has to wait for more. */
  private skipGap(text: string, from: number, final: boolean): number {
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (isSpace(code)) continue
      if (code === OPEN_TREE) {
        const opening = openingAt(text, at, text.length, final)
        if (opening === "unknown") return this.stopGap(text, from, at)
        if (opening === "game" || opening === "root") {
          this.stopGap(text, from, at)
          this.gamePlace = this.cursor.place
          this.depth = 1
          this.openings = 1
          return at
        }
        if (opening === "empty") {
          from = this.reportGap(text, from, at, "empty game tree dropped")
          at = text.indexOf(")", at)
          continue
        }
      }
      if (this.junkReported) continue
      if (code === CLOSE_TREE) {
        from = this.reportGap(text, from, at, "closing parenthesis without a game dropped")
      } else {
        this.junkReported = true
        from = this.reportGap(text, from, at, "text outside of a game skipped")
      }
    }
    return this.stopGap(text, from, text.length)
  }

  private stopGap(text: string, from: number, to: number): number {
    this.cursor.advance(text, from, to)
    return to
  }

  private reportGap(text: string, from: number, at: number, reason: string): number {
    if (this.gapIssues.length >= MAX_ISSUES) return from
    this.cursor.advance(text, from, at)
    addIssue(this.gapIssues, { ...this.cursor.place, reason, severity: "repaired" })
    return at
  }

  /**
   * Runs to behind the end of the open game, or to the end of the text. The state lives in locals during
   * the run: this loop sees every character of a collection.
   */
  private scanGame(text: string, start: number, final: boolean): number {
    const end = text.length
    let { depth, inValue, escaped, nodes, openings, values } = this
    // The first parenthesis of a new game was counted when it was found.
    let at = this.parts.length === 0 ? start + 1 : start
    while (at < end) {
      const code = text.charCodeAt(at)
      if (inValue) {
        if (escaped) escaped = false
        else if (code === CLOSE_VALUE) inValue = false
        else if (code === BACKSLASH) escaped = true
      } else if (code === OPEN_VALUE) {
        inValue = true
        values++
      } else if (code === SEMICOLON) {
        nodes++
      } else if (code === CLOSE_TREE) {
        if (--depth === 0) {
          at++
          break
        }
      } else if (code === OPEN_TREE) {
        const opening = openingAt(text, at, end, final)
        if (opening === "unknown") break
        if (opening === "root") {
          depth = 0
          break
        }
        depth++
        openings++
      }
      at++
    }
    this.depth = depth
    this.inValue = inValue
    this.escaped = escaped
    this.nodes = nodes
    this.openings = openings
    this.values = values
    return at
  }

  private takeGame(text: string, start: number, end: number): GameSpan {
    this.cursor.advance(text, start, end)
    const { nodes, openings, values, gamePlace: place, gapIssues: issues } = this
    const counts = { nodes, openings, values, place, issues }
    const whole = this.parts.length === 0 ? text : [...this.parts, text.slice(start, end)].join("")
    const span: GameSpan =
      this.parts.length === 0
        ? { text, start, end, ...counts }
        : { text: whole, start: 0, end: whole.length, ...counts }
    this.parts = []
    this.partsLength = 0
    this.depth = this.nodes = this.openings = this.values = 0
    this.inValue = this.escaped = this.junkReported = false
    this.gapIssues = []
    return span
  }
}
