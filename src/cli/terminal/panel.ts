// What stands beside the board (or below it, where the terminal is narrow): whose turn it is, who plays, what
// was taken, and under which rules.

import { printable } from "../../base/printable.ts"
import { Black, colorName, makeVertex, White, type Color } from "../../rules/index.ts"
import { boardWidth, drawBoard, drawStone, type Theme } from "./board.ts"
import { heightOf, wrap } from "../wrap.ts"
import { nameOf } from "./seating.ts"
import type { Scene, Table } from "./table.ts"

const GAP = "  "
/** The narrowest panel that is worth having beside the board. */
const NARROWEST = 22

/**
 * Board and panel for a terminal of that many columns; `more` stands below the panel, where that is beside the board.
 */
export function drawTable(
  table: Table,
  { view, sheet }: Scene,
  theme: Theme,
  columns: number,
  { isLow = false, more = [] }: { readonly isLow?: boolean; readonly more?: readonly string[] } = {},
): string[] {
  // The letters above the board are enough where rows are few.
  const board = drawBoard(view, theme).slice(0, isLow ? -1 : undefined)
  const width = boardWidth(table.game.size)
  const room = columns - width - GAP.length
  const legend = view.owner ? [theme.legend] : []
  if (room < NARROWEST) return [...board, ...drawPanel(table, theme, columns), ...sheet, ...legend]
  const panel = drawPanel(table, theme, room)
  if (sheet.length > 0) panel.push("", ...sheet)
  if (more.length > 0) panel.push("", ...more.flatMap((line) => wrap(line, room, "  ")))
  // One empty line on top, so that the panel begins beside the first row and not beside the letters.
  const beside = board.length > panel.length ? ["", ...panel] : panel
  const rows = Array.from({ length: Math.max(board.length, beside.length) }, (_, i) => {
    const left = board[i] ?? " ".repeat(width)
    return beside[i] ? `${left}${GAP}${beside[i]}` : left.trimEnd()
  })
  return [...rows, ...legend]
}

/**
 * The table with what is said below it, so that all of it and a prompt fit the terminal: a board is no use when its
 * top has scrolled away. What does not fit otherwise stands beside the board; a long answer to a question (`isTalk`)
 * takes its place.
 */
export function fitTable(
  table: Table,
  scene: Scene,
  theme: Theme,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  { news, isTalk }: { readonly news: readonly string[]; readonly isTalk: boolean },
): string[] {
  const room = rows - 1
  const lines = news.flatMap((line) => wrap(line, columns, "  "))
  const below = heightOf(lines, columns)
  const whole = drawTable(table, scene, theme, columns)
  if (whole.length + below <= room) return [...whole, ...lines]
  const low = drawTable(table, scene, theme, columns, { isLow: true })
  if (low.length + below <= room) return [...low, ...lines]
  if (isTalk && below <= room) return lines
  const beside = drawTable(table, scene, theme, columns, { isLow: true, more: news })
  if (beside.length <= Math.max(room, low.length)) return beside
  // The last words are the most important.
  while (lines.length > 1 && low.length + heightOf(lines, columns) > room) lines.shift()
  return [...low, ...lines]
}

function drawPanel(table: Table, theme: Theme, width: number): string[] {
  const { game, seating } = table
  const cut = (line: string) => printable(line, width)
  const last = game.moves.at(-1)
  const side = (color: Color): string => {
    const name = seating.person === "both" ? "" : `: ${nameOf(seating, color)}`
    return `${drawStone(color, theme)} ${printable(`${colorName(color)}${name}`, width - 4)}`
  }
  const lines = [
    cut(headline(table)),
    cut(last ? `Last: ${colorName(last.color)} ${makeVertex(last.move, game.size)}` : "No move yet"),
    "",
    side(Black),
    cut(`    has taken ${game.board.prisoners(Black)}`),
    side(White),
    cut(`    has taken ${game.board.prisoners(White)}`),
    "",
    cut(`Rules: ${game.rules.name}`),
  ]
  if (game.rules.captureGoal === undefined) lines.push(cut(`Komi: ${game.komi}`))
  if (game.handicap > 0) lines.push(cut(`Handicap: ${game.handicap}`))
  if (seating.person !== "both") lines.push(cut(`Seed: ${seating.seed}`))
  return lines
}

function headline({ game, stage }: Table): string {
  if (stage === "over") return `Over after ${game.moves.length} moves`
  if (stage === "marking") return "Counting"
  return `${colorName(game.toPlay)} to play, move ${game.moves.length + 1}`
}
