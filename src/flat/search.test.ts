// The searches before there were trees (TREE-1, TREE-2): what they count, how they share playouts, what they find and
// miss.

import { beforeAll, describe, expect, it } from "vitest"
import { useCpuClock } from "../../test/support/time.ts"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { Kernel, runReference } from "../kernel/index.ts"
import type { SearchReport } from "../player/index.ts"
import {
  allPoints,
  Black,
  Empty,
  Game,
  makeVertex,
  parseAscii,
  parseRuleset,
  parseVertex,
} from "../rules/index.ts"
import {
  PASS,
  White,
  type Color,
  type GameOptions,
  type PlayedMove,
  type Point,
  type Position,
} from "../rules/index.ts"
import { Pace } from "../search/pace.ts"
import { AllMovesAsFirst } from "./contests.ts"
import { Sampler, Tally } from "./sample.ts"
import { FLAT_METHODS, searchFlat, type FlatOptions, type FlatReport } from "./search.ts"

let kernel: Kernel
beforeAll(async () => {
  kernel = await Kernel.create()
})

/** A game that begins with this board. */
function draw(drawing: string, options: Partial<GameOptions> = {}): Position {
  const board = unwrap(parseAscii(drawing))
  const setup = allPoints(board.size)
    .filter((point) => board.at(point) !== Empty)
    .map((point) => [board.at(point) as Color, point] as const)
  return unwrap(Game.create({ size: board.size, komi: 0.5, setup, ...options })).position()
}

const empty = (size: number): Position => unwrap(Game.create({ size })).position()
const capture = { rules: parseRuleset("capture-1")!, komi: 0 }
const withMoves = (position: Position, ...moves: PlayedMove[]): Position => ({ ...position, moves })

interface Ask {
  readonly playouts?: number
  readonly color?: Color
  readonly seed?: number
}

function search(
  position: Position,
  options: FlatOptions,
  { playouts = 1000, color = Black, seed = 1 }: Ask = {},
) {
  return searchFlat(kernel, { position, color, seed, budget: { playouts } }, options)
}

async function bestMove(position: Position, options: FlatOptions, ask?: Ask): Promise<string> {
  const { move } = await search(position, options, ask)
  return makeVertex(move, position.size)
}

const candidate = (report: FlatReport, vertex: string, size: number) =>
  report.candidates.find(({ move }) => move === parseVertex(vertex, size))

/** E4 takes four stones. */
const TAKE = `
  . . . . . . .
  . . X X . . .
  . X O O X . .
  . X O O . . .
  . . X X . . .
  . . . . . O .
  . . . . O . .`

/** Both sides live; Black gets two of the three dame if it comes first. */
const SETTLED = `
  . X X . O O .
  X X X . O O O
  . X X . O . O
  X X X X O O O
  . X X O O O .
  X X X O O O O
  . X X O O . O`

/** Capture Go. B5 is in atari: F3 threatens two stones at once, but White takes first. C5 saves it. */
const FORK = `
  . . . . . . .
  . O . . . . .
  O X . . . . .
  . O . . X . X
  . . . X O . O
  . . . . . . .
  . . . . . . .`

