// Gobble's games in the kernel (SA-1, SA-3): the same as the twin's, number for number, and what they are by the text.

import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { allPoints, Black, Board, parseAscii, parseVertex, PASS, POINTS, White } from "../rules/index.ts"
import type { Color, Move } from "../rules/index.ts"
import { GobbleKernel, type Gobble, type GobbleStart } from "./kernel.ts"
import { ReferenceGobble, sweep } from "./reference.ts"

const kernels = { 0: await GobbleKernel.create(0), 1: await GobbleKernel.create(1) } as const

const at = (vertex: string, size: number): Move => parseVertex(vertex, size)!

/** A position with a ko, stones in atari and eyes. */
const FIGHT = unwrap(
  parseAscii(`
    . X O . . . .
    X . X O . X .
    . X O . O . .
    . O . X X O .
    X X . X . X O
    . O O O X X .
    . . . . . . .`),
)

interface Case {
  readonly order: 0 | 1
  readonly board: Board
  readonly color: Color
  readonly last: Move
  readonly random: number
  readonly captureGoal?: number
}

const CASES: readonly Case[] = [
  { order: 0, board: new Board(2), color: Black, last: PASS, random: 0.1 },
  { order: 0, board: new Board(5), color: Black, last: PASS, random: 0 },
  { order: 0, board: new Board(9), color: White, last: PASS, random: 0.08 },
  { order: 0, board: FIGHT, color: White, last: at("C7", 7), random: 0.2 },
  { order: 0, board: FIGHT, color: Black, last: PASS, random: 0.05, captureGoal: 3 },
  { order: 1, board: new Board(5), color: Black, last: PASS, random: 0.05 },
  { order: 1, board: FIGHT, color: Black, last: at("G3", 7), random: 0.1 },
  { order: 1, board: new Board(9), color: White, last: PASS, random: 0 },
]

function everything(gobble: Gobble): unknown {
  const sides = ([Black, White] as const).map((color) => {
    const { values, games, winRates } = gobble.values(color)
    return [...values, ...games, ...winRates]
  })
  return [gobble.totals(), sides, [...gobble.owners()]]
}

describe("the kernel and its twin", () => {
  it.each(CASES)("play the same games (SA-1, SA-3): %#", ({ order, random, ...position }) => {
    const start: GobbleStart = { ...position, seed: 7 + order, komi: 0.5 }
    const games = position.board.size > 5 ? 8 : 40
    const annealing = { cooling: 0.7 * games, swap: 0.6, random }
    const kernel = kernels[order]
    const twin = new ReferenceGobble(order)
    for (const gobble of [kernel, twin]) {
      gobble.begin(start)
      gobble.run({ games, from: 0, ...annealing })
    }
    expect(everything(kernel)).toEqual(everything(twin))
    expect(kernel.totals().games).toBe(games)
  })

  it("go on where they were: the sizes of the batches don't matter", () => {
    const kernel = kernels[0]
    const annealing = { cooling: 80, swap: 0.8, random: 0.1 }
    const results = [[100], [1, 19, 80], [50, 50]].map((batches) => {
      kernel.begin({ board: new Board(9), color: Black, seed: 3 })
      let from = 0
      for (const games of batches) {
        kernel.run({ games, from, ...annealing })
        from += games
      }
      return everything(kernel)
    })
    expect(results[1]).toEqual(results[0])
    expect(results[2]).toEqual(results[0])
  })
})

