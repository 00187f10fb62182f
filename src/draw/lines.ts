// Line charts: one or more lines over an x axis, with grid, ticks and labels.

import type { Edges } from "./histogram.ts"
import { circle, element, escape, line, picture, pointList, text, type Anchor } from "./svg.ts"

/** One axis: where values lie, and which of them have a label. */
export interface Axis {
  readonly title?: string
  /** Values that have a label. */
  readonly ticks: readonly number[]
  readonly label: (tick: number) => string
  /** From a value to a share of the axis, 0 to 1. */
  readonly share: (value: number) => number
}

export interface ChartLine {
  readonly label: string
  readonly points: readonly (readonly [x: number, y: number])[]
  /** Words behind the last point; without them the line stands in the legend below the chart. */
  readonly end?: string
  readonly told: string
}

/** A numbered mark on a chart, with words in a row below it. */
export interface ChartMark {
  readonly at: readonly [x: number, y: number]
  readonly words: string
}

export interface LineChart {
  readonly title: string
  readonly x: Axis
  readonly y: Axis
  readonly lines: readonly ChartLine[]
  /** Room right of the plot for the words at the ends of lines. */
  readonly right?: number
  readonly hasColumns?: boolean
  /** A value of y whose grid line is dashed. */
  readonly level?: number
  /** Fills the ground below the first line, and draws a dot with these words at each of its points. */
  readonly dots?: readonly string[]
  readonly marks?: readonly ChartMark[]
}

const WIDTH = 760
const PLOT = { left: 64, right: 20, top: 52, height: 280 }
const EDGE = 4
const ROW = 20
const MARK_STEP = 138

const COLORS = ["#2f5f96", "#c0392b", "#2e8b57", "#b8860b", "#7b4fa3", "#00838f", "#8d5524", "#666666"]
const DARK = ["#8fbcf0", "#f0857a", "#7fd1a0", "#e6c35c", "#c3a0e8", "#6fd0d8", "#d6a67c", "#b0b4ba"]
const DASHES = ["", "7 3", "2 2", "9 3 2 3", "12 4", "4 4", "1 3", "6 2 1 2"]

const seriesStyle = (colors: readonly string[]): string =>
  colors.map((color, i) => `.s${i}{stroke:${color}}.t${i}{fill:${color}}`).join("")

const STYLE = {
  light: `.level{stroke:#888;stroke-dasharray:4 3}.line{fill:none;stroke-width:2;stroke-linejoin:round}${seriesStyle(COLORS)}
.area{fill:#3b6ea5;fill-opacity:.15}.dot{fill:#2f5f96}.worst{fill:#c0392b}.rank{fill:#fff}`,
  dark: `.level{stroke:#9aa0a8}${seriesStyle(DARK)}
.area{fill:#7fb0e6;fill-opacity:.2}.dot{fill:#8fbcf0}.worst{fill:#e8685b}.rank{fill:#16191d}`,
}

export function lineChart(chart: LineChart): string {
  const { title, lines, marks = [], right = PLOT.right } = chart
  const edges = { left: PLOT.left, right: WIDTH - right, top: PLOT.top, bottom: PLOT.top + PLOT.height }
  const { left, bottom, top } = edges
  const x = (value: number): number => left + chart.x.share(value) * (edges.right - left)
  const y = (value: number): number => bottom - chart.y.share(value) * (bottom - top)
  const legend = legendOf(chart.dots ? [] : lines, bottom)
  const height = bottom + 56 + legend.height + (marks.length > 0 ? ROW : 0)
  return picture({ width: WIDTH, height, title, style: STYLE }, [
    text(title, WIDTH / 2, 26, "ink", { anchor: "middle", size: 16 }),
    ...axes(chart, edges, x, y),
    ...(chart.dots ? [areaBelow(lines[0]!, x, y, bottom)] : []),
    ...lines.flatMap((drawn, i) => drawLine(drawn, i, x, y)),
    ...(chart.dots ?? []).map((told, i) => {
      const [atX, atY] = lines[0]!.points[i]!
      return circle("dot", x(atX), y(atY), 2.5, told)
    }),
    ...marks.flatMap(({ at }, rank) => [
      circle("worst", x(at[0]), y(at[1]), 8),
      text(String(rank + 1), x(at[0]), y(at[1]) + 4, "rank", { anchor: "middle" }),
    ]),
    ...marks.map(({ words }, rank) =>
      text(`${rank + 1}: ${words}`, left + rank * MARK_STEP - 8, height - 14, "ink"),
    ),
    ...legend.parts,
  ])
}

