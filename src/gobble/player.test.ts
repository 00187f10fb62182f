// Gobble as a player (SA-1 to SA-3): its options, its budget, what it plays and how it explains itself, and its map beside the
// published one.

import { describe, expect, it } from "vitest"
import { makePlayer } from "../../test/support/players.ts"
import { useCpuClock } from "../../test/support/time.ts"
import { unwrap } from "../base/result.ts"
import type { Budget } from "../player/index.ts"
import {
  allPoints,
  Black,
  Game,
  parseAscii,
  parseRuleset,
  PASS,
  POINTS,
  pointAt,
  White,
} from "../rules/index.ts"
import type { Color, GameOptions, Point } from "../rules/index.ts"
import { compareWithFigure1, PUBLISHED_MAP, rankCorrelation, type MapFigures } from "./figure1.ts"
import { makeGobbleMap } from "./map.ts"
import type { GobblePlayer } from "./player.ts"
import type { GobbleResult } from "./search.ts"

function make(text: string): GobblePlayer {
  return unwrap(makePlayer(text)) as GobblePlayer
}

function from(drawing: string, options: Partial<GameOptions> = {}): Game {
  const board = unwrap(parseAscii(drawing))
  const setup = allPoints(board.size)
    .filter((point) => board.at(point) === Black || board.at(point) === White)
    .map((point): [Color, Point] => [board.at(point) as Color, point])
  return unwrap(Game.create({ size: board.size, setup, ...options }))
}

function ask(player: GobblePlayer, game: Game, seed = 1, budget: Budget = {}): Promise<GobbleResult> {
  return player.choose({ position: game.position(), color: game.toPlay, budget, seed })
}

/** Two chains in atari at E4: whoever plays there takes the other. */
const RACE = `
  X X X X X
  O O O O .
  X X X X .
  . . . . .
  . . . . .`

const ALIVE = `
  . . . . .
  X X X X .
  X . . X .
  X X X X .
  . . . . .`

describe("choosing", () => {
  it.each(["gobble:a", "gobble:b", "gobble:order1"])(
    "%s takes first what both can take (SA-1 to SA-3)",
    async (name) => {
      for (const firstToPlay of [Black, White] as const) {
        const { move, reason } = await ask(make(`${name},playouts=600`), from(RACE, { firstToPlay }))
        expect(reason).toBe("best-value")
        expect(move).toBe(pointAt(4, 1))
      }
    },
  )

  it.each(["gobble:a", "gobble:b", "gobble:order1", "gobble:b,order=1"])(
    "%s: the same seed plays the same move, another may not",
    async (name) => {
      const game = unwrap(Game.create({ size: 7 }))
      const player = make(`${name},playouts=60`)
      const moves = []
      for (const seed of [1, 1, 2, 3, 4, 5]) moves.push((await ask(player, game, seed)).move)
      expect(moves[1]).toBe(moves[0])
      expect(new Set(moves).size).toBeGreaterThan(1)
    },
  )

  it("only lawful moves, to the end of games on 5×5, and passes when only eyes are left", async () => {
    const [a, b] = [make("gobble:a,playouts=30"), make("gobble:b,playouts=30")]
    const game = unwrap(Game.create({ size: 5, rules: parseRuleset("tromp-taylor")! }))
    let last = ""
    for (let seed = 1; game.phase === "playing"; seed++) {
      const { move, reason } = await ask(game.toPlay === Black ? a : b, game, seed)
      unwrap(game.play(move))
      last = reason
      expect(game.moves.length).toBeLessThan(300)
    }
    expect(["only-eyes-left", "pass-wins"]).toContain(last)
  })

  it("passes after a pass when the board is won", async () => {
    const game = from(ALIVE, { komi: 0.5, firstToPlay: White })
    game.play(PASS)
    expect(await ask(make("gobble"), game)).toMatchObject({ move: PASS, reason: "pass-wins" })
  })

  it.each([13, 19, 20])("plays on %i lines", async (size) => {
    const game = unwrap(Game.create({ size }))
    const { move, report } = await ask(make("gobble:b"), game, 1, { playouts: 2 })
    expect(game.refusal(move)).toBeUndefined()
    expect(report.playouts).toBe(2)
  })

  it("plays Capture Go for captures", async () => {
    const rules = parseRuleset("capture-1")!
    const game = from(
      `
      . . . . .
      . X O X .
      . . X . .
      . . . . .
      . . . . .`,
      { rules },
    )
    const { move, report } = await ask(make("gobble,playouts=300"), game)
    expect(move).toBe(pointAt(2, 0))
    expect(report.candidates[0]!.value).toBeGreaterThan(0.5)
  })
})

