// Thermographs as pictures and as text: high values stand on the left, temperatures rise.

import { roundTicks } from "./lines.ts"
import { circle, element, line, picture, pointList, rect, text } from "./svg.ts"

/** A corner of a wall. */
export type WallPoint = readonly [temperature: number, value: number]

export interface ThermographPanel {
  readonly title: string
  /** From the lowest temperature up to the foot of the mast, which both walls share. */
  readonly leftWall: readonly WallPoint[]
  readonly rightWall: readonly WallPoint[]
  /** Another thermograph to compare with, in thin dashed lines. */
  readonly beside?: { readonly leftWall: readonly WallPoint[]; readonly rightWall: readonly WallPoint[] }
  readonly note: string
}

const PANEL = { width: 250, height: 230, left: 40, right: 14, top: 44, bottom: 34 }
const COLUMNS = 3
const HEAD = 34

const STYLE = {
  light: `.wall{fill:none;stroke:#2f5f96;stroke-width:2;stroke-linejoin:round}.inside{fill:#3b6ea5;fill-opacity:.15}
.foot{fill:#c0392b}.zero{stroke:#888;stroke-dasharray:4 3}.frame{fill:none;stroke:#ccc}.beside{fill:none;stroke:#b8860b;stroke-dasharray:5 3}`,
  dark: `.wall{stroke:#8fbcf0}.inside{fill:#7fb0e6;fill-opacity:.2}.foot{fill:#e8685b}.zero{stroke:#9aa0a8}.frame{stroke:#3a3f46}
.beside{stroke:#e6c35c}`,
}

interface Range {
  readonly low: number
  readonly high: number
}

/** Values and temperatures that all panels show. */
interface Ranges {
  readonly values: Range
  readonly temperatures: Range
}

function rangesOf(panels: readonly ThermographPanel[]): Ranges {
  const corners = panels.flatMap(({ leftWall, rightWall, beside }) => [
    ...leftWall,
    ...rightWall,
    ...(beside ? [...beside.leftWall, ...beside.rightWall] : []),
  ])
  const temperatures = corners.map(([temperature]) => temperature)
  const values = corners.map(([, value]) => value)
  const top = Math.max(0, ...temperatures)
  return {
    values: { low: Math.floor(Math.min(...values)) - 1, high: Math.ceil(Math.max(...values)) + 1 },
    temperatures: { low: Math.min(-1, ...temperatures), high: top + Math.max(1, top / 4) },
  }
}

/** Panels with one scale, three in a row. */
export function thermographs(title: string, panels: readonly ThermographPanel[]): string {
  const ranges = rangesOf(panels)
  const columns = Math.min(COLUMNS, panels.length)
  const width = Math.max(columns * PANEL.width, 360)
  const height = HEAD + Math.ceil(panels.length / columns) * PANEL.height
  return picture({ width, height, title, style: STYLE }, [
    text(title, width / 2, 22, "ink", { anchor: "middle", size: 15 }),
    ...panels.map((panel, index) => {
      const x = (width - columns * PANEL.width) / 2 + (index % columns) * PANEL.width
      const y = HEAD + Math.floor(index / columns) * PANEL.height
      return element("g", { transform: `translate(${x} ${y})` }, ...drawPanel(panel, ranges))
    }),
  ])
}

