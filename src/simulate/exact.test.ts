import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { allPoints, Black, Board, Empty, isEye, makeVertex, parseAscii, parseVertex } from "../rules/index.ts"
import { PASS, White, type Color, type Point } from "../rules/index.ts"
import { ExactPosition, ExactSimulation } from "./exact.ts"
import { ownerMap } from "./owner.ts"

const draw = (drawing: string): Board => unwrap(parseAscii(drawing))
const at = (board: Board, vertex: string): Point => parseVertex(vertex, board.size) as Point

/** How often each first move is chosen. */
function firstMoves(board: Board, color: Color, turns: number, seed: number): Map<string, number> {
  const position = new ExactPosition()
  const random = new Random(seed)
  const counts = new Map<string, number>()
  for (let i = 0; i < turns; i++) {
    position.load(board)
    const vertex = makeVertex(position.takeTurn(color, random), board.size)
    counts.set(vertex, (counts.get(vertex) ?? 0) + 1)
  }
  return counts
}

/** Sum of squared deviations from equal chances, in units of their variance: near the cells less one. */
function chiSquare(counts: Iterable<number>, cells: number, total: number): number {
  const expected = total / cells
  const seen = [...counts]
  const missing = (cells - seen.length) * expected
  return missing + seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** Five standard deviations above the mean of the distribution. */
const limit = (cells: number): number => cells - 1 + 5 * Math.sqrt(2 * (cells - 1))

describe("the choice of the exact game (SIM-4, SIM-5)", () => {
  // A ko at C3 and B3, an eye of Black's in the corner A1, suicide for Black at G7, a capture at G2.
  const board = draw(`
    . . . . . O .
    . . . . . . O
    . . . . . . .
    . X O . . . .
    X O . O . . .
    X X O . . . .
    . X . . . X O`)
  const koTaken = board.clone()
  koTaken.play(Black, at(board, "C3"))

  it.each([
    ["Black", Black, board],
    ["White", White, board],
    ["White, who may not take the ko back", White, koTaken],
  ] as const)("is uniform among legal moves that fill no eye: %s", (_, color, start) => {
    const playable = allPoints(7).filter(
      (point) => start.at(point) === Empty && start.isLegal(color, point) && !isEye(start, color, point),
    )
    const counts = firstMoves(start, color, 40_000, 3)
    expect([...counts.keys()].sort()).toEqual(playable.map((point) => makeVertex(point, 7)).sort())
    expect(chiSquare(counts.values(), playable.length, 40_000)).toBeLessThan(limit(playable.length))
  })

  it("stays uniform after a move", () => {
    const position = new ExactPosition()
    const random = new Random(4)
    const pairs = new Map<number, number>()
    for (let i = 0; i < 40_000; i++) {
      position.load(new Board(3))
      const pair = position.takeTurn(Black, random) * 1000 + position.takeTurn(White, random)
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
    expect(pairs.size).toBe(9 * 8)
    expect(chiSquare(pairs.values(), 72, 40_000)).toBeLessThan(limit(72))
  })

  it("offers captured points again, but not the ko", () => {
    const ko = draw(`
      . X O .
      X O . O
      . X O .
      . . . .`)
    ko.play(Black, at(ko, "C3"))
    const answers = firstMoves(ko, White, 2000, 5)
    expect(answers.has("B3")).toBe(false)
    ko.play(White, PASS)
    expect(firstMoves(ko, White, 2000, 5).has("B3")).toBe(true)
  })

  it("passes when only own eyes are left, and never plays suicide even where the board allows it", () => {
    const drawing = `
      . X .
      X X X
      . X .`
    expect(firstMoves(draw(drawing), Black, 10, 1)).toEqual(new Map([["pass", 10]]))
    const lenient = unwrap(parseAscii(drawing, { suicide: true }))
    expect(firstMoves(lenient, White, 10, 1)).toEqual(new Map([["pass", 10]]))
  })
})

describe("exact games from the empty board", () => {
  // Figures of issue 3: length 111.1 with passes, score +2.1, spread 39, Black wins 42 % at komi 7.5.
  it("agree with the known statistics of 9×9", () => {
    const runs = 6000
    const board = new Board(9)
    const map = ownerMap(new ExactSimulation(), { board, toPlay: Black, runs, seed: 20, komi: 7.5 })
    const error = map.spread / Math.sqrt(runs)
    expect(Math.abs(map.meanMargin - 2.1)).toBeLessThan(4 * error)
    expect(Math.abs(map.spread - 39)).toBeLessThan(1.5)
    expect(Math.abs(map.blackWins - 0.42)).toBeLessThan(4 * Math.sqrt((0.42 * 0.58) / runs))
    expect(Math.abs(map.meanMoves + map.meanPasses - 111.1)).toBeLessThan(1)
    expect(map.draws).toBe(0)
    expect(map.capped).toBe(0)
  })

  it("agree with the known statistics of 19×19", () => {
    const board = new Board(19)
    const map = ownerMap(new ExactSimulation(), { board, toPlay: Black, runs: 600, seed: 21 })
    expect(Math.abs(map.meanMoves + map.meanPasses - 455.4)).toBeLessThan(5)
    expect(Math.abs(map.spread - 70)).toBeLessThan(9)
  })
})
