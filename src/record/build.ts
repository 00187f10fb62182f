// Builds the tree of one game from its text. What can be repaired is repaired and reported with its place;
// the only refusals are the limits, so that bad input costs neither the program nor its memory.
//
// No recursion: the nodes at which variations opened stand on a stack of our own. The common node, one move
// on a point, is recognised by its six characters and shares its value string with all others.

import { err, ok, type Result } from "../base/result.ts"
import { PlaceCursor, type Place, type SgfIssue } from "./place.ts"
import {
  BACKSLASH,
  CLOSE_TREE,
  CLOSE_VALUE,
  MAX_ISSUES,
  OPEN_TREE,
  OPEN_VALUE,
  SEMICOLON,
  SPACE,
  addIssue,
  canonicalIdentifier,
  isLetter,
  isSpace,
  type GameSpan,
} from "./scan.ts"
import { attachNode, makeNode, type SgfNode } from "./tree.ts"

/**
 * The largest game tree that is read, unless the caller sets another limit. A node has 160 bytes and more, so this
 * bounds the memory.
 */
export const MAX_NODES = 1_000_000
/** Values in one game tree, as a multiple of the limit of nodes: a value costs less than a node. */
const VALUES_PER_NODE = 4
/** Different properties in one node; FF[4] knows about eighty. */
const MAX_PROPERTIES = 10_000

const LETTER_B = 66
const LETTER_W = 87
const LETTER_A_SMALL = 97
const ALPHABET = 26

/** `aa` … `zz`, so that twelve million moves share 676 strings. */
const POINT_TEXT: readonly string[] = Array.from({ length: ALPHABET * ALPHABET }, (_, index) =>
  String.fromCharCode(LETTER_A_SMALL + Math.floor(index / ALPHABET), LETTER_A_SMALL + (index % ALPHABET)),
)

/** The tree of a game, with everything that was repaired in it and before it. */
interface BuiltGame {
  readonly game: SgfNode
  readonly issues: SgfIssue[]
}

/** Builds the tree, or refuses it because of a limit, which the reason names. */
export function buildGame(span: GameSpan, maxNodes = MAX_NODES): Result<BuiltGame, SgfIssue> {
  const refusal = exceededLimit(span, maxNodes)
  if (refusal) return err({ ...span.place, reason: refusal, severity: "refused" })
  return new TreeBuilder(span).build()
}

function exceededLimit(span: GameSpan, maxNodes: number): string | undefined {
  const found: [count: number, limit: number, what: string][] = [
    [span.nodes, maxNodes, "nodes"],
    [span.openings, maxNodes, "variations"],
    [span.values, maxNodes * VALUES_PER_NODE, "property values"],
  ]
  const exceeded = found.find(([count, limit]) => count > limit)
  if (!exceeded) return undefined
  const [count, limit, what] = exceeded
  return `the game tree has ${count} ${what}, the limit is ${limit}`
}

/** What a game costs in memory, measured in nodes. */
export function weightOf(span: GameSpan): number {
  return Math.max(span.nodes, span.openings, span.values / VALUES_PER_NODE)
}

/** Where the next property belongs. */
type Expecting = "node" | "property" | "closing"

class TreeBuilder {
  private readonly text: string
  private readonly start: number
  private readonly end: number
  private readonly issues: SgfIssue[]
  private readonly cursor: PlaceCursor
  private cursorAt: number

  private root: SgfNode | undefined
  private current: SgfNode | undefined
  /** For each open parenthesis the node that it hangs below, and whether it has nodes of its own yet. */
  private readonly branches: (SgfNode | undefined)[] = []
  /** `node` after `(`, `property` inside a node, `closing` after `)`. */
  private expecting: Expecting = "closing"
  private propertyCount = 0
  private refused: SgfIssue | undefined

  constructor(span: GameSpan) {
    this.text = span.text
    this.start = span.start
    this.end = span.end
    this.issues = span.issues
    this.cursor = new PlaceCursor(span.place)
    this.cursorAt = span.start
  }

  build(): Result<BuiltGame, SgfIssue> {
    const { text, end } = this
    let at = this.start
    while (at < end && !this.refused) {
      const code = text.charCodeAt(at)
      if (code === SEMICOLON) at = this.readNode(at)
      else if (code <= SPACE) at++
      else if (code === OPEN_TREE) at = this.openVariation(at)
      else if (code === CLOSE_TREE) at = this.closeVariation(at)
      else if (isLetter(code)) at = this.readProperty(at)
      else at = this.skipStray(at)
    }
    if (this.refused) return err(this.refused)
    if (this.branches.length > 0) {
      const count = this.branches.length
      const what = count === 1 ? "closing parenthesis" : `${count} closing parentheses`
      this.report(end, `missing ${what} added at the end of the game`)
    }
    // The scan accepts only texts that begin with a node, so a root is always there.
    return ok({ game: this.root ?? makeNode({}, 0), issues: this.issues })
  }

  private openVariation(at: number): number {
    if (this.expecting === "node" && this.branches.length > 0) {
      this.report(at, "variation that begins with another one: the empty level is dropped")
    }
    this.branches.push(this.current)
    this.expecting = "node"
    return at + 1
  }

  private closeVariation(at: number): number {
    if (this.expecting === "node") this.report(at, "empty variation dropped")
    this.current = this.branches.pop()
    this.expecting = "closing"
    return at + 1
  }

