// The three ways to write a point (RUL-1): GTP vertices (A1 at the lower left, no I), SGF points
// (aa at the upper left) and the (x, y) of `pointAt`. Every pair reads what it writes.

import { MAX_SIZE, PASS, isPass, pointAt, xOf, yOf, type Move, type Point } from "./types.ts"

/** Column letters of GTP: the alphabet without I. */
export const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

/** Reads `D4`, `d4` or `pass`; undefined when it is neither or lies off the board. */
export function parseVertex(text: string, size: number): Move | undefined {
  if (/^pass$/i.test(text)) return PASS
  const match = /^([a-hj-z])(\d{1,2})$/i.exec(text)
  if (!match) return undefined
  const x = COLUMNS.indexOf(match[1]!.toUpperCase())
  const y = size - Number(match[2])
  if (x >= size || y < 0 || y >= size) return undefined
  return pointAt(x, y)
}

/** A move as GTP writes it, such as `E5` or `pass`. */
export function makeVertex(move: Move, size: number): string {
  if (isPass(move)) return "pass"
  const point = move as Point
  return `${COLUMNS[xOf(point)]}${size - yOf(point)}`
}

/** Reads an SGF move: two letters, or empty for a pass; `tt` is a pass on boards up to 19×19 (FF[3]). */
export function parseSgfMove(text: string, size: number): Move | undefined {
  if (text === "" || (text === "tt" && size <= 19)) return PASS
  return parseSgfPoint(text, size)
}

/** The point of two letters of SGF; undefined where a board of this size has none. */
export function parseSgfPoint(text: string, size: number): Point | undefined {
  if (text.length !== 2) return undefined
  const x = text.charCodeAt(0) - 97
  const y = text.charCodeAt(1) - 97
  if (!(x >= 0 && x < size && y >= 0 && y < size && size <= MAX_SIZE)) return undefined
  return pointAt(x, y)
}

/** A move as SGF writes it: two letters, or nothing for a pass. */
export function makeSgfMove(move: Move): string {
  if (isPass(move)) return ""
  const point = move as Point
  return String.fromCharCode(97 + xOf(point), 97 + yOf(point))
}
