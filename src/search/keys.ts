// Key positions priority (TREE-9; Chelaru 2008, 4.3.4): a category from 0 to 8 for every point, 8 on the key points
// and one less for each step to the nearest of them; and how likely each category is drawn, by a cubic Bézier curve.

import { allPoints, pointAt, starPoints, xOf, yOf, type Point } from "../rules/index.ts"

/**
 * `stars`: the star points, as the text says. `printed`: the lines of the printed map, the 5th, 10th and 15th of 19.
 */
export type KeyMap = "stars" | "printed"

/** The category of the key points themselves. */
export const HIGHEST_CATEGORY = 8
const PRINTED_LINES = [4, 9, 14]

/** The key points of a board: its stars, or the points that the thesis prints. */
export function keyPoints(size: number, map: KeyMap): Point[] {
  if (map === "stars") return starPoints(size)
  const lines = PRINTED_LINES.map((line) => Math.round((line * (size - 1)) / 18))
  return lines.flatMap((y) => lines.map((x) => pointAt(x, y)))
}

/** The category of each point by its distance from the nearest key point. */
export function keyCategories(size: number, map: KeyMap): Map<Point, number> {
  const keys = keyPoints(size, map)
  const distance = (a: Point, b: Point): number => Math.abs(xOf(a) - xOf(b)) + Math.abs(yOf(a) - yOf(b))
  return new Map(
    allPoints(size).map((point) => {
      const nearest = Math.min(HIGHEST_CATEGORY, ...keys.map((key) => distance(point, key)))
      return [point, HIGHEST_CATEGORY - nearest]
    }),
  )
}

/** A point of the curve's plane: random number across, category upwards. */
export interface ControlPoint {
  readonly x: number
  readonly y: number
}

/** The curve by which a category of key points is drawn: its four control points. */
export type KeyCurve = readonly [ControlPoint, ControlPoint, ControlPoint, ControlPoint]

/** From category 0 at 0 to the end of category 8 at 1; the text does not give its author's inner points. */
export const DEFAULT_CURVE: KeyCurve = [
  { x: 0, y: 0 },
  { x: 0.1, y: 6 },
  { x: 0.3, y: 8 },
  { x: 1, y: 9 },
]

/** For each category the random number up to which it is drawn: where the curve rises above it. */
export function keyEnds(curve: KeyCurve = DEFAULT_CURVE): number[] {
  return Array.from({ length: HIGHEST_CATEGORY + 1 }, (_, category) =>
    category === HIGHEST_CATEGORY ? 1 : xAtHeight(curve, category + 1),
  )
}

/** By bisection: both coordinates rise with the curve's parameter. */
function xAtHeight(curve: KeyCurve, height: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (bezier(curve, middle, "y") < height) low = middle
    else high = middle
  }
  return bezier(curve, low, "x")
}

function bezier(curve: KeyCurve, t: number, axis: "x" | "y"): number {
  const [a, b, c, d] = curve.map((point) => point[axis]) as [number, number, number, number]
  const s = 1 - t
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
}
