// What the board shows, as rows of plain values: stones, marks, candidates, owners. The view hands it to the drawing
// component and adds nothing.

import { percent } from "montego/base"
import {
  allPoints,
  Black,
  Empty,
  isPass,
  opponent,
  xOf,
  yOf,
  type Board,
  type Color,
  type Move,
  type Point,
} from "montego/rules"
import { isConsidered, type Candidate } from "montego/search"

type Rows<T> = readonly (readonly T[])[]

export interface Mark {
  readonly type: "circle" | "label" | "triangle" | "square" | "point" | "cross" | "black-area" | "white-area"
  readonly label?: string
}

/** A point that a ko forbids: the board offers no stone there. */
interface KoMark {
  readonly type: "ko"
}

/** What lies under or beside a point's content: a move of the record to come, or what a stone cost. */
export interface Ghost {
  readonly sign: 0 | 1 | -1
  readonly type: "next" | "variation" | "mistake" | "blunder"
}

export interface Line {
  readonly v1: readonly [x: number, y: number]
  readonly v2: readonly [x: number, y: number]
  readonly type: "line" | "arrow"
}

export interface Heat {
  /** From 1 to 9. */
  readonly strength: number
  readonly text: string
}

export interface Picture {
  readonly size: number
  /** 1 for Black, -1 for White. */
  readonly signs: Rows<0 | 1 | -1>
  readonly marks: Rows<Mark | KoMark | null>
  readonly heat: Rows<Heat | null>
  /** The count: -1 for White's points, 1 for Black's. */
  readonly paint: Rows<number>
  /** The owner map, from -1 (White's) to 1 (Black's). */
  readonly owners?: Rows<number>
  readonly dimmed: readonly (readonly [x: number, y: number])[]
  readonly ghosts: Rows<Ghost | null>
  readonly lines: readonly Line[]
}

interface PictureOptions {
  readonly board: Board
  readonly last?: Move | undefined
  readonly numbers?: ReadonlyMap<Point, number> | undefined
  readonly dead?: ReadonlySet<Point> | undefined
  /** By point, whose it is at the end. */
  readonly owner?: Uint8Array | undefined
  /** By point, from -1 to 1. */
  readonly owners?: Float64Array | undefined
  readonly candidates?: readonly Candidate[] | undefined
  /** Candidates whose RAVE values are shown, in place of visits and win rates. */
  readonly rave?: readonly Candidate[] | undefined
  /** By point, in place of candidates. */
  readonly heat?: ReadonlyMap<Point, Heat> | undefined
  readonly hint?: Move | undefined
  /** Marks of the record. */
  readonly marks?: ReadonlyMap<Point, Mark> | undefined
  readonly ghosts?: ReadonlyMap<Point, Ghost> | undefined
  readonly lines?: readonly Line[] | undefined
  /** Moves that could follow, played on the board in turn from this colour on, as numbered faint stones. */
  readonly line?: { readonly color: Color; readonly moves: readonly Move[] } | undefined
}

/** Always the same one, so that a board without lines is not drawn again for them. */
const NO_LINES: readonly Line[] = []

/** Moves that were tried less often than this share of the best one's visits are noise. */
const FEWEST_VISITS = 0.005
/** More discs would hide the board. */
const MOST_DISCS = 12
/** RAVE values of fewer playouts than this share of the most are noise. */
const FEWEST_RAVE = 0.02
/** A stone fades on the owner map when at least this share of the simulations gave its point to the other side. */
const LOST = 0.5

export function makePicture(options: PictureOptions): Picture {
  const { line, ...rest } = options
  return line && line.moves.length > 0 ? linePicture(rest, line) : drawPicture(rest)
}

/** The board after the line, its stones faint and numbered, without what is drawn for the position itself. */
function linePicture(
  { board, owners }: PictureOptions,
  { color, moves }: NonNullable<PictureOptions["line"]>,
): Picture {
  const after = board.clone()
  const labels = new Map<Point, Mark>()
  for (const [index, move] of moves.entries()) {
    if (after.play(index % 2 === 0 ? color : opponent(color), move) !== undefined) break
    if (!isPass(move)) labels.set(move as Point, { type: "label", label: String(index + 1) })
  }
  return drawPicture({ board: after, owners, marks: labels, dead: new Set(labels.keys()) })
}