describe.each(FLAT_METHODS)("%s (TREE-1, TREE-2)", (method) => {
  const enough = { playouts: method === "amaf" ? 1000 : 10_000 }

  it.each(["win", "score"] as const)("takes four stones, judged by %s", async (value) => {
    expect(await bestMove(draw(TAKE), { method, value }, enough)).toBe("E4")
  })

  it("takes them for White as well", async () => {
    const swapped = TAKE.replace(/[XO]/g, (sign) => (sign === "X" ? "O" : "X"))
    const position = draw(swapped, { firstToPlay: White })
    expect(await bestMove(position, { method }, { ...enough, color: White })).toBe("E4")
  })

  it("is the same for the same seed and another for another", async () => {
    const runs = await Promise.all(
      [3, 3, 4].map((seed) => search(empty(7), { method }, { seed, playouts: 500 })),
    )
    const [one, same, other] = runs.map(({ move, report: { seconds: _, ...report } }) => ({ move, report }))
    expect(same).toEqual(one)
    expect(other!.report.score).not.toEqual(one!.report.score)
  })

  it("uses its playouts and tells about every move", async () => {
    const { report } = await search(empty(5), { method }, { playouts: 777 })
    expect(report).toMatchObject({ playouts: 777, color: Black })
    expect(new Set(report.candidates.map(({ move }) => move))).toEqual(new Set(allPoints(5)))
    for (const { move, pv } of report.candidates) expect(pv[0]).toBe(move)
    expect(Math.max(...report.owners.map(Math.abs))).toBeLessThanOrEqual(1)
  })

  it("answers soon after an abort, with the best it has", async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 40)
    const request = {
      position: empty(19),
      color: Black,
      seed: 1,
      budget: { playouts: 1e9 },
      signal: stop.signal,
    }
    const { move, report } = await searchFlat(kernel, request, { method, policy: "mogo" })
    expect(report.playouts).toBeGreaterThan(0)
    expect(report.playouts).toBeLessThan(1e9)
    expect(report.candidates[0]!.move).toBe(move)
    expect(report.candidates[0]!.visits).toBeGreaterThan(0)
  })

  it("answers at once when it was stopped before it began", async () => {
    const request = { position: empty(9), color: Black, seed: 1, budget: {}, signal: AbortSignal.abort() }
    const { move, report } = await searchFlat(kernel, request, { method })
    expect(report.playouts).toBe(0)
    expect(allPoints(9)).toContain(move)
  })

  it("ends after its seconds, and reports on the way", async () => {
    useCpuClock()
    const reports: SearchReport[] = []
    const { report } = await searchFlat(
      kernel,
      {
        position: empty(9),
        color: Black,
        seed: 1,
        budget: { seconds: 0.06 },
        onReport: (report) => reports.push(report),
        reportEvery: 20,
      },
      { method },
    )
    expect(report.seconds).toBeGreaterThanOrEqual(0.06)
    expect(report.seconds).toBeLessThan(0.5)
    expect(reports.length).toBeGreaterThan(0)
    expect(reports[0]!.playouts).toBeLessThan(report.playouts)
  })

  it("keeps to a clock", async () => {
    useCpuClock()
    const clock = { settings: { kind: "absolute", main: 60 }, left: { seconds: 6, stones: 0 } } as const
    const request = { position: empty(9), color: Black, seed: 1, budget: { playouts: 1e9, clock } }
    const { report } = await searchFlat(kernel, request, { method })
    expect(report.playouts).toBeGreaterThan(0)
    expect(report.seconds).toBeLessThan(1)
  })

  it("plays on 21×21, where only the kernel's twin has room", async () => {
    const { move, report } = await search(empty(21), { method }, { playouts: 2 })
    expect(report.playouts).toBe(2)
    expect(report.candidates[0]).toMatchObject({ move })
    expect(report.candidates[0]!.visits).toBeGreaterThan(0)
  })

  it("passes when only own eyes are left", async () => {
    const eyes = draw(`
      . X O . O
      X X O O O
      . X O . O
      X X O O .
      . X O O O`)
    const { move, reason } = await search(eyes, { method })
    expect({ move, reason }).toEqual({ move: PASS, reason: "only-eyes-left" })
  })

  it("passes after a pass when the board is won, and only then", async () => {
    const passed = (komi: number, name = "cgos") => {
      const rules = parseRuleset(name)!
      return withMoves(draw(SETTLED, { komi, rules, firstToPlay: White }), { color: White, move: PASS })
    }
    const { margin } = unwrap(Game.create(draw(SETTLED, { komi: 0 }))).score()
    expect(await search(passed(margin - 0.5), { method })).toMatchObject({ move: PASS, reason: "pass-wins" })
    expect(await search(passed(margin + 0.5), { method })).toMatchObject({ reason: "best-value" })
    // Where dead stones are agreed on, neutral points come first.
    const chinese = passed(margin - 0.5, "chinese")
    expect(await search(chinese, { method })).toMatchObject({ reason: "best-value" })
  })

  it("counts White's compensation for a handicap", async () => {
    const { margin } = unwrap(Game.create(draw(SETTLED, { komi: 0 }))).score()
    const winRate = async (handicap: number): Promise<number> => {
      const position = draw(SETTLED, { komi: margin + 0.5, handicap, firstToPlay: Black })
      return (await search(position, { method }, { playouts: 100 })).report.winRate
    }
    expect(await winRate(0)).toBe(1)
    expect(await winRate(2)).toBe(0)
  })

  it("never tries what superko forbids", async () => {
    const ko = draw(
      `
      . X O . .
      X . X O .
      . X O . .
      . . . . .
      . . . . .`,
      { firstToPlay: White },
    )
    const take = parseVertex("B4", 5)!
    const back = parseVertex("C4", 5)!
    const taken = withMoves(
      ko,
      { color: White, move: take },
      { color: Black, move: PASS },
      { color: White, move: PASS },
    )
    const { report } = await search(taken, { method }, { playouts: 100 })
    expect(report.candidates.map(({ move }) => move)).not.toContain(back)
    expect(unwrap(Game.replay(taken, taken.moves)).board.isLegal(Black, back)).toBe(true)
  })
})

