// Typed values of properties, as `parseX` / `makeX` pairs. A reading may carry a value, a reason why the
// source was not as it should be, or both: `KM[6,5]` is 6.5 and worth a word. Where the value stands is
// known to the node, so a reason names only what is wrong (see `PropertyIssue`).

import { makeSgfMove, parseSgfMove, parseSgfPoint } from "../rules/coordinates.ts"
import {
  Black,
  MAX_SIZE,
  POINTS,
  White,
  isBoardSize,
  pointAt,
  xOf,
  yOf,
  type Color,
  type Move,
  type Point,
} from "../rules/types.ts"
import { parseComposed, parseSimpleText } from "./text.ts"

/** What a value says, and what is wrong with it; both when a wrong value could be repaired. */
export interface Reading<T> {
  readonly value: T | undefined
  readonly reason: string | undefined
}

function good<T>(value: T): Reading<T> {
  return { value, reason: undefined }
}

function repaired<T>(value: T, reason: string): Reading<T> {
  return { value, reason }
}

function bad(reason: string): Reading<never> {
  return { value: undefined, reason }
}

/** A value as it is shown in a reason: short, on one line. */
export function quote(raw: string): string {
  const text = parseSimpleText(raw.slice(0, 41)).trim()
  return text.length > 20 ? `"${text.slice(0, 20)}…"` : `"${text}"`
}

/** Reads a point of a board of this size. */
export function parsePoint(raw: string, size: number): Reading<Point> {
  const text = raw.trim()
  const point = parseSgfPoint(text, size)
  if (point !== undefined) return good(point)
  if (/^[a-zA-Z]{2}$/.test(text)) return bad(`point ${quote(raw)} lies outside of the ${size}×${size} board`)
  return bad(`${quote(raw)} is not a point`)
}

/** Reads a move: a point, or nothing for a pass; `tt` is a pass on boards up to 19×19. */
export function parseMove(raw: string, size: number): Reading<Move> {
  const move = parseSgfMove(raw, size) ?? parseSgfMove(raw.trim(), size)
  return move === undefined ? parsePoint(raw, size) : good(move)
}

/** A move as the value of `B` or `W`. */
export function makeMove(move: Move): string {
  return makeSgfMove(move)
}

/** What is wrong with one value of a list. */
export interface ListIssue {
  readonly index: number
  readonly reason: string
}

/** Points of a property, and what was wrong with its values. */
export interface PointList {
  /** Each point once, in the order of the source. */
  readonly points: Point[]
  readonly issues: ListIssue[]
}

/** Reads points and rectangles `aa:cc`; what lies off the board is left out and reported. */
export function parsePointList(values: readonly string[], size: number): PointList {
  const seen = new Uint8Array(POINTS)
  const points: Point[] = []
  const issues: ListIssue[] = []
  const add = (point: Point) => {
    if (seen[point]) return
    seen[point] = 1
    points.push(point)
  }
  values.forEach((raw, index) => {
    const corners = raw.length === 2 ? undefined : parseComposed(raw)
    if (!corners) {
      const { value, reason } = parsePoint(raw, size)
      if (value !== undefined) add(value)
      else if (reason !== undefined && issues.length < MAX_LIST_ISSUES) issues.push({ index, reason })
      return
    }
    const from = parsePoint(corners[0], size)
    const to = parsePoint(corners[1], size)
    const reason = from.reason ?? to.reason
    if (from.value !== undefined && to.value !== undefined) addRectangle(from.value, to.value, add)
    else if (reason !== undefined && issues.length < MAX_LIST_ISSUES) issues.push({ index, reason })
  })
  return { points, issues }
}

/** A list has few right values; a long one of wrong values need not be told in full. */
const MAX_LIST_ISSUES = 100

/** The corners may come in any order; FF[4] wants upper left and lower right. */
function addRectangle(from: Point, to: Point, add: (point: Point) => void): void {
  const [left, right] = [Math.min(xOf(from), xOf(to)), Math.max(xOf(from), xOf(to))]
  const [top, bottom] = [Math.min(yOf(from), yOf(to)), Math.max(yOf(from), yOf(to))]
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) add(pointAt(x, y))
}

