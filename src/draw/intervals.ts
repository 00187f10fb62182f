// Estimates with their errors: a row for each name, a dot with an error bar, and a diamond for a second
// estimate or a published number.

import { roundStep } from "./lines.ts"
import { circle, element, line, picture, round, text } from "./svg.ts"

export interface IntervalRow {
  readonly label: string
  /** At the end of the row. */
  readonly note: string
  /** Undefined where nothing is known: then the row has no mark. */
  readonly estimate?:
    | {
        readonly value: number
        readonly low: number
        readonly high: number
        /** Undefined where there is none: then there is no diamond. */
        readonly second?: number | undefined
        readonly told: string
      }
    | undefined
}

interface IntervalWords {
  readonly title: string
  readonly axis: string
  readonly first: string
  readonly second: string
  /** A value whose line is dashed; default 0. */
  readonly level?: number
  /** The least distance of the marks on the axis; default 10. */
  readonly leastStep?: number
}

const WIDTH = 760
const ROW = 30
const PLOT = { left: 210, right: 90, top: 52, bottom: 66 }
const LONGEST_LABEL = 28
const MOST_TICKS = 8
const LEAST_STEP = 10

const STYLE = {
  light: `.zero{stroke:#888;stroke-dasharray:4 3}
.bar{stroke:#2f5f96;stroke-width:2}.elo{fill:#2f5f96}.lmp{fill:none;stroke:#c0392b;stroke-width:1.5}`,
  dark: ".zero{stroke:#9aa0a8}.bar{stroke:#8fbcf0}.elo{fill:#8fbcf0}.lmp{stroke:#e8685b}",
}

export function intervalChart(rows: readonly IntervalRow[], words: IntervalWords): string {
  const bottom = PLOT.top + ROW * rows.length
  const level = words.level ?? 0
  const marks = ticksOf(rows, level, words.leastStep ?? LEAST_STEP)
  const [low, high] = [marks[0]!, marks.at(-1)!]
  const x = (value: number): number =>
    PLOT.left + ((value - low) * (WIDTH - PLOT.left - PLOT.right)) / (high - low)
  return picture({ width: WIDTH, height: bottom + PLOT.bottom, title: words.title, style: STYLE }, [
    text(words.title, WIDTH / 2, 28, "ink", { anchor: "middle", size: 16 }),
    ...marks.flatMap((mark) => [
      line(mark === level ? "zero" : "grid", x(mark), PLOT.top, x(mark), bottom),
      text(`${mark}`, x(mark), bottom + 18, "ink", { anchor: "middle" }),
    ]),
    ...rows.flatMap((row, i) => drawRow(row, PLOT.top + ROW * (i + 0.5), x)),
    text(words.axis, PLOT.left, bottom + 36, "ink"),
    circle("elo", PLOT.left + 5, bottom + 52, 4.5),
    text(words.first, PLOT.left + 16, bottom + 56, "faint"),
    ...(words.second === ""
      ? []
      : [diamond(PLOT.left + 185, bottom + 52), text(words.second, PLOT.left + 196, bottom + 56, "faint")]),
  ])
}

function drawRow({ label, note, estimate }: IntervalRow, y: number, x: (value: number) => number): string[] {
  const short = label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label
  const words = [
    text(short, PLOT.left - 16, y + 4, "ink", { anchor: "end" }),
    text(note, WIDTH - 12, y + 4, "faint", { anchor: "end" }),
  ]
  if (!estimate) return words
  const { value, low, high, second, told } = estimate
  const ends = [low, high].map((end) => line("bar", x(end), y - 5, x(end), y + 5))
  return [
    ...words,
    ...(high > low ? [line("bar", x(low), y, x(high), y), ...ends] : []),
    circle("elo", x(value), y, 4.5, told),
    ...(second === undefined ? [] : [diamond(x(second), y)]),
  ]
}

/** Round numbers around the level and all error bars. */
function ticksOf(rows: readonly IntervalRow[], level: number, leastStep: number): number[] {
  const ends = rows.flatMap(({ estimate }) =>
    estimate ? [estimate.low, estimate.high, estimate.second ?? estimate.value] : [],
  )
  const [low, high] = [Math.min(level, ...ends), Math.max(level, ...ends)]
  const step = Math.max(leastStep, roundStep((high - low) / MOST_TICKS))
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

function diamond(x: number, y: number): string {
  return element("path", { class: "lmp", d: `M${round(x)} ${round(y - 6)}l6 6l-6 6l-6-6z` })
}
