// The record of a game on the server: its players and ratings, the clocks, and what our player said to its moves.

import { VERSION } from "../../base/version.ts"
import { mainLine, makeReal, makeRecord, makeSgf, setProperty, setText } from "../../record/index.ts"
import { Black, makeOutcome } from "../../rules/index.ts"
import type { Participant } from "./message.ts"
import type { FinishedGame } from "./table.ts"

export interface RecordOptions {
  /** `HOST:PORT`. */
  readonly server: string
  /** Our player, as it was named. */
  readonly player: string
  /** The day, where the server told none: `YYYY-MM-DD`. */
  readonly today: string
}

export function makeCgosRecord(game: FinishedGame, { server, player, today }: RecordOptions): string {
  const { setup, moves, position, outcome, result } = game
  const root = makeRecord(
    {
      size: setup.size,
      komi: setup.komi,
      rules: position.rules.name,
      result: makeOutcome(outcome),
      black: infoOf(setup.black),
      white: infoOf(setup.white),
      date: game.date ?? today,
      event: "CGOS",
      round: setup.id,
      place: server,
      seconds: setup.main / 1000,
      application: `Montego:${VERSION}`,
      comment: `${result === "" ? "The end was not heard." : result}\n${game.mine === Black ? "Black" : "White"} is montego ${VERSION}, ${player}`,
    },
    moves,
  )
  const [, ...nodes] = mainLine(root)
  for (const [index, node] of nodes.entries()) {
    const { color, left, note } = moves[index]!
    if (left !== undefined) setProperty(node, color === Black ? "BL" : "WL", [makeReal(left / 1000)])
    if (note !== undefined) setText(node, note)
  }
  return makeSgf([root])
}

/** A file name that sorts by day and is safe everywhere, whatever the server calls its players. */
export function recordName({ setup, date }: FinishedGame, today: string): string {
  const parts = [date ?? today, setup.id, setup.black.name, setup.white.name]
  return `${parts.map((part) => part.replace(/[^\w.-]/g, "_").slice(0, 40)).join("_")}.sgf`
}

function infoOf({ name, rating }: Participant): { name: string; rank?: string } {
  return rating === "" ? { name } : { name, rank: rating }
}