/** How lists of points are written. */
export interface PointListOptions {
  /** Write rectangles where points form them; every program reads single points, most read rectangles. */
  readonly compress?: boolean
}

/** The values of a property that lists points, compressed to rectangles where the options say so. */
export function makePointList(points: readonly Point[], options: PointListOptions = {}): string[] {
  if (!options.compress) return points.map(makeSgfMove)
  const left = new Set([...points].sort((one, other) => one - other))
  const values: string[] = []
  for (const corner of left) {
    const [width, height] = largestRectangle(corner, left)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) left.delete(pointAt(xOf(corner) + x, yOf(corner) + y))
    }
    const end = pointAt(xOf(corner) + width - 1, yOf(corner) + height - 1)
    values.push(end === corner ? makeSgfMove(corner) : `${makeSgfMove(corner)}:${makeSgfMove(end)}`)
  }
  return values
}

/** Greedy: as far to the right as there are points, then down as long as the whole row is there. */
function largestRectangle(corner: Point, points: ReadonlySet<Point>): [width: number, height: number] {
  const [left, top] = [xOf(corner), yOf(corner)]
  const has = (x: number, y: number) => x < MAX_SIZE && y < MAX_SIZE && points.has(pointAt(x, y))
  let width = 1
  while (has(left + width, top)) width++
  let height = 1
  const rowIsFull = (y: number) => Array.from({ length: width }, (_, x) => has(left + x, y)).every(Boolean)
  while (rowIsFull(top + height)) height++
  return [width, height]
}

/** Reads a colour: `B` or `W`. */
export function parseColor(raw: string): Reading<Color> {
  const text = raw.trim()
  if (text === "B") return good(Black)
  if (text === "W") return good(White)
  const reason = `${quote(raw)} is not a colour, which is B or W`
  if (/^(b|black|1)$/i.test(text)) return repaired(Black, `${reason}: read as B`)
  if (/^(w|white|2)$/i.test(text)) return repaired(White, `${reason}: read as W`)
  return bad(reason)
}

/** A colour as SGF writes it: `B` or `W`. */
export function makeColor(color: Color): string {
  return color === Black ? "B" : "W"
}

/** Reads a decimal number; a comma for the point is repaired. */
export function parseReal(raw: string): Reading<number> {
  const text = raw.trim()
  const plain = /^[+-]?(\d+\.?\d*|\.\d+)$/
  if (text.length <= 40 && plain.test(text)) return good(Number(text))
  const repair = text.length <= 40 ? text.replace(",", ".") : text
  if (repair !== text && plain.test(repair)) {
    return repaired(
      Number(repair),
      `${quote(raw)} has a comma for the decimal point: read as ${Number(repair)}`,
    )
  }
  return bad(`${quote(raw)} is not a number`)
}

/** A number as SGF writes it. */
export function makeReal(value: number): string {
  // SGF knows no exponents; more than six places are noise.
  return Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toFixed(6)))
}

/** Reads a whole number. */
export function parseInteger(raw: string): Reading<number> {
  const text = raw.trim()
  if (/^[+-]?\d{1,15}$/.test(text)) return good(Number(text))
  const { value } = parseReal(raw)
  if (value !== undefined && Number.isSafeInteger(value)) {
    return repaired(value, `${quote(raw)} is not a whole number as written: read as ${value}`)
  }
  return bad(`${quote(raw)} is not a whole number`)
}

/** Reads a board size, `SZ[19]` or `SZ[9:9]`. The reason says why another shape or size can't be read. */
export function parseSize(raw: string): Reading<number> {
  const [width = "", height = width] = parseComposed(raw) ?? [raw]
  const columns = parseInteger(width).value
  const rows = parseInteger(height).value
  if (columns === undefined || rows === undefined) return bad(`${quote(raw)} is not a board size`)
  if (columns !== rows) return bad(`the board is ${columns}×${rows}, and only square boards are supported`)
  if (!isBoardSize(columns)) {
    return bad(`the board is ${columns}×${columns}, and only sizes 1 to ${MAX_SIZE} are supported`)
  }
  return good(columns)
}

/** A board size as the value of `SZ`. */
export function makeSize(size: number): string {
  return String(size)
}
