// Handicap stones and star points (RUL-3). Fixed handicap follows the GTP 2 draft: the third line up to
// 12×12, the fourth beyond; four stones on even boards and on 7×7, nine on other odd ones.

import { allPoints, pointAt, xOf, yOf, type Point } from "./types.ts"

/** The largest fixed handicap on this board; 0 where there is none. */
export function maxFixedHandicap(size: number): number {
  if (size < 7) return 0
  return size % 2 === 0 || size === 7 ? 4 : 9
}

/** The fixed handicap points for `stones` stones; undefined when the board has no such handicap. */
export function fixedHandicap(size: number, stones: number): Point[] | undefined {
  if (!Number.isInteger(stones) || stones < 2 || stones > maxFixedHandicap(size)) return undefined
  const low = starLine(size)
  const high = size - 1 - low
  const middle = (size - 1) / 2
  const corners = [pointAt(low, high), pointAt(high, low), pointAt(low, low), pointAt(high, high)]
  const sides = [pointAt(low, middle), pointAt(high, middle), pointAt(middle, high), pointAt(middle, low)]
  const points = corners.slice(0, Math.min(stones, 4))
  if (stones >= 6) points.push(...sides.slice(0, stones >= 8 ? 4 : 2))
  if (stones === 5 || stones === 7 || stones === 9) points.push(pointAt(middle, middle))
  return points
}

/**
 * A free handicap of Montego's own choice: the fixed points first, then points that spread out evenly.
 * Never more than leave one point empty; undefined otherwise.
 */
export function freeHandicap(size: number, stones: number): Point[] | undefined {
  if (!Number.isInteger(stones) || stones < 2 || stones >= size * size) return undefined
  const fixed = Math.min(stones, maxFixedHandicap(size))
  const points = fixed >= 2 ? fixedHandicap(size, fixed)! : []
  const others = allPoints(size).map((point) => ({ point, nearest: size, worth: worthOf(point, size) }))
  const spread = (stone: Point): void => {
    for (const other of others) other.nearest = Math.min(other.nearest, distance(other.point, stone))
  }
  points.forEach(spread)
  while (points.length < stones) {
    const free = others.filter((other) => other.nearest > 0)
    const best = free.reduce((a, b) => (b.nearest * b.worth > a.nearest * a.worth ? b : a))
    points.push(best.point)
    spread(best.point)
  }
  return points
}

/** Star points as boards draw them: all nine, or the corners and the centre on small boards. */
export function starPoints(size: number): Point[] {
  const most = maxFixedHandicap(size)
  if (most === 0) return size % 2 === 1 && size >= 3 ? [pointAt((size - 1) / 2, (size - 1) / 2)] : []
  return fixedHandicap(size, size < 13 && most === 9 ? 5 : most)!
}

function starLine(size: number): number {
  return size < 13 ? 2 : 3
}

/** Distance counts for little on the first line, and slightly more towards the centre. */
function worthOf(point: Point, size: number): number {
  const line = Math.min(xOf(point), yOf(point), size - 1 - xOf(point), size - 1 - yOf(point))
  return line === 0 ? 1 / size : 1 + line / (10 * size)
}

function distance(a: Point, b: Point): number {
  return Math.abs(xOf(a) - xOf(b)) + Math.abs(yOf(a) - yOf(b))
}
