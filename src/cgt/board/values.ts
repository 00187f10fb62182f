// The smallest game of the same value: moves that are never better than another are left out, and a move that the
// opponent can answer so that the mover is no better off than before is replaced by what follows the answer (it is
// reversed). Both keep the score of every sum that the game is part of, and they make games of thousands of positions
// small enough to be searched together.
//
// The order is that of games with scores and free passes: `a` is at most `b` when Right, moving first in b − a, does
// not get below zero (Milnor 1953, Hanner 1959). A move that only gains time is worth nothing there, so {3|1} is at
// most 3 and {1|1} equals 1. No position may be a zugzwang: local games (enumerate.ts) have none.

import { GameBook, optionsOf, type Player as Side, type PlayGame, type ScoringGame } from "../game.ts"
import { Rational } from "../rational.ts"

/** Makes games in their smallest form. */
export class Values {
  readonly book = new GameBook()
  readonly #stops = {
    left: new Map<number, Map<number, boolean>>(),
    right: new Map<number, Map<number, boolean>>(),
  }
  readonly #shifted = new Map<number, Map<number, ScoringGame>>()

  number(value: number): ScoringGame {
    return this.book.number(Rational.of(value))
  }

  /** `{left|right}` in its smallest form; the options have it already. */
  play(left: readonly ScoringGame[], right: readonly ScoringGame[]): ScoringGame {
    let game = this.book.play(this.#best(left, "left"), this.#best(right, "right"))
    for (;;) {
      const next = this.#bypassed(game)
      if (next === game) return this.#asNumber(game)
      game = next
    }
  }

  /** The game with all its scores changed by a whole number. */
  shifted(game: ScoringGame, by: number): ScoringGame {
    if (by === 0) return game
    const row = rowOf(this.#shifted, game.id)
    const known = row.get(by)
    if (known) return known
    const all = (options: readonly ScoringGame[]): ScoringGame[] =>
      options.map((option) => this.shifted(option, by))
    const made =
      game.kind === "number"
        ? this.book.number(game.value.plus(Rational.of(by)))
        : this.book.play(all(game.left), all(game.right))
    row.set(by, made)
    return made
  }

  /** Whether `a` is never better than `b` for Left, whatever else is on the board. */
  isAtMost(a: ScoringGame, b: ScoringGame): boolean {
    return a === b || this.#isAboveZero(b, a, "right")
  }

  /** Whether `first − second` ends at zero or more when `side` moves first. */
  #isAboveZero(first: ScoringGame, second: ScoringGame, side: Side): boolean {
    if (first.kind === "number" && second.kind === "number") return first.value.compare(second.value) >= 0
    const row = rowOf(this.#stops[side], first.id)
    const known = row.get(second.id)
    if (known !== undefined) return known
    const other = side === "left" ? "right" : "left"
    const inFirst = (option: ScoringGame): boolean => this.#isAboveZero(option, second, other)
    const inSecond = (option: ScoringGame): boolean => this.#isAboveZero(first, option, other)
    const [ofFirst, ofSecond] = [optionsOf(first, side), optionsOf(second, other)]
    const found =
      side === "left"
        ? ofFirst.some(inFirst) || ofSecond.some(inSecond)
        : ofFirst.every(inFirst) && ofSecond.every(inSecond)
    row.set(second.id, found)
    return found
  }

  isEqual(a: ScoringGame, b: ScoringGame): boolean {
    return this.isAtMost(a, b) && this.isAtMost(b, a)
  }

  /** Without options that another is at least as good as. */
  #best(options: readonly ScoringGame[], side: Side): ScoringGame[] {
    const kept: ScoringGame[] = []
    const isWorse = (a: ScoringGame, b: ScoringGame): boolean =>
      side === "left" ? this.isAtMost(a, b) : this.isAtMost(b, a)
    for (const option of options) {
      if (kept.some((other) => isWorse(option, other))) continue
      const better = kept.filter((other) => !isWorse(other, option))
      kept.splice(0, kept.length, ...better, option)
    }
    return kept
  }

  /** One round of replacing reversible options. */
  #bypassed(game: PlayGame): PlayGame {
    const left = game.left.flatMap((option) => this.#afterAnswer(game, option, "left"))
    const right = game.right.flatMap((option) => this.#afterAnswer(game, option, "right"))
    return this.book.play(
      left.length > 0 ? this.#best(left, "left") : game.left,
      right.length > 0 ? this.#best(right, "right") : game.right,
    )
  }

  #afterAnswer(game: PlayGame, option: ScoringGame, side: Side): readonly ScoringGame[] {
    if (option.kind === "number") return [option]
    const answers = side === "left" ? option.right : option.left
    const reversing = answers.find((answer) =>
      side === "left" ? this.isAtMost(answer, game) : this.isAtMost(game, answer),
    )
    return reversing === undefined ? [option] : optionsOf(reversing, side)
  }

  /** A game that equals the whole number between its stops is written as that number. */
  #asNumber(game: PlayGame): ScoringGame {
    const low = stopOf(game, "right")
    if (!low.equals(stopOf(game, "left"))) return game
    const number = this.book.number(low)
    return this.isEqual(game, number) ? number : game
  }
}

function rowOf<T>(rows: Map<number, Map<number, T>>, id: number): Map<number, T> {
  let row = rows.get(id)
  if (!row) rows.set(id, (row = new Map<number, T>()))
  return row
}

const STOPS = { left: new WeakMap<ScoringGame, Rational>(), right: new WeakMap<ScoringGame, Rational>() }

/** The score when this side begins and both play on until a number is reached. */
export function stopOf(game: ScoringGame, side: Side): Rational {
  if (game.kind === "number") return game.value
  const known = STOPS[side].get(game)
  if (known) return known
  const other = side === "left" ? "right" : "left"
  const stops = game[side].map((option) => stopOf(option, other))
  const best = stops.reduce((a, b) => (a.isLess(b) === (side === "left") ? b : a))
  STOPS[side].set(game, best)
  return best
}
