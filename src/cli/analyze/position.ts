// What `montego analyze` looks at: a record from a file or from standard input, or the empty board.

import { gunzipSync } from "node:zlib"
import { unwrap } from "../../base/result.ts"
import { KERNEL_MAX_SIZE } from "../../kernel/index.ts"
import { readGameStream, type SgfNode } from "../../record/index.ts"
import { Game, type Ruleset } from "../../rules/index.ts"
import { fail } from "../failure.ts"
import { failWithoutGame, gameOf, replayed } from "../games.ts"
import { DEFAULT_SIZE } from "../options.ts"

export interface PositionOptions {
  readonly size?: number
  readonly move?: number
  readonly number: number
  readonly komi?: number
  readonly rules?: Ruleset
}

export interface Subject {
  /** The file, as it was named. */
  readonly name: string
  readonly game: Game
  /** Moves of the record before the game's own begin: more than 0 where stones were set up on the way. */
  readonly earlier: number
  readonly notes: readonly string[]
}

const STANDARD_INPUT = "-"

/** The position that is asked for, as a game of its own; whatever is wrong ends the command. */
export async function subjectOf(file: string | undefined, options: PositionOptions): Promise<Subject> {
  const subject = file === undefined ? emptyBoard(options) : await recorded(file, options)
  const { size } = subject.game
  if (size > KERNEL_MAX_SIZE)
    fail(
      `${subject.name}: the search has room for boards up to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}, this one is ${size}×${size}`,
    )
  return subject
}

function emptyBoard(options: PositionOptions): Subject {
  const { size = DEFAULT_SIZE, move } = options
  if (move !== undefined) fail("--move needs a record")
  const game = unwrap(Game.create({ size, ...conditionsOf(options) }))
  return { name: "empty board", game, earlier: 0, notes: [] }
}

/** What was asked for in place of the record's own. */
function conditionsOf({ komi, rules }: PositionOptions): { komi?: number; rules?: Ruleset } {
  return { ...(komi === undefined ? {} : { komi }), ...(rules === undefined ? {} : { rules }) }
}

async function recorded(file: string, options: PositionOptions): Promise<Subject> {
  const { size, number } = options
  if (size !== undefined) fail("--size is for the empty board: a record has its own")
  const name = file === STANDARD_INPUT ? "standard input" : file
  const record = file === STANDARD_INPUT ? await gameOfInput(name, number) : (await gameOf(file, number)).game
  const { game, notes, played } = replayed(name, record, options)
  return { name, game, earlier: played - game.moves.length, notes }
}

async function gameOfInput(name: string, number: number): Promise<SgfNode> {
  let count = 0
  for await (const item of readGameStream([await inputBytes(name)])) {
    if (!item.ok) fail(`${name}: ${item.error.reason}`)
    count++
    if (count === number) return item.value.game
  }
  failWithoutGame(name, count, number)
}

async function inputBytes(name: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of process.stdin) pieces.push(piece as Uint8Array)
  const bytes = Buffer.concat(pieces)
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes)
  } catch (error) {
    return fail(`${name}: the compressed record is damaged (${(error as Error).message})`)
  }
}
