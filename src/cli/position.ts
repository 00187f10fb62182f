// The position that maps are made of: a record's, or the empty board.

import { unwrap } from "../base/result.ts"
import { replayRecord } from "../record/index.ts"
import { Game } from "../rules/index.ts"
import { fail } from "./failure.ts"
import { gameOf } from "./games.ts"

export interface PositionOptions {
  readonly size?: number
  readonly move?: number
  /** Which of a collection. */
  readonly game: number
  readonly komi?: number
}

export interface PositionTerms {
  /** Of the empty board where no size is given. */
  readonly usualSize: number
  /** Why Capture Go is refused. */
  readonly noCapture: string
}

/** As a game of its own, with what had to be noted about the record; whatever is wrong ends the command. */
export async function positionOf(
  file: string | undefined,
  { size, move, game: number, komi }: PositionOptions,
  { usualSize, noCapture }: PositionTerms,
): Promise<{ game: Game; notes: string[] }> {
  const komiGiven = komi === undefined ? {} : { komi }
  if (file === undefined) {
    if (move !== undefined) fail("--move needs a record")
    return { game: unwrap(Game.create({ size: size ?? usualSize, ...komiGiven })), notes: [] }
  }
  if (size !== undefined) fail("--size is for the empty board: a record has its own")
  const record = await gameOf(file, number)
  const replayed = replayRecord(record.game, {
    ...komiGiven,
    ...(move === undefined ? {} : { before: move }),
  })
  if (!replayed.ok) fail(`${file}: ${replayed.error}`)
  const { game, notes } = replayed.value
  if (game.rules.captureGoal !== undefined) fail(`${file}: ${noCapture}`)
  return { game, notes: [...notes] }
}