describe("vanilla (TREE-1)", () => {
  it("gives every move the same number of playouts, to one", async () => {
    for (const playouts of [50, 1000, 2500]) {
      const { report } = await search(empty(9), { method: "vanilla" }, { playouts })
      const visits = report.candidates.map((each) => each.visits)
      expect(visits.reduce((sum, count) => sum + count, 0)).toBe(playouts)
      expect(Math.max(...visits) - Math.min(...visits)).toBeLessThanOrEqual(1)
    }
  })

  it("knows that a stone taken in Capture Go is the end", async () => {
    const atari = draw(FORK.replace("X O . O", "X O X O"), capture)
    const { move, report } = await search(atari, { method: "vanilla" }, { playouts: 4000 })
    expect(["E2", "G2"]).toContain(makeVertex(move, 7))
    for (const vertex of ["E2", "G2"]) expect(candidate(report, vertex, 7)!.winRate).toBe(1)
  })
})

describe("AMAF (TREE-1)", () => {
  it("counts what a slow count over the twin's games finds", async () => {
    const game = unwrap(Game.create(draw(TAKE)))
    const moves = allPoints(7).filter((point) => game.refusal(point) === undefined)
    const games = 60
    const sampler = new Sampler({ kernel, game, color: Black, policy: "mogo", random: new Random(7) })
    const amaf = new AllMovesAsFirst(moves, games)
    const pace = new Pace({ seconds: Infinity, reportEvery: Infinity })
    while (!amaf.isOver) await amaf.round(sampler, pace)

    const random = new Random(7)
    const count = new Map<Point, { visits: number; wins: number; points: number }>()
    for (let i = 0; i < games; i++) {
      const request = { games: 1, first: Black, komi: 0.5, policy: "mogo", seed: random.next() } as const
      const { lastGame, meanMargin } = runReference(game.board, request)
      for (const point of moves) {
        if (lastGame.find(({ move }) => move === point)?.color !== Black) continue
        const { visits, wins, points } = count.get(point) ?? { visits: 0, wins: 0, points: 0 }
        const won = Number(meanMargin > 0.5)
        count.set(point, { visits: visits + 1, wins: wins + won, points: points + meanMargin - 0.5 })
      }
    }
    for (const { line, visits, tally } of amaf.standings()) {
      const slow = count.get(line[0] as Point)!
      expect(visits).toBe(slow.visits)
      expect(tally.mean("win")).toBeCloseTo(slow.wins / slow.visits, 12)
      expect(tally.mean("score")).toBeCloseTo(slow.points / slow.visits, 12)
    }
  })

  it("hears about every move from about half of the playouts", async () => {
    const { report } = await search(empty(9), { method: "amaf" }, { playouts: 1000 })
    for (const { visits } of report.candidates) {
      expect(visits).toBeGreaterThan(400)
      expect(visits).toBeLessThan(600)
    }
  })
})

