// Little boards as a picture: below each its gamma, and a line for the range of two standard errors on a logarithmic
// scale that all boards share.

import { element, line, picture, text } from "./svg.ts"

/** A little board and an estimate of its worth. */
export interface ShapeCard {
  readonly name: string
  /** X moves at *, O is the enemy, x and o are stones in atari, @ is the last move, # lies beyond the edge. */
  readonly rows: readonly string[]
  readonly gamma: number
  /** Standard error of log gamma; 0 where it is not known. */
  readonly error: number
  /** The estimate in words. */
  readonly label: string
}

const CELL = 12
const CARD = { width: 200, height: 240, board: 180 }
const COLUMNS = 6
const HEAD = 28
const SECTION = 24

/** Cards by section, in rows. */
export function shapeCards(title: string, sections: ReadonlyMap<string, readonly ShapeCard[]>): string {
  const scale = scaleOf([...sections.values()].flat())
  const parts = [text(title, 12, 18, "ink", { size: 14 })]
  let top = HEAD
  for (const [name, shapes] of sections) {
    parts.push(text(name, 12, top + 16, "faint"))
    top += SECTION
    parts.push(
      ...shapes.map((shape, i) => {
        const x = (i % COLUMNS) * CARD.width
        const y = top + Math.floor(i / COLUMNS) * CARD.height
        return element("g", { transform: `translate(${x} ${y})` }, ...drawCard(shape, scale))
      }),
    )
    top += Math.ceil(shapes.length / COLUMNS) * CARD.height
  }
  return picture({ width: COLUMNS * CARD.width, height: top + 8, title }, parts)
}

type Scale = (gamma: number) => number

/** From gamma to the place on a card. */
function scaleOf(shapes: readonly ShapeCard[]): Scale {
  const ends = shapes.flatMap(({ gamma, error }) => [
    Math.log(gamma) - 2 * error,
    Math.log(gamma) + 2 * error,
  ])
  const low = Math.min(0, ...ends)
  const high = Math.max(0, ...ends)
  const room = CARD.width - 40
  return (gamma) => 20 + (room * (Math.log(gamma) - low)) / (high - low || 1)
}

function drawCard({ name, rows, gamma, error, label }: ShapeCard, scale: Scale): string[] {
  const width = Math.max(...rows.map((row) => row.length))
  const left = (CARD.width - width * CELL) / 2
  const up = (CARD.board - rows.length * CELL) / 2
  const points = rows.flatMap((row, y) =>
    [...row].flatMap((sign, x) => drawPoint(sign, left + (x + 0.5) * CELL, up + (y + 0.5) * CELL)),
  )
  const middle = CARD.width / 2
  const low = CARD.board + 44
  return [
    ...points,
    text(name, middle, CARD.board + 14, "ink", { anchor: "middle" }),
    text(label, middle, CARD.board + 30, "ink", { anchor: "middle" }),
    line("grid", scale(1), low - 6, scale(1), low + 6),
    element("line", {
      x1: scale(gamma * Math.exp(-2 * error)),
      x2: scale(gamma * Math.exp(2 * error)),
      y1: low,
      y2: low,
      stroke: "#3b6ea5",
      "stroke-width": 2,
    }),
    element("circle", { cx: scale(gamma), cy: low, r: 3, fill: "#3b6ea5" }),
  ]
}

/** One point of a little board; stones in atari have a red rim, the last move a blue one. */
function drawPoint(sign: string, x: number, y: number): string[] {
  if (sign === " ") return []
  const square = { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL }
  if (sign === "#") return [element("rect", { ...square, fill: "#888" })]
  const cross = [
    element("rect", { ...square, fill: "#e8c888" }),
    element("path", { d: `M${x - CELL / 2} ${y}h${CELL}M${x} ${y - CELL / 2}v${CELL}`, stroke: "#a5672c" }),
  ]
  if (sign === ".") return cross
  if (sign === "*") return [...cross, element("circle", { cx: x, cy: y, r: CELL / 4, fill: "#c0392b" })]
  const stroke = sign === "@" ? "#2a5db0" : sign === sign.toLowerCase() ? "#c0392b" : "#000"
  const fill = sign.toUpperCase() === "X" ? "#000" : "#fff"
  return [...cross, element("circle", { cx: x, cy: y, r: CELL * 0.42, fill, stroke, "stroke-width": 1.5 })]
}
