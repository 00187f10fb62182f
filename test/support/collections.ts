// Small collections of games for tests: random legal moves, one game a line.

import { Random } from "../../src/base/random.ts"
import { makeSgf, makeRecord } from "../../src/record/index.ts"
import { allPoints, Black, Board, opponent, type Color, type Point } from "../../src/rules/index.ts"

export interface CollectionOptions {
  readonly games: number
  readonly size?: number
  readonly moves?: number
  readonly seed?: number
}

export function randomGame(random: Random, size: number, moves: number): { color: Color; move: Point }[] {
  const board = new Board(size)
  const points = allPoints(size)
  const plays: { color: Color; move: Point }[] = []
  let color: Color = Black
  while (plays.length < moves) {
    const legal = points.filter((point) => board.isLegal(color, point))
    if (legal.length === 0) break
    const move = legal[random.below(legal.length)]!
    board.play(color, move)
    plays.push({ color, move })
    color = opponent(color)
  }
  return plays
}

export function makeCollection({ games, size = 9, moves = 40, seed = 1 }: CollectionOptions): string {
  const random = new Random(seed)
  return Array.from({ length: games }, () =>
    makeSgf([makeRecord({ size, result: "B+R" }, randomGame(random, size, moves))]).replaceAll("\n", ""),
  )
    .join("\n")
    .concat("\n")
}