describe("the budget", () => {
  const game = unwrap(Game.create({ size: 5 }))
  it.each<[string, Budget, number]>([
    ["gobble:a", {}, 10_000],
    ["gobble:a,games=70", {}, 70],
    ["gobble:b,games=40,branch=3", {}, 160],
    ["gobble:b,playouts=500", {}, 500],
    ["gobble:b,games=40", { playouts: 100 }, 100],
    ["gobble:b", { playouts: 3 }, 3],
    ["gobble:b", { playouts: 1 }, 1],
    ["gobble:a,games=30,playouts=1000", {}, 30],
  ])("%s with %j plays %i games", async (name, budget, games) => {
    expect((await ask(make(name), game, 1, budget)).report.playouts).toBe(games)
  })

  it("seconds end it, and the moves that are tried get their share", async () => {
    useCpuClock()
    const { report } = await ask(make("gobble:b,branch=2"), game, 1, { seconds: 0.3 })
    expect(report.seconds).toBeGreaterThan(0.2)
    expect(report.seconds).toBeLessThan(1)
    expect(report.candidates.filter(({ isTried }) => isTried).length).toBeGreaterThan(0)
  })

  it("a clock ends it", async () => {
    const settings = { kind: "absolute", seconds: 2 } as const
    const clock = { settings, left: { seconds: 2 } } as unknown as NonNullable<Budget["clock"]>
    useCpuClock()
    const { report } = await ask(make("gobble"), game, 1, { clock })
    expect(report.seconds).toBeLessThan(2)
  })

  it("a signal ends it with the best so far; others have their turn meanwhile", async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    const position = unwrap(Game.create({ size: 9 })).position()
    const { move, report } = await make("gobble:b").choose({
      position,
      color: Black,
      budget: { playouts: 100_000_000 },
      seed: 1,
      signal: stop.signal,
    })
    expect(move).not.toBe(PASS)
    expect(report.playouts).toBeGreaterThan(0)
    expect(report.playouts).toBeLessThan(100_000_000)
  })

  it("two requests at once do not mix their games", async () => {
    const player = make("gobble,games=200")
    const apart = await ask(make("gobble,games=200"), game, 9)
    const [, second] = await Promise.all([ask(player, game, 8), ask(player, game, 9)])
    expect(second.move).toBe(apart.move)
    expect(second.report.values).toEqual(apart.report.values)
  })
})

describe("the report", () => {
  it("explains the move by the map of values", async () => {
    const game = unwrap(Game.create({ size: 5, komi: 0.5 }))
    const reports: number[] = []
    const { move, report } = await make("gobble:a,games=3000").choose({
      position: game.position(),
      color: Black,
      budget: {},
      seed: 1,
      reportEvery: 1,
      onReport: ({ playouts }) => reports.push(playouts),
    })
    const { candidates, values, valueGames } = report
    expect(candidates).toHaveLength(25)
    expect(candidates[0]).toMatchObject({
      move,
      value: values[move],
      visits: valueGames[move],
      isTried: false,
    })
    for (const [i, { value }] of candidates.entries())
      expect(value).toBeLessThanOrEqual(candidates[i - 1]?.value ?? 99)
    expect(report.winRate).toBeGreaterThan(0.3)
    expect(report.owners).toHaveLength(POINTS)
    expect(reports.length).toBeGreaterThan(0)
    expect(reports).toEqual([...reports].sort((a, b) => a - b))
  })

  it("of strategy B has those that were tried first, by the mean after them, with the reply (SA-2)", async () => {
    const game = unwrap(Game.create({ size: 5 }))
    unwrap(game.play(pointAt(2, 2)))
    const { move, report } = await ask(make("gobble:b,games=100,branch=4"), game)
    const tried = report.candidates.filter(({ isTried }) => isTried)
    expect(tried).toHaveLength(4)
    expect(report.candidates.slice(0, 4)).toEqual(tried)
    // White to move: low is good.
    expect(tried.map(({ value }) => value)).toEqual(tried.map(({ value }) => value).sort((a, b) => a - b))
    expect(tried[0]!.move).toBe(move)
    for (const { visits, pv } of tried) expect([visits, pv.length]).toEqual([100, 2])
    expect(report.notes.join()).toMatch(/evaluated again/)
  })
})

