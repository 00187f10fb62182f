import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { parseAscii } from "./ascii.ts"
import { makeVertex, parseVertex } from "./coordinates.ts"
import { isEye } from "./eye.ts"
import { unconditionalLife } from "./life.ts"
import { Black, White, type Color, type Point } from "./types.ts"

function life(drawing: string, color: Color) {
  const board = unwrap(parseAscii(drawing))
  const names = (points: readonly Point[]) => points.map((point) => makeVertex(point, board.size)).sort()
  const found = unconditionalLife(board, color)
  return { stones: names(found.stones), territory: names(found.territory) }
}

describe("unconditional life (RUL-6, Benson 1976)", () => {
  it("two small eyes live", () => {
    expect(
      life(
        `
        . X . X O
        X X X X O
        O O O O O
        . . . . .
        . . . . .`,
        Black,
      ),
    ).toEqual({ stones: ["A4", "B4", "B5", "C4", "D4", "D5"], territory: ["A5", "C5"] })
  })

  it("one eye does not", () => {
    const drawing = `
      . X X X O
      X X X X O
      O O O O O
      . . . . .
      . . . . .`
    expect(life(drawing, Black).stones).toEqual([])
    expect(life(drawing, White).stones).toEqual([])
  })

  it("a false eye does not count: the chain behind it can be cut off", () => {
    expect(
      life(
        `
        . X . X O
        X X X O O
        O O O O .
        . . . . .
        . . . . .`,
        Black,
      ).stones,
    ).toEqual([])
  })

  it("two chains may share both eyes", () => {
    const { stones, territory } = life(
      `
      . X X O .
      X . X O O
      X X O O .
      O O O . .
      . . . . .`,
      Black,
    )
    expect(stones).toEqual(["A3", "A4", "B3", "B5", "C4", "C5"])
    expect(territory).toEqual(["A5", "B4"])
  })

  it("a vital region may hold enemy stones, which are dead in it", () => {
    const { territory } = life(
      `
      . X . O X
      X X X X X
      O O O O O
      . . . . .
      . . . . .`,
      Black,
    )
    expect(territory).toEqual(["A5", "C5", "D5"])
  })

  it("a region with a point that is no liberty is not vital", () => {
    const drawing = `
      . X . . . .
      X X . . . .
      X X X X X X
      O O O O O O
      . O . O . O
      . . . . . .`
    expect(life(drawing, Black).stones).toEqual([])
  })

  it("an empty board has none", () => {
    expect(life(". .\n. .", Black)).toEqual({ stones: [], territory: [] })
  })
})

const CENTRE = (a: string, b: string): string => `
  . . . . .
  . ${a} X X .
  . X . X .
  . X X ${b} .
  . . . . .`

describe("eyes of simulations (SIM-5)", () => {
  it.each([
    ["centre, all diagonals own", CENTRE("X", "X"), "C3", true],
    ["centre, one enemy diagonal", CENTRE("O", "X"), "C3", true],
    ["centre, two enemy diagonals", CENTRE("O", "O"), "C3", false],
    ["corner, diagonal own", ". X .\nX X .\n. . .", "A3", true],
    ["corner, diagonal enemy", ". X .\nX O .\n. . .", "A3", false],
    ["edge, one enemy diagonal", ". X . X .\n. O X X .\n. . . . .\n. . . . .\n. . . . .", "C5", false],
    ["a neighbour is empty", "X X X\nX . .\nX X X", "B2", false],
    ["a neighbour is the enemy's", "X O X\nX . X\nX X X", "B2", false],
  ])("%s", (_, drawing, vertex, expected) => {
    const board = unwrap(parseAscii(drawing))
    expect(isEye(board, Black, parseVertex(vertex, board.size) as Point)).toBe(expected)
  })
})
