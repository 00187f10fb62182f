// What holds for every method, whatever the position.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { allPoints, Black, Board, Empty, isEye, makeAscii, parseAscii, parseRuleset } from "../rules/index.ts"
import { pointAt, POINTS, score, White, type Color, type Move } from "../rules/index.ts"
import { AnalyzeAfterSimulation } from "./analyzeafter.ts"
import { ExactSimulation } from "./exact.ts"
import { FateGraphSimulation } from "./fategraph.ts"
import { NaiveSimulation } from "./naive.ts"
import { winnerOf, type Simulation, type SimulationOutcome } from "./simulation.ts"
import { Area, isEyeAmong, loadStones, pointsOf } from "./stones.ts"
import { studyMethods } from "./study.ts"
import { TurnSimulation } from "./turns.ts"

const METHODS: [string, Simulation][] = [new ExactSimulation(), ...studyMethods()].map((method) => [
  method.name,
  method,
])

function scrambled(size: number, moves: number, seed: number): Board {
  const board = new Board(size)
  const random = new Random(seed)
  const points = allPoints(size)
  for (let i = 0; i < moves; i++)
    board.play(i % 2 === 0 ? Black : White, points[random.below(points.length)]!)
  return board
}

const position = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 25 })),
  moves: fc.integer({ min: 0, max: 1000 }),
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  toPlay: fc.constantFrom<Color>(Black, White),
})

function checkOutcome(name: string, board: Board, outcome: SimulationOutcome): void {
  const { margin, owner, first, moves, capped } = outcome
  const points = allPoints(board.size)
  const sum = points.reduce((total, point) => total + [0, 1, -1][owner[point]!]!, 0)
  expect(points.every((point) => owner[point]! <= White && first[point]! <= White)).toBe(true)
  if (!name.includes("score=published")) expect(margin).toBe(sum)
  // A point that was empty and has a stone now has been played on.
  const marks = points.filter((point) => first[point] !== Empty).length
  expect(marks).toBeLessThanOrEqual(moves)
  if (name.startsWith("analyze-after")) {
    expect(marks).toBe(moves)
    expect(points.some((point) => first[point] !== Empty && board.at(point) !== Empty)).toBe(false)
  }
  expect(moves).toBeLessThanOrEqual(3 * points.length)
  if (capped) expect(moves).toBe(3 * points.length)
  // Nothing is written outside of the board.
  for (const map of [owner, first]) {
    expect(map.length).toBe(POINTS)
    const inside = points.reduce((total, point) => total + map[point]!, 0)
    expect(map.reduce((total, value) => total + value, 0)).toBe(inside)
  }
}

describe.each(METHODS)("%s", (name, method) => {
  it("gives a sound outcome on any board, and leaves it as it was", () => {
    fc.assert(
      fc.property(position, ({ size, moves, seed, toPlay }) => {
        const board = scrambled(size, moves, seed)
        const before = makeAscii(board)
        checkOutcome(name, board, method.run(board, toPlay, new Random(seed)))
        expect(makeAscii(board)).toBe(before)
      }),
      { numRuns: 60 },
    )
  })

  it("plays the same game from the same seed, whatever it played before", () => {
    const board = scrambled(9, 30, 7)
    const copy = (outcome: SimulationOutcome): SimulationOutcome => ({
      ...outcome,
      owner: outcome.owner.slice(),
      first: outcome.first.slice(),
    })
    const once = copy(method.run(board, White, new Random(5)))
    method.run(new Board(13), Black, new Random(6))
    expect(method.run(board, White, new Random(5))).toEqual(once)
    const other = Array.from({ length: 5 }, (_, seed) => method.run(board, White, new Random(seed)).margin)
    expect(new Set(other).size).toBeGreaterThan(1)
  })

  it("ends on boards where there is little or nothing to play", () => {
    const one = method.run(new Board(1), Black, new Random(1))
    expect({ moves: one.moves, margin: one.margin }).toEqual({ moves: 0, margin: 0 })
    for (let seed = 0; seed < 300; seed++) {
      checkOutcome(name, new Board(2), method.run(new Board(2), Black, new Random(seed)))
    }
    const settled = unwrap(
      parseAscii(`
      . X O .
      X X O O
      X X O O
      . X O .`),
    )
    checkOutcome(name, settled, method.run(settled, White, new Random(1)))
  })

  it("reuses its maps", () => {
    const board = new Board(5)
    const { owner, first } = method.run(board, Black, new Random(1))
    const next = method.run(board, Black, new Random(2))
    expect(next.owner).toBe(owner)
    expect(next.first).toBe(first)
  })
})

describe("first plays", () => {
  it("credit the side that came first to a point, not the one that retook it", () => {
    const script = [pointAt(0, 0), pointAt(1, 0), pointAt(0, 0), pointAt(2, 2)]
    let turn = 0
    const scripted = new TurnSimulation("scripted", {
      load: () => (turn = 0),
      takeTurn: () => script[turn++] ?? (0 as Move),
      copyStones: (stones) => stones.fill(0),
    })
    const { first, moves, passes } = scripted.run(new Board(3), White, new Random(1))
    expect([first[pointAt(0, 0)], first[pointAt(1, 0)], first[pointAt(2, 2)]]).toEqual([White, Black, Black])
    expect({ moves, passes }).toEqual({ moves: 4, passes: 2 })
  })

  it("hold every stone that was not there before, when nothing is captured", () => {
    for (const method of [new ExactSimulation(), new NaiveSimulation(), new FateGraphSimulation()]) {
      const { first, moves } = method.run(new Board(9), Black, new Random(3))
      const marks = first.filter((mark) => mark !== Empty).length
      expect(marks).toBeGreaterThan(40)
      expect(marks).toBeLessThanOrEqual(moves)
    }
  })
})

describe("the cap", () => {
  it("stops a game that runs in circles, and reports it", () => {
    const restless = new TurnSimulation("restless", {
      load: () => undefined,
      takeTurn: () => pointAt(1, 1),
      copyStones: (stones) => stones.fill(Black),
    })
    const { moves, capped } = restless.run(new Board(5), Black, new Random(1))
    expect({ moves, capped }).toEqual({ moves: 75, capped: true })
  })
})

describe("the winner", () => {
  it.each([
    [8, 7.5, Black],
    [7, 7.5, White],
    [7, 7, undefined],
    [-3, 0, White],
  ])("of margin %d at komi %d", (margin, komi, winner) => expect(winnerOf(margin, komi)).toBe(winner))
})

describe("bare stones", () => {
  it("have the eyes and the area of the rules", () => {
    const area = new Area()
    const stones = new Uint8Array(POINTS)
    const rules = parseRuleset("tromp-taylor")!
    fc.assert(
      fc.property(position, ({ size, moves, seed }) => {
        const board = scrambled(size, moves, seed)
        loadStones(board, stones)
        const passes = { [Black]: 0, [White]: 0 }
        const counted = score({ board, rules, komi: 0, handicap: 0, dead: [], passes })
        expect(area.count(stones, pointsOf(size))).toBe(counted.margin)
        expect(area.owner).toEqual(counted.owner)
        for (const point of allPoints(size)) {
          if (board.at(point) !== Empty) continue
          for (const color of [Black, White] as const) {
            if (isEyeAmong(stones, color, point) !== isEye(board, color, point)) expect.fail(makeAscii(board))
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it("name their methods with what differs from the default", () => {
    expect(METHODS.map(([name]) => name)).toContain("naive,choice=cautious")
    expect(new AnalyzeAfterSimulation().name).toBe("analyze-after")
  })
})
