// The pictures of the command line as SVG: a board with shades, and histograms. A small writer of our own, because
// a few rectangles, circles and words need no library.

import { writeFileSync } from "node:fs"
import {
  allPoints,
  Black,
  COLUMNS,
  starPoints,
  xOf,
  yOf,
  type Board,
  type Point,
  stonesOf,
} from "../rules/index.ts"
import { fail } from "./failure.ts"

/** Writes a picture where the user asked for it. */
export function writePicture(file: string, svg: string): void {
  try {
    writeFileSync(file, svg)
  } catch (error) {
    fail(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

type Attributes = Readonly<Record<string, string | number>>

/** An element with its children, all of which are SVG already; words go through `text`. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(number(value))}"`)
  const open = `<${name}${list.join("")}`
  return children.length === 0 ? `${open}/>` : `${open}>${children.join("")}</${name}>`
}

export function text(words: string, attributes: Attributes): string {
  return element("text", attributes, escape(words))
}

function number(value: string | number): string {
  return typeof value === "string" ? value : String(Number(value.toFixed(2)))
}

export function escape(words: string): string {
  return words
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
}

/** Words in a style of the picture's own sheet. */
export function styledText(words: string, x: number, y: number, style: string, more = ""): string {
  return `<text class="${style}" x="${round(x)}" y="${round(y)}"${more && ` ${more}`}>${escape(words)}</text>`
}

export function round(value: number): number {
  return Number(value.toFixed(1))
}

/** A whole picture on a white ground; the title is read by screen readers and shown as a tooltip. */
export function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "font-family": "sans-serif",
    "font-size": 11,
  }
  const ground = element("rect", { width, height, fill: "#fff" })
  const children = [element("title", {}, escape(title)), ground, ...parts]
  return `${element("svg", attributes, ...children.map((part) => `\n${part}`), "\n")}\n`
}

const CELL = 24
const MARGIN = 28

/**
 * Whose each point becomes: squares from black (always Black's) over grey to white (always White's), below the lines and
 * the stones. `owners` is by point, 1 for Black's to -1 for White's.
 */
export function makeOwnerSvg(board: Board, owners: Float64Array, title: string): string {
  const { size } = board
  const side = 2 * MARGIN + (size - 1) * CELL + CELL
  const first = MARGIN + CELL / 2
  const last = first + (size - 1) * CELL
  const at = (index: number): number => first + index * CELL
  const points = allPoints(size)
  const shades = points.map((point) =>
    element(
      "rect",
      {
        x: at(xOf(point)) - CELL / 2,
        y: at(yOf(point)) - CELL / 2,
        width: CELL,
        height: CELL,
        fill: grey(owners[point]!),
      },
      element(
        "title",
        {},
        `${COLUMNS[xOf(point)]}${size - yOf(point)}: ${Math.round(50 + 50 * owners[point]!)} % Black`,
      ),
    ),
  )
  const line = { stroke: "#a5672c", "stroke-width": 1 }
  const lines = Array.from({ length: size }, (_, i) => [
    element("line", { x1: first, x2: last, y1: at(i), y2: at(i), ...line }),
    element("line", { y1: first, y2: last, x1: at(i), x2: at(i), ...line }),
  ]).flat()
  const stars = starPoints(size).map((point) => circle(point, at, { r: 2.5, fill: "#a5672c" }))
  const stones = stonesOf(board).map(([color, point]) => {
    const fill = color === Black ? "#000" : "#fff"
    return circle(point, at, { r: CELL * 0.36, fill, stroke: "#a5672c", "stroke-width": 1.5 })
  })
  return picture(side, side, title, [...shades, ...lines, ...stars, ...stones, ...boardLabels(size, at)])
}

function boardLabels(size: number, at: (index: number) => number): string[] {
  const far = MARGIN + size * CELL
  return Array.from({ length: size }, (_, i) => {
    const middle = { "text-anchor": "middle", fill: "#333" }
    const across = [MARGIN / 2 + 4, far + MARGIN / 2 + 4].map((y) =>
      text(COLUMNS[i]!, { x: at(i), y, ...middle }),
    )
    const down = [MARGIN / 2, far + MARGIN / 2].map((x) =>
      text(String(size - i), { x, y: at(i) + 4, ...middle }),
    )
    return [...across, ...down]
  }).flat()
}

function circle(point: Point, at: (index: number) => number, attributes: Attributes): string {
  return element("circle", { cx: at(xOf(point)), cy: at(yOf(point)), ...attributes })
}

/** 1 is black, -1 white. */
function grey(owner: number): string {
  const level = Math.round(127.5 * (1 - Math.max(-1, Math.min(1, owner))))
  return `#${level.toString(16).padStart(2, "0").repeat(3)}`
}

interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** Equal steps from the smallest value to the largest. */
export function binsOf(values: readonly number[], count: number): Bin[] {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const step = (high - low) / count || 1
  const counts = new Array<number>(count).fill(0)
  for (const value of values) counts[Math.min(count - 1, Math.floor((value - low) / step))]!++
  return counts.map((times, i) => ({ from: low + i * step, to: low + (i + 1) * step, count: times }))
}

interface Panel {
  readonly title: string
  readonly bins: readonly Bin[]
}

const PANEL = { width: 320, height: 200, left: 36, bottom: 30, top: 28 }

/** Histograms side by side, two in a row, each with its own scale. */
export function makeHistogramSvg(title: string, unit: string, panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / 2)
  const drawn = panels.map((panel, i) =>
    element(
      "g",
      { transform: `translate(${(i % 2) * PANEL.width} ${24 + Math.floor(i / 2) * PANEL.height})` },
      ...drawPanel(panel, unit),
    ),
  )
  const heading = text(title, {
    x: PANEL.width,
    y: 18,
    "text-anchor": "middle",
    "font-size": 14,
    fill: "#111",
  })
  return picture(2 * PANEL.width, 24 + rows * PANEL.height, title, [heading, ...drawn])
}

function drawPanel({ title, bins }: Panel, unit: string): string[] {
  const { width, height, left, bottom, top } = PANEL
  const floor = height - bottom
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const step = (width - left - 16) / bins.length
  const bars = bins.map(({ count }, i) => {
    const tall = ((floor - top) * count) / most
    return element("rect", {
      x: left + i * step,
      y: floor - tall,
      width: step - 1,
      height: tall,
      fill: "#3b6ea5",
    })
  })
  const scale = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 5 })
  const gray = { fill: "#333" }
  return [
    text(title, { x: left, y: 18, "font-weight": "bold", ...gray }),
    ...bars,
    element("line", { x1: left, x2: width - 16, y1: floor, y2: floor, stroke: "#333" }),
    text(scale(bins[0]?.from ?? 0), { x: left, y: floor + 14, ...gray }),
    text(scale(bins.at(-1)?.to ?? 0), { x: width - 16, y: floor + 14, "text-anchor": "end", ...gray }),
    text(unit, { x: (left + width - 16) / 2, y: floor + 14, "text-anchor": "middle", ...gray }),
    text(String(most), { x: left - 6, y: top + 8, "text-anchor": "end", ...gray }),
    text("0", { x: left - 6, y: floor, "text-anchor": "end", ...gray }),
  ]
}
