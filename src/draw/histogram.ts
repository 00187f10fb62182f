// Histograms: how often values occur in equal steps.

import { element, escape, line, picture, rect, text } from "./svg.ts"

export interface Bin {
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

export interface Edges {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A bar for each bin between these edges, the highest as high as there is room. */
export function bars(bins: readonly Bin[], edges: Edges, told?: (bin: Bin) => string): string[] {
  const { left, right, top, bottom } = edges
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const step = (right - left) / bins.length
  return bins.map((bin, i) => {
    const height = ((bottom - top) * bin.count) / most
    const box = { x: left + i * step, y: bottom - height, width: Math.max(1, step - 1), height }
    return rect({ class: "bar" }, box, told?.(bin))
  })
}

interface Panel {
  readonly title: string
  readonly bins: readonly Bin[]
}

const PANEL = { width: 320, height: 200, heading: 24 }
const EDGES = { left: 36, right: 304, top: 28, bottom: 170 }
const STYLE = {
  light: ".bar{fill:#3b6ea5}.axis{stroke:#333}",
  dark: ".bar{fill:#8fbcf0}.axis{stroke:#9aa0a8}",
}

/** Histograms side by side, two in a row, each with its own scale. */
export function histograms(title: string, unit: string, panels: readonly Panel[]): string {
  const width = 2 * PANEL.width
  const height = PANEL.heading + Math.ceil(panels.length / 2) * PANEL.height
  const drawn = panels.map((panel, i) => {
    const x = (i % 2) * PANEL.width
    const y = PANEL.heading + Math.floor(i / 2) * PANEL.height
    return element("g", { transform: `translate(${x} ${y})` }, ...drawPanel(panel, unit))
  })
  return picture({ width, height, title, style: STYLE }, [
    text(title, PANEL.width, 18, "ink", { anchor: "middle", size: 14 }),
    ...drawn,
  ])
}

function drawPanel({ title, bins }: Panel, unit: string): string[] {
  const { left, right, top, bottom } = EDGES
  const scale = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 5 })
  return [
    element("text", { class: "ink", x: left, y: 18, "font-weight": "bold" }, escape(title)),
    ...bars(bins, EDGES),
    line("axis", left, bottom, right, bottom),
    text(scale(bins[0]?.from ?? 0), left, bottom + 14, "ink"),
    text(scale(bins.at(-1)?.to ?? 0), right, bottom + 14, "ink", { anchor: "end" }),
    text(unit, (left + right) / 2, bottom + 14, "ink", { anchor: "middle" }),
    text(String(Math.max(1, ...bins.map(({ count }) => count))), left - 6, top + 8, "ink", { anchor: "end" }),
    text("0", left - 6, bottom, "ink", { anchor: "end" }),
  ]
}
