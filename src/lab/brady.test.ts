// Brady's program as described: every simulation in four steps, and his ending (LAB-3, RUL-5).

import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { Black, Board, parseAscii, pointAt, White } from "../rules/index.ts"
import { rollout, searchBrady } from "./brady.ts"

describe("Brady's search", () => {
  it("answers with a legal move, the same for the same seed", () => {
    const board = new Board(9)
    board.play(Black, pointAt(4, 4))
    const search = (seed: number) => searchBrady(board, White, 300, new Random(seed))
    const { move, split, nodes } = search(1)
    expect(board.refusal(White, move!)).toBeUndefined()
    expect(search(1).move).toBe(move)
    expect(Math.min(...Object.values(split))).toBeGreaterThanOrEqual(0)
    // Depth 3 begins after every move and every reply was visited: 1 + 80 + 80 × 79 nodes at most by then.
    expect(nodes).toBeGreaterThan(81)
  })
})

describe("his ending", () => {
  it("a full board is counted after two passes of a player, with komi 5.5", () => {
    const black = unwrap(
      parseAscii(`
      X X X
      X . X
      X X .`),
    )
    expect(rollout(black, White, new Random(1))).toBe(Black)
    const even = unwrap(
      parseAscii(`
      X X X
      . X .
      O O O`),
    )
    expect(rollout(even, Black, new Random(1))).toBe(White)
  })

  it("leaves the board as it was", () => {
    const board = new Board(5)
    rollout(board, Black, new Random(3))
    expect(board.at(pointAt(2, 2))).toBe(new Board(5).at(pointAt(2, 2)))
  })
})
