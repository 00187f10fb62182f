// Games as learners read them: moves from the empty board, replayed position by position. What is made of a position
// (teams of features, keys of shapes, later the planes and targets of a net) is up to the visitor of `replayGame`.

import { err, ok, type Result } from "../base/result.ts"
import { KERNEL_MAX_SIZE } from "../kernel/points.ts"
import { mainLine, readGameInfo, readPlays, type SgfNode } from "../record/index.ts"
import { isPass, parseOutcome, parseRuleset } from "../rules/index.ts"
import type { Color, Move, Outcome, PlayedMove, Ruleset } from "../rules/index.ts"

/** Why a record is left out. */
export const SKIP_REASONS = ["file", "unreadable", "size", "setup", "turns", "illegal", "empty"] as const
/** Why a game can't be used. */
export type SkipReason = (typeof SKIP_REASONS)[number]

/** What is wrong with a game that can't be used, in words. */
export const SKIP_TEXTS: Readonly<Record<SkipReason, string>> = {
  file: "the file is broken from here on",
  unreadable: "it can't be read",
  size: "another board size",
  setup: "handicap or stones that are set up",
  turns: "the colours don't alternate",
  illegal: "an illegal move",
  empty: "no moves",
}

/** A game that can't be used. */
export interface Skipped {
  readonly reason: SkipReason
  /** File and number, and what exactly is wrong. */
  readonly detail: string
}

/** A game as plain numbers, for threads. */
export interface GameMoves {
  readonly size: number
  /** One number a move: `color << 10 | move`, where a pass is 0. */
  readonly plays: Uint16Array
  /** Its number among all records of all files, from 1, whether these are used or not. */
  readonly number: number
  /** File and number, for messages. */
  readonly name: string
  /** Where the record tells it. */
  readonly komi?: number
  /** Where the record tells it in a form that is understood. */
  readonly outcome?: Outcome
  /** Where the record names rules that are known. */
  readonly scoring?: Ruleset["scoring"]
}

const COLOR_SHIFT = 10
const MOVE_MASK = (1 << COLOR_SHIFT) - 1

/** Which game of its file, and its name. */
export interface GameLabel {
  readonly number: number
  readonly name: string
}

/** The main line of a record, where learners can use it. Whether its moves are legal shows when it is replayed. */
export function readGameMoves(root: SgfNode, { number, name }: GameLabel): Result<GameMoves, Skipped> {
  const skip = (reason: SkipReason, detail: string): Result<GameMoves, Skipped> =>
    err({ reason, detail: `${name}: ${detail}` })
  const reading = readGameInfo(root)
  if (!reading.ok) return skip("size", reading.error.reason)
  const { size, handicap = 0, result = "", komi, rules = "" } = reading.value.info
  if (size > KERNEL_MAX_SIZE || size < 2) return skip("size", `the board is ${size}×${size}`)
  if (handicap > 1) return skip("setup", `a handicap of ${handicap} stones`)
  const plays: number[] = []
  let next: Color | undefined
  for (const node of mainLine(root)) {
    const { AB, AW, AE } = node.properties
    if (AB ?? AW ?? AE) return skip("setup", "stones are set up")
    const { plays: played, issues } = readPlays(node, size)
    if (issues.length > 0) return skip("illegal", `move ${plays.length + 1}: ${issues[0]!.reason}`)
    for (const { color, move } of played) {
      if (next !== undefined && color !== next)
        return skip("turns", `move ${plays.length + 1} is of the colour that moved last`)
      plays.push((color << COLOR_SHIFT) | move)
      next = (3 - color) as Color
    }
  }
  if (plays.length === 0) return skip("empty", "it has no moves")
  const outcome = parseOutcome(result)
  const scoring = parseRuleset(rules)?.scoring
  return ok({
    size,
    plays: Uint16Array.from(plays),
    number,
    name,
    ...(komi === undefined ? {} : { komi }),
    ...(outcome ? { outcome } : {}),
    ...(scoring ? { scoring } : {}),
  })
}

/** The moves of a game, one object each. */
export function playsOf({ plays }: Pick<GameMoves, "plays">): PlayedMove[] {
  return Array.from(plays, (play) => ({
    color: (play >> COLOR_SHIFT) as Color,
    move: (play & MOVE_MASK) as Move,
  }))
}

/** Anything that plays moves and knows illegal ones: `FeatureReader`, or a board of the rules. */
export interface ReplayBoard {
  reset(size: number): void
  /** Whether the move was legal. */
  play(color: Color, move: Move): boolean
}

/** A position, and what was played there. */
export interface Step {
  /** From 1; passes count. */
  readonly number: number
  readonly color: Color
  readonly move: Move
  readonly last?: Move
  readonly beforeLast?: Move
}

/**
 * Replays a game and shows every position in which a stone is played, while the board stands there. Answers the
 * number of the first illegal move; undefined where all are legal.
 */
export function replayGame(
  game: GameMoves,
  board: ReplayBoard,
  visit: (step: Step) => void,
): number | undefined {
  board.reset(game.size)
  // One object for all positions: there are millions.
  const step = { number: 0, color: 1 as Color, move: 0 as Move, last: 0 as Move, beforeLast: 0 as Move }
  for (const play of game.plays) {
    step.number++
    step.color = (play >> COLOR_SHIFT) as Color
    step.move = (play & MOVE_MASK) as Move
    if (!isPass(step.move)) visit(step)
    if (!board.play(step.color, step.move)) return step.number
    step.beforeLast = step.last
    step.last = step.move
  }
  return undefined
}

/** Why the game can't be used, where a move is illegal. */
export function checkGame(game: GameMoves, board: ReplayBoard): Skipped | undefined {
  const illegal = replayGame(game, board, () => {})
  return illegal === undefined
    ? undefined
    : { reason: "illegal", detail: `${game.name}: move ${illegal} is illegal` }
}

/**
 * Replays a game that passed `checkGame`, and shows every position in which a stone is played.
 * @throws {Error} for another game.
 */
export function replayLegal(game: GameMoves, board: ReplayBoard, visit: (step: Step) => void): void {
  const illegal = replayGame(game, board, visit)
  if (illegal !== undefined) throw new Error(`${game.name}: move ${illegal} is illegal`)
}

/** Which positions of games are taken. */
export interface Sampling {
  /** The share of the positions, above 0 to 1. */
  readonly rate: number
  readonly seed: number
  /** Positions before this move are left out; default 1. */
  readonly fromMove?: number
}

/**
 * Whether a position is taken. It depends on the seed, the game's number and the move's number only, so that
 * threads and resumed runs take the same positions.
 */
export function isSampled({ rate, seed, fromMove = 1 }: Sampling, game: number, move: number): boolean {
  if (move < fromMove) return false
  return rate >= 1 || mix(mix(mix(seed >>> 0) ^ game) ^ move) < rate * 2 ** 32
}

/** A well-mixed word of 32 bits (the finalizer of MurmurHash3 by Appleby). */
function mix(number: number): number {
  let word = (number + 0x9e3779b9) | 0
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35)
  return (word ^ (word >>> 16)) >>> 0
}
