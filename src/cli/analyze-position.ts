// What `montego analyze` looks at: a record from a file or from standard input, or the empty board.

import { gunzipSync } from "node:zlib"
import { unwrap } from "../base/result.ts"
import { KERNEL_MAX_SIZE } from "../kernel/index.ts"
import { mainLine, readGameStream, readPlays, replayRecord, type SgfNode } from "../record/index.ts"
import { Game, type Ruleset } from "../rules/index.ts"
import { fail } from "./failure.ts"
import { gameOf } from "./games.ts"

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
const EMPTY_SIZE = 19

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
  const { size = EMPTY_SIZE, move } = options
  if (move !== undefined) fail("--move needs a record")
  const game = unwrap(Game.create({ size, ...conditionsOf(options) }))
  return { name: "empty board", game, earlier: 0, notes: [] }
}

/** What was asked for in place of the record's own. */
function conditionsOf({ komi, rules }: PositionOptions): { komi?: number; rules?: Ruleset } {
  return { ...(komi === undefined ? {} : { komi }), ...(rules === undefined ? {} : { rules }) }
}

async function recorded(file: string, options: PositionOptions): Promise<Subject> {
  const { size, move, number } = options
  if (size !== undefined) fail("--size is for the empty board: a record has its own")
  const name = file === STANDARD_INPUT ? "standard input" : file
  const record = file === STANDARD_INPUT ? await gameOfInput(name, number) : (await gameOf(file, number)).game
  const replayed = replayRecord(record, {
    ...conditionsOf(options),
    ...(move === undefined ? {} : { before: move }),
  })
  if (!replayed.ok) fail(`${name}: ${replayed.error}`)
  const { game, info, notes } = replayed.value
  const moves = movesOf(record, info.size)
  if (move !== undefined && (move < 1 || move > moves + 1))
    fail(`${name}: it has ${moves} moves; --move is from 1 to ${moves + 1}, which is the end`)
  const played = move === undefined ? moves : move - 1
  return { name, game, earlier: played - game.moves.length, notes }
}

function movesOf(record: SgfNode, size: number): number {
  let count = 0
  for (const node of mainLine(record)) count += readPlays(node, size).plays.length
  return count
}

async function gameOfInput(name: string, number: number): Promise<SgfNode> {
  let count = 0
  for await (const item of readGameStream([await inputBytes(name)])) {
    if (!item.ok) fail(`${name}: ${item.error.reason}`)
    count++
    if (count === number) return item.value.game
  }
  return fail(`${name}: it has ${count} games, there is no game ${number}`)
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
