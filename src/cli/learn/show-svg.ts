// Little boards as a picture: below each its gamma, and a line for the range of two standard errors on a logarithmic scale that all
// boards share.

import { element, picture, text } from "../svg.ts"
import { factor, type Shown } from "./show-text.ts"

const CELL = 12
const CARD = { width: 200, height: 240, board: 180 }
const COLUMNS = 6
const HEAD = 28
const SECTION = 24

interface Sections {
  readonly best: readonly Shown[]
  readonly worst: readonly Shown[]
}

export function makeShapesSvg(title: string, { best, worst }: Sections): string {
  const scale = scaleOf([...best, ...worst])
  const parts = [text(title, { x: 12, y: 18, "font-size": 14, fill: "#111" })]
  let top = HEAD
  for (const [name, shapes] of [
    ["Best shapes", best],
    ["Worst shapes", worst],
  ] as const) {
    parts.push(text(name, { x: 12, y: top + 16, "font-weight": "bold", fill: "#333" }))
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
  return picture(COLUMNS * CARD.width, top + 8, title, parts)
}

type Scale = (gamma: number) => number

/** From gamma to the place on a card. */
function scaleOf(shapes: readonly Shown[]): Scale {
  const ends = shapes.flatMap(({ gamma, error }) => [
    Math.log(gamma) - 2 * error,
    Math.log(gamma) + 2 * error,
  ])
  const low = Math.min(0, ...ends)
  const high = Math.max(0, ...ends)
  const room = CARD.width - 40
  return (gamma) => 20 + (room * (Math.log(gamma) - low)) / (high - low || 1)
}

function drawCard({ name, rows, gamma, error }: Shown, scale: Scale): string[] {
  const width = Math.max(...rows.map((row) => row.length))
  const left = (CARD.width - width * CELL) / 2
  const up = (CARD.board - rows.length * CELL) / 2
  const points = rows.flatMap((row, y) =>
    [...row].flatMap((sign, x) => drawPoint(sign, left + (x + 0.5) * CELL, up + (y + 0.5) * CELL)),
  )
  const middle = { x: CARD.width / 2, "text-anchor": "middle", fill: "#333" }
  const line = CARD.board + 44
  return [
    ...points,
    text(name, { ...middle, y: CARD.board + 14 }),
    text(factor(gamma, error), { ...middle, y: CARD.board + 30 }),
    element("line", { x1: scale(1), x2: scale(1), y1: line - 6, y2: line + 6, stroke: "#bbb" }),
    element("line", {
      x1: scale(gamma * Math.exp(-2 * error)),
      x2: scale(gamma * Math.exp(2 * error)),
      y1: line,
      y2: line,
      stroke: "#3b6ea5",
      "stroke-width": 2,
    }),
    element("circle", { cx: scale(gamma), cy: line, r: 3, fill: "#3b6ea5" }),
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
