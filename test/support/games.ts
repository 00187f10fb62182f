// Random games for properties: small trees with small scores.

import fc from "fast-check"
import type { GameBook, ScoringGame } from "../../src/cgt/game.ts"
import { Rational } from "../../src/cgt/rational.ts"

/** Builds the game in a book of the caller's choice. */
export type GameBuilder = (book: GameBook) => ScoringGame

interface Shape {
  readonly score: number
  readonly left: readonly Shape[]
  readonly right: readonly Shape[]
}

/** Games in which both players have a move until a whole number is reached. */
export function arbitraryGame(maxDepth = 3): fc.Arbitrary<GameBuilder> {
  const { shape } = fc.letrec<{ shape: Shape }>((tie) => {
    const moves = fc.array(tie("shape"), { minLength: 1, maxLength: 3 })
    const number = fc.record({
      score: fc.integer({ min: -8, max: 8 }),
      left: fc.constant([]),
      right: fc.constant([]),
    })
    const play = fc.record({ score: fc.constant(0), left: moves, right: moves })
    return { shape: fc.oneof({ maxDepth, depthIdentifier: "game" }, number, play) }
  })
  return shape.map((made) => (book: GameBook) => build(made, book))
}

function build({ score, left, right }: Shape, book: GameBook): ScoringGame {
  if (left.length === 0) return book.number(Rational.of(score))
  return book.play(
    left.map((shape) => build(shape, book)),
    right.map((shape) => build(shape, book)),
  )
}
