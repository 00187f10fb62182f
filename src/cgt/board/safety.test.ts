// What the proofs of safety claim, judged by a search of all lines of play on small boards (CGT-7). The long run is
// `npm run fuzz -- --target endgame`.

import { describe, expect, it } from "vitest"
import { judgeClaims, lateBoard } from "../../../test/fuzz/endgame.ts"
import { isKept } from "../../../test/oracles/safety.ts"
import { Random } from "../../base/random.ts"
import { unwrap } from "../../base/result.ts"
import { allPoints, Black, parseAscii, White, type Board } from "../../rules/index.ts"
import { divide } from "./divide.ts"

const draw = (drawing: string): Board => unwrap(parseAscii(drawing))

describe("the judge", () => {
  it.each([
    ["four points in a row", ". . . .\nX X X X\nO O O O\nO O O .", true],
    ["three points in a row", "X . . .\nX X X X\nO O O O\nO O O .", false],
    ["four points in a square", ". . X O\n. . X O\nX X X O\nO O O .", false],
  ])("says of %s: %j", (_, drawing, isAlive) => {
    const board = draw(drawing)
    const points = allPoints(4).filter((point, index) => index < 15 && board.at(point) !== White)
    const alive = new Set(points.filter((point) => board.at(point) === Black))
    expect(isKept({ board, color: Black, points, alive }, 100_000)).toBe(isAlive)
  })
})

describe("what is called decided", () => {
  it("is kept in every line of play, in random late positions", () => {
    let judged = 0
    for (let seed = 1; seed <= 250; seed++) {
      const board = lateBoard(new Random(seed))
      for (const color of [Black, White]) {
        const isTrue = judgeClaims(board, color, 3000)
        expect([seed, color, isTrue]).not.toEqual([seed, color, false])
        if (isTrue !== undefined) judged++
      }
    }
    expect(judged).toBeGreaterThan(30)
  })

  it("includes groups that need an eye in each of two areas", () => {
    const board = draw(`
      . X . . . X O O O
      X X X X X X O . O
      O O O O O O O O O
      . O O . O O O O O
      O O O O O O O O O
      O O O O O O O O O
      O O O O O O O O O
      O O O O O O O O O
      O O O O O O O O O`)
    const { owner, regions } = divide(board, { allowance: { nodes: 10_000 } })
    expect(regions).toEqual([])
    expect(allPoints(9).filter((point) => owner[point] === Black).length).toBe(12)
  })
})
