// Games for training, in a compact form that the training program reads without knowing SGF (docs/net.md, "Games for
// training"). Numbers are little-endian.

import { err, ok, type Result } from "../base/result.ts"
import { Black, isPass, pointAt, White, xOf, yOf, PASS } from "../rules/index.ts"
import type { Color, Move, Outcome, PlayedMove, Point, Ruleset } from "../rules/index.ts"

/** The first line of a file of games. */
export const GAMES_LINE = "montego-games 1\n"

/** The most moves that a game of the file can have. */
export const MOST_MOVES = 65_535

const TERRITORY = 1
const WINNER_KNOWN = 2
const MARGIN_KNOWN = 4
const OWNERS_FOLLOW = 8
const KOMI_UNKNOWN = 16
const RULES_UNKNOWN = 32

const HEAD_BYTES = 10
const WHITE_BIT = 1 << 15
/** What a record without komi is given; a flag says so. */
const USUAL_KOMI = 6.5
const LARGEST_HALVES = 32_767

/** A game that training learns from. */
export interface TrainingGame {
  readonly size: number
  /** Stones before the first move. */
  readonly setup: readonly PlayedMove[]
  readonly moves: readonly PlayedMove[]
  /** Where the record tells it. */
  readonly komi?: number
  readonly scoring?: Ruleset["scoring"]
  readonly outcome?: Outcome
  /** Final owners in percent by row and column from the top left: 100 is surely Black's, -100 surely White's. */
  readonly owners?: Int8Array
}

/** 1 for Black, -1 for White, 0 for a draw; undefined where the record doesn't tell. */
export function winnerSign(outcome: Outcome | undefined): number | undefined {
  if (outcome?.kind === "draw") return 0
  if (!outcome || !("winner" in outcome)) return undefined
  return outcome.winner === Black ? 1 : -1
}

/** Black's margin with komi, as the record tells it; undefined where the record tells none. */
export function recordedMargin(outcome: Outcome | undefined): number | undefined {
  if (outcome?.kind === "draw") return 0
  if (outcome?.kind !== "score") return undefined
  return outcome.winner === Black ? outcome.margin : -outcome.margin
}

/** The komi of a game for training, or the usual one where the record has none. */
export function komiOf({ komi = USUAL_KOMI }: Pick<TrainingGame, "komi">): number {
  return komi
}

/** A game as the bytes that training reads. @throws {RangeError} when it has too many moves or setup stones. */
export function makeTrainingGame(game: TrainingGame): Uint8Array {
  const { size, setup, moves, outcome, owners } = game
  if (moves.length > MOST_MOVES || setup.length > 255)
    throw new RangeError(`a game has ${moves.length} moves and ${setup.length} setup stones`)
  const winner = winnerSign(outcome)
  const margin = recordedMargin(outcome)
  const bytes = new Uint8Array(HEAD_BYTES + 2 * (setup.length + moves.length) + (owners?.length ?? 0))
  const view = new DataView(bytes.buffer)
  bytes[0] = size
  bytes[1] =
    (game.scoring === "territory" ? TERRITORY : 0) |
    (winner === undefined ? 0 : WINNER_KNOWN) |
    (margin === undefined ? 0 : MARGIN_KNOWN) |
    (owners ? OWNERS_FOLLOW : 0) |
    (game.komi === undefined ? KOMI_UNKNOWN : 0) |
    (game.scoring === undefined ? RULES_UNKNOWN : 0)
  view.setInt8(2, winner ?? 0)
  bytes[3] = setup.length
  view.setInt16(4, halves(komiOf(game)), true)
  view.setInt16(6, halves(margin ?? 0), true)
  view.setUint16(8, moves.length, true)
  let at = HEAD_BYTES
  for (const play of [...setup, ...moves]) {
    view.setUint16(at, makeWord(play, size), true)
    at += 2
  }
  if (owners) bytes.set(new Uint8Array(owners.buffer, owners.byteOffset, owners.length), at)
  return bytes
}

function halves(points: number): number {
  return Math.max(-LARGEST_HALVES, Math.min(LARGEST_HALVES, Math.round(2 * points)))
}

function makeWord({ color, move }: PlayedMove, size: number): number {
  const place = isPass(move) ? size * size : yOf(move as Point) * size + xOf(move as Point)
  return place | (color === White ? WHITE_BIT : 0)
}

/** Reads a file of games; the error says what is wrong with it. */
export function parseTrainingGames(bytes: Uint8Array): Result<TrainingGame[], string> {
  const line = new TextDecoder().decode(bytes.subarray(0, GAMES_LINE.length))
  if (line !== GAMES_LINE) return err("not a file of games for training, or of another version")
  const games: TrainingGame[] = []
  for (let at = GAMES_LINE.length; at < bytes.length;) {
    const read = parseGame(bytes, at)
    if (!read) return err(`game ${games.length + 1} breaks off`)
    games.push(read.game)
    at = read.end
  }
  return ok(games)
}

function parseGame(bytes: Uint8Array, start: number): { game: TrainingGame; end: number } | undefined {
  if (start + HEAD_BYTES > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start)
  const size = view.getUint8(0)
  const flags = view.getUint8(1)
  const setupLength = view.getUint8(3)
  const moveCount = view.getUint16(8, true)
  const moveEnd = HEAD_BYTES + 2 * (setupLength + moveCount)
  const length = moveEnd + ((flags & OWNERS_FOLLOW) !== 0 ? size * size : 0)
  if (length > view.byteLength) return undefined
  const words = Array.from({ length: setupLength + moveCount }, (_, index) =>
    parseWord(view.getUint16(HEAD_BYTES + 2 * index, true), size),
  )
  const outcome = parseFlags(flags, view.getInt8(2), view.getInt16(6, true) / 2)
  const game: TrainingGame = {
    size,
    setup: words.slice(0, setupLength),
    moves: words.slice(setupLength),
    ...((flags & KOMI_UNKNOWN) !== 0 ? {} : { komi: view.getInt16(4, true) / 2 }),
    ...((flags & RULES_UNKNOWN) !== 0
      ? {}
      : { scoring: (flags & TERRITORY) !== 0 ? "territory" : ("area" as const) }),
    ...(outcome ? { outcome } : {}),
    ...(length > moveEnd
      ? {
          owners: Int8Array.from(
            bytes.subarray(start + moveEnd, start + length),
            (byte) => (byte << 24) >> 24,
          ),
        }
      : {}),
  }
  return { game, end: start + length }
}

function parseFlags(flags: number, sign: number, margin: number): Outcome | undefined {
  if ((flags & WINNER_KNOWN) === 0) return undefined
  if (sign === 0) return { kind: "draw" }
  const winner: Color = sign > 0 ? Black : White
  return (flags & MARGIN_KNOWN) !== 0
    ? { kind: "score", winner, margin: Math.abs(margin) }
    : { kind: "win", winner }
}

function parseWord(word: number, size: number): PlayedMove {
  const place = word & (WHITE_BIT - 1)
  const move: Move = place >= size * size ? PASS : pointAt(place % size, Math.floor(place / size))
  return { color: (word & WHITE_BIT) === 0 ? Black : White, move }
}
