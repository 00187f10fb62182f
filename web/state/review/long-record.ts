// A record for tests: lawful moves by chance, from a seed. Own eyes are filled too, so that stones are taken again and
// again and the game goes on for as long as one likes; every hundredth move has a variation.

import { Random } from "montego/base"
import { appendPlay, makeNode, makeSgf, type SgfNode } from "montego/record"
import { allPoints, Black, Board, opponent, PASS, type Color, type Move } from "montego/rules"

const TRIES = 60
const VARIATION_EVERY = 100

export function longRecord(moves: number, size = 19): string {
  const random = new Random(1)
  const board = new Board(size)
  const points = allPoints(size)
  const choose = (color: Color): Move => {
    for (let tries = 0; tries < TRIES; tries++) {
      const point = points[random.below(points.length)]!
      if (board.isLegal(color, point)) return point
    }
    return PASS
  }
  const root = makeNode({ GM: ["1"], FF: ["4"], SZ: [String(size)], PB: ["Long"], RU: ["Japanese"] })
  let node: SgfNode = root
  let color: Color = Black
  for (let number = 1; number <= moves; number++) {
    const move = choose(color)
    const next = appendPlay(node, { color, move })
    if (number % VARIATION_EVERY === 0) appendPlay(node, { color, move: choose(color) })
    board.play(color, move)
    color = opponent(color)
    node = next
  }
  return makeSgf([root])
}
