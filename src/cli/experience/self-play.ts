// Games of a player against itself, one after the other, as data to learn from. A game depends only on the seed and its
// number, so a later call that continues with the next number plays the same games as one long call.

import { setImmediate as pause } from "node:timers/promises"
import { Random } from "../../base/random.ts"
import { unwrap } from "../../base/result.ts"
import type { DeadStoneEstimator, Player } from "../../players/index.ts"
import { deadStones, Game, type GameOptions } from "../../rules/index.ts"

interface SelfPlay {
  readonly player: Player
  readonly estimateDead: DeadStoneEstimator
  readonly game: GameOptions
  readonly seed: number
  /** Number of the first game, from 0. */
  readonly first: number
  readonly count: number
  /** When it fires, the game that is being played is dropped, and no other follows. */
  readonly signal: AbortSignal
}

/** Moves after which a game is given up, for each point of the board. */
const LONGEST = 3

/** Apart from each other, so that no two games draw the same numbers. */
const SEED_STEP = 7919

/** The games as they are done, each counted; one without an end has no outcome. */
export async function* selfPlay(options: SelfPlay): AsyncGenerator<Game, void, undefined> {
  const { first, count, seed, signal } = options
  for (let number = first; number < first + count; number++) {
    const game = await playOne(options, new Random(seed + number * SEED_STEP))
    if (signal.aborted) return
    yield game
  }
}

async function playOne(
  { player, estimateDead, game: options, signal }: SelfPlay,
  random: Random,
): Promise<Game> {
  const game = unwrap(Game.create(options))
  const longest = LONGEST * game.size ** 2
  while (game.phase === "playing" && game.moves.length < longest && !signal.aborted) {
    const color = game.toPlay
    const { move } = await player.choose({
      position: game.position(),
      color,
      budget: {},
      seed: random.next(),
      signal,
    })
    if (move === "resign") game.resign(color)
    else {
      const played = game.play(move)
      if (!played.ok) throw new Error(`${player.name} played what the rules refuse: ${played.error.reason}`)
    }
    // Short searches never wait: without this, Ctrl-C would not come through.
    await pause()
  }
  if (game.phase === "counting") {
    const { board, toPlay } = game
    game.accept(deadStones(board, estimateDead(board, toPlay, random.next())))
  }
  return game
}
