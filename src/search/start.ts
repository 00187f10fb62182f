// From a game to what the kernel's search starts from: the board, whose turn it is, the moves just before, the positions
// that superko forbids, and the komi by which the area is compared.

import type { PastPosition } from "../kernel/index.ts"
import { Game, handicapCompensation, isPass, opponent, PASS, White } from "../rules/index.ts"
import type { Board, Color, Move, Position } from "../rules/index.ts"

export interface Start {
  readonly board: Board
  readonly color: Color
  readonly last: Move
  /** Passes at the end of the game so far: 0 or 1. */
  readonly passes: number
  readonly past: readonly PastPosition[]
  /** Black must be ahead by more than this in area. */
  readonly komi: number
  readonly superko: 0 | 1 | 2
  readonly captureGoal: number
}

const SUPERKO = { simple: 0, positional: 1, situational: 2 } as const

/** What situational superko adds to a position in which White is to play; the module has the same. */
const WHITE_TO_PLAY: PastPosition = { low: 0xbf58476d | 0, high: 0x5bd1e995 }

export function startOf(position: Position, color: Color): Start {
  const { rules, moves, komi, handicap } = position
  const superko = SUPERKO[rules.ko]
  const game = replay(position, 0)
  const past: PastPosition[] = superko === 0 ? [] : [hashOf(game.board, game.toPlay, superko)]
  for (const { color: mover, move } of moves) {
    if (game.phase !== "playing") game.resume()
    game.play(move, mover)
    if (superko !== 0) past.push(hashOf(game.board, opponent(mover), superko))
  }
  const last = moves.at(-1)
  return {
    board: game.board,
    color,
    last: last?.move ?? PASS,
    passes: last && isPass(last.move) && last.color !== color ? 1 : 0,
    past,
    komi: komi + handicapCompensation(rules, handicap),
    superko,
    captureGoal: rules.captureGoal ?? 0,
  }
}

function replay(position: Position, count: number): Game {
  const game = Game.replay(position, position.moves.slice(0, count))
  if (!game.ok) throw new RangeError(`the position can't be replayed: ${game.error.reason}`)
  return game.value
}

function hashOf({ hashWords }: Board, toPlay: Color, superko: 0 | 1 | 2): PastPosition {
  const turn = superko === 2 && toPlay === White ? WHITE_TO_PLAY : { low: 0, high: 0 }
  return { low: hashWords.low ^ turn.low, high: hashWords.high ^ turn.high }
}
