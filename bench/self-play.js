// Games between two searches for the benches that compare them: the same rules, the same way to end a game, the same way to count wins.

import { unwrap, wilsonInterval } from "../dist/base/index.js"
import { Black, explainRefusal, Game, makeVertex, parseRuleset } from "../dist/rules/index.js"
import { chooseEnding } from "../dist/search/index.js"

/** @typedef {import("../dist/base/index.js").Random} Random */
/** @typedef {import("../dist/search/index.js").SearchReport} SearchReport */
/** @typedef {import("../dist/search/index.js").Searcher} Searcher */

export const SIZE = 9
export const KOMI = 7.5
export const RULES = "tromp-taylor"
export const MOST_MOVES = 240
/** Nobody resigns before this move, nor above this win rate: only games that are lost for certain are cut short. */
const EARLIEST_RESIGNATION = 20
export const RESIGN_AT = 0.03

export function newGame(size = SIZE) {
  const rules = parseRuleset(RULES)
  if (!rules) throw new Error(`there are no rules ${RULES}`)
  return unwrap(Game.create({ size, komi: KOMI, rules }))
}

/**
 * Plays a game to its end, or until the signal fires: then it has no outcome.
 * @param {{ black: Searcher, white: Searcher }} seats @param {number} playouts @param {Random} random @param {AbortSignal} [signal]
 */
export async function playGame({ black, white }, playouts, random, signal) {
  const game = newGame()
  while (game.phase === "playing" && game.moves.length < MOST_MOVES) {
    if (signal?.aborted) return game
    const color = game.toPlay
    const { report } = await (color === Black ? black : white).search({
      position: game.position(),
      color,
      seed: random.next(),
      budget: { playouts },
      mayStopEarly: false,
    })
    if (game.moves.length >= EARLIEST_RESIGNATION && isHopeless(report)) {
      game.resign(color)
      return game
    }
    const { move } = chooseEnding(game, color, report, { dead: () => [], mustCapture: true })
    if (move === "resign") throw new Error("nobody was told to resign")
    const played = game.play(move, color)
    if (!played.ok)
      throw new Error(`the search chose ${makeVertex(move, SIZE)}: ${explainRefusal(played.error)}`)
  }
  if (!game.outcome) game.accept([])
  return game
}

/** The best move alone may have few visits. @param {SearchReport} report */
function isHopeless({ winRate, candidates }) {
  return winRate < RESIGN_AT && (candidates[0]?.winRate ?? 0) < RESIGN_AT
}

/** @param {readonly { won: boolean }[]} finished */
export function rateOf(finished) {
  const games = finished.length
  const wins = finished.filter(({ won }) => won).length
  const { low, high } = wilsonInterval(wins, games)
  const interval = [rounded(low), rounded(high)]
  return { games, wins, losses: games - wins, rate: rounded(wins / games), interval }
}

/** @param {number} value */
export function rounded(value, digits = 3) {
  return Number(value.toFixed(digits))
}
