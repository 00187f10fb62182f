// Reading the arguments of commands. What can't be read is a syntax error, as the protocol's draft says.

import { err, ok, type Result } from "../base/result.ts"
import { Black, makeVertex, parseVertex, White, type Color, type Move, type Point } from "../rules/index.ts"
import type { Session } from "./session.ts"

export type Answer = Result<string, string>

/** A command: its arguments in, its answer out. */
export type Handler = (session: Session, args: readonly string[]) => Answer | Promise<Answer>

/**
 * A command that answers line by line while it works; an error is only possible before the first line. The signal fires
 * when another line has come from the client.
 */
export type Streamer = (
  session: Session,
  args: readonly string[],
  superseded: AbortSignal,
) => Promise<Result<AsyncIterable<string>, string>>

export const DONE: Answer = ok("")
export const SYNTAX_ERROR: Answer = err("syntax error")
export const ILLEGAL_MOVE: Answer = err("illegal move")

export function parseColorWord(word: string | undefined): Color | undefined {
  const plain = word?.toLowerCase()
  if (plain === "b" || plain === "black") return Black
  if (plain === "w" || plain === "white") return White
  return undefined
}

/** A whole number without sign. */
export function parseWhole(word: string | undefined): number | undefined {
  return word !== undefined && /^\d{1,9}$/.test(word) ? Number(word) : undefined
}

export function parseFinite(word: string | undefined): number | undefined {
  if (word === undefined || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word)) return undefined
  const value = Number(word)
  return Number.isFinite(value) ? value : undefined
}

/** Reads a vertex: a move, or whether it is badly written or lies off the board. */
export function parseMoveWord(word: string | undefined, size: number): Move | "off-board" | undefined {
  if (word === undefined) return undefined
  const move = parseVertex(word, size)
  if (move !== undefined) return move
  return parseVertex(word, 25) === undefined && !/^[a-hj-z]\d+$/i.test(word) ? undefined : "off-board"
}

export function makeVertexList(points: Iterable<Point>, size: number): string {
  return [...points].map((point) => makeVertex(point, size)).join(" ")
}
