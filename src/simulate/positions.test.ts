// The two methods that keep books of their own, held against `Board` move by move.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { allPoints, Black, Board, Border, Empty, isPass, opponent, PASS, POINTS } from "../rules/index.ts"
import { White, type Color, type Point } from "../rules/index.ts"
import type { MoveChoice } from "./candidates.ts"
import { ExactPosition, ExactSimulation } from "./exact.ts"
import { FateGraphPosition, FateGraphSimulation, Taken } from "./fategraph.ts"
import { NaivePosition, NaiveSimulation } from "./naive.ts"
import type { Simulation } from "./simulation.ts"
import type { PlayingPosition } from "./turns.ts"

/** A position after some random moves, own eyes filled too, so that all kinds of shapes occur. */
function scrambled(size: number, moves: number, seed: number): Board {
  const board = new Board(size)
  const random = new Random(seed)
  const points = allPoints(size)
  for (let i = 0; i < moves; i++)
    board.play(i % 2 === 0 ? Black : White, points[random.below(points.length)]!)
  return board
}

const position = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(13, 19, 25)),
  moves: fc.integer({ min: 0, max: 400 }),
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  toPlay: fc.constantFrom<Color>(Black, White),
  choice: fc.constantFrom<MoveChoice>("published", "cautious", "uniform"),
})

/** Plays a whole game on both; every move must be legal and leave the same stones. */
function mirror(
  own: PlayingPosition,
  start: Board,
  toPlay: Color,
  seed: number,
  visit: (board: Board) => void,
): void {
  const board = start.clone()
  const random = new Random(seed)
  const stones = new Uint8Array(POINTS)
  own.load(board)
  visit(board)
  let color = toPlay
  for (let passes = 0, moves = 0; passes < 2 && moves < 3 * board.size ** 2; moves++) {
    const move = own.takeTurn(color, random)
    expect(board.refusal(color, move)).toBeUndefined()
    board.play(color, move)
    own.copyStones(stones)
    for (const point of allPoints(board.size)) {
      if (stones[point] !== board.at(point)) expect(stones[point]).toBe(board.at(point))
    }
    visit(board)
    passes = isPass(move) ? passes + 1 : 0
    color = opponent(color)
  }
}

const stonesOf = (board: Board): Point[] =>
  allPoints(board.size).filter((point) => board.at(point) !== Empty && board.at(point) !== Border)

describe("naive (SIM-1) against Board", () => {
  it("plays legal games and knows the liberties of every chain", () => {
    fc.assert(
      fc.property(position, ({ size, moves, seed, toPlay, choice }) => {
        const naive = new NaivePosition(choice)
        mirror(naive, scrambled(Math.min(size, 9), moves, seed), toPlay, seed, (board) => {
          for (const stone of stonesOf(board)) {
            const liberties = board.liberties(stone).length
            if (naive.libertiesOf(stone) !== liberties) expect(naive.libertiesOf(stone)).toBe(liberties)
          }
        })
      }),
      { numRuns: 60 },
    )
  })

  it("with uniform choice is the exact game, move by move", () => {
    const naive = new NaiveSimulation({ choice: "uniform" })
    const exact = new ExactSimulation()
    fc.assert(
      fc.property(position, ({ size, moves, seed, toPlay }) => {
        const board = scrambled(size, moves, seed)
        expect(naive.run(board, toPlay, new Random(seed))).toEqual(exact.run(board, toPlay, new Random(seed)))
      }),
      { numRuns: 100 },
    )
  })

  it("takes the same turns as the exact game", () => {
    const naive = new NaivePosition("uniform")
    const exact = new ExactPosition()
    const board = new Board(7)
    naive.load(board)
    exact.load(board)
    const one = new Random(8)
    const other = new Random(8)
    for (let i = 0; i < 120; i++) {
      const color = i % 2 === 0 ? Black : White
      expect(naive.takeTurn(color, one)).toBe(exact.takeTurn(color, other))
    }
  })
})

describe("fate graph (SIM-2) against Board", () => {
  it("plays legal games; its liberties are the real ones where nothing was taken", () => {
    fc.assert(
      fc.property(position, ({ size, moves, seed, toPlay, choice }) => {
        const graph = new FateGraphPosition(choice)
        mirror(graph, scrambled(Math.min(size, 9), moves, seed), toPlay, seed, (board) => {
          const taken = allPoints(board.size).filter((point) => graph.labelAt(point) === Taken)
          for (const stone of stonesOf(board)) {
            const real = board.liberties(stone)
            const untaken = real.filter((point) => graph.labelAt(point) !== Taken)
            const liberties = graph.libertiesOf(stone)
            // A taken chain is one liberty, however many of its points are.
            const isRight =
              taken.length === 0 || untaken.length === real.length
                ? liberties === real.length
                : liberties > untaken.length && liberties <= real.length
            if (!isRight) expect.fail(`${liberties} for ${real.length}, ${untaken.length} not taken`)
          }
        })
      }),
      { numRuns: 60 },
    )
  })

  it("with uniform choice is the exact game until the first capture", () => {
    const graph = new FateGraphPosition("uniform")
    const exact = new ExactPosition()
    for (let seed = 0; seed < 50; seed++) {
      const board = new Board(9)
      graph.load(board)
      exact.load(board)
      const one = new Random(seed)
      const other = new Random(seed)
      const count = (): number => board.prisoners(Black) + board.prisoners(White)
      for (let color: Color = Black; count() === 0; color = opponent(color)) {
        const move = exact.takeTurn(color, other)
        expect(graph.takeTurn(color, one)).toBe(move)
        if (move === PASS) break
        board.play(color, move)
      }
    }
  })
})

describe("the outcome of a game", () => {
  it.each<[string, () => [Simulation, PlayingPosition]]>([
    ["exact", () => [new ExactSimulation(), new ExactPosition()]],
    ["naive", () => [new NaiveSimulation(), new NaivePosition("published")]],
    ["fate graph", () => [new FateGraphSimulation(), new FateGraphPosition("published")]],
  ])("marks the first plays and counts the turns of its moves: %s", (_, make) => {
    const [simulation, own] = make()
    fc.assert(
      fc.property(position, ({ size, moves, seed, toPlay }) => {
        const board = scrambled(size, moves, seed)
        const outcome = simulation.run(board, toPlay, new Random(seed))
        const first = new Map<number, Color>()
        const turns: number[] = []
        const random = new Random(seed)
        own.load(board)
        for (let color = toPlay; turns.length < outcome.moves + outcome.passes; color = opponent(color)) {
          const move = own.takeTurn(color, random)
          turns.push(move)
          if (move !== PASS && !first.has(move)) first.set(move, color)
        }
        expect(turns.filter((move) => move === PASS).length).toBe(outcome.passes)
        if (!outcome.capped) expect(turns.slice(-2)).toEqual([PASS, PASS])
        const marks = allPoints(size).map((point) => first.get(point) ?? Empty)
        expect(allPoints(size).map((point) => outcome.first[point])).toEqual(marks)
      }),
      { numRuns: 40 },
    )
  })
})
