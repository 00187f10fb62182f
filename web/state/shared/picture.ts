// What the board shows, as rows of plain values: stones, marks, candidates, owners. The view hands it to the drawing
// component and adds nothing.

import { percent } from "montego/base"
import { allPoints, Black, Empty, isPass, xOf, yOf, type Board, type Move, type Point } from "montego/rules"
import type { Candidate } from "montego/search"

type Rows<T> = readonly (readonly T[])[]

export interface Mark {
  readonly type: "circle" | "label" | "triangle" | "square" | "point" | "cross"
  readonly label?: string
}

/** A point that a ko forbids: the board offers no stone there. */
interface KoMark {
  readonly type: "ko"
}

interface Heat {
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
  /** From -1 (White's) to 1 (Black's). */
  readonly paint: Rows<number>
  readonly dimmed: readonly (readonly [x: number, y: number])[]
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
  readonly hint?: Move | undefined
  /** Marks of the record. */
  readonly marks?: ReadonlyMap<Point, Mark> | undefined
}

/** Moves that were tried less often than this share of the best one's visits are noise. */
const FEWEST_VISITS = 0.005
/** More discs would hide the board. */
const MOST_DISCS = 12
/** RAVE values of fewer playouts than this share of the most are noise. */
const FEWEST_RAVE = 0.02
/** A share of the simulations below which the owner map says nothing. */
const FAINTEST = 0.12
/** Shades of the owner map: finer ones can't be seen, and every change is drawn. */
const SHADES = 8

export function makePicture(options: PictureOptions): Picture {
  const { board, dead } = options
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
    dimmed: [...(dead ?? [])].map((point) => [xOf(point), yOf(point)] as const),
  }
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

function paintOf({ board, owner, owners, dead }: PictureOptions, point: Point): number {
  if (owner) {
    const isOpen = board.at(point) === Empty || dead?.has(point) === true
    return !isOpen || owner[point] === Empty ? 0 : owner[point] === Black ? 1 : -1
  }
  const share = owners?.[point] ?? 0
  return Math.abs(share) < FAINTEST ? 0 : Math.max(-1, Math.min(1, Math.round(share * SHADES) / SHADES))
}

function heatOf({ board, rave, candidates = [] }: PictureOptions): Rows<Heat | null> {
  if (rave) return raveOf(board, rave)
  const most = candidates[0]?.visits ?? 0
  const byPoint = new Map(
    candidates.slice(0, MOST_DISCS).map((candidate, index) => [candidate.move, { candidate, index }]),
  )
  return rows(board.size, (point) => {
    const found = byPoint.get(point)
    if (!found || board.at(point) !== Empty || found.candidate.visits < FEWEST_VISITS * most) return null
    const { candidate, index } = found
    const strength = index === 0 ? 9 : Math.max(1, Math.min(8, Math.ceil((8 * candidate.visits) / most)))
    return { strength, text: `${wholePercent(candidate.winRate)}\n${short(candidate.visits)}` }
  })
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
