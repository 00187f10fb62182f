// Boards drawn with letters, for tests, terminals and bug reports: `X` Black, `O` White, `.` empty.
// The reader takes what the writer makes and what people type: rows with or without their numbers, a
// line of column letters above or below, blanks anywhere, `+` for star points, `#` and `@` for stones.

import { err, type Result } from "../base/result.ts"
import { Board, type BoardOptions } from "./board.ts"
import { COLUMNS, makeVertex } from "./coordinates.ts"
import { Black, Empty, isPass, MAX_SIZE, pointAt, White, xOf, yOf } from "./types.ts"
import type { Color, Move, Point } from "./types.ts"

const STONES: Readonly<Record<string, Color | typeof Empty>> = {
  X: Black,
  x: Black,
  "#": Black,
  O: White,
  o: White,
  "@": White,
  ".": Empty,
  "+": Empty,
}

/** Reads a drawn board; the error says which row is wrong and why. */
export function parseAscii(drawing: string, options?: BoardOptions): Result<Board, string> {
  const rows = drawing
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replace(/^\d+\s+|\s+\d+$/g, "")
        .replace(/[\s|]+/g, ""),
    )
    .filter((row) => row !== "" && !isColumnLine(row))
  const size = rows.length
  if (size === 0 || size > MAX_SIZE) return err(`a board has 1 to ${MAX_SIZE} rows, this one has ${size}`)
  const stones: [Color, Point][] = []
  for (const [y, row] of rows.entries()) {
    if (row.length !== size) return err(`row ${y + 1} has ${row.length} points, not ${size}: ${row}`)
    for (const [x, sign] of [...row].entries()) {
      const stone = STONES[sign]
      if (stone === undefined) return err(`row ${y + 1} has an unknown sign "${sign}"`)
      if (stone !== Empty) stones.push([stone, pointAt(x, y)])
    }
  }
  const board = Board.fromStones(size, stones, options)
  return board.ok ? board : err(`the chain at ${makeVertex(board.error, size)} has no liberty`)
}

/** Draws a board with coordinates; the last move, if given, stands in brackets. */
export function makeAscii(board: Board, lastMove?: Move): string {
  const { size } = board
  const letters = `   ${[...COLUMNS.slice(0, size)].join(" ")}`
  const marked = lastMove === undefined || isPass(lastMove) ? undefined : (lastMove as Point)
  const rows = Array.from({ length: size }, (_, y) => {
    let row = `${size - y}`.padStart(2)
    for (let x = 0; x < size; x++) {
      const sign = ".XO"[board.at(pointAt(x, y))]!
      if (marked !== undefined && yOf(marked) === y && xOf(marked) === x) row += `(${sign}`
      else row += `${marked !== undefined && yOf(marked) === y && xOf(marked) === x - 1 ? ")" : " "}${sign}`
    }
    return marked !== undefined && yOf(marked) === y && xOf(marked) === size - 1 ? `${row})` : row
  })
  return [letters, ...rows, letters].join("\n")
}

/** A line of column letters, in the order of GTP; it begins with A, which is no stone. */
function isColumnLine(row: string): boolean {
  return COLUMNS.startsWith(row.toUpperCase())
}
