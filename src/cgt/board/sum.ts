// Play in all regions together: exact where the sum is small enough, else by temperature (HOTSTRAT).
//
// A search of the sum is exact because regions are independent, no position can come back, and no region has a
// zugzwang; then neither side gains by a pass before all regions are numbers (Milnor 1953).

import type { Player as Side, ScoringGame } from "../game.ts"
import type { Allowance } from "./proof.ts"

/** Values of sums, kept for the next question. Scores are whole numbers. */
export class SumSolver {
  readonly #known = { left: new Map<string, number>(), right: new Map<string, number>() }
  readonly #allowance: Allowance
  /** Positions of the sum that were searched. */
  searched = 0

  constructor(allowance: Allowance) {
    this.#allowance = allowance
  }

  /** The score when `side` begins; undefined when the allowance is used up. */
  value(games: readonly ScoringGame[], side: Side): number | undefined {
    let numbers = 0
    const hot: ScoringGame[] = []
    for (const game of games) {
      if (game.kind === "number") numbers += game.value.toNumber()
      else hot.push(game)
    }
    const rest = hot.length === 0 ? 0 : this.#search(hot.sort(byId), side)
    return rest === undefined ? undefined : numbers + rest
  }

  #search(games: readonly ScoringGame[], side: Side): number | undefined {
    const key = games.map(({ id }) => id).join()
    const known = this.#known[side].get(key)
    if (known !== undefined) return known
    if (--this.#allowance.nodes < 0) return undefined
    this.searched++
    let best: number | undefined
    for (const [index, game] of games.entries()) {
      if (game.kind === "number" || game === games[index - 1]) continue
      for (const option of game[side]) {
        const value = this.value(
          games.map((other, place) => (place === index ? option : other)),
          side === "left" ? "right" : "left",
        )
        if (value === undefined) return undefined
        if (best === undefined || (side === "left" ? value > best : value < best)) best = value
      }
    }
    this.#known[side].set(key, best!)
    return best
  }
}

function byId(a: ScoringGame, b: ScoringGame): number {
  return a.id - b.id
}
