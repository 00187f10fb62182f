// Shapes as people see them: a key says nothing, so an example is looked for among the moves that were played, and
// drawn.

import { Board, Border, isPass, opponent, pointAt, xOf, yOf, type Color, type Point } from "../rules/index.ts"
import { SHAPE_SLOTS, type ShapeSlotName } from "./features.ts"
import { replayLegal, type GameMoves, type ReplayBoard, type Step } from "./games.ts"
import type { FeatureReader } from "./reader.ts"

/** A shape as rows of signs. */
export interface FoundShape {
  readonly slot: ShapeSlotName
  /** See `ShapeExample.rows`. */
  readonly rows: readonly string[]
}

/**
 * Draws the first example of each wanted key in the game; keys that are found leave the set. `reader` has no
 * dictionary.
 */
export function findShapes(
  game: GameMoves,
  reader: FeatureReader,
  wanted: Set<number>,
  onFound: (key: number, shape: FoundShape) => void,
): void {
  const hits: { key: number; level: number; number: number }[] = []
  replayLegal(game, reader, (step) => {
    for (const [level, key] of reader.shapeKeys(step.move as Point, step).entries())
      if (wanted.delete(key)) hits.push({ key, level, number: step.number })
  })
  if (hits.length === 0) return
  const board = new RulesBoard()
  replayLegal(game, board, (step) => {
    for (const { key, level, number } of hits)
      if (number === step.number)
        onFound(key, { slot: SHAPE_SLOTS[level]!, rows: drawShape(board.board, step, level) })
  })
}

/** A board of the rules in a replay. */
export class RulesBoard implements ReplayBoard {
  board: Board = new Board(2)

  reset(size: number): void {
    this.board = new Board(size)
  }

  play(color: Color, move: Step["move"]): boolean {
    return isPass(move) || this.board.play(color, move) === undefined
  }
}

const SQUARE = "3x3"

/** Draws the points that the shape of this level covers, and the last move where it belongs to it. */
export function drawShape(
  board: Board,
  { color, move, last }: Omit<Step, "number">,
  level: number,
): string[] {
  const slot = SHAPE_SLOTS[level]!
  const radius = slot.endsWith(SQUARE) ? 1 : Number(slot.at(-1))
  const isInside = (x: number, y: number): boolean =>
    slot.endsWith(SQUARE) ? true : Math.abs(x) + Math.abs(y) <= radius
  const point = move as Point
  const mark = slot.startsWith("answer") && last !== undefined && !isPass(last) ? (last as Point) : undefined
  const [dx, dy] = mark === undefined ? [0, 0] : [xOf(mark) - xOf(point), yOf(mark) - yOf(point)]
  const rows: string[] = []
  for (let y = Math.min(-radius, dy); y <= Math.max(radius, dy); y++) {
    let row = ""
    for (let x = Math.min(-radius, dx); x <= Math.max(radius, dx); x++) {
      const isCovered = Math.abs(x) <= radius && Math.abs(y) <= radius && isInside(x, y)
      if (x === 0 && y === 0) row += "*"
      else if (mark !== undefined && x === dx && y === dy) row += "@"
      else
        row += isCovered
          ? signAt(board, xOf(point) + x, yOf(point) + y, color, Math.abs(x) + Math.abs(y) === 1)
          : " "
    }
    rows.push(row)
  }
  return rows
}

/** Only neighbours of the move tell whether they are in atari. */
function signAt(board: Board, x: number, y: number, color: Color, isNeighbour: boolean): string {
  if (x < 0 || y < 0 || x >= board.size || y >= board.size) return "#"
  const content = board.at(pointAt(x, y))
  if (content !== color && content !== opponent(color)) return content === Border ? "#" : "."
  const sign = content === color ? "X" : "O"
  return isNeighbour && board.liberties(pointAt(x, y)).length === 1 ? sign.toLowerCase() : sign
}
