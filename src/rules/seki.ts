// Seki under territory rules (RUL-3): eyes of stones that live only because neither side dares to play
// the points between them count for nothing. The rules call every living stone with a dame a seki, but
// players stop before the last dame is filled; so harmless dame are filled first, and only the dame
// that neither side can fill safely make a seki.
//
// The test for "safely" is one move deep: the filled stone keeps two liberties and captures nothing. A seki
// of two large eyes around one dame passes it and is then counted as two living groups; the players'
// agreement on dead stones has to settle such a case.

import type { Board } from "./board.ts"
import { unconditionalLife } from "./life.ts"
import { emptyRegions, surroundedBy, type Region } from "./regions.ts"
import { Black, Border, Empty, NEIGHBOURS, White, type Color, type Point } from "./types.ts"

/** The stones in seki on a board from which dead stones are removed. */
export function sekiStones(board: Board): Set<Point> {
  const safe = new Set([Black, White].flatMap((color) => unconditionalLife(board, color).stones))
  const regions = emptyRegions(board)
  const dame = regions.filter((region) => surroundedBy(board, region) === undefined)
  const seki = new Set<Point>()
  const pending: Point[] = []
  const add = (stone: Point): void => {
    if (safe.has(stone) || seki.has(stone)) return
    for (const member of board.chain(stone)) seki.add(member)
    pending.push(stone)
  }

  for (const point of unfillable(board, dame)) {
    for (const step of NEIGHBOURS) {
      const neighbour = (point + step) as Point
      if (isStone(board, neighbour)) add(neighbour)
    }
  }
  // Chains around a common eye stand and fall together.
  for (let chain = pending.pop(); chain !== undefined; chain = pending.pop()) {
    const color = board.at(chain)
    for (const region of regions) {
      if (surroundedBy(board, region) !== color) continue
      if (region.boundary.some((point) => board.chainHead(point) === board.chainHead(chain))) {
        region.boundary.forEach(add)
      }
    }
  }
  return seki
}

/** The dame that stay empty when every dame is filled that one side can fill without danger. */
function unfillable(board: Board, dame: readonly Region[]): Point[] {
  const trial = board.clone()
  let left = dame.flatMap((region) => region.points)
  for (;;) {
    const before = left.length
    left = left.filter((point) => !fill(trial, point, Black) && !fill(trial, point, White))
    if (left.length === before) return left
  }
}

function fill(trial: Board, point: Point, color: Color): boolean {
  const prisoners = trial.prisoners(color)
  if (trial.play(color, point) !== undefined) return false
  if (trial.prisoners(color) === prisoners && trial.liberties(point).length >= 2) return true
  trial.undo()
  return false
}

function isStone(board: Board, point: Point): boolean {
  const content = board.at(point)
  return content !== Empty && content !== Border
}
