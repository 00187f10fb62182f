// The way of a tuning as a picture that follows the reader's light or dark mode: a panel for each knob, its value by iteration.

import { makeKnob, coordinateOf, type Course, type TuneDefinition } from "../arena/tune/index.ts"
import { escape, round, styledText } from "./svg.ts"

const WIDTH = 760
const PANEL = 130
const PLOT = { left: 90, right: 20, top: 66, gap: 34 }

const STYLE = `
.ground{fill:#fff}.ink{fill:#222}.faint{fill:#666}.frame{fill:none;stroke:#ccc}.way{fill:none;stroke:#2f5f96;stroke-width:1.5}
.start{stroke:#888;stroke-dasharray:4 3}.tuned{stroke:#c0392b;stroke-width:1.5}.tail{fill:#2f5f96;opacity:.08}
@media (prefers-color-scheme:dark){.ground{fill:#16191d}.ink{fill:#e2e4e7}.faint{fill:#9aa0a8}.frame{stroke:#3a3f46}
.way{stroke:#8fbcf0}.start{stroke:#9aa0a8}.tuned{stroke:#e8685b}.tail{fill:#8fbcf0}}
`

export function makeTuneSvg(definition: TuneDefinition, course: Course): string {
  const { knobs, player, iterations } = definition
  const height = PLOT.top + knobs.length * (PANEL + PLOT.gap) + 8
  const title = `Tuning ${player}: ${course.iterations} of ${iterations} iterations`
  const parts = [
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    styledText(title, WIDTH / 2, 24, "ink", `text-anchor="middle" font-size="15"`),
    styledText(
      "dashed: the start; red: the result, the mean of the shaded half",
      WIDTH / 2,
      41,
      "faint",
      `text-anchor="middle"`,
    ),
    ...knobs.flatMap((_, axis) => drawKnob(definition, course, axis, PLOT.top + axis * (PANEL + PLOT.gap))),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="sans-serif" font-size="12">\n${parts.join("\n")}\n</svg>\n`
}

function drawKnob(
  { knobs, iterations }: TuneDefinition,
  course: Course,
  axis: number,
  top: number,
): string[] {
  const knob = knobs[axis]!
  const { start, value } = course.tuned[axis]!
  const [left, right] = [PLOT.left, WIDTH - PLOT.right]
  const x = (iteration: number): number => left + (iteration * (right - left)) / iterations
  const y = (of: number): number => top + 10 + ((1 - coordinateOf(knob, of)) * PANEL) / 2
  const way = course.path.map(
    (values, i) => `${i === 0 ? "M" : "L"}${round(x(i))} ${round(y(values[axis]!))}`,
  )
  const level = (style: string, of: number): string =>
    `<line class="${style}" x1="${left}" x2="${right}" y1="${round(y(of))}" y2="${round(y(of))}"/>`
  const half = x(course.iterations / 2)
  const ends = `text-anchor="end"`
  return [
    styledText(`${makeKnob(knob)}: ${start} → ${value}`, left, top + 4, "ink"),
    `<rect class="tail" x="${round(half)}" y="${top + 10}" width="${round(x(course.iterations) - half)}" height="${PANEL}"/>`,
    `<rect class="frame" x="${left}" y="${top + 10}" width="${right - left}" height="${PANEL}"/>`,
    level("start", start),
    level("tuned", value),
    `<path class="way" d="${way.join("")}"/>`,
    styledText(String(knob.high), left - 8, top + 18, "faint", ends),
    styledText(String(knob.low), left - 8, top + PANEL + 12, "faint", ends),
  ]
}
