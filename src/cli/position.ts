// The position that maps are made of: a record's, or the empty board.

import { unwrap } from "../base/result.ts"
import { Game } from "../rules/index.ts"
import { fail } from "./failure.ts"
import { gameOf, replayed } from "./games.ts"
import { DEFAULT_SIZE } from "./options.ts"

export interface PositionOptions {
  readonly size?: number
  readonly move?: number
  /** Which of a collection. */
  readonly number: number
  readonly komi?: number
}

interface PositionTerms {
  /** Why Capture Go is refused. */
  readonly noCapture: string
}

/** As a game of its own, with what had to be noted about the record; whatever is wrong ends the command. */
export async function positionOf(
  file: string | undefined,
  { size, move, number, komi }: PositionOptions,
  { noCapture }: PositionTerms,
): Promise<{ game: Game; notes: string[] }> {
  if (file === undefined) {
    if (move !== undefined) fail("--move needs a record")
    return {
      game: unwrap(Game.create({ size: size ?? DEFAULT_SIZE, ...(komi === undefined ? {} : { komi }) })),
      notes: [],
    }
  }
  if (size !== undefined) fail("--size is for the empty board: a record has its own")
  const record = await gameOf(file, number)
  const { game, notes } = replayed(file, record.game, { move, komi })
  if (game.rules.captureGoal !== undefined) fail(`${file}: ${noCapture}`)
  return { game, notes: [...notes] }
}
