// A value map as lines of text: the mean score of each point, with colours on a shade from bad to good for the side
// to move. Points without games have a dot, or the stone that stands there.

import { Black, COLUMNS, Empty, allPoints, pointAt } from "../../rules/index.ts"
import type { Board, Color, Point } from "../../rules/index.ts"

export interface ValueMap {
  /** By point, as Black sees it. */
  readonly values: Float64Array
  readonly valueGames: Float64Array
}

/**
 * The lowest and the highest value of empty points that were played; zeros where none was. Where a stone stands, a
 * value is that of playing there after its capture, which would outshine all others.
 */
export function rangeOf(board: Board, { values, valueGames }: ValueMap): { low: number; high: number } {
  const known = allPoints(board.size).filter((point) => board.at(point) === Empty && valueGames[point]! > 0)
  if (known.length === 0) return { low: 0, high: 0 }
  const numbers = known.map((point) => values[point]!)
  return { low: Math.min(...numbers), high: Math.max(...numbers) }
}

/** How good a point is for this side among all, from 0 to 1; undefined without games. */
export function goodness(board: Board, map: ValueMap, color: Color): (point: Point) => number | undefined {
  const { low, high } = rangeOf(board, map)
  const span = high - low || 1
  return (point) => {
    if (!(map.valueGames[point]! > 0)) return undefined
    const share = Math.max(0, Math.min(1, (map.values[point]! - low) / span))
    return color === Black ? share : 1 - share
  }
}

const CELL = 6

export function drawValues(board: Board, map: ValueMap, color: Color, hasColors: boolean): string[] {
  const { size } = board
  const good = goodness(board, map, color)
  const letters = `   ${[...COLUMNS.slice(0, size)].map((letter) => letter.padStart(CELL - 1).padEnd(CELL)).join("")}`
  const rows = Array.from({ length: size }, (_, y) => {
    const cells = Array.from({ length: size }, (_cell, x) => {
      const point = pointAt(x, y)
      const share = good(point)
      const content = board.at(point)
      const sign = content === Empty ? " " : content === Black ? "X" : "O"
      const number = share === undefined ? "." : map.values[point]!.toFixed(1)
      const text = `${sign}${number.padStart(CELL - 2)} `
      return hasColors && share !== undefined ? shade(share, text) : text
    })
    const label = String(size - y)
    return `${label.padStart(2)} ${cells.join("")} ${label}`
  })
  return [letters.trimEnd(), ...rows, letters.trimEnd(), LEGEND]
}

const LEGEND =
  "mean score of the games in which the side to move came first to the point; X, O: stones of Black, White"

// From blue over grey to red in the 256-colour palette; letters that can be read on each.
const SHADES = [17, 18, 24, 60, 102, 138, 174, 173, 167, 160] as const
const FIRST_LIGHT = 4
const LIGHT_END = 8

function shade(share: number, text: string): string {
  const step = Math.min(SHADES.length - 1, Math.floor(share * SHADES.length))
  const ink = step >= FIRST_LIGHT && step < LIGHT_END ? 16 : 231
  return `\u001B[48;5;${SHADES[step]};38;5;${ink}m${text}\u001B[0m`
}
