// Charts as figures of a page, which has the style sheet for them: a line with its interval, and a histogram.

import { bars, binsOf } from "./histogram.ts"
import { element, escape, line, pathOf, rect, text } from "./svg.ts"

const CHART = { width: 460, height: 220 }
const EDGES = { left: 52, right: 448, top: 12, bottom: 186 }

/** A line with its interval as a band. */
export interface BandChart {
  readonly title: string
  readonly points: readonly {
    readonly x: number
    readonly y: number
    readonly low: number
    readonly high: number
  }[]
  readonly range: readonly [low: number, high: number]
  /** Where a dashed line is drawn. */
  readonly level: number
  readonly label: (y: number) => string
  /** What x counts. */
  readonly unit: string
}

export function bandFigure({ title, points, range: [low, high], level, label, unit }: BandChart): string {
  const { left, right, top, bottom } = EDGES
  const last = Math.max(1, points.at(-1)?.x ?? 1)
  const at = (count: number, value: number) => [left + (count / last) * (right - left), y(value)] as const
  const y = (value: number): number => {
    const inside = Math.max(low, Math.min(high, value))
    return top + ((high - inside) / (high - low)) * (bottom - top)
  }
  const upper = points.map((point) => at(point.x, point.high))
  const lower = points.toReversed().map((point) => at(point.x, point.low))
  const middle = points.map((point) => at(point.x, point.y))
  return figure(title, [
    element("path", { class: "band", d: `${pathOf([...upper, ...lower])}Z` }),
    line("level", left, y(level), right, y(level)),
    element("path", { class: "line", d: pathOf(middle) }),
    frame(),
    ...[low, (low + high) / 2, high].map((mark) =>
      text(label(mark), left - 6, y(mark) + 4, "faint", { anchor: "end" }),
    ),
    ...ends("0", `${last} ${unit}`),
  ])
}

const MOST_BINS = 24

/** How often whole numbers occur. */
export function histogramFigure(title: string, values: readonly number[], unit: string): string {
  const { left, top, bottom } = EDGES
  const span = Math.max(...values) - Math.min(...values)
  const bins = binsOf(values, Math.max(1, Math.min(MOST_BINS, span)))
  const most = Math.max(...bins.map(({ count }) => count))
  return figure(title, [
    ...bars(
      bins,
      EDGES,
      ({ from, to, count }) => `${Math.floor(from)} to ${Math.floor(to)} ${unit}: ${count} games`,
    ),
    frame(),
    text(String(most), left - 6, top + 10, "faint", { anchor: "end" }),
    text("0", left - 6, bottom, "faint", { anchor: "end" }),
    ...ends(String(Math.floor(bins[0]!.from)), `${Math.ceil(bins.at(-1)!.to)} ${unit}`),
  ])
}

/** The labels at both ends of the x axis. */
function ends(first: string, last: string): string[] {
  const y = CHART.height - 16
  return [text(first, EDGES.left, y, "faint"), text(last, EDGES.right, y, "faint", { anchor: "end" })]
}

function figure(title: string, parts: readonly string[]): string {
  const { width, height } = CHART
  const svg = element(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title },
    ...parts,
  )
  return element("figure", {}, svg, element("figcaption", {}, escape(title)))
}

function frame(): string {
  const { left, right, top, bottom } = EDGES
  return rect({ class: "frame" }, { x: left, y: top, width: right - left, height: bottom - top })
}