  /** Reads `;` and, in the common case of a plain move, its only property. */
  private readNode(at: number): number {
    const { text } = this
    if (this.expecting === "closing")
      this.report(at, "node after a variation: read as a variation of its own")
    const color = text.charCodeAt(at + 1)
    if ((color === LETTER_B || color === LETTER_W) && text.charCodeAt(at + 2) === OPEN_VALUE) {
      const x = text.charCodeAt(at + 3) - LETTER_A_SMALL
      const y = text.charCodeAt(at + 4) - LETTER_A_SMALL
      const isPoint = x >= 0 && x < ALPHABET && y >= 0 && y < ALPHABET
      if (isPoint && text.charCodeAt(at + 5) === CLOSE_VALUE && text.charCodeAt(at + 6) !== OPEN_VALUE) {
        const value = POINT_TEXT[x * ALPHABET + y]!
        this.addNode(color === LETTER_B ? { B: [value] } : { W: [value] }, at)
        return at + 6
      }
    }
    this.addNode({}, at)
    return at + 1
  }

  private addNode(properties: Record<string, string[]>, at: number): void {
    const node = makeNode(properties, at - this.start)
    if (this.current) attachNode(this.current, node)
    else this.root = node
    this.current = node
    this.expecting = "property"
    this.propertyCount = 0
  }

  private readProperty(at: number): number {
    const { text, end } = this
    let next = at
    let hasSmall = false
    for (
      let code = text.charCodeAt(at);
      next < end && isIdentifierPart(code);
      code = text.charCodeAt(++next)
    ) {
      if (code >= LETTER_A_SMALL) hasSmall = true
    }
    let identifier = text.slice(at, next)
    if (hasSmall) identifier = this.repairIdentifier(identifier, at)
    this.expectProperty(at)
    const present = this.presentValues(identifier, at)
    let values = present
    for (;;) {
      let value = next
      while (value < end && isSpace(text.charCodeAt(value))) value++
      if (value >= end || text.charCodeAt(value) !== OPEN_VALUE) break
      const close = this.endOfValue(value + 1)
      const raw = this.valueBetween(value + 1, close)
      // A literal for the first value takes one slot, a push would reserve seventeen.
      if (values) values.push(raw)
      else values = [raw]
      next = close + 1
    }
    if (!values) this.report(at, `property ${shorten(identifier)} without a value: read as an empty one`)
    if (!present) this.addProperty(identifier, values ?? [""], at)
    return Math.min(next, end)
  }

  private repairIdentifier(written: string, at: number): string {
    const identifier = canonicalIdentifier(written)
    this.report(at, `property ${shorten(written)} with lower-case letters read as ${shorten(identifier)}`)
    return identifier
  }

  private expectProperty(at: number): void {
    if (this.expecting === "node") {
      this.report(at, "missing semicolon before the first property of a variation added")
      this.addNode({}, at)
    } else if (this.expecting === "closing") {
      this.report(at, "property after a variation: added to the node before the variation")
    }
  }

  private presentValues(identifier: string, at: number): string[] | undefined {
    const present = this.current!.properties[identifier]
    if (present) this.report(at, `property ${shorten(identifier)} twice in one node: the values are joined`)
    return present
  }

  private addProperty(identifier: string, values: string[], at: number): void {
    this.current!.properties[identifier] = values
    if (++this.propertyCount > MAX_PROPERTIES) {
      const reason = `a node has more than ${MAX_PROPERTIES} different properties, which is the limit`
      this.refused = { ...this.placeOf(at), reason, severity: "refused" }
    }
  }

  /** The bracket that ends the value, or the end of the text. */
  private endOfValue(from: number): number {
    const { text, end } = this
    for (let at = from; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === CLOSE_VALUE) return at
      if (code === BACKSLASH) at++
    }
    return end
  }

  private valueBetween(from: number, close: number): string {
    const { text, end } = this
    if (close === from + 2) {
      const x = text.charCodeAt(from) - LETTER_A_SMALL
      const y = text.charCodeAt(from + 1) - LETTER_A_SMALL
      if (x >= 0 && x < ALPHABET && y >= 0 && y < ALPHABET) return POINT_TEXT[x * ALPHABET + y]!
    }
    const value = text.slice(from, close)
    if (close < end) return value
    this.report(from - 1, "value without a closing bracket: it ends with the text")
    // A last backslash would escape the bracket that the writer adds.
    let backslashes = 0
    while (value.charCodeAt(value.length - 1 - backslashes) === BACKSLASH) backslashes++
    return backslashes % 2 === 1 ? value.slice(0, -1) : value
  }

  /** Skips what belongs nowhere: a value without a property, or a run of other characters. */
  private skipStray(at: number): number {
    const { text, end } = this
    if (text.charCodeAt(at) === OPEN_VALUE) {
      this.report(at, "value without a property dropped")
      return Math.min(this.endOfValue(at + 1) + 1, end)
    }
    let next = at
    while (next < end && !isStructure(text.charCodeAt(next))) next++
    if (!isSpace(text.charCodeAt(at))) {
      this.report(
        at,
        `unexpected ${shorten(JSON.stringify(text.slice(at, Math.min(next, at + 20))))} skipped`,
      )
    }
    return Math.max(next, at + 1)
  }

  private report(at: number, reason: string): void {
    if (this.issues.length >= MAX_ISSUES) return
    const { line, column } = this.placeOf(at)
    addIssue(this.issues, { line, column, reason, severity: "repaired" })
  }

  /** Places are asked for in rising order, but for a few characters; the cursor only moves on. */
  private placeOf(at: number): Place {
    if (at > this.cursorAt) {
      this.cursor.advance(this.text, this.cursorAt, at)
      this.cursorAt = at
    }
    return this.cursor.place
  }
}

function isIdentifierPart(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57)
}

function isStructure(code: number): boolean {
  return (
    code === OPEN_TREE ||
    code === CLOSE_TREE ||
    code === SEMICOLON ||
    code === OPEN_VALUE ||
    isLetter(code) ||
    isSpace(code)
  )
}

function shorten(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text
}