describe("progressive pruning (TREE-2)", () => {
  it("drops bad moves, never the best, and gives their playouts to the others", async () => {
    const truth = await search(draw(TAKE), { method: "vanilla" }, { playouts: 20_000, seed: 99 })
    const best = truth.report.candidates[0]!
    const worst = truth.report.candidates.at(-1)!
    expect(best.winRate - worst.winRate).toBeGreaterThan(0.15)
    for (const seed of [1, 2, 3, 4, 5]) {
      const { move, report } = await search(draw(TAKE), { method: "pruning" }, { playouts: 6000, seed })
      expect(move).toBe(best.move)
      expect(report.candidates.find((each) => each.move === best.move)!.isDropped).toBe(false)
      const dropped = report.candidates.find((each) => each.move === worst.move)!
      expect(dropped.isDropped).toBe(true)
      expect(dropped.visits).toBeLessThan(report.candidates[0]!.visits)
    }
  })

  it("drops exactly the moves whose interval lies under the best one's", async () => {
    // With this number of playouts the first look at the intervals comes with the last playout.
    const { report } = await search(draw(TAKE), { method: "pruning" }, { playouts: 36 * 36 })
    const bounds = report.candidates.map(({ winRate, visits, isDropped }) => {
      expect(visits).toBe(36)
      const radius = (2 * Math.sqrt(winRate * (1 - winRate))) / Math.sqrt(visits)
      return { low: winRate - radius, high: winRate + radius, winRate, isDropped }
    })
    const best = bounds.reduce((a, b) => (b.winRate > a.winRate ? b : a))
    for (const { high, isDropped } of bounds) expect(isDropped).toBe(high < best.low)
    expect(bounds.some(({ isDropped }) => isDropped)).toBe(true)
    expect(bounds.filter(({ isDropped }) => !isDropped).length).toBeGreaterThan(1)
  })

  it("drops fewer the wider the interval", async () => {
    const left = async (confidence: number): Promise<number> => {
      const { report } = await search(draw(TAKE), { method: "pruning", confidence }, { playouts: 36 * 36 })
      return report.candidates.filter(({ isDropped }) => !isDropped).length
    }
    expect(await left(1)).toBeLessThan(await left(3))
    expect(await left(100)).toBe(36)
  })

  it("ends when one move is left", async () => {
    const { report } = await search(draw(TAKE), { method: "pruning" }, { playouts: 1_000_000 })
    expect(report.playouts).toBeLessThan(100_000)
    expect(report.candidates.filter(({ isDropped }) => !isDropped)).toHaveLength(1)
    expect(report.notes).toEqual(["35 of 36 moves were dropped"])
  })
})

describe("depth 2 (TREE-2)", () => {
  it("sees the reply that depth 1 misses", async () => {
    const position = draw(FORK, capture)
    expect(await bestMove(position, { method: "vanilla" }, { playouts: 40_000 })).toBe("F3")
    expect(await bestMove(position, { method: "amaf" }, { playouts: 4000 })).toBe("F3")
    // Enough for replies to drop out: the good ones for Black must, not the bad ones.
    const { move, report } = await search(position, { method: "depth2" }, { playouts: 80_000 })
    expect(makeVertex(move, 7)).toBe("C5")
    const fork = candidate(report, "F3", 7)!
    expect(fork.winRate).toBe(0)
    expect(fork.pv.map((each) => makeVertex(each, 7))).toEqual(["F3", "C5"])
  })

  it("gives every move an equal share, its replies together", async () => {
    const { report } = await search(empty(5), { method: "depth2" }, { playouts: 5003 })
    const visits = report.candidates.map((each) => each.visits)
    expect(Math.max(...visits)).toBe(201)
    expect(Math.min(...visits)).toBe(200)
  })

  it("answers a move that ends the game, and one that leaves only eyes", async () => {
    const atari = draw(FORK.replace("X O . O", "X O X O"), capture)
    const { report } = await search(atari, { method: "depth2" }, { playouts: 4000 })
    expect(candidate(report, "E2", 7)).toMatchObject({ winRate: 1, pv: [parseVertex("E2", 7)] })
    const lastDame = draw(
      `
      . X . O O
      X X X O .
      . X X O O
      X X X O O
      . X X O .`,
      { firstToPlay: Black },
    )
    const filled = await search(lastDame, { method: "depth2" }, { playouts: 50 })
    expect(filled.report.candidates).toMatchObject([{ pv: [parseVertex("C5", 5), PASS], visits: 50 }])
  })
})

describe("a tally", () => {
  it("has the mean and the deviation of its games, a draw being half a win", () => {
    const margins = [3, -2, 0, 8, 0, -5]
    const tally = new Tally()
    const spreadOf = (list: readonly number[]): number => {
      const mean = list.reduce((sum, each) => sum + each, 0) / list.length
      return Math.sqrt(list.reduce((sum, each) => sum + (each - mean) ** 2, 0) / list.length)
    }
    for (const part of [margins.slice(0, 4), margins.slice(4)]) {
      const mean = part.reduce((sum, each) => sum + each, 0) / part.length
      const wins = part.filter((margin) => margin > 0).length
      const draws = part.filter((margin) => margin === 0).length
      tally.add(part.length, wins, draws, mean, spreadOf(part))
    }
    const results = margins.map((margin) => (margin > 0 ? 1 : margin < 0 ? 0 : 0.5))
    expect(tally.games).toBe(6)
    expect(tally.mean("win")).toBeCloseTo(0.5)
    expect(tally.deviation("win")).toBeCloseTo(spreadOf(results))
    expect(tally.mean("score")).toBeCloseTo(4 / 6)
    expect(tally.deviation("score")).toBeCloseTo(spreadOf(margins))
  })
})
