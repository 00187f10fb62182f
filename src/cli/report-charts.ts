// The pictures of a match report: charts over the games, a histogram and small boards, as SVG for a page that has their style sheet.

import type { CoursePoint } from "../arena/index.ts"
import { Black, isPass, starPoints, xOf, yOf, type Game, type Point, stonesOf } from "../rules/index.ts"
import { binsOf, escape, round, styledText } from "./svg.ts"

const CHART = { width: 460, height: 220, left: 52, right: 12, top: 12, bottom: 34 }

/** A line with its interval as a band. */
export interface Series {
  readonly title: string
  readonly points: readonly {
    readonly x: number
    readonly y: number
    readonly low: number
    readonly high: number
  }[]
  readonly range: readonly [low: number, high: number]
  /** Where a dashed line is drawn. */
  readonly level: number
  readonly label: (y: number) => string
}

/** The win rate of A after each game, with 95 % confidence. */
export function rateSeries(course: readonly CoursePoint[]): Series {
  const points = course.map(({ games, summary: { rate, interval } }) => ({ x: games, y: rate, ...interval }))
  const label = (y: number): string => `${Math.round(100 * y)} %`
  return { title: "win rate of A, with 95 % confidence", points, range: [0, 1], level: 0.5, label }
}

/** Wider than any two players of interest lie apart; what is beyond is cut off. */
const MOST_ELO = 800
const LEAST_ELO = 50

export function eloSeries(course: readonly CoursePoint[]): Series {
  const points = course.map(({ games, summary: { elo, eloInterval } }) => ({
    x: games,
    y: elo,
    ...eloInterval,
  }))
  // The first games have intervals without end: the scale is that of the second half.
  const settled = points
    .slice(Math.floor(points.length / 2))
    .flatMap(({ low, high }) => [low, high].map(Math.abs))
  const end = Math.min(MOST_ELO, 50 * Math.ceil(Math.max(LEAST_ELO, ...settled) / 50))
  const label = (y: number): string => `${y > 0 ? "+" : ""}${Math.round(y)}`
  return { title: "Elo of A over B, with 95 % confidence", points, range: [-end, end], level: 0, label }
}

export function drawSeries({ title, points, range, level, label }: Series): string {
  const { width, height, left, right, top, bottom } = CHART
  const last = Math.max(1, points.at(-1)?.x ?? 1)
  const [low, high] = range
  const x = (games: number): number => left + (games / last) * (width - left - right)
  const y = (value: number): number => {
    const inside = Math.max(low, Math.min(high, value))
    return top + ((high - inside) / (high - low)) * (height - top - bottom)
  }
  const at = (games: number, value: number): string => `${round(x(games))} ${round(y(value))}`
  const band = [...points.map((p) => at(p.x, p.high)), ...points.toReversed().map((p) => at(p.x, p.low))]
  const marks = [low, (low + high) / 2, high].map((mark) =>
    styledText(label(mark), left - 6, y(mark) + 4, "faint", `text-anchor="end"`),
  )
  return chart(title, [
    `<path class="band" d="M${band.join("L")}Z"/>`,
    `<line class="level" x1="${left}" x2="${width - right}" y1="${round(y(level))}" y2="${round(y(level))}"/>`,
    `<path class="line" d="M${points.map((p) => at(p.x, p.y)).join("L")}"/>`,
    frame(),
    ...marks,
    styledText("0", x(0), height - 16, "faint"),
    styledText(`${last} games`, width - right, height - 16, "faint", `text-anchor="end"`),
  ])
}

const MOST_BINS = 24

/** How long the games were, in moves. */
export function drawLengths(lengths: readonly number[]): string {
  const { width, height, left, right, top, bottom } = CHART
  const span = Math.max(...lengths) - Math.min(...lengths)
  const bins = binsOf(lengths, Math.max(1, Math.min(MOST_BINS, span)))
  const most = Math.max(...bins.map(({ count }) => count))
  const step = (width - left - right) / bins.length
  const bars = bins.map(({ from, to, count }, i) => {
    const tall = (count / most) * (height - top - bottom)
    const place = `x="${round(left + i * step)}" y="${round(height - bottom - tall)}"`
    const told = `${Math.floor(from)} to ${Math.floor(to)} moves: ${count} games`
    return `<rect class="bar" ${place} width="${round(Math.max(1, step - 1))}" height="${round(tall)}"><title>${told}</title></rect>`
  })
  return chart("games by their number of moves", [
    ...bars,
    frame(),
    styledText(String(most), left - 6, top + 10, "faint", `text-anchor="end"`),
    styledText("0", left - 6, height - bottom, "faint", `text-anchor="end"`),
    styledText(String(Math.floor(bins[0]!.from)), left, height - 16, "faint"),
    styledText(
      `${Math.ceil(bins.at(-1)!.to)} moves`,
      width - right,
      height - 16,
      "faint",
      `text-anchor="end"`,
    ),
  ])
}

function chart(title: string, parts: readonly string[]): string {
  const { width, height } = CHART
  return `<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">${parts.join("")}</svg><figcaption>${escape(title)}</figcaption></figure>`
}

function frame(): string {
  const { width, height, left, right, top, bottom } = CHART
  return `<rect class="frame" x="${left}" y="${top}" width="${width - left - right}" height="${height - top - bottom}"/>`
}

/** The final position: dead stones are faint, the last stone has a mark. */
export function drawBoard({ board, moves }: Game, dead: ReadonlySet<Point>, title: string): string {
  const { size } = board
  const [low, high] = [0.5, size - 0.5]
  const center = (point: Point): string => `cx="${xOf(point) + 0.5}" cy="${yOf(point) + 0.5}"`
  const lines = Array.from({ length: size }, (_, i) => `M${low} ${i + 0.5}H${high}M${i + 0.5} ${low}V${high}`)
  const stars =
    size >= 7 ? starPoints(size).map((point) => `<circle class="star" ${center(point)} r=".09"/>`) : []
  const stones = stonesOf(board).map(([color, point]) => {
    const style = `${color === Black ? "black" : "white"}${dead.has(point) ? " dead" : ""}`
    return `<circle class="${style}" ${center(point)} r=".46"/>`
  })
  const last = moves.findLast(({ move }) => !isPass(move))
  // A suicide leaves no stone.
  const played = last && board.at(last.move as Point) === last.color ? last : undefined
  const mark = played
    ? `<circle class="${played.color === Black ? "mark-on-black" : "mark-on-white"}" ${center(played.move as Point)} r=".2"/>`
    : ""
  return `<svg class="board" viewBox="0 0 ${size} ${size}" role="img" aria-label="${escape(title)}"><rect class="wood" width="${size}" height="${size}"/><path class="grid" d="${lines.join("")}"/>${stars.join("")}${stones.join("")}${mark}</svg>`
}
