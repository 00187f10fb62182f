// Black's win rate over a game as a graph: blocks in the terminal, or a picture.

import { percent } from "../../base/format.ts"
import { block, columnMeans, columnOf, lineChart, roundTicks } from "../../draw/index.ts"
import { colorName, makeVertex } from "../../rules/index.ts"
import type { Mistake, ReviewedPosition } from "../../search/index.ts"

const ROWS = 8
const MOST_COLUMNS = 72
const MARGIN = 7

/** A column for each position, or for several where there are too many. */
export function drawRates(reviewed: readonly ReviewedPosition[], worst: readonly Mistake[]): string[] {
  const columns = columnMeans(
    reviewed.map(({ blackWins }) => blackWins),
    MOST_COLUMNS,
  )
  const count = columns.length
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const floor = ROWS - 1 - row
    const blocks = columns.map((rate) => block(8 * (ROWS * rate - floor)))
    return `${label(row).padStart(MARGIN - 1)} ${blocks.join("")}`.trimEnd()
  })
  const first = reviewed[0]!.number
  const marks = new Array<string>(count).fill(" ")
  // The worst is written last, so that it is seen where two share a column.
  for (const [rank, { number }] of [...worst.entries()].reverse())
    marks[columnOf(number - first, reviewed.length, MOST_COLUMNS)] = String(rank + 1)
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

const MOST_TICKS = 12

/** Black's win rate by move, the worst moves numbered and named below. */
export function makeRatesSvg(
  title: string,
  reviewed: readonly ReviewedPosition[],
  worst: readonly Mistake[],
  size: number,
): string {
  const first = reviewed[0]!.number
  const span = Math.max(1, reviewed.length - 1)
  return lineChart({
    title,
    x: {
      title: "move",
      ticks: roundTicks(first, first + span, MOST_TICKS),
      label: String,
      share: (move) => (move - first) / span,
    },
    y: {
      ticks: [0, 0.25, 0.5, 0.75, 1],
      label: (rate) => `${100 * rate} %`,
      share: (rate) => rate,
    },
    level: 0.5,
    lines: [
      {
        label: title,
        points: reviewed.map(({ number, blackWins }) => [number, blackWins] as const),
        told: title,
      },
    ],
    dots: reviewed.map(({ number, blackWins, played }) => {
      const name = `${number}${played ? ` ${colorName(played.color)} ${makeVertex(played.move, size)}` : ""}`
      return `${name}: ${percent(blackWins)} %`
    }),
    marks: worst.map(({ number, color, move, loss }) => ({
      at: [number, reviewed[number - first]!.blackWins] as const,
      words: `${number} ${colorName(color)[0]} ${makeVertex(move, size)} −${percent(loss, 0)} %`,
    })),
  })
}
