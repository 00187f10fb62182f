// A bare board: one byte a point in the layout of `Board`, without chains. The methods that keep their own
// books (or none) start from it, and all of them are counted on it.

import { allPoints, Black, Border, DIAGONALS, Empty, NEIGHBOURS, opponent, POINTS } from "../rules/index.ts"
import { White, type Board, type Color, type Point } from "../rules/index.ts"

const POINTS_OF_SIZE: (readonly Point[])[] = []

/** All points of a board of this size, in rows from the top; the list is made once. */
export function pointsOf(size: number): readonly Point[] {
  return (POINTS_OF_SIZE[size] ??= allPoints(size))
}

/** Copies the stones of a board, with the border around them. */
export function loadStones(board: Board, stones: Uint8Array): void {
  const points = pointsOf(board.size)
  stones.fill(Border)
  for (let i = 0; i < points.length; i++) stones[points[i]!] = board.at(points[i]!)
}

/** `isEye` of the rules (SIM-5), read from bare stones. */
export function isEyeAmong(stones: Uint8Array, color: Color, point: Point): boolean {
  for (let i = 0; i < 4; i++) {
    const there = stones[point + NEIGHBOURS[i]!]
    if (there !== color && there !== Border) return false
  }
  const enemy = opponent(color)
  let enemies = 0
  let atEdge = 0
  for (let i = 0; i < 4; i++) {
    const there = stones[point + DIAGONALS[i]!]
    if (there === enemy) enemies++
    else if (there === Border) atEdge = 1
  }
  return enemies + atEdge < 2
}

const UNSEEN = 255

/** Counts area: stones, and empty regions that only one colour touches. */
export class Area {
  /** Whose each point was in the last count. */
  readonly owner = new Uint8Array(POINTS)
  readonly #region = new Int16Array(POINTS)

  /** Black's points less White's. */
  count(stones: Uint8Array, points: readonly Point[]): number {
    const owner = this.owner.fill(Empty)
    let margin = 0
    for (let i = 0; i < points.length; i++) {
      const point = points[i]!
      const there = stones[point]!
      owner[point] = there === Empty ? UNSEEN : there
      if (there === Black) margin++
      else if (there === White) margin--
    }
    for (let i = 0; i < points.length; i++) {
      if (owner[points[i]!] === UNSEEN) margin += this.#share(stones, points[i]!)
    }
    return margin
  }

  #share(stones: Uint8Array, start: Point): number {
    const owner = this.owner
    const region = this.#region
    let end = 0
    let touched = 0 // Black and White are bits, so that both together are neither
    region[end++] = start
    owner[start] = Empty
    for (let i = 0; i < end; i++) {
      for (let side = 0; side < 4; side++) {
        const next = region[i]! + NEIGHBOURS[side]!
        const there = stones[next]!
        if (there === Border) continue
        if (there !== Empty) touched |= there
        else if (owner[next] === UNSEEN) {
          owner[next] = Empty
          region[end++] = next
        }
      }
    }
    if (touched !== Black && touched !== White) return 0
    for (let i = 0; i < end; i++) owner[region[i]!] = touched
    return touched === Black ? end : -end
  }
}