describe("by the text", () => {
  it("a move sinks n places or more with probability p^n (SA-1, equation 3)", () => {
    const random = new Random(5)
    const sorted = Array.from({ length: 12 }, (_, i) => i)
    const sunk = new Float64Array(sorted.length)
    const sweeps = 40_000
    for (let i = 0; i < sweeps; i++) {
      const place = sweep(sorted, random, 0.6).indexOf(0)
      for (let n = 0; n <= place; n++) sunk[n]!++
    }
    for (let n = 1; n <= 6; n++) expect(Math.abs(sunk[n]! / sweeps - 0.6 ** n)).toBeLessThan(0.01)
    expect(sweep(sorted, random, 0)).toEqual(sorted)
  })

  it("the first to play on a point owns it: in a game every point counts for one side at most", () => {
    const kernel = kernels[0]
    kernel.begin({ board: new Board(9), color: Black, seed: 1 })
    kernel.run({ games: 1, from: 0, cooling: 0, swap: 0, random: 0 })
    const [black, white] = [kernel.values(Black), kernel.values(White)]
    const { meanMargin } = kernel.totals()
    const points = allPoints(9)
    for (const point of points) {
      expect(black.games[point]! + white.games[point]!).toBeLessThanOrEqual(1)
      for (const { values, games } of [black, white])
        expect(values[point]).toBe(games[point] === 1 ? meanMargin : 0)
    }
    expect(points.filter((point) => black.games[point] === 1).length).toBeGreaterThan(20)
  })

  it("without swaps and random moves the best point is played first in every game", () => {
    const kernel = kernels[0]
    kernel.begin({ board: new Board(5), color: Black, seed: 2 })
    for (let game = 0; game < 50; game++) {
      const { values, games } = kernel.values(Black)
      const best = allPoints(5).reduce((a, b) => (values[b]! > values[a]! ? b : a))
      const isClear = allPoints(5).every((point) => point === best || values[point]! < values[best]!)
      kernel.run({ games: 1, from: game, cooling: 0, swap: 0, random: 0 })
      if (isClear) expect(kernel.values(Black).games[best]).toBe(games[best]! + 1)
    }
  })

  it("in order 1 the answers to the position's last move are told apart from all others (SA-3)", () => {
    const last = at("E5", 9)
    const board = new Board(9)
    board.play(Black, last)
    const annealing = { games: 200, from: 0, cooling: 150, swap: 0.8, random: 0.08 }
    const counts = ([0, 1] as const).map((order) => {
      kernels[order].begin({ board, color: White, seed: 4, last })
      kernels[order].run(annealing)
      return kernels[order].values(White).games.reduce((sum, games) => sum + games, 0)
    })
    // All first plays of White's, of which each game has dozens; and only the answer that began each game.
    expect(counts[0]).toBeGreaterThan(200 * 20)
    expect(counts[1]).toBeGreaterThanOrEqual(200)
    expect(counts[1]).toBeLessThan(200 * 2)
  })

  it("wins are counted over the komi, and a draw is half of one", () => {
    const kernel = kernels[0]
    kernel.begin({ board: new Board(2), color: Black, seed: 1, komi: 100 })
    kernel.run({ games: 10, from: 0, cooling: 5, swap: 0.5, random: 0.5 })
    expect(kernel.totals()).toMatchObject({ blackWins: 0, whiteWins: 10 })
    expect(Math.max(...kernel.values(Black).winRates)).toBe(0)
    expect(Math.max(...kernel.values(White).winRates)).toBe(1)
  })
})

describe("its limits", () => {
  it("boards over 19×19 are for the twin", () => {
    expect(() => kernels[0].begin({ board: new Board(20), color: Black, seed: 1 })).toThrow(/19×19/)
    const twin = new ReferenceGobble(0)
    twin.begin({ board: new Board(20), color: Black, seed: 1 })
    twin.run({ games: 1, from: 0, cooling: 1, swap: 0.5, random: 0.1 })
    expect(twin.totals().games).toBe(1)
  })

  it("a position comes first", async () => {
    const fresh = await GobbleKernel.create(0)
    expect(() => fresh.values(Black)).toThrow(/position first/)
    expect(() => new ReferenceGobble(0).run({ games: 1, from: 0, cooling: 1, swap: 0, random: 0 })).toThrow(
      /position/,
    )
  })

  it("the whole largest board has room in order 1", () => {
    const kernel = kernels[1]
    kernel.begin({ board: new Board(19), color: Black, seed: 1 })
    kernel.run({ games: 2, from: 0, cooling: 2, swap: 0.5, random: 0.1 })
    expect(kernel.totals().games).toBe(2)
    expect(kernel.values(White).values).toHaveLength(POINTS)
  })
})
