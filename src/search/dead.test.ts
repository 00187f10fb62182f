// The proposal of dead stones (RUL-4).

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { Black, type Board, type Color, makeVertex, parseAscii, White } from "../rules/index.ts"
import { openDeadStoneEstimator } from "./dead.ts"

const estimateDead = await openDeadStoneEstimator()

const draw = (drawing: string): Board => unwrap(parseAscii(drawing))

function dead(board: Board, toPlay: Color = Black, seed = 1): string[] {
  return estimateDead(board, toPlay, seed)
    .map((point) => makeVertex(point, board.size))
    .sort()
}

describe("dead stones (RUL-4)", () => {
  // A white stone in a corner that lives with eyes at A1 and around B3: nothing can save it.
  const CORNER = `
    . . . . . . .
    O O O O O O O
    X X X X X O .
    . X . . X O O
    X X O . X O .
    . X . . X O O
    X X X X X O .`

  it.each([Black, White])("a stone in a living corner is dead, with colour %i to play", (toPlay) => {
    expect(dead(draw(CORNER), toPlay)).toEqual(["C3"])
  })

  it("two living groups side by side are alive", () => {
    const board = draw(`
      . X . X O . O
      X X X X O O O
      . X X O O . O
      X X X O O O O
      . X X X O . O
      X X . X O O O
      . X X X O O .`)
    expect(dead(board)).toEqual([])
    expect(dead(board, White)).toEqual([])
  })

  it("walls around open but settled territory are alive", () => {
    const board = draw(`
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .`)
    expect(dead(board)).toEqual([])
  })

  it("a lone stone in the other side's large territory is dead", () => {
    const board = draw(`
      . . . X O . . . .
      . . . X O . . . .
      . O . X O . . . .
      . . . X O . . . .
      . . . X O . . X .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .`)
    expect(dead(board)).toEqual(["B7", "H5"])
  })

  it("an empty board has none", () => {
    expect(dead(draw(". . .\n. . .\n. . ."))).toEqual([])
  })

  it("the same seed gives the same proposal, and the board stays as it was", () => {
    const board = draw(`
      . X . O .
      X . X O .
      . X O . O
      O . X X .
      . O . X .`)
    const before = [board.hash, board.played, board.prisoners(Black)]
    expect(dead(board, Black, 7)).toEqual(dead(board, Black, 7))
    expect([board.hash, board.played, board.prisoners(Black)]).toEqual(before)
  })
})
