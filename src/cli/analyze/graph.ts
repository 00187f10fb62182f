// Black's win rate over a game as a graph: blocks in the terminal, or an SVG that follows the reader's light or dark mode.

import { percent } from "../../base/format.ts"
import { colorName, makeVertex } from "../../rules/index.ts"
import type { Mistake, ReviewedPosition } from "../../search/index.ts"
import { escape, round, styledText } from "../svg.ts"

// ---- blocks

const ROWS = 8
const MOST_COLUMNS = 72
const EIGHTHS = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
const MARGIN = 7

/** A column for each position, or for several where there are too many. */
export function drawRates(reviewed: readonly ReviewedPosition[], worst: readonly Mistake[]): string[] {
  const count = Math.min(MOST_COLUMNS, reviewed.length)
  const columnOf = (index: number): number => Math.floor((index * count) / reviewed.length)
  const columns = Array.from({ length: count }, (_, column) =>
    mean(reviewed.filter((__, index) => columnOf(index) === column).map(({ blackWins }) => blackWins)),
  )
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const floor = ROWS - 1 - row
    const blocks = columns.map(
      (rate) => EIGHTHS[Math.max(0, Math.min(8, Math.round(8 * (ROWS * rate - floor))))],
    )
    return `${label(row).padStart(MARGIN - 1)} ${blocks.join("")}`.trimEnd()
  })
  const first = reviewed[0]!.number
  const marks = new Array<string>(count).fill(" ")
  // The worst is written last, so that it is seen where two share a column.
  for (const [rank, { number }] of [...worst.entries()].reverse())
    marks[columnOf(number - first)] = String(rank + 1)
  const last = String(reviewed.at(-1)!.number)
  const indent = " ".repeat(MARGIN)
  return [
    "Black's win rate",
    ...rows,
    `${indent}${String(first).padEnd(Math.max(2, count - last.length))}${last}`,
    ...(worst.length > 0
      ? [`${indent}${marks.join("").trimEnd()}`, `${indent}the worst moves, 1 the worst`]
      : []),
  ]
}

function label(row: number): string {
  return row === 0 ? "100 %" : row === ROWS / 2 ? "50 %" : row === ROWS - 1 ? "0 %" : ""
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

// ---- SVG

const WIDTH = 760
const HEIGHT = 380
const PLOT = { left: 56, right: 20, top: 48, bottom: 76 }

const STYLE = `
.ground{fill:#fff}.ink{fill:#222}.grid{stroke:#ddd}.half{stroke:#888;stroke-dasharray:4 3}
.area{fill:#3b6ea5;fill-opacity:.15}.rate{fill:none;stroke:#2f5f96;stroke-width:2}.dot{fill:#2f5f96}.worst{fill:#c0392b}.rank{fill:#fff}
@media (prefers-color-scheme:dark){.ground{fill:#16191d}.ink{fill:#e2e4e7}.grid{stroke:#3a3f46}.half{stroke:#9aa0a8}
.area{fill:#7fb0e6;fill-opacity:.2}.rate{stroke:#8fbcf0}.dot{fill:#8fbcf0}.worst{fill:#e8685b}.rank{fill:#16191d}}
`

/** Black's win rate by move, the worst moves numbered and named below. */
export function makeRatesSvg(
  title: string,
  reviewed: readonly ReviewedPosition[],
  worst: readonly Mistake[],
  size: number,
): string {
  const first = reviewed[0]!.number
  const span = Math.max(1, reviewed.length - 1)
  const bottom = HEIGHT - PLOT.bottom
  const x = (move: number): number => PLOT.left + ((move - first) * (WIDTH - PLOT.left - PLOT.right)) / span
  const y = (rate: number): number => bottom - rate * (bottom - PLOT.top)
  const line = reviewed.map(({ number, blackWins }) => `${round(x(number))},${round(y(blackWins))}`).join(" ")
  const end = x(first + reviewed.length - 1)
  const parts = [
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>`,
    styledText(title, WIDTH / 2, 26, "ink", `text-anchor="middle" font-size="16"`),
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((rate) => [
      `<line class="${rate === 0.5 ? "half" : "grid"}" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${y(rate)}" y2="${y(rate)}"/>`,
      styledText(`${100 * rate} %`, PLOT.left - 8, y(rate) + 4, "ink", `text-anchor="end"`),
    ]),
    ...ticks(first, span).map((move) =>
      styledText(String(move), x(move), bottom + 18, "ink", `text-anchor="middle"`),
    ),
    styledText("move", (PLOT.left + WIDTH - PLOT.right) / 2, bottom + 36, "ink", `text-anchor="middle"`),
    `<polygon class="area" points="${PLOT.left},${y(0)} ${line} ${round(end)},${y(0)}"/>`,
    `<polyline class="rate" points="${line}"/>`,
    ...reviewed.map(({ number, blackWins, played }) => {
      const name = `${number}${played ? ` ${colorName(played.color)} ${makeVertex(played.move, size)}` : ""}`
      return `<circle class="dot" cx="${round(x(number))}" cy="${round(y(blackWins))}" r="2.5"><title>${escape(`${name}: ${percent(blackWins)} %`)}</title></circle>`
    }),
    ...worst.flatMap(({ number }, rank) => {
      const { blackWins } = reviewed[number - first]!
      return [
        `<circle class="worst" cx="${round(x(number))}" cy="${round(y(blackWins))}" r="8"/>`,
        styledText(String(rank + 1), x(number), y(blackWins) + 4, "rank", `text-anchor="middle"`),
      ]
    }),
    ...worst.map((mistake, rank) => {
      const { number, color, move, loss } = mistake
      const text = `${rank + 1}: ${number} ${colorName(color)[0]} ${makeVertex(move, size)} −${Math.round(100 * loss)} %`
      return styledText(text, PLOT.left + rank * LEGEND_STEP, HEIGHT - 14, "ink")
    }),
  ]
  const name = `<title>${escape(title)}</title>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="sans-serif" font-size="12">\n${[name, ...parts].join("\n")}\n</svg>\n`
}

const LEGEND_STEP = 138
const MOST_TICKS = 12

/** Round move numbers, not too many. */
function ticks(first: number, span: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => span / size <= MOST_TICKS) ?? 200
  const start = Math.ceil(first / step) * step
  return Array.from(
    { length: Math.floor((first + span - start) / step) + 1 },
    (_, index) => start + index * step,
  )
}