describe("names", () => {
  it.each([
    ["gobble", "gobble"],
    ["gobble:b,games=400,branch=3", "gobble:b,games=400,branch=3"],
    ["gobble:order1,swap=0.5,frozen=0.2,random=0", "gobble:order1,swap=0.5,frozen=0.2,random=0"],
  ])("%s is known", (text, name) => expect(make(text).name).toBe(name))

  it.each([
    ["gobble:c", 'gobble has no preset "c"; there are: a, b, order1'],
    ["gobble:constructor", /no preset "constructor"; there are: a, b, order1/],
    ["gobble,heat=1", /gobble has no option "heat"; there are: games, playouts/],
    ["gobble,games=0", 'games is a whole number from 1 to 1000000000, not "0"'],
    ["gobble,games=2.5", /games is a whole number/],
    ["gobble,games=", /games is a whole number/],
    ["gobble,branch=-1", /branch is a whole number from 0 to 361/],
    ["gobble,order=2", 'order is one of 0, 1, not "2"'],
    ["gobble,swap=1.1", 'swap is a number from 0 to 1, not "1.1"'],
    ["gobble,random=x", 'random is a number from 0 to 1, not "x"'],
    ["gobble,frozen=NaN", /frozen is a number from 0 to 1/],
    ["gobble,seconds=0", 'seconds is a positive number up to 1000000000, not "0"'],
    ["gobble,threads=0", /threads is a whole number from 1 to 64/],
  ])("%s is refused with what is possible", (text, reason) => {
    expect(makePlayer(text)).toMatchObject({ ok: false, error: expect.stringMatching(reason) })
  })
})

describe("the map of the empty board beside figure 1 (SA-1)", () => {
  const map = new Float64Array(POINTS)
  for (const [y, row] of PUBLISHED_MAP.entries())
    for (const [x, value] of row.entries()) map[pointAt(x, y)] = value

  it("the published one is as the text describes it", () => {
    const figures = compareWithFigure1(map)
    expect(figures).toMatchObject({ low: 0.9, high: 5.3 })
    expect(figures.correlation).toBeCloseTo(1, 12)
    expect(figures.symmetricCorrelation).toBeCloseTo(1, 12)
    // "An estimate for the error could be ±0.6."
    expect(Math.abs(figures.error - 0.6)).toBeLessThan(0.25)
    expect(PUBLISHED_MAP[4]![4]).toBe(5.2)
  })

  it("ours has its shape: centre above edge above corner, and a high rank correlation", async () => {
    const position = unwrap(Game.create({ size: 9 })).position()
    const all: MapFigures[] = []
    for (let seed = 1; seed <= 3; seed++) {
      const { values, totals } = await makeGobbleMap(position, Black, { games: 5000, seed })
      expect(totals.games).toBe(5000)
      all.push(compareWithFigure1(values))
    }
    const median = (of: (figures: MapFigures) => number): number => all.map(of).sort((a, b) => a - b)[1]!
    expect(median(({ symmetricCorrelation }) => symmetricCorrelation)).toBeGreaterThan(0.85)
    expect(median(({ centre, edge }) => centre - edge)).toBeGreaterThan(0.3)
    expect(median(({ edge, corner }) => edge - corner)).toBeGreaterThan(0)
  })
})

it.each([
  [[1, 2, 3], [10, 20, 30], 1],
  [[1, 2, 3], [30, 20, 10], -1],
  [[1, 2, 2, 3], [1, 2, 2, 3], 1],
  // By the textbook's 1 − 6·Σd²/(n·(n² − 1)): 1 − 6·8/60.
  [[1, 2, 3, 4], [3, 1, 4, 2], 0],
])("the rank correlation of %j and %j is %f", (a, b, correlation) => {
  expect(rankCorrelation(a, b)).toBeCloseTo(correlation, 12)
})
