// Thermographs as triangles (CGT-2; Lew 2011, section 5.7): temperature, mean and the two stops. Each wall is taken as
// one straight line from its stop at temperature 0 to the foot of the mast.
//
// The rule for a position: Left's options together have the highest of their right stops at temperature 0, and the mast
// of the option with the highest mean. This line, less the tax, is Left's wall; Right's is found in the same way, and
// they meet at the new temperature and mean. Triangles have no part below zero: where Left's stop is not above Right's,
// the temperature is 0 and the mean lies half-way.

import { positionsOf, type ScoringGame } from "./game.ts"
import { greater, lesser, Rational } from "./rational.ts"
import { thermographOf } from "./thermograph.ts"
import { firstMeeting, taxed, type Trajectory } from "./trajectory.ts"

/** A thermograph as a triangle: mean, temperature and two stops. */
export interface Triangle {
  readonly mean: Rational
  readonly temperature: Rational
  readonly leftStop: Rational
  readonly rightStop: Rational
}

/** The triangle of a game, from the triangles of its options. Both players need a move in every position. */
export function triangleOf(game: ScoringGame): Triangle {
  const made = new Map<ScoringGame, Triangle>()
  for (const position of positionsOf(game)) {
    const trianglesOf = (options: readonly ScoringGame[]): Triangle[] =>
      options.map((option) => made.get(option)!)
    made.set(
      position,
      position.kind === "number"
        ? pointAt(position.value)
        : joined(trianglesOf(position.left), trianglesOf(position.right)),
    )
  }
  return made.get(game)!
}

function pointAt(value: Rational): Triangle {
  return { mean: value, temperature: Rational.ZERO, leftStop: value, rightStop: value }
}

function joined(left: readonly Triangle[], right: readonly Triangle[]): Triangle {
  const leftStop = left.map(({ rightStop }) => rightStop).reduce(greater)
  const rightStop = right.map((option) => option.leftStop).reduce(lesser)
  if (leftStop.compare(rightStop) <= 0) return pointAt(leftStop.plus(rightStop).dividedBy(Rational.of(2)))
  const highest = left.reduce((best, option) => (best.mean.isLess(option.mean) ? option : best))
  const lowest = right.reduce((best, option) => (option.mean.isLess(best.mean) ? option : best))
  const foot = firstMeeting(taxed(lineTo(leftStop, highest), -1), taxed(lineTo(rightStop, lowest), 1))
  return { mean: foot.value, temperature: foot.temperature, leftStop, rightStop }
}

/** From a stop at temperature 0 to a mast, and up along it. */
function lineTo(stop: Rational, { mean, temperature }: Triangle): Trajectory {
  const foot = { temperature, value: mean }
  const isPoint = temperature.equals(Rational.ZERO)
  return {
    corners: isPoint ? [foot] : [{ temperature: Rational.ZERO, value: stop }, foot],
    slope: Rational.ZERO,
  }
}

/** How far the triangle is from the exact thermograph. */
export interface TriangleError {
  readonly mean: Rational
  readonly temperature: Rational
}

/** The triangle's mean and temperature less the exact ones. */
export function triangleErrorOf(game: ScoringGame): TriangleError {
  const exact = thermographOf(game)
  const triangle = triangleOf(game)
  return {
    mean: triangle.mean.minus(exact.mean),
    temperature: triangle.temperature.minus(exact.temperature),
  }
}
