// Who owns each point at the end of a recorded game: what training the ownership head needs, and records don't tell.

import type { Kernel } from "../kernel/index.ts"
import { allPoints, Board, opponent, Black, type Point } from "../rules/index.ts"
import { komiOf, recordedMargin, type TrainingGame } from "./games.ts"

/**
 * Playouts from the final position. Those by light rules leave too much open: they support 6 of 100 professional games,
 * those by the rules of MoGo 58.
 */
const PLAYOUTS = 200
const POLICY = "mogo"
/** A point counts as decided beyond this percentage. */
const DECIDED = 60
/** The share of the points that must be decided. */
const DECIDED_SHARE = 0.9

/**
 * The owners of a game that was counted, in percent; undefined where the playouts don't support the result: another
 * side is ahead, or too many points are open.
 */
export function finalOwners(kernel: Kernel, game: TrainingGame, seed: number): Int8Array | undefined {
  const margin = recordedMargin(game.outcome)
  const board = margin === undefined ? undefined : finalBoard(game)
  if (!board) return undefined
  const komi = komiOf(game)
  const last = game.moves.at(-1)
  kernel.load(board)
  const first = last ? opponent(last.color) : Black
  const { owners } = kernel.run({ games: PLAYOUTS, first, komi, seed, owners: true, policy: POLICY })
  const percent = Int8Array.from(allPoints(game.size), (point) => Math.round(100 * owners![point]!))
  const decided = percent.filter((value) => Math.abs(value) > DECIDED).length
  const count = percent.reduce((sum, value) => sum + Math.sign(value), 0) - komi
  const isSupported = decided >= DECIDED_SHARE * percent.length && Math.sign(count) === Math.sign(margin!)
  return isSupported ? percent : undefined
}

function finalBoard({ size, setup, moves }: TrainingGame): Board | undefined {
  const stones = setup.map(({ color, move }) => [color, move as Point] as const)
  const board = Board.fromStones(size, stones)
  if (!board.ok) return undefined
  for (const { color, move } of moves) if (board.value.play(color, move) !== undefined) return undefined
  return board.value
}