function drawPanel(panel: ThermographPanel, { values, temperatures }: Ranges): string[] {
  const edges = { left: PANEL.left, right: PANEL.width - PANEL.right, top: PANEL.top }
  const bottom = PANEL.height - PANEL.bottom
  const x = (value: number): number =>
    edges.right - ((value - values.low) / (values.high - values.low)) * (edges.right - edges.left)
  const y = (temperature: number): number =>
    bottom -
    ((temperature - temperatures.low) / (temperatures.high - temperatures.low)) * (bottom - edges.top)
  const at = ([temperature, value]: WallPoint): readonly [number, number] => [x(value), y(temperature)]
  const foot = panel.leftWall.at(-1)!
  const mast = [temperatures.high, foot[1]] as const
  const wall = (corners: readonly WallPoint[]): string =>
    element("polyline", { class: "wall", points: pointList([...corners, mast].map(at)) })
  const beside = panel.beside ? [panel.beside.leftWall, panel.beside.rightWall] : []
  const inside = [...panel.leftWall, ...panel.rightWall.toReversed()].map(at)
  const box = { x: edges.left, y: edges.top, width: edges.right - edges.left, height: bottom - edges.top }
  return [
    text(panel.title, PANEL.width / 2, 16, "ink", { anchor: "middle", size: 13 }),
    text(panel.note, PANEL.width / 2, 34, "faint", { anchor: "middle" }),
    rect({ class: "frame" }, box),
    ...roundTicks(temperatures.low, temperatures.high, 6).flatMap((tick) => [
      line(tick === 0 ? "zero" : "grid", edges.left, y(tick), edges.right, y(tick)),
      text(labelOf(tick), edges.left - 6, y(tick) + 4, "ink", { anchor: "end" }),
    ]),
    ...roundTicks(values.low, values.high, 7).map((tick) =>
      text(labelOf(tick), x(tick), bottom + 16, "ink", { anchor: "middle" }),
    ),
    element("polygon", { class: "inside", points: pointList(inside) }),
    wall(panel.leftWall),
    wall(panel.rightWall),
    ...beside.map((corners) => element("polyline", { class: "beside", points: pointList(corners.map(at)) })),
    circle("foot", ...at(foot), 3.5, panel.note),
  ]
}

const TEXT = { columns: 61, rows: 15 }
const SIGNS = { mast: "|", falling: "\\", rising: "/" }

/** A thermograph of characters, with temperatures at the left and values below. */
export function thermographText(panel: ThermographPanel): string[] {
  const { values, temperatures } = rangesOf([panel])
  const column = (value: number): number =>
    Math.round(((values.high - value) / (values.high - values.low)) * (TEXT.columns - 1))
  const step = stepOf(temperatures.high - temperatures.low)
  const count = Math.round((temperatures.high - temperatures.low) / step)
  const rows = Array.from({ length: count + 1 }, (_, index) => {
    const temperature = temperatures.low + (count - index) * step
    const cells = new Array<string>(TEXT.columns).fill(Math.abs(temperature) < step / 2 ? "·" : " ")
    for (const [wall, sign] of [
      [panel.leftWall, SIGNS.rising],
      [panel.rightWall, SIGNS.falling],
    ] as const) {
      const [here, above] = [valueOn(wall, temperature), valueOn(wall, temperature + step)]
      cells[column(here)] = here === above ? SIGNS.mast : sign
    }
    return `${labelOf(temperature).padStart(6)} ${cells.join("").trimEnd()}`
  })
  return [...rows, axisOf(values, column)]
}

/** Halves, wholes or more, so that the rows fit. */
function stepOf(range: number): number {
  return [0.25, 0.5, 1, 2, 5].find((step) => range / step <= TEXT.rows) ?? Math.ceil(range / TEXT.rows)
}

function labelOf(value: number): string {
  return String(Number(value.toFixed(2))).replace("-", "−")
}

/** Values below their columns; a label that would touch another one is left out. */
function axisOf({ low, high }: Range, column: (value: number) => number): string {
  let row = ""
  for (const tick of roundTicks(low, high, 8).reverse()) {
    const label = labelOf(tick)
    const start = 7 + column(tick) - Math.floor(label.length / 2)
    if (start > row.length || row === "") row = row.padEnd(start) + label
  }
  return row
}

/** The value of a wall; the last corner's above it. */
function valueOn(wall: readonly WallPoint[], temperature: number): number {
  const next = wall.findIndex(([corner]) => corner > temperature)
  if (next === -1) return wall.at(-1)![1]
  if (next === 0) return wall[0]![1]
  const [[t0, v0], [t1, v1]] = [wall[next - 1]!, wall[next]!]
  return v0 + ((temperature - t0) / (t1 - t0)) * (v1 - v0)
}
