// Values that change with the temperature, piece by piece along straight lines: the walls of a thermograph and the
// scaffolds they are cut from. All begin at temperature −1, the lowest one (thermograph.ts says why).

import { Rational } from "./rational.ts"

/** A corner of a thermograph's wall. */
export interface Corner {
  readonly temperature: Rational
  readonly value: Rational
}

/**
 * A wall of a thermograph: straight from corner to corner, and with `slope` (value by temperature) above the last
 * one.
 */
export interface Trajectory {
  /** At least one, by rising temperature; the first is at −1. */
  readonly corners: readonly Corner[]
  readonly slope: Rational
}

/**
 * The lowest temperature of a thermograph, -1: there a whole number of points is worth less than nothing to
 * either player.
 */
export const COLDEST: Rational = Rational.of(-1)

/** The same value at all temperatures. */
export function constant(value: Rational): Trajectory {
  return { corners: [{ temperature: COLDEST, value }], slope: Rational.ZERO }
}

/** The value of a wall at a temperature, which must not be below −1. */
export function valueAt({ corners, slope }: Trajectory, temperature: Rational): Rational {
  let index = corners.length - 1
  while (index > 0 && temperature.isLess(corners[index]!.temperature)) index--
  const from = corners[index]!
  if (from.temperature.equals(temperature)) return from.value
  const rise = index === corners.length - 1 ? slope : slopeBetween(from, corners[index + 1]!)
  return along(from, rise, temperature)
}

function slopeBetween(from: Corner, to: Corner): Rational {
  return to.value.minus(from.value).dividedBy(to.temperature.minus(from.temperature))
}

function along(from: Corner, slope: Rational, temperature: Rational): Rational {
  if (slope.over === 0n) return from.value
  return from.value.plus(slope.times(temperature.minus(from.temperature)))
}

/** The trajectory plus `sign` times the temperature: the tax of a move. */
export function taxed({ corners, slope }: Trajectory, sign: 1 | -1): Trajectory {
  return {
    corners: corners.map(({ temperature, value }) => ({
      temperature,
      value: sign > 0 ? value.plus(temperature) : value.minus(temperature),
    })),
    slope: slope.plus(Rational.of(sign)),
  }
}

/** At each temperature the greater value of the two. */
export function upper(a: Trajectory, b: Trajectory): Trajectory {
  return envelope(a, b, 1)
}

/** At each temperature the lesser value of the two. */
export function lower(a: Trajectory, b: Trajectory): Trajectory {
  return envelope(a, b, -1)
}

/** A temperature with the values of two trajectories. */
interface Pair {
  readonly temperature: Rational
  readonly a: Rational
  readonly b: Rational
}

/** The pairs at all corners of the two and where they cross, by rising temperature. */
function pairsOf(a: Trajectory, b: Trajectory): Pair[] {
  const pairs: Pair[] = []
  for (const temperature of temperaturesOf(a, b)) {
    const pair = { temperature, a: valueAt(a, temperature), b: valueAt(b, temperature) }
    const before = pairs.at(-1)
    const crossing = before && crossingBetween(before, pair)
    if (crossing) pairs.push(crossing)
    pairs.push(pair)
  }
  const last = pairs.at(-1)!
  const gap = last.a.compare(last.b)
  const closing = b.slope.minus(a.slope)
  if (gap !== 0 && closing.compare(Rational.ZERO) === gap) {
    const temperature = last.temperature.plus(last.a.minus(last.b).dividedBy(closing))
    const value = valueAt(a, temperature)
    pairs.push({ temperature, a: value, b: value })
  }
  return pairs
}

function temperaturesOf(a: Trajectory, b: Trajectory): Rational[] {
  const merged: Rational[] = []
  let [i, j] = [0, 0]
  while (i < a.corners.length || j < b.corners.length) {
    const x = a.corners[i]?.temperature
    const y = b.corners[j]?.temperature
    const order = x === undefined ? 1 : y === undefined ? -1 : x.compare(y)
    merged.push(order <= 0 ? x! : y!)
    if (order <= 0) i++
    if (order >= 0) j++
  }
  return merged
}

function crossingBetween(from: Pair, to: Pair): Pair | undefined {
  if (from.a.compare(from.b) * to.a.compare(to.b) >= 0) return undefined
  const gapFrom = from.a.minus(from.b)
  const share = gapFrom.dividedBy(gapFrom.minus(to.a.minus(to.b)))
  const temperature = from.temperature.plus(share.times(to.temperature.minus(from.temperature)))
  const value = from.a.plus(share.times(to.a.minus(from.a)))
  return { temperature, a: value, b: value }
}

function envelope(a: Trajectory, b: Trajectory, sign: 1 | -1): Trajectory {
  const pairs = pairsOf(a, b)
  const corners = pairs.map((pair) => ({
    temperature: pair.temperature,
    value: pair.a.compare(pair.b) * sign >= 0 ? pair.a : pair.b,
  }))
  const last = pairs.at(-1)!
  const order = last.a.compare(last.b) || a.slope.compare(b.slope)
  return straightened({ corners, slope: order * sign >= 0 ? a.slope : b.slope })
}

/** Without corners on a straight line. */
function straightened({ corners, slope }: Trajectory): Trajectory {
  const kept: Corner[] = []
  for (const [index, corner] of corners.entries()) {
    const before = kept.at(-1)
    const next = corners[index + 1]
    const after = next ? slopeBetween(corner, next) : slope
    if (!before || !slopeBetween(before, corner).equals(after)) kept.push(corner)
  }
  return { corners: kept, slope }
}

/** The lowest temperature from which `a` is not above `b`. It needs `a − b` to fall with the temperature. */
export function firstMeeting(a: Trajectory, b: Trajectory): Corner {
  const { temperature, a: value } = pairsOf(a, b).find((pair) => pair.a.compare(pair.b) <= 0)!
  return { temperature, value }
}

/** The trajectory up to a point of it, which is the last corner, and constant from there on. */
export function cutAt({ corners }: Trajectory, end: Corner): Trajectory {
  const below = corners.filter(({ temperature }) => temperature.isLess(end.temperature))
  return { corners: [...below, end], slope: Rational.ZERO }
}

/** The sum of the two at each temperature. */
export function added(a: Trajectory, b: Trajectory): Trajectory {
  const corners = temperaturesOf(a, b).map((temperature) => ({
    temperature,
    value: valueAt(a, temperature).plus(valueAt(b, temperature)),
  }))
  return straightened({ corners, slope: a.slope.plus(b.slope) })
}

/** The trajectory times a sign. */
export function scaled({ corners, slope }: Trajectory, sign: 1 | -1): Trajectory {
  if (sign > 0) return { corners, slope }
  return {
    corners: corners.map(({ temperature, value }) => ({ temperature, value: value.negated() })),
    slope: slope.negated(),
  }
}
