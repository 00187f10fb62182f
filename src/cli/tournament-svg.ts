// The ratings of a tournament as a picture that follows the reader's light or dark mode: a line for each player, Elo with its
// error bar, LMP beside it.

import type { RankedPlayer } from "../arena/crosstable.ts"
import { escape, round, styledText } from "./svg.ts"

const WIDTH = 760
const ROW = 30
const PLOT = { left: 210, right: 90, top: 52, bottom: 66 }
const LONGEST_LABEL = 28

const STYLE = `
.ground{fill:#fff}.ink{fill:#222}.faint{fill:#666}.grid{stroke:#ddd}.zero{stroke:#888;stroke-dasharray:4 3}
.bar{stroke:#2f5f96;stroke-width:2}.elo{fill:#2f5f96}.lmp{fill:none;stroke:#c0392b;stroke-width:1.5}
@media (prefers-color-scheme:dark){.ground{fill:#16191d}.ink{fill:#e2e4e7}.faint{fill:#9aa0a8}.grid{stroke:#3a3f46}.zero{stroke:#9aa0a8}
.bar{stroke:#8fbcf0}.elo{fill:#8fbcf0}.lmp{stroke:#e8685b}}
`

/** The strongest on top; a player without a rating has no mark. */
export function makeRatingsSvg(title: string, ranked: readonly RankedPlayer[], anchor: string): string {
  const height = PLOT.top + ROW * ranked.length + PLOT.bottom
  const bottom = PLOT.top + ROW * ranked.length
  const marks = ticks(ranked)
  const [low, high] = [marks[0]!, marks.at(-1)!]
  const x = (elo: number): number =>
    PLOT.left + ((elo - low) * (WIDTH - PLOT.left - PLOT.right)) / (high - low)
  const parts = [
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    styledText(title, WIDTH / 2, 28, "ink", `text-anchor="middle" font-size="16"`),
    ...marks.flatMap((elo) => [
      line(elo === 0 ? "zero" : "grid", x(elo), PLOT.top, x(elo), bottom),
      styledText(`${elo}`, x(elo), bottom + 18, "ink", `text-anchor="middle"`),
    ]),
    ...ranked.flatMap((player, row) => drawPlayer(player, PLOT.top + ROW * (row + 0.5), x)),
    styledText(`Elo; 0 is ${anchor}`, PLOT.left, bottom + 36, "ink"),
    `<circle class="elo" cx="${PLOT.left + 5}" cy="${bottom + 52}" r="4.5"/>`,
    styledText("Elo with 95 % confidence", PLOT.left + 16, bottom + 56, "faint"),
    diamond(PLOT.left + 185, bottom + 52),
    styledText("LMP", PLOT.left + 196, bottom + 56, "faint"),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="sans-serif" font-size="12">\n${parts.join("\n")}\n</svg>\n`
}

function drawPlayer({ name, rating, all }: RankedPlayer, y: number, x: (elo: number) => number): string[] {
  const label = name.length > LONGEST_LABEL ? `${name.slice(0, LONGEST_LABEL - 1)}…` : name
  const texts = [
    styledText(label, PLOT.left - 16, y + 4, "ink", `text-anchor="end"`),
    styledText(`${all.games} games`, WIDTH - 12, y + 4, "faint", `text-anchor="end"`),
  ]
  if (!rating) return texts
  const { elo, interval, lmp } = rating
  const told = `${name}: Elo ${Math.round(elo)} [${Math.round(interval.low)}, ${Math.round(interval.high)}], LMP ${Math.round(lmp)}`
  const ends = [interval.low, interval.high].map((end) => line("bar", x(end), y - 5, x(end), y + 5))
  return [
    ...texts,
    ...(interval.high > interval.low ? [line("bar", x(interval.low), y, x(interval.high), y), ...ends] : []),
    `<circle class="elo" cx="${round(x(elo))}" cy="${round(y)}" r="4.5"><title>${escape(told)}</title></circle>`,
    diamond(x(lmp), y),
  ]
}

/** Round numbers around all error bars, not too many. */
function ticks(ranked: readonly RankedPlayer[]): number[] {
  const ends = ranked.flatMap(({ rating }) =>
    rating ? [rating.interval.low, rating.interval.high, rating.lmp] : [],
  )
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const step =
    [10, 20, 50, 100, 200, 500, 1000, 2000].find((size) => (high - low) / size <= MOST_TICKS) ?? 5000
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

const MOST_TICKS = 8

function line(style: string, x1: number, y1: number, x2: number, y2: number): string {
  return `<line class="${style}" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`
}

function diamond(x: number, y: number): string {
  return `<path class="lmp" d="M${round(x)} ${round(y - 6)}l6 6l-6 6l-6-6z"/>`
}
