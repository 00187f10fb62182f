// From a game to what the kernel's search starts from: the board, whose turn it is, the moves just before, the
// positions that superko forbids, and the komi by which the area is compared.

import { handicapCompensation, isPass, openGame, PASS } from "../rules/index.ts"
import type { Color, Game, HashWords, Move, Position } from "../rules/index.ts"

export interface Start {
  /** The game so far, ready for the next move. Its board is what the search starts from. */
  readonly game: Game
  readonly color: Color
  readonly last: Move
  /** The move before the last one. */
  readonly beforeLast: Move
  /** Passes at the end of the game so far: 0 or 1. */
  readonly passes: number
  readonly past: readonly HashWords[]
  /** Black must be ahead by more than this in area. */
  readonly komi: number
  readonly superko: 0 | 1 | 2
  readonly captureGoal: number
}

const SUPERKO = { simple: 0, positional: 1, situational: 2 } as const

export function startOf(position: Position, color: Color): Start {
  const { rules, moves, komi, handicap } = position
  const game = openGame(position)
  const superko = SUPERKO[rules.ko]
  const last = moves.at(-1)
  return {
    game,
    color,
    last: last?.move ?? PASS,
    beforeLast: moves.at(-2)?.move ?? PASS,
    passes: last && isPass(last.move) && last.color !== color ? 1 : 0,
    past: superko === 0 ? [] : game.past,
    komi: komi + handicapCompensation(rules, handicap),
    superko,
    captureGoal: rules.captureGoal ?? 0,
  }
}
