// Little boards as lines of text, side by side.

import type { ShownFeature } from "../../learn/index.ts"

const USUAL_COLUMNS = 80
const LEAST_WIDTH = 18
const GAP = 2

/** Gamma and the range of two standard errors. */
export function factor(gamma: number, error: number): string {
  const range =
    error > 0 ? ` [${short(gamma * Math.exp(-2 * error))} … ${short(gamma * Math.exp(2 * error))}]` : ""
  return `${short(gamma)}${range}`
}

function short(gamma: number): string {
  return gamma >= 100 ? gamma.toFixed(0) : gamma.toPrecision(3)
}

export function drawnLines(shapes: readonly ShownFeature[], columns = USUAL_COLUMNS): string[] {
  const lines: string[] = []
  let row: string[][] = []
  let used = 0
  for (const shape of shapes) {
    const card = cardOf(shape)
    const width = widthOf(card) + GAP
    if (used + width > columns && row.length > 0) {
      lines.push(...besides(row), "")
      row = []
      used = 0
    }
    row.push(card)
    used += width
  }
  return row.length > 0 ? [...lines, ...besides(row)] : lines
}

function cardOf({ name, rows, gamma, error }: ShownFeature): string[] {
  const spaced = rows.map((row) => [...row].join(" ").trimEnd())
  return [name, ...factor(gamma, error).split(/ (?=\[)/), ...spaced]
}

function widthOf(card: readonly string[]): number {
  return Math.max(LEAST_WIDTH, ...card.map((line) => line.length))
}

function besides(cards: readonly string[][]): string[] {
  const height = Math.max(...cards.map((card) => card.length))
  return Array.from({ length: height }, (_, i) =>
    cards
      .map((card) => (card[i] ?? "").padEnd(widthOf(card) + GAP))
      .join("")
      .trimEnd(),
  )
}
