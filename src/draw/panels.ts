// Panels below each other: the way of one value in each, with its start, its result and the part that counts.

import { element, line, pathOf, picture, rect, text } from "./svg.ts"

export interface WayPanel {
  readonly title: string
  /** Heights from 0 (the low end of the range) to 1. */
  readonly way: readonly number[]
  readonly start: number
  readonly result: number
  readonly low: string
  readonly high: string
}

interface WayOptions {
  readonly title: string
  readonly note: string
  /** Steps of the whole way; `way` may have fewer. */
  readonly steps: number
  /** The steps that are shaded. */
  readonly shaded: readonly [from: number, to: number]
}

const WIDTH = 760
const PANEL = 130
const PLOT = { left: 90, right: WIDTH - 20, top: 66, gap: 34 }

const STYLE = {
  light: `.frame{fill:none;stroke:#ccc}.way{fill:none;stroke:#2f5f96;stroke-width:1.5}
.start{stroke:#888;stroke-dasharray:4 3}.tuned{stroke:#c0392b;stroke-width:1.5}.tail{fill:#2f5f96;opacity:.08}`,
  dark: ".frame{stroke:#3a3f46}.way{stroke:#8fbcf0}.start{stroke:#9aa0a8}.tuned{stroke:#e8685b}.tail{fill:#8fbcf0}",
}

export function wayPanels(panels: readonly WayPanel[], options: WayOptions): string {
  const { title, note } = options
  const height = PLOT.top + panels.length * (PANEL + PLOT.gap) + 8
  return picture({ width: WIDTH, height, title, style: STYLE }, [
    text(title, WIDTH / 2, 24, "ink", { anchor: "middle", size: 15 }),
    text(note, WIDTH / 2, 41, "faint", { anchor: "middle" }),
    ...panels.flatMap((panel, i) => drawPanel(panel, options, PLOT.top + i * (PANEL + PLOT.gap))),
  ])
}

function drawPanel(panel: WayPanel, { steps, shaded: [from, to] }: WayOptions, top: number): string[] {
  const { left, right } = PLOT
  const x = (step: number): number => left + (step * (right - left)) / steps
  const y = (height: number): number => top + 10 + (1 - height) * PANEL
  const box = { y: top + 10, height: PANEL }
  const level = (style: string, height: number): string => line(style, left, y(height), right, y(height))
  const way = pathOf(panel.way.map((height, step) => [x(step), y(height)] as const))
  return [
    text(panel.title, left, top + 4, "ink"),
    rect({ class: "tail" }, { ...box, x: x(from), width: x(to) - x(from) }),
    rect({ class: "frame" }, { ...box, x: left, width: right - left }),
    level("start", panel.start),
    level("tuned", panel.result),
    element("path", { class: "way", d: way }),
    text(panel.high, left - 8, top + 18, "faint", { anchor: "end" }),
    text(panel.low, left - 8, top + PANEL + 12, "faint", { anchor: "end" }),
  ]
}
