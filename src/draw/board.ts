// Boards as pictures: whose each point becomes, what each point is worth, and a small board for a page.

import { allPoints, Black, COLUMNS, Empty, isPass, starPoints, stonesOf, xOf, yOf } from "../rules/index.ts"
import type { Board, Game, Point } from "../rules/index.ts"
import { circle, element, escape, picture, rect, text } from "./svg.ts"

const nameOf = (point: Point, size: number): string => `${COLUMNS[xOf(point)]}${size - yOf(point)}`

const OWNER = { cell: 24, margin: 28 }
const WOOD = "#a5672c"

/**
 * Whose each point becomes: squares from black (always Black's) over grey to white (always White's), below the lines
 * and the stones. `owners` is by point, 1 for Black's to -1 for White's.
 */
export function ownerMap(board: Board, owners: Float64Array, title: string): string {
  const { size } = board
  const { cell, margin } = OWNER
  const side = 2 * margin + size * cell
  const at = (index: number): number => margin + (index + 0.5) * cell
  const [first, last] = [at(0), at(size - 1)]
  const shades = allPoints(size).map((point) => {
    const box = { x: at(xOf(point)) - cell / 2, y: at(yOf(point)) - cell / 2, width: cell, height: cell }
    const owner = owners[point]!
    return rect({ fill: grey(owner) }, box, `${nameOf(point, size)}: ${Math.round(50 + 50 * owner)} % Black`)
  })
  const stroke = { stroke: WOOD, "stroke-width": 1 }
  const lines = Array.from({ length: size }, (_, i) => [
    element("line", { x1: first, x2: last, y1: at(i), y2: at(i), ...stroke }),
    element("line", { y1: first, y2: last, x1: at(i), x2: at(i), ...stroke }),
  ]).flat()
  const disc = (point: Point, r: number, fill: string, more = {}): string =>
    element("circle", { cx: at(xOf(point)), cy: at(yOf(point)), r, fill, ...more })
  const stars = starPoints(size).map((point) => disc(point, 2.5, WOOD))
  const stones = stonesOf(board).map(([color, point]) =>
    disc(point, cell * 0.36, color === Black ? "#000" : "#fff", { stroke: WOOD, "stroke-width": 1.5 }),
  )
  const far = margin + size * cell
  const labels = Array.from({ length: size }, (_, i) => [
    ...[margin / 2, far + margin / 2].flatMap((edge) => [
      text(COLUMNS[i]!, at(i), edge + 4, "ink", { anchor: "middle" }),
      text(String(size - i), edge, at(i) + 4, "ink", { anchor: "middle" }),
    ]),
  ]).flat()
  return picture({ width: side, height: side, title }, [...shades, ...lines, ...stars, ...stones, ...labels])
}

/** 1 is black, -1 white. */
function grey(owner: number): string {
  const level = Math.round(127.5 * (1 - Math.max(-1, Math.min(1, owner))))
  return `#${hex(level).repeat(3)}`
}

const hex = (level: number): string => Math.round(level).toString(16).padStart(2, "0")

const VALUE = { cell: 36, left: 30, top: 62, bottom: 30 }

/** One point of a value map; `share` is how good it is, from 0 to 1, and undefined where nothing is known. */
export interface PointValue {
  readonly share: number | undefined
  readonly text: string
  readonly told: string
}

/** What each point is worth: squares from blue (bad) to red (good), the numbers on them, stones beside. */
export function valueMap(
  board: Board,
  valueOf: (point: Point) => PointValue,
  { title, note }: { readonly title: string; readonly note: string },
): string {
  const { size } = board
  const { cell, left, top, bottom } = VALUE
  const width = 2 * left + size * cell
  const height = top + size * cell + bottom
  const cells = allPoints(size).flatMap((point) => {
    const [x, y] = [left + xOf(point) * cell, top + yOf(point) * cell]
    const { share, text: value, told } = valueOf(point)
    const content = board.at(point)
    const number = { x: x + cell / 2, y: y + cell / 2 + 6, "text-anchor": "middle", fill: inkOn(share) }
    return [
      rect(
        share === undefined ? { class: "none" } : { fill: shade(share) },
        { x, y, width: cell - 1, height: cell - 1 },
        `${nameOf(point, size)}: ${told}`,
      ),
      ...(content === Empty ? [] : [circle(content === Black ? "black" : "white", x + 8, y + 8, 5)]),
      ...(value === "" ? [] : [element("text", number, escape(value))]),
    ].join("")
  })
  const labels = Array.from({ length: size }, (_, i) => [
    text(COLUMNS[i]!, left + (i + 0.5) * cell, top - 8, "ink", { anchor: "middle" }),
    text(String(size - i), left / 2, top + (i + 0.5) * cell + 4, "ink", { anchor: "middle" }),
  ]).flat()
  const style = {
    light: ".none{fill:#ddd}.black{fill:#000;stroke:#fff}.white{fill:#fff;stroke:#000}",
    dark: ".none{fill:#3a3f46}",
  }
  return picture({ width, height, title, style }, [
    text(title, width / 2, 26, "ink", { anchor: "middle", size: 14 }),
    ...labels,
    ...cells,
    text(note, width / 2, height - 10, "ink", { anchor: "middle" }),
  ])
}

const BAD = [38, 84, 140] as const
const EVEN = [238, 234, 226] as const
const GOOD = [190, 56, 44] as const

/** From bad over even to good. */
function shade(share: number): string {
  const [from, to, part] = share < 0.5 ? [BAD, EVEN, 2 * share] : [EVEN, GOOD, 2 * share - 1]
  return `#${([0, 1, 2] as const).map((i) => hex(from[i] + part * (to[i] - from[i]))).join("")}`
}

/** Words on the dark ends are white. */
function inkOn(share = 0.5): string {
  return share < 0.25 || share > 0.78 ? "#fff" : "#222"
}

/** The final position for a page that has the style sheet: dead stones are faint, the last stone has a mark. */
export function smallBoard({ board, moves }: Game, dead: ReadonlySet<Point>, title: string): string {
  const { size } = board
  const [low, high] = [0.5, size - 0.5]
  const disc = (style: string, point: Point, r: number): string =>
    element("circle", { class: style, cx: xOf(point) + 0.5, cy: yOf(point) + 0.5, r })
  const lines = Array.from({ length: size }, (_, i) => `M${low} ${i + 0.5}H${high}M${i + 0.5} ${low}V${high}`)
  const stars = size >= 7 ? starPoints(size).map((point) => disc("star", point, 0.09)) : []
  const stones = stonesOf(board).map(([color, point]) =>
    disc(`${color === Black ? "black" : "white"}${dead.has(point) ? " dead" : ""}`, point, 0.46),
  )
  const last = moves.findLast(({ move }) => !isPass(move))
  // A suicide leaves no stone.
  const hasStone = last && board.at(last.move as Point) === last.color
  const mark = hasStone
    ? [disc(last.color === Black ? "mark-on-black" : "mark-on-white", last.move as Point, 0.2)]
    : []
  return element(
    "svg",
    { class: "board", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": title },
    element("rect", { class: "wood", width: size, height: size }),
    element("path", { class: "grid", d: lines.join("") }),
    ...stars,
    ...stones,
    ...mark,
  )
}
