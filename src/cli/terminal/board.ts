// The board as lines of text. Pure: the same view and theme give the same lines. There are two themes, because
// a terminal's background is not known: on a dark one "●" looks white and "○" black. With 256 colours the
// board brings its own wood and both stones are "●" in their true colours; without, the shapes are the usual
// ones and the panel beside the board says which is which.

import {
  Black,
  COLUMNS,
  Empty,
  isPass,
  pointAt,
  starPoints,
  White,
  xOf,
  yOf,
  type Board,
  type Color,
  type Move,
  type Point,
} from "../../rules/index.ts"

/** What to draw on top of the stones. */
export interface BoardView {
  readonly board: Board
  /** Stands in brackets; a pass marks nothing. */
  readonly last?: Move
  /** Stones that are taken for dead. */
  readonly dead?: ReadonlySet<Point>
  /** By point, whose it is; drawn on empty points only. */
  readonly owner?: Uint8Array
}

type Ink = "line" | "label" | "mark" | "black" | "white"

type Pair = Readonly<Record<Color, string>>

export interface Theme {
  readonly stone: Pair
  readonly dead: Pair
  readonly land: Pair
  /** What the signs above mean, for the line below the board. */
  readonly legend: string
  ink(text: string, ink: Ink): string
  /** Puts a whole row on the board's ground. */
  ground(row: string): string
}

export const PLAIN: Theme = {
  stone: { [Black]: "●", [White]: "○" },
  dead: { [Black]: "b", [White]: "w" },
  land: { [Black]: "▪", [White]: "▫" },
  legend: "b, w: dead stones of Black, White; ▪, ▫: their points",
  ink: (text) => text,
  ground: (row) => row,
}

/** Numbers of the 256-colour palette: a light wood that both stones stand out from. */
const WOOD = 137
const INKS: Readonly<Record<Ink, string>> = {
  line: "38;5;58",
  label: "38;5;235",
  mark: "1;38;5;88",
  black: "38;5;16",
  white: "38;5;231",
}

export const WOODEN: Theme = {
  stone: { [Black]: "●", [White]: "●" },
  dead: { [Black]: "×", [White]: "×" },
  land: { [Black]: "▪", [White]: "▪" },
  legend: "×: dead stones; ▪: points of that colour",
  ink: (text, ink) => `\u001B[22;${INKS[ink]}m${text}`,
  ground: (row) => `\u001B[48;5;${WOOD}m${row}\u001B[0m`,
}

/** How many columns the drawing takes. */
export function boardWidth(size: number): number {
  return 2 * size + 5
}

/** The board with its coordinates on all four sides, one string a row. */
export function drawBoard(view: BoardView, theme: Theme): string[] {
  const { size } = view.board
  const letters = theme.ink(`   ${[...COLUMNS.slice(0, size)].join(" ")}   `, "label")
  const rows = Array.from({ length: size }, (_, y) => drawRow(view, theme, y))
  return [letters, ...rows, letters].map((row) => theme.ground(row))
}

function drawRow({ board, last, dead, owner }: BoardView, theme: Theme, y: number): string {
  const { size } = board
  const marked = last !== undefined && !isPass(last) && yOf(last as Point) === y ? xOf(last as Point) : -2
  const stars = new Set(starPoints(size))
  const number = String(size - y)
  let row = theme.ink(number.padStart(2), "label")
  for (let x = 0; x <= size; x++) {
    if (x === marked) row += theme.ink("[", "mark")
    else if (x === marked + 1) row += theme.ink("]", "mark")
    else row += theme.ink(x === 0 || x === size ? " " : "─", "line")
    if (x === size) break
    const point = pointAt(x, y)
    const content = board.at(point)
    if (content !== Empty) {
      const color = content as Color
      const signs = dead?.has(point) ? theme.dead : theme.stone
      row += theme.ink(signs[color], inkOf(color))
    } else if (owner?.[point]) {
      const color = owner[point] as Color
      row += theme.ink(theme.land[color], inkOf(color))
    } else if (stars.has(point)) row += theme.ink("╋", "label")
    else row += theme.ink(gridSign(x, y, size), "line")
  }
  return row + theme.ink(number.padEnd(2), "label")
}

/** A stone by itself, for the panel. */
export function drawStone(color: Color, theme: Theme): string {
  return theme.ground(theme.ink(` ${theme.stone[color]} `, inkOf(color)))
}

function inkOf(color: Color): Ink {
  return color === Black ? "black" : "white"
}

function gridSign(x: number, y: number, size: number): string {
  const signs = y === 0 ? "┌┬┐" : y === size - 1 ? "└┴┘" : "├┼┤"
  return signs[x === 0 ? 0 : x === size - 1 ? 2 : 1]!
}
