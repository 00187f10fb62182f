// What stands beside the board (or below it, where the terminal is narrow): whose turn it is, who plays, what
// was taken, and under which rules.

import { Black, colorName, makeVertex, White, type Color } from "../../rules/index.ts"
import { boardWidth, drawBoard, drawStone, type Theme } from "./board.ts"
import { printable } from "./commands.ts"
import { nameOf } from "./seating.ts"
import type { Scene, Table } from "./table.ts"

const GAP = "  "
/** The narrowest panel that is worth having beside the board. */
const NARROWEST = 22

/** Board and panel for a terminal of that many columns. */
export function drawTable(table: Table, { view, sheet }: Scene, theme: Theme, columns: number): string[] {
  const board = drawBoard(view, theme)
  const width = boardWidth(table.game.size)
  const room = columns - width - GAP.length
  const legend = view.owner ? [theme.legend] : []
  if (room < NARROWEST) return [...board, ...drawPanel(table, theme, columns), ...sheet, ...legend]
  const panel = drawPanel(table, theme, room)
  if (sheet.length > 0) panel.push("", ...sheet)
  // One empty line on top, so that the panel begins beside the first row and not beside the letters.
  const beside = board.length > panel.length ? ["", ...panel] : panel
  const rows = Array.from({ length: Math.max(board.length, beside.length) }, (_, i) => {
    const left = board[i] ?? " ".repeat(width)
    return beside[i] ? `${left}${GAP}${beside[i]}` : left.trimEnd()
  })
  return [...rows, ...legend]
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
