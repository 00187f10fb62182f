// Players for the tests of one idea: the registry lies above the ideas, so that their own folders can't import it.

import { unwrap } from "../../src/base/result.ts"
import type { Player } from "../../src/player/index.ts"
import { Black, Game } from "../../src/rules/index.ts"

export { makePlayer, RandomPlayer, type PlayerDefaults } from "../../src/players/index.ts"

/** Plays a game on 5×5 with komi 0.5; Black's margin. */
export async function playSmallGame(black: Player, white: Player, seed: number): Promise<number> {
  const game = unwrap(Game.create({ size: 5, komi: 0.5 }))
  while (game.phase === "playing") {
    const color = game.toPlay
    const player = color === Black ? black : white
    const { move } = await player.choose({ position: game.position(), color, budget: {}, seed: seed++ })
    if (move === "resign" || game.moves.length > 300) throw new Error("neither is expected")
    unwrap(game.play(move))
  }
  return game.score().margin
}
