// Typed indices of the whole system (RUL-1). A point is an index into a one-dimensional board whose
// stride is the same for every size: a point keeps its number whatever board it is on, its neighbours
// are at fixed distances, and the column and rows around the board hold the border, so that no
// neighbour needs a bounds check.

declare const kind: unique symbol

/** A point of the board, or `PASS`. */
export type Move = number & { readonly [kind]: "move" | "point" }
/** A point of the board. */
export type Point = Move & { readonly [kind]: "point" }

/** Black or White. */
export type Color = 1 | 2
/** The colour that begins. */
export const Black = 1 as const
/** The colour that moves second and gets the komi. */
export const White = 2 as const

/** What a point holds: nothing, a stone, or the border around the board. */
export type Content = 0 | Color | 3
/** What `Board.at` answers for a point without a stone. */
export const Empty = 0
/** What `Board.at` answers beside the board. */
export const Border = 3

/** The fewest lines of a board. */
export const MIN_SIZE = 1
/** The most lines of a board. */
export const MAX_SIZE = 25

/** The distance from a point to the one below it: the width of a row with its share of the border. */
export const STRIDE = MAX_SIZE + 1
/** The length of an array that is indexed by point. */
export const POINTS = STRIDE * (MAX_SIZE + 2)

/** The pass, as a move. Its number 0 lies in the border, so it can never be a point. */
export const PASS = 0 as Move

/** The other colour. */
export function opponent(color: Color): Color {
  return (3 - color) as Color
}

/** The point in column `x` from the left and row `y` from the top, both counted from 0. */
export function pointAt(x: number, y: number): Point {
  return ((y + 1) * STRIDE + x) as Point
}

/** The column of a point, from 0 at the left. */
export function xOf(point: Point): number {
  return point % STRIDE
}

/** The row of a point, from 0 at the top. */
export function yOf(point: Point): number {
  return Math.floor(point / STRIDE) - 1
}

/** Whether a move is a pass. */
export function isPass(move: Move): boolean {
  return move === PASS
}

/** Whether a move is a point of a board of this size. */
export function isOnBoard(size: number, move: Move): move is Point {
  const x = move % STRIDE
  const row = Math.floor(move / STRIDE)
  return Number.isInteger(move) && x >= 0 && x < size && row >= 1 && row <= size
}

/** All points of a board, row by row from the top. */
export function allPoints(size: number): Point[] {
  const points: Point[] = []
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) points.push(pointAt(x, y))
  return points
}

/** The distances from a point to its four neighbours. */
export const NEIGHBOURS: readonly number[] = [-STRIDE, -1, 1, STRIDE]
/** The distances from a point to its diagonal neighbours. */
export const DIAGONALS: readonly number[] = [-STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1]

/** Whether a board can have this number of lines: a whole number from `MIN_SIZE` to `MAX_SIZE`. */
export function isBoardSize(size: number): boolean {
  return Number.isInteger(size) && size >= MIN_SIZE && size <= MAX_SIZE
}

/** The colour's name in English. */
export function colorName(color: Color): "Black" | "White" {
  return color === Black ? "Black" : "White"
}
