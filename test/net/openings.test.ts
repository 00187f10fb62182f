// What the network makes of the beginning of a game on 19×19: a player expects corners first. Classical playouts
// recommended points near the middle of the sides there.

import { expect, it } from "vitest"
import { unwrap } from "../../src/base/result.ts"
import { loadNetImage } from "../../src/net/node/index.ts"
import { Game, makeVertex, parseVertex, xOf, yOf, type Move, type Point } from "../../src/rules/index.ts"
import { presetParams, Searcher } from "../../src/search/index.ts"

const SIZE = 19
/** About a second on one core. */
const PLAYOUTS = 150
/** Moves so far; a corner is free or waits for an approach in each. */
const OPENINGS = [
  "",
  "Q16",
  "Q16 D4",
  "Q16 D4 Q3",
  "R16 D4",
  "Q16 D17",
  "Q17 D3 D16",
  "D4 Q4 Q16 C17",
  "D4 Q16 Q4",
  "K10",
]

/** Lines from the nearest edges: the lower and the upper one. */
function linesOf(move: Move): readonly [number, number] {
  const line = (place: number): number => Math.min(place, SIZE - 1 - place) + 1
  const [a, b] = [line(xOf(move as Point)), line(yOf(move as Point))]
  return [Math.min(a, b), Math.max(a, b)]
}

it.each(OPENINGS)(
  "after '%s' the three best moves are in a corner, on the third or fourth line",
  async (text) => {
    const net = unwrap(await loadNetImage(SIZE))
    const game = unwrap(Game.create({ size: SIZE, komi: 7.5 }))
    for (const vertex of text.split(" ").filter((word) => word !== "")) game.play(parseVertex(vertex, SIZE)!)
    const searcher = await Searcher.create({ params: presetParams("net"), net })
    const { report } = await searcher.search({
      position: game.position(),
      color: game.toPlay,
      seed: 1,
      budget: { playouts: PLAYOUTS },
    })
    await searcher.close()
    const best = report.candidates.slice(0, 3).map(({ move }) => move)
    const elsewhere = best.filter((move) => {
      const [low, high] = linesOf(move)
      return low < 3 || low > 4 || high > 7
    })
    expect(elsewhere.map((move) => makeVertex(move, SIZE))).toEqual([])
  },
)
