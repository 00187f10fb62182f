// The weakest player that still ends its games: any legal move with equal probability, but never into an
// own eye (SIM-5); it passes when nothing else is left. Every stronger one is measured from here.

import { Random } from "../base/random.ts"
import { ok, type Result } from "../base/result.ts"
import { readOptions, type Answer, type Player, type PlayerSpec, type Request } from "../player/index.ts"
import { allPoints, Empty, isEye, openGame, PASS, type Color, type Game, type Move } from "../rules/index.ts"

/** Plays any legal move that fills no own eye. */
export class RandomPlayer implements Player {
  readonly name = "random"

  choose({ position, color, seed }: Request): Promise<Answer> {
    const move = uniformMove(openGame(position), color, new Random(seed))
    return Promise.resolve({ move, reason: move === PASS ? "only-eyes-left" : "uniform" })
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

/** The player `random`, as the registry lists it. */
export const RANDOM_PLAYER = {
  name: "random",
  summary: "any legal move with equal probability, never into an own eye",
  options: {},
  make: (spec: PlayerSpec): Result<Player, string> => {
    const read = readOptions(RANDOM_PLAYER, spec)
    return read.ok ? ok(new RandomPlayer()) : read
  },
} as const

/** Draws points without putting them back until one can be played: exactly uniform over the playable ones. */
function uniformMove(game: Game, color: Color, random: Random): Move {
  const { board } = game
  const points = allPoints(board.size).filter((point) => board.at(point) === Empty)
  for (let left = points.length; left > 0; left--) {
    const drawn = random.below(left)
    const point = points[drawn]!
    if (!isEye(board, color, point) && game.refusal(point, color) === undefined) return point
    points[drawn] = points[left - 1]!
  }
  return PASS
}