type Place = (value: number) => number

function axes(chart: LineChart, { left, right, top, bottom }: Edges, x: Place, y: Place): string[] {
  const { hasColumns = false, level } = chart
  return [
    ...chart.y.ticks.flatMap((tick) => [
      line(tick === level ? "level" : "grid", left, y(tick), right, y(tick)),
      text(chart.y.label(tick), left - 8, y(tick) + 4, "ink", { anchor: "end" }),
    ]),
    ...chart.x.ticks.flatMap((tick) => [
      ...(hasColumns ? [line("grid", x(tick), top, x(tick), bottom)] : []),
      text(chart.x.label(tick), x(tick), bottom + 18, "ink", { anchor: "middle" }),
    ]),
    ...titleOf(chart.x, (left + right) / 2, bottom + 38, "middle"),
    // From the edge of the picture, so that a long title isn't cut off there.
    ...titleOf(chart.y, EDGE, top - 12, "start"),
  ]
}

function titleOf({ title }: Axis, x: number, y: number, anchor: Anchor): string[] {
  return title === undefined ? [] : [text(title, x, y, "ink", { anchor })]
}

/** Colour and dashes both tell the lines apart: some readers see only one of them. */
function lineStyle(index: number): { class: string; "stroke-dasharray": string | undefined } {
  const kind = index % COLORS.length
  return { class: `line s${kind}`, "stroke-dasharray": DASHES[kind] || undefined }
}

function drawLine({ points, end, told }: ChartLine, index: number, x: Place, y: Place): string[] {
  const places = points.map(([atX, atY]) => [x(atX), y(atY)] as const)
  const last = places.at(-1)
  const drawn = { ...lineStyle(index), points: pointList(places) }
  return [
    element("polyline", drawn, element("title", {}, escape(told))),
    ...(end === undefined || !last ? [] : [text(end, last[0] + 8, last[1] + 4, `t${index % COLORS.length}`)]),
  ]
}

function areaBelow({ points }: ChartLine, x: Place, y: Place, bottom: number): string {
  const places = points.map(([atX, atY]) => [x(atX), y(atY)] as const)
  const ends = [
    [places[0]![0], bottom],
    [places.at(-1)![0], bottom],
  ] as const
  return element("polygon", { class: "area", points: pointList([ends[0], ...places, ends[1]]) })
}

/** Lines without words at their end, in two columns where the labels are long. */
function legendOf(lines: readonly ChartLine[], bottom: number): { parts: string[]; height: number } {
  const listed = lines.filter(({ end }) => end === undefined)
  const columns = Math.max(...listed.map(({ label }) => label.length), 0) > 16 ? 2 : 4
  const parts = listed.flatMap(({ label }, index) => {
    const left = PLOT.left + (index % columns) * ((WIDTH - PLOT.left) / columns)
    const y = bottom + 62 + ROW * Math.floor(index / columns)
    return [
      element("line", { ...lineStyle(index), x1: left, x2: left + 34, y1: y - 4, y2: y - 4 }),
      text(label, left + 42, y, "ink"),
    ]
  })
  return { parts, height: ROW * Math.ceil(listed.length / columns) }
}

/** Round numbers from `low` to `high`, about this many at most. */
export function roundTicks(low: number, high: number, most: number): number[] {
  const step = roundStep((high - low) / most)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step)
}

/** The next of 1, 2, 5, 10, 20 …; never less than 1. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)))
  return ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power
}
