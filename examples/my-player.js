// A player of one's own: it captures the largest chain that it can, and else plays at random.
//
//   npx montego play --player module:examples/my-player.js
//   npx montego match --a module:examples/my-player.js,least=2 --b random --games 20

import { unwrap } from "montego/base"
import { RandomPlayer } from "montego/players"
import { allPoints, Game } from "montego/rules"

/**
 * The default export makes the player. Its options are the key=value pairs after the file's name.
 * @param {Readonly<Record<string, string>>} options
 * @returns {import("montego/players").Player}
 */
export default function makeMyPlayer({ least = "1" }) {
  const random = new RandomPlayer()
  return {
    name: "my-player",
    async choose(request) {
      const { position, color } = request
      const game = unwrap(Game.replay(position, position.moves))
      if (game.phase !== "playing") game.resume()
      let best = await random.choose(request)
      let most = Number(least) - 1
      for (const point of allPoints(game.size)) {
        const before = game.board.prisoners(color)
        if (!game.play(point, color).ok) continue
        const captured = game.board.prisoners(color) - before
        game.undo()
        if (captured > most) {
          most = captured
          best = { move: point, reason: "best-value" }
        }
      }
      return best
    },
    async close() {},
  }
}
