// The games of a journal as records again: the journal has every move, so that no record need be kept beside it.

import { err, ok, type Result } from "../../base/result.ts"
import { explainRefusal, parseVertex, type Game } from "../../rules/index.ts"
import { makeGameRecord } from "../record.ts"
import { newGame, type GameTask, type MatchDefinition } from "../definition.ts"
import type { JournalEntry } from "../journal-text.ts"

/** The game of a journal's line at its end, every move judged again; the error says what is wrong with the line. */
export function replayEntry(match: MatchDefinition, entry: JournalEntry): Result<Game, string> {
  const game = newGame(match)
  for (const [index, vertex] of wordsOf(entry.plays).entries()) {
    const move = parseVertex(vertex, game.size)
    if (move === undefined) return err(`game ${entry.number + 1}: "${vertex}" is no move`)
    const played = game.play(move)
    if (!played.ok)
      return err(`game ${entry.number + 1}: move ${index + 1}, ${vertex}: ${explainRefusal(played.error)}`)
  }
  return ok(game)
}

/** A journal's game as an SGF record. Times and notes of single moves are not in a journal. */
export function entryRecord(match: MatchDefinition, entry: JournalEntry): Result<string, string> {
  const game = replayEntry(match, entry)
  if (!game.ok) return game
  const { id, number, black, seed, verdict, claims, dead, referee } = entry
  const task: GameTask = { id, number, black, seed, match, opening: wordsOf(entry.opening) }
  const ending = { verdict, claims, ...(dead ? { dead } : {}), ...(referee ? { referee } : {}) }
  const log = game.value.moves.map(({ color, move }) => ({ color, move }))
  return ok(makeGameRecord(task, log, ending))
}

/** The file's name of a game's record. */
export function recordName({ number, id }: Pick<JournalEntry, "number" | "id">): string {
  return `${String(number + 1).padStart(5, "0")}-${id}.sgf`
}

function wordsOf(text: string): string[] {
  return text.split(" ").filter((word) => word !== "")
}
