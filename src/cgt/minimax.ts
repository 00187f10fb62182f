// Perfect play in sums by exhaustive search, the judge of all strategies (CGT-1, CGT-6). Finished parts only shift the
// score, and the order of the parts does not matter, so a state is the multiset of the unfinished parts.

import { err, ok, type Result } from "../base/result.ts"
import { depthOf, opponentOf, optionsOf, positionsOf, type Player, type ScoringGame } from "./game.ts"
import { greater, lesser, Rational } from "./rational.ts"
import { movesOf, play, playRefusal, scoreOf, type GameSum, type SumMove } from "./sums.ts"

/** The most states of a sum that is searched to the end: each costs some ten microseconds. */
export const MOST_STATES = 150_000
/** A longer game would need a deep stack. */
const MOST_MOVES = 1000

/** A move with the result of perfect play after it. */
export interface JudgedMove extends SumMove {
  readonly value: Rational
}

/** Looks up results of perfect play. Its games must come from one book. */
export class PerfectPlay {
  readonly #values = new Map<string, Rational>()

  /** A judge for this sum and all that can come of it, or why there is none. */
  static of(sum: GameSum): Result<PerfectPlay, string> {
    const refusal = playRefusal(sum)
    if (refusal !== undefined) return err(refusal)
    const moves = sum.reduce((all, game) => all + depthOf(game), 0)
    if (moves > MOST_MOVES) return err(`a game of up to ${moves} moves is too long for exhaustive search`)
    const states = countStates(sum)
    if (states > MOST_STATES)
      return err(
        `${states.toLocaleString("en")} states are too many for exhaustive search: ${MOST_STATES.toLocaleString("en")} at most`,
      )
    return ok(new PerfectPlay())
  }

  private constructor() {}

  /** The score when both play perfectly from here. */
  value(sum: GameSum, toMove: Player): Rational {
    const open = sum.filter(({ kind }) => kind === "play")
    return scoreOf(sum).plus(this.#openValue(open, toMove))
  }

  /** All moves with their results. */
  judge(sum: GameSum, toMove: Player): JudgedMove[] {
    return movesOf(sum, toMove).map((move) => ({
      ...move,
      value: this.value(play(sum, move), opponentOf(toMove)),
    }))
  }

  /** The moves that lose nothing. */
  bestMoves(sum: GameSum, toMove: Player): JudgedMove[] {
    const best = this.value(sum, toMove)
    return this.judge(sum, toMove).filter(({ value }) => value.equals(best))
  }

  /** How many states it has looked at. */
  get states(): number {
    return this.#values.size
  }

  /** Of unfinished parts only. The hot loop: it makes no lists of moves. */
  #openValue(open: readonly ScoringGame[], toMove: Player): Rational {
    if (open.length === 0) return Rational.ZERO
    const ids = open.map(({ id }) => id).sort((a, b) => a - b)
    const key = `${toMove}${ids.join()}`
    const known = this.#values.get(key)
    if (known) return known
    const next = opponentOf(toMove)
    const better = toMove === "left" ? greater : lesser
    let best: Rational | undefined
    for (let part = 0; part < open.length; part++) {
      // Equal parts have equal moves.
      if (open.indexOf(open[part]!) < part) continue
      for (const to of optionsOf(open[part]!, toMove)) {
        const value =
          to.kind === "number"
            ? to.value.plus(this.#openValue(open.toSpliced(part, 1), next))
            : this.#openValue(open.with(part, to), next)
        best = best ? better(best, value) : value
      }
    }
    this.#values.set(key, best!)
    return best!
  }
}

/**
 * How many states of a sum have moves left. They are multisets of unfinished positions: equal parts count once
 * for each way to choose, with repetition, among theirs.
 */
export function countStates(sum: GameSum): number {
  const copies = new Map<ScoringGame, number>()
  for (const game of sum) copies.set(game, (copies.get(game) ?? 0) + 1)
  let states = 1
  for (const [game, count] of copies) {
    // One more for "finished".
    const places = positionsOf(game).filter(({ kind }) => kind === "play").length + 1
    for (let i = 1; i <= count; i++) states = (states * (places + i - 1)) / i
  }
  return Math.round(states)
}
