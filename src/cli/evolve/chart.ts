// The course of a run as a chart, like figures 6, 10, 11 and 13 of the paper: individuals over steps, one line for each measure or
// first move; blocks in the terminal, or an SVG that follows the reader's light or dark mode.

import type { Sample } from "../../evolve/index.ts"
import { makeVertex, type Move } from "../../rules/index.ts"
import type { Ground } from "./position.ts"
import { escape, round, styledText } from "../svg.ts"

export interface Series {
  readonly label: string
  /** Individuals, for each sample. */
  readonly values: readonly number[]
}

/** Lines of a chart where nothing is known of the position. */
const MOST_OPENINGS = 6

/** What is known of the position, or else the first moves that led or came near. */
export function seriesOf({ measures, board }: Ground, history: readonly Sample[]): Series[] {
  if (measures.length > 0)
    return measures.map(({ label }, index) => ({
      label,
      values: history.map((sample) => sample.measures[index] ?? 0),
    }))
  const height = new Map<Move, number>()
  // What is there at the founding is chance.
  for (const { openings } of history.slice(Math.floor(history.length / 8)))
    for (const [move, count] of openings) height.set(move, Math.max(count, height.get(move) ?? 0))
  const moves = [...height]
    .sort(([a, high], [b, higher]) => higher - high || a - b)
    .map(([move]) => move)
    .slice(0, MOST_OPENINGS)
  return moves.map((move) => ({
    label: makeVertex(move, board.size),
    values: history.map(({ openings }) => openings.find(([opening]) => opening === move)?.[1] ?? 0),
  }))
}

// ---- blocks

const COLUMNS = 60
const EIGHTHS = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

/** A row of blocks for each series; a full block is the whole population. */
export function drawSeries(series: readonly Series[], population: number): string[] {
  const width = Math.max(...series.map(({ label }) => label.length))
  return series.map(({ label, values }) => {
    const count = Math.min(COLUMNS, values.length)
    const blocks = Array.from({ length: count }, (_, column) => {
      const from = Math.floor((column * values.length) / count)
      const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / count))
      const part = values.slice(from, to)
      const mean = part.reduce((sum, value) => sum + value, 0) / part.length
      // Whatever is there at all is seen.
      return EIGHTHS[mean > 0 ? Math.max(1, Math.round((8 * mean) / population)) : 0]
    })
    const share = (100 * (values.at(-1) ?? 0)) / population
    return `  ${label.padEnd(width)} ${blocks.join("")} ${share.toFixed(1)} %`
  })
}

// ---- SVG

const WIDTH = 760
const PLOT = { left: 64, right: 20, top: 44, height: 280 }
const LEGEND_ROW = 20
const COLORS = ["#2f5f96", "#c0392b", "#2e8b57", "#b8860b", "#7b4fa3", "#00838f", "#8d5524", "#666666"]
const DARK = ["#8fbcf0", "#f0857a", "#7fd1a0", "#e6c35c", "#c3a0e8", "#6fd0d8", "#d6a67c", "#b0b4ba"]
const DASHES = ["", "7 3", "2 2", "9 3 2 3", "12 4", "4 4", "1 3", "6 2 1 2"]

const STYLE = `
.ground{fill:#fff}.ink{fill:#222}.grid{stroke:#ddd}.line{fill:none;stroke-width:1.8;stroke-linejoin:round}
${COLORS.map((color, index) => `.s${index}{stroke:${color}}`).join("")}
@media (prefers-color-scheme:dark){.ground{fill:#16191d}.ink{fill:#e2e4e7}.grid{stroke:#3a3f46}
${DARK.map((color, index) => `.s${index}{stroke:${color}}`).join("")}}
`

/** Individuals over steps. */
export function makeCourseSvg(
  title: string,
  series: readonly Series[],
  history: readonly Sample[],
  population: number,
): string {
  const steps = Math.max(1, history.at(-1)?.step ?? 1)
  const bottom = PLOT.top + PLOT.height
  const x = (step: number): number => PLOT.left + (step * (WIDTH - PLOT.left - PLOT.right)) / steps
  const y = (count: number): number => bottom - (count * PLOT.height) / population
  const columns = Math.max(...series.map(({ label }) => label.length), 0) > 16 ? 2 : 4
  const height = bottom + 56 + LEGEND_ROW * Math.ceil(series.length / columns)
  const lines = series.map(({ label, values }, index) => {
    const points = values.map((value, at) => `${round(x(history[at]!.step))},${round(y(value))}`)
    return `<polyline ${lineStyle(index)} points="${points.join(" ")}"><title>${escape(label)}</title></polyline>`
  })
  const legend = series.flatMap(({ label }, index) => {
    const left = PLOT.left + (index % columns) * ((WIDTH - PLOT.left) / columns)
    const top = bottom + 62 + LEGEND_ROW * Math.floor(index / columns)
    return [
      `<line ${lineStyle(index)} x1="${left}" x2="${left + 34}" y1="${top - 4}" y2="${top - 4}"/>`,
      styledText(label, left + 42, top, "ink"),
    ]
  })
  const parts = [
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    styledText(title, WIDTH / 2, 24, "ink", `text-anchor="middle" font-size="15"`),
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
      `<line class="grid" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${y(share * population)}" y2="${y(share * population)}"/>`,
      styledText(
        String(Math.round(share * population)),
        PLOT.left - 8,
        y(share * population) + 4,
        "ink",
        `text-anchor="end"`,
      ),
    ]),
    ...ticks(steps).map((step) =>
      styledText(short(step), x(step), bottom + 18, "ink", `text-anchor="middle"`),
    ),
    styledText("steps", (PLOT.left + WIDTH - PLOT.right) / 2, bottom + 38, "ink", `text-anchor="middle"`),
    ...lines,
    ...legend,
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="sans-serif" font-size="12">\n${parts.join("\n")}\n</svg>\n`
}

/** Colour and dashes both tell the lines apart: some readers see only one of them. */
function lineStyle(index: number): string {
  const kind = index % COLORS.length
  return `class="line s${kind}"${DASHES[kind] ? ` stroke-dasharray="${DASHES[kind]}"` : ""}`
}

const MOST_TICKS = 8

function ticks(steps: number): number[] {
  const rough = steps / MOST_TICKS
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)))
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power
  return Array.from({ length: Math.floor(steps / step) + 1 }, (_, index) => index * step)
}

function short(step: number): string {
  if (step >= 1e6) return `${Number((step / 1e6).toFixed(2))} M`
  return step >= 1000 ? `${Number((step / 1000).toFixed(1))} k` : String(step)
}
