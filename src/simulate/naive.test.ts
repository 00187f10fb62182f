import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { Black, type Board, Empty, parseAscii, parseVertex, POINTS, White } from "../rules/index.ts"
import type { Color, Point } from "../rules/index.ts"
import type { MoveChoice } from "./candidates.ts"
import { FateGraphPosition } from "./fategraph.ts"
import { NaivePosition, NaiveSimulation } from "./naive.ts"

const draw = (drawing: string): Board => unwrap(parseAscii(drawing))

// The fate graph chooses its moves by the same conditions, so that the table holds for both.
describe.each([
  ["naive", NaivePosition],
  ["fate graph", FateGraphPosition],
])("%s: which moves are played (SIM-1)", (_, Position) => {
  it.each<[string, string, Color, string, Record<"published" | "uniform", boolean>]>([
    [
      "a stone with one liberty is put into atari",
      `
      . . . . .
      . . O . .
      . O . O .
      . . . . .
      . . . . .`,
      Black,
      "C3",
      { published: false, uniform: true },
    ],
    [
      "a chain that stays in atari when it runs",
      `
      . . . . .
      . . O O .
      . O X . .
      . . O O .
      . . . . .`,
      Black,
      "D3",
      { published: false, uniform: true },
    ],
    [
      "a chain that gets out of atari",
      `
      . . . . .
      . . O . .
      . O X . .
      . . O O .
      . . . . .`,
      Black,
      "D3",
      { published: true, uniform: true },
    ],
    [
      "a chain that fills one of its two liberties",
      `
      . X . O .
      X X O . .
      O O . . .
      . . . . .
      . . . . .`,
      Black,
      "C5",
      { published: false, uniform: true },
    ],
    [
      "two chains that share their second liberty",
      `
      O X . X O
      O X . X O
      O X O X O
      . O . O .
      . . . . .`,
      Black,
      "C5",
      { published: false, uniform: true },
    ],
    [
      "a capture, though the stone is in atari after it",
      `
      . . . . .
      . X O . .
      X O . O .
      . X O . .
      . . . . .`,
      Black,
      "C3",
      { published: true, uniform: true },
    ],
    [
      "suicide",
      `
      . O . . .
      O . . . .
      . . . . .
      . . . . .
      . . . . .`,
      Black,
      "A5",
      { published: false, uniform: false },
    ],
    [
      "an own eye",
      `
      . . . . .
      . X X X .
      . X . X .
      . O X X .
      . . . . .`,
      Black,
      "C3",
      { published: false, uniform: false },
    ],
    [
      "a false eye",
      `
      . . . . .
      . X X O .
      . X . X .
      . O X X .
      . . . . .`,
      Black,
      "C3",
      { published: true, uniform: true },
    ],
    [
      "a false eye at the edge",
      `
      . X . X .
      . X X O .
      . . . . .
      . . . . .
      . . . . .`,
      Black,
      "C5",
      { published: true, uniform: true },
    ],
  ])("%s", (_name, drawing, color, vertex, expected) => {
    const board = draw(drawing)
    const point = parseVertex(vertex, board.size) as Point
    const asked = (choice: MoveChoice): boolean => {
      const position = new Position(choice)
      position.load(board)
      return position.isPlayable(color, point)
    }
    expect({ published: asked("published"), uniform: asked("uniform") }).toEqual(expected)
    expect(asked("cautious")).toBe(expected.published)
  })
})

describe("naive", () => {
  const ko = draw(`
    . . . . .
    . X O . .
    X O . O .
    . X O . .
    . . . . .`)
  const at = (vertex: string): Point => parseVertex(vertex, 5) as Point

  it("does not take a ko back at once", () => {
    const naive = new NaivePosition("uniform")
    naive.load(ko)
    naive.play(Black, at("C3"))
    expect(naive.isPlayable(White, at("B3"))).toBe(false)
    naive.play(White, at("E1"))
    naive.play(Black, at("E5"))
    expect(naive.isPlayable(White, at("B3"))).toBe(true)
  })

  it("honours the ko of the board it starts from", () => {
    const board = ko.clone()
    board.play(Black, at("C3"))
    const naive = new NaivePosition("uniform")
    naive.load(board)
    expect(naive.isPlayable(White, at("B3"))).toBe(false)
  })

  it("removes captured chains and gives their liberties back", () => {
    const naive = new NaivePosition("published")
    naive.load(
      draw(`
      . X . . .
      X O X . .
      X O X . .
      . . X . .
      . . . . .`),
    )
    naive.play(Black, at("B2"))
    const stones = new Uint8Array(POINTS)
    naive.copyStones(stones)
    expect([stones[at("B4")], stones[at("B3")]]).toEqual([Empty, Empty])
    // C4, C3, C2, B2 have B4 and B3 beside their outer liberties C5, D4, D3, D2, C1, B1, A2.
    expect(naive.libertiesOf(at("C4"))).toBe(9)
  })

  it("drops a refused point for both sides, as published", () => {
    // Black draws his eye in the corner and both of White's, where a stone would be suicide: all are gone.
    const eye = draw(`
      . X O .
      X X O O
      O O O O
      O O . O`)
    const published = new NaiveSimulation().run(eye, Black, new Random(1))
    expect({ moves: published.moves, margin: published.margin }).toEqual({ moves: 0, margin: -8 })
    // In the exact game Black passes, and White takes the corner.
    const kept = new NaiveSimulation({ choice: "uniform" }).run(eye, Black, new Random(1))
    expect(kept.moves).toBeGreaterThan(0)
  })
})