function drawPicture(options: PictureOptions): Picture {
  const { board, dead, owners, ghosts, lines = NO_LINES } = options
  const { size } = board
  return {
    size,
    signs: rows(size, (point) => {
      const content = board.at(point)
      return content === Empty ? 0 : content === Black ? 1 : -1
    }),
    marks: marksOf(options),
    heat: heatOf(options),
    paint: rows(size, (point) => paintOf(options, point)),
    ...(owners ? { owners: rows(size, (point) => Math.max(-1, Math.min(1, owners[point] ?? 0))) } : {}),
    dimmed: [...(dead ?? lostStones(options))].map((point) => [xOf(point), yOf(point)] as const),
    ghosts: rows(size, (point) => ghosts?.get(point) ?? null),
    lines,
  }
}

function lostStones({ board, owners }: PictureOptions): Point[] {
  if (!owners) return []
  return [...allPoints(board.size)].filter((point) => {
    const content = board.at(point)
    return content !== Empty && (content === Black ? -1 : 1) * (owners[point] ?? 0) > LOST
  })
}

function rows<T>(size: number, of: (point: Point) => T): T[][] {
  const all: T[][] = Array.from({ length: size }, () => [])
  for (const point of allPoints(size)) all[yOf(point)]!.push(of(point))
  return all
}

function marksOf({ board, last, numbers, hint, marks }: PictureOptions): Picture["marks"] {
  return rows(board.size, (point) => {
    if (point === hint) return { type: "triangle" }
    const mark = marks?.get(point)
    if (mark) return mark
    if (point === board.ko) return { type: "ko" }
    const number = numbers?.get(point)
    if (number !== undefined) return { type: "label", label: String(number) }
    // Where a record has marks of its own, a ring could be one of them.
    const type = marks ? "point" : "circle"
    return point === last && last !== undefined && !isPass(last) ? { type } : null
  })
}

function paintOf({ board, owner, dead }: PictureOptions, point: Point): number {
  const isOpen = board.at(point) === Empty || dead?.has(point) === true
  return !owner || !isOpen || owner[point] === Empty ? 0 : owner[point] === Black ? 1 : -1
}

function heatOf({ board, heat, rave, candidates = [] }: PictureOptions): Rows<Heat | null> {
  if (heat) return rows(board.size, (point) => heat.get(point) ?? null)
  if (rave) return raveOf(board, rave)
  const most = candidates[0]?.visits ?? 0
  const byPoint = new Map(
    candidates
      .filter(isConsidered)
      .slice(0, MOST_DISCS)
      .map((candidate, index) => [candidate.move, { candidate, index }]),
  )
  return rows(board.size, (point) => {
    const found = byPoint.get(point)
    if (!found || board.at(point) !== Empty || found.candidate.visits < FEWEST_VISITS * most) return null
    const { candidate, index } = found
    if (most === 0) return likelyOf(candidate, index)
    const strength = index === 0 ? 9 : Math.max(1, Math.min(8, Math.ceil((8 * candidate.visits) / most)))
    return { strength, text: `${wholePercent(candidate.winRate)}\n${short(candidate.visits)}` }
  })
}

/** A move that was not tried, but that the network thinks of. */
function likelyOf({ chance = 0 }: Candidate, index: number): Heat {
  return { strength: index === 0 ? 9 : Math.max(1, Math.ceil(8 * chance)), text: wholePercent(chance) }
}

/** How each move did whenever it was played at all, the best in the strongest shade. */
function raveOf(board: Board, candidates: readonly Candidate[]): Rows<Heat | null> {
  const open = candidates.filter(({ move }) => !isPass(move) && board.at(move as Point) === Empty)
  const most = open.reduce((count, { rave }) => Math.max(count, rave?.visits ?? 0), 0)
  const known = open.filter(({ rave }) => rave && rave.visits >= FEWEST_RAVE * most)
  const rates = new Map(known.map(({ move, rave }) => [move, rave!.winRate]))
  const values = [...rates.values()]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return rows(board.size, (point) => {
    const rate = rates.get(point)
    if (rate === undefined) return null
    const share = high > low ? (rate - low) / (high - low) : 1
    return { strength: 1 + Math.round(8 * share), text: wholePercent(rate) }
  })
}

/** A share as whole percent. */
export function wholePercent(share: number): string {
  return percent(share, 0)
}

/** 950, 1.2k, 34k. */
export function short(count: number): string {
  if (count < 1000) return String(count)
  const thousands = count / 1000
  return `${thousands < 10 ? thousands.toFixed(1) : Math.round(thousands)}k`
}
