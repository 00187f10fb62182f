// A value map as a picture: squares from blue (bad for the side to move) to red (good), the numbers on them, stones beside.

import { allPoints, Black, COLUMNS, Empty, xOf, yOf } from "../../rules/index.ts"
import type { Board, Color } from "../../rules/index.ts"
import { goodness, type ValueMap } from "./board.ts"
import { escape, round, styledText } from "../svg.ts"

const CELL = 36
const LEFT = 30
const TOP = 62
const BOTTOM = 30

const STYLE = `
.ground{fill:#fff}.ink{fill:#222}.none{fill:#ddd}.black{fill:#000;stroke:#fff}.white{fill:#fff;stroke:#000}
@media (prefers-color-scheme:dark){.ground{fill:#16191d}.ink{fill:#e2e4e7}.none{fill:#3a3f46}}
`

export function makeValuesSvg(board: Board, map: ValueMap, title: string, color: Color): string {
  const { size } = board
  const width = 2 * LEFT + size * CELL
  const height = TOP + size * CELL + BOTTOM
  const good = goodness(board, map, color)
  const middle = `text-anchor="middle"`
  const cells = allPoints(size).map((point) => {
    const [x, y] = [LEFT + xOf(point) * CELL, TOP + yOf(point) * CELL]
    const share = good(point)
    const value = share === undefined ? "" : map.values[point]!.toFixed(1)
    const told = `${COLUMNS[xOf(point)]}${size - yOf(point)}: ${share === undefined ? "never" : `${value}, ${map.valueGames[point]} games`}`
    const fill = share === undefined ? `class="none"` : `fill="${shade(share)}"`
    const parts = [
      `<rect x="${x}" y="${y}" width="${CELL - 1}" height="${CELL - 1}" ${fill}><title>${escape(told)}</title></rect>`,
    ]
    const content = board.at(point)
    if (content !== Empty)
      parts.push(
        `<circle class="${content === Black ? "black" : "white"}" cx="${x + 8}" cy="${y + 8}" r="5"/>`,
      )
    if (value !== "")
      parts.push(
        `<text x="${x + CELL / 2}" y="${y + CELL / 2 + 6}" ${middle} fill="${inkOn(share!)}">${value}</text>`,
      )
    return parts.join("")
  })
  const labels = Array.from({ length: size }, (_, i) => [
    styledText(COLUMNS[i]!, LEFT + (i + 0.5) * CELL, TOP - 8, "ink", middle),
    styledText(String(size - i), LEFT / 2, TOP + (i + 0.5) * CELL + 4, "ink", middle),
  ]).flat()
  const parts = [
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    styledText(title, width / 2, 26, "ink", `${middle} font-size="14"`),
    ...labels,
    ...cells,
    styledText("mean score of the games in which it came first there", width / 2, height - 10, "ink", middle),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="12">\n${parts.join("\n")}\n</svg>\n`
}

const BAD = [38, 84, 140] as const
const EVEN = [238, 234, 226] as const
const GOOD = [190, 56, 44] as const

/** From bad over even to good. */
function shade(share: number): string {
  const [from, to, part] = share < 0.5 ? [BAD, EVEN, 2 * share] : [EVEN, GOOD, 2 * share - 1]
  const level = (i: 0 | 1 | 2): string =>
    Math.round(round(from[i] + part * (to[i] - from[i])))
      .toString(16)
      .padStart(2, "0")
  return `#${level(0)}${level(1)}${level(2)}`
}

/** Words on the dark ends are white. */
function inkOn(share: number): string {
  return share < 0.25 || share > 0.78 ? "#fff" : "#222"
}
