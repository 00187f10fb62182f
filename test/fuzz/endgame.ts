// Late positions on small boards, made by random play: what the division of a position calls decided must be decided
// by a search of all lines of play (CGT-7). The input is the drawn board.

import { unwrap, type Random } from "../../src/base/index.ts"
import { divide } from "../../src/cgt/board/index.ts"
import {
  allPoints,
  Black,
  Board,
  Empty,
  makeAscii,
  NEIGHBOURS,
  opponent,
  parseAscii,
  White,
  type Color,
  type Point,
} from "../../src/rules/index.ts"
import { isKept } from "../oracles/safety.ts"
import { must, type Target } from "./target.ts"

/** Positions that the judge may look at; a claim with more is left out. */
const MOST = 30_000
/** Far more than a player gives to the proofs. */
const NODES = 20_000

export const endgameTarget: Target = {
  make: (random) => new TextEncoder().encode(makeAscii(lateBoard(random))),
  run(input) {
    const board = unwrap(parseAscii(new TextDecoder().decode(input)))
    for (const color of [Black, White]) {
      const isTrue = judgeClaims(board, color)
      must(
        isTrue !== false,
        () => `${color === Black ? "Black" : "White"} can't keep it:\n${makeAscii(board)}`,
      )
    }
  },
}

/** Whether the colour keeps all that the division gives to it; undefined where nothing is, or too much to be judged. */
export function judgeClaims(board: Board, color: Color, most = MOST): boolean | undefined {
  const { owner, alive } = divide(board, { allowance: { nodes: NODES } })
  const points = allPoints(board.size).filter((point) => owner[point] === color)
  return points.length === 0 ? undefined : isKept({ board, color, points, alive: alive[color] }, most)
}

/** Random moves that seldom fill an own eye, until few points are empty; sometimes some stones are taken off again. */
export function lateBoard(random: Random): Board {
  const size = 3 + random.below(3)
  const board = new Board(size)
  const points = allPoints(size)
  const enough = 2 + random.below(size === 5 ? 9 : 7)
  let color: Color = Black
  for (let tries = 0; tries < 400; tries++) {
    const point = points[random.below(points.length)]!
    const empty = points.filter((place) => board.at(place) === Empty).length
    if (empty <= enough) break
    if (board.at(point) !== Empty || (isEye(board, point, color) && random.below(20) > 0)) continue
    // Now and then a side moves twice, so that walls come about.
    if (board.play(color, point) === undefined && random.below(4) > 0) color = opponent(color)
  }
  const stones = points.flatMap((point): [Color, Point][] => {
    const content = board.at(point)
    return content === Empty || random.below(30) === 0 ? [] : [[content as Color, point]]
  })
  return unwrap(Board.fromStones(size, stones))
}

function isEye(board: Board, point: Point, color: Color): boolean {
  return NEIGHBOURS.every((step) => {
    const content = board.at((point + step) as Point)
    return content !== Empty && content !== opponent(color)
  })
}
