// `montego sgf print`: shows a game of a record: what is known about it, and the board at a move.

import { Command } from "commander"
import { printable } from "../../base/printable.ts"
import type { GameInfo } from "../../record/index.ts"
import { Black, colorName, makeAscii, makeVertex, White, type Game } from "../../rules/index.ts"
import { gameOf, replayed } from "../games.ts"
import { makeMoveOption, makeNumberOption } from "../options.ts"

const HELP = `
Examples:
  montego sgf print game.sgf             the last position of the main line
  montego sgf print game.sgf --move 50   the board before move 50
  montego sgf print all.sgf.gz --number 7  the seventh game of a collection`

const MOVES_PER_LINE = 10

export function printCommand(): Command {
  return new Command("print")
    .description("Show a game: players, board, moves.")
    .argument("<file>", "an SGF file, plain or gzip")
    .addOption(makeMoveOption())
    .addOption(makeNumberOption())
    .addHelpText("after", HELP)
    .action(async (file: string, { move, number }: { move?: number; number: number }) => {
      const record = await gameOf(file, number)
      const { game, info, notes } = replayed(file, record.game, { move })
      console.log(
        [...infoLines(info), makeAscii(game.board, game.moves.at(-1)?.move), ...stateLines(game)].join("\n"),
      )
      console.log(moveLines(game).join("\n"))
      for (const note of notes) console.log(`note: ${note}`)
    })
}

function infoLines({ black, white, event, date, rules, komi, handicap, result }: GameInfo): string[] {
  const name = (side: typeof black): string => [side.name ?? "unknown", side.rank].filter(Boolean).join(" ")
  const rest = {
    event,
    date,
    rules,
    komi,
    handicap,
    result,
  }
  const told = Object.entries(rest).filter(([, value]) => value !== undefined)
  return [
    `Black: ${name(black)}`,
    `White: ${name(white)}`,
    told.map(([key, value]) => `${key} ${value}`).join(", "),
  ].map((line) => printable(line))
}

function stateLines({ board, toPlay, moves }: Game): string[] {
  return [
    `after ${moves.length} moves, ${colorName(toPlay)} to play; ` +
      `Black has taken ${board.prisoners(Black)}, White ${board.prisoners(White)}`,
  ]
}

function moveLines({ moves, size }: Game): string[] {
  const lines: string[] = []
  for (let i = 0; i < moves.length; i += MOVES_PER_LINE) {
    const row = moves.slice(i, i + MOVES_PER_LINE).map(({ move }) => makeVertex(move, size).padEnd(4))
    lines.push(`${String(i + 1).padStart(4)}  ${row.join(" ").trimEnd()}`)
  }
  return lines
}
