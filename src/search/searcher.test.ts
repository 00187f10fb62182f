import { afterAll, describe, expect, it } from "vitest"
import { cpuMs, useCpuClock } from "../../test/support/time.ts"
import { unwrap } from "../base/result.ts"
import type { SearchReport } from "../player/index.ts"
import {
  allPoints,
  Black,
  captureGo,
  Empty,
  fixedHandicap,
  Game,
  isOnBoard,
  makeVertex,
  opponent,
  parseAscii,
  parseRuleset,
  parseVertex,
  PASS,
  score,
  White,
  type Color,
  type GameOptions,
  type Move,
  type Position,
} from "../rules/index.ts"
import { DEFAULTS, presetParams, type SearchParams } from "./params.ts"
import type { SearchRequest, SearchResult } from "./request.ts"
import { Searcher } from "./searcher.ts"

const open: Searcher[] = []
afterAll(() => Promise.all(open.map((searcher) => searcher.close())))

async function make(params: Partial<SearchParams> = {}): Promise<Searcher> {
  const searcher = await Searcher.create({ params: { ...DEFAULTS, "tree-mb": 4, ...params } })
  open.push(searcher)
  return searcher
}

const newGame = (options: Partial<GameOptions> = {}): Game =>
  unwrap(Game.create({ size: 5, komi: 0.5, ...options }))

/** A game that begins with drawn stones. */
function drawnGame(drawing: string, options: Partial<GameOptions> = {}): Game {
  const board = unwrap(parseAscii(drawing))
  const stones = allPoints(board.size).filter((point) => board.at(point) !== Empty)
  const setup = stones.map((point) => [board.at(point) as Color, point] as const)
  return newGame({ size: board.size, setup, ...options })
}

function request(game: Game, playouts: number, more: Partial<SearchRequest> = {}): SearchRequest {
  return {
    position: game.position(),
    color: game.toPlay,
    seed: 1,
    budget: { playouts },
    mayStopEarly: false,
    ...more,
  }
}

const NONE = { [Black]: 0, [White]: 0 }
const untimed = ({ seconds: _, ...report }: SearchReport): Omit<SearchReport, "seconds"> => report
const visitsOf = ({ candidates }: SearchReport): number =>
  candidates.reduce((sum, { visits }) => sum + visits, 0)

/** Both sides have two eyes and nothing to play: Black has 10 points, White 15. */
const FINISHED = `
  . X O O .
  X X O O O
  . X O . O
  X X O O O
  X X O O O`

describe("a search repeats (TREE-3)", () => {
  it.each(["plain", "brady", "mogo", "strong"] as const)(
    "%s: the same seed, the same report",
    async (preset) => {
      const params = presetParams(preset)
      const [first, second] = [await make(params), await make(params)]
      const game = newGame({ size: 7 })
      const report = untimed((await first.search(request(game, 300))).report)
      expect(untimed((await second.search(request(game, 300))).report)).toEqual(report)
      expect(untimed((await second.search(request(game, 300, { seed: 2 }))).report)).not.toEqual(report)
      first.clear()
      expect(untimed((await first.search(request(game, 300))).report)).toEqual(report)
    },
  )

  it("slices and steps make no difference", async () => {
    const [whole, stepwise] = [await make(), await make()]
    const game = newGame()
    const { report } = await whole.search(request(game, 100))
    stepwise.begin(request(game, 0))
    for (let i = 0; i < 100; i++) stepwise.step()
    expect(untimed(stepwise.report())).toEqual(untimed(report))
  })
})

describe("a tree that is kept from move to move (TREE-11)", () => {
  async function twoMoves(reuse: number): Promise<{ kept: number; second: SearchReport }> {
    const searcher = await make({ reuse })
    const game = newGame()
    const { report, best } = await searcher.search(request(game, 800))
    const reply = best.pv[1]!
    game.play(best.move)
    game.play(reply)
    searcher.begin(request(game, 0))
    const kept = visitsOf(searcher.report())
    expect(report.playouts).toBe(800)
    return { kept, second: (await searcher.search(request(game, 200))).report }
  }

  it("brings the visits of the moves that were played", async () => {
    const { kept, second } = await twoMoves(1)
    expect(kept).toBeGreaterThan(0)
    expect(second.playouts).toBe(200)
    expect(visitsOf(second)).toBe(kept + 200)
  })

  it("brings nothing when it is switched off", async () => {
    const { kept, second } = await twoMoves(0)
    expect(kept).toBe(0)
    expect(visitsOf(second)).toBe(200)
  })

  it("is dropped for another game, another komi, a move taken back or one that was never tried", async () => {
    const searcher = await make()
    const game = newGame()
    const { best } = await searcher.search(request(game, 400))
    const visits = async (other: Game): Promise<number> =>
      visitsOf((await searcher.search(request(other, 50))).report)
    expect(await visits(newGame({ komi: 3.5 }))).toBe(50)
    game.play(best.move)
    expect(await visits(game)).toBe(50)
    game.undo()
    expect(await visits(game)).toBe(50)
    // The same position again is searched further.
    expect(await visits(game)).toBe(100)
    searcher.clear()
    expect(await visits(game)).toBe(50)
  })

  it("is not mistaken where a colour plays twice (free turns)", async () => {
    const searcher = await make()
    const game = newGame({ turns: "free" })
    const { best } = await searcher.search(request(game, 300))
    game.play(best.move, Black)
    const again = await searcher.search(request(game, 100, { color: Black }))
    expect(again.report.color).toBe(Black)
    expect(visitsOf(again.report)).toBe(100)
    expect(again.report.candidates.map(({ move }) => move)).not.toContain(best.move)
    game.play(again.best.move, Black)
    const white = await searcher.search(request(game, 100))
    expect([white.report.color, visitsOf(white.report)]).toEqual([
      White,
      100 + (visitsAfter(again, again.best.move) - 1),
    ])
  })

  /** Visits of a move in a result. */
  function visitsAfter({ report }: SearchResult, move: Move): number {
    return report.candidates.find((candidate) => candidate.move === move)!.visits
  }

  it("plays whole games with superko, in which the referee allows every move", async () => {
    for (const [size, name] of [
      [3, "cgos"],
      [4, "aga"],
    ] as const) {
      const searcher = await make({ exploration: 1.2 })
      const game = newGame({ size, rules: parseRuleset(name)! })
      for (let number = 0; number < 40 && game.phase === "playing"; number++) {
        const { best } = await searcher.search(request(game, 60, { seed: number }))
        expect({ number, refusal: game.refusal(best.move) }).toEqual({ number, refusal: undefined })
        game.play(best.move)
      }
    }
  })
})

describe("when a search ends (TREE-11)", () => {
  it("early, only when the most visited move can't change", async () => {
    const stopped: string[] = []
    const positions = [
      newGame(),
      drawnGame(FINISHED),
      drawnGame(". . . . .\n. X O . .\n. X O . .\n. O X . .\n. . . . ."),
    ]
    for (const [index, game] of positions.entries()) {
      for (const seed of [1, 2, 3, 4]) {
        const [hasty, patient] = [await make({ "tree-mb": 2 }), await make({ "tree-mb": 2 })]
        const early = await hasty.search(request(game, 1000, { seed, mayStopEarly: true }))
        const full = await patient.search(request(game, 1000, { seed }))
        expect(full.stopped).toBe("playouts")
        expect({ index, seed, move: early.best.move }).toEqual({ index, seed, move: full.best.move })
        expect(early.report.playouts).toBeLessThanOrEqual(1000)
        stopped.push(early.stopped)
      }
    }
    expect(stopped).toContain("decided")
  })

  it("when it is aborted, with an answer", async () => {
    const searcher = await make()
    const game = newGame({ size: 9 })
    const before = new AbortController()
    before.abort()
    const atOnce = await searcher.search(request(game, 100_000, { signal: before.signal }))
    expect(atOnce.stopped).toBe("aborted")
    expect(atOnce.best.visits).toBeGreaterThan(0)
    const between = new AbortController()
    const { stopped, report, best } = await searcher.search(
      request(game, Infinity, {
        signal: between.signal,
        reportEvery: 0,
        onReport: ({ playouts }) => {
          if (playouts >= 100) between.abort()
        },
      }),
    )
    expect(stopped).toBe("aborted")
    expect(report.playouts).toBeGreaterThanOrEqual(100)
    expect(report.playouts).toBeLessThan(1000)
    expect(best.visits).toBeGreaterThan(0)
  })

  it.each([
    [0, 0.5],
    [0.15, 0.5],
  ])("after its seconds: %d, within %d", async (seconds, tolerance) => {
    useCpuClock()
    const searcher = await make()
    const game = newGame({ size: 9 })
    const begun = cpuMs()
    const { stopped, report, best } = await searcher.search(request(game, Infinity, { budget: { seconds } }))
    const taken = (cpuMs() - begun) / 1000
    expect(stopped).toBe("limit")
    expect(best.visits).toBeGreaterThan(0)
    expect(taken).toBeGreaterThanOrEqual(seconds)
    expect(taken).toBeLessThan(seconds + tolerance)
    expect(report.seconds).toBeLessThanOrEqual(taken)
  })

  it("by its clock, which leaves a fifth of a second a stone", async () => {
    useCpuClock()
    const searcher = await make()
    const clock = { settings: { kind: "canadian", main: 0, period: 0.2, stones: 1 } } as const
    const { report, stopped } = await searcher.search(request(newGame(), 0, { budget: { clock } }))
    expect(["limit", "target"]).toContain(stopped)
    expect(report.seconds).toBeGreaterThan(0.1)
    expect(report.seconds).toBeLessThan(0.5)
  })
})

describe("the tree's memory", () => {
  it("stays in its bounds, and the search goes on when it is full", async () => {
    const searcher = await make({ "tree-mb": 1 })
    const { report } = await searcher.search(request(newGame({ size: 9 }), 1500))
    expect(report.capacity * 48).toBeLessThan(1_048_576)
    // Every playout gives a node 80 children or so: five times what there is room for.
    expect(report.nodes).toBeLessThanOrEqual(report.capacity)
    expect(report.nodes).toBeGreaterThan(0.3 * report.capacity)
    expect([report.playouts, visitsOf(report)]).toEqual([1500, 1500])
  })

  it("of 32 megabytes has room for 32 megabytes of nodes", async () => {
    const searcher = await make({ "tree-mb": 32 })
    const { report } = await searcher.search(request(newGame(), 50))
    expect(report.capacity * 48).toBeLessThanOrEqual(32 * 1_048_576)
    expect(report.capacity * 48).toBeGreaterThan(31.9 * 1_048_576)
  })
})

describe("what a search tells (TREE-15)", () => {
  /** Everything in a report that must fit together. */
  function expectSound(report: SearchReport, position: Position): void {
    const { candidates, owners } = report
    const visits = candidates.map((candidate) => candidate.visits)
    expect(visits).toEqual(visits.toSorted((a, b) => b - a))
    expect(visitsOf(report)).toBe(report.playouts)
    const wins = candidates.reduce((sum, candidate) => sum + candidate.visits * candidate.winRate, 0)
    expect(report.winRate).toBeCloseTo(wins / report.playouts, 6)
    for (const { move, pv, winRate } of candidates) {
      expect(pv[0]).toBe(move)
      expect(pv.length).toBeLessThanOrEqual(12)
      expect(winRate).toBeGreaterThanOrEqual(0)
      expect(winRate).toBeLessThanOrEqual(1)
    }
    expectLawful(position, report.color, candidates[0]!.pv)
    for (const [point, owner] of owners.entries()) {
      expect(Math.abs(owner)).toBeLessThanOrEqual(1)
      if (!isOnBoard(position.size, point as Move)) expect(owner).toBe(0)
    }
    expect(report.nodes).toBeLessThanOrEqual(report.capacity)
    expect(report.score.spread).toBeGreaterThanOrEqual(0)
    expect(report.notes).toEqual([])
  }

  function expectLawful(position: Position, color: Color, line: readonly Move[]): void {
    const game = unwrap(Game.replay({ ...position, turns: "free" }, position.moves))
    let turn = color
    for (const move of line) {
      expect({ line, move, refusal: game.refusal(move, turn) }).toEqual({ line, move, refusal: undefined })
      game.play(move, turn)
      turn = opponent(turn)
    }
  }

  it.each<[string, Partial<SearchParams>]>([
    ["plain", {}],
    ["strong", presetParams("strong")],
    ["with the maximum backed up", { backup: 1 }],
    ["with key positions", { keys: 1 }],
  ])("fits together: %s", async (_, params) => {
    const searcher = await make(params)
    const game = newGame({ size: 9 })
    for (const vertex of ["C3", "G7", "C7"]) game.play(parseVertex(vertex, 9)!)
    const { report, best, stopped } = await searcher.search(request(game, 400))
    expectSound(report, game.position())
    expect([report.color, report.playouts, stopped]).toEqual([White, 400, "playouts"])
    expect(best).toBe(report.candidates[0])
    const played = game.moves.map(({ move }) => move)
    expect(report.candidates.filter(({ move }) => played.includes(move))).toEqual([])
    const shows = (key: "rave" | "prior"): boolean =>
      report.candidates.some((each) => each[key] !== undefined)
    expect([shows("rave"), shows("prior")]).toEqual([params.rave === 1, params["prior-even"] !== undefined])
  })

  it("of a finished board knows the owners and the score exactly", async () => {
    const searcher = await make()
    const { report } = await searcher.search(request(drawnGame(FINISHED), 200))
    expect(report.candidates.map(({ move }) => move)).toEqual([PASS])
    expect([report.winRate, report.score]).toEqual([0, { mean: -5.5, spread: 0 }])
    for (const point of allPoints(5)) expect(report.owners[point]).toBe(point % 26 < 2 ? 1 : -1)
  })

  it("counts komi and the compensation for handicap", async () => {
    const searcher = await make()
    const options = { handicap: 2, firstToPlay: White, rules: parseRuleset("chinese")! } as const
    const black = drawnGame(FINISHED, { ...options, komi: -6.5 })
    const { report } = await searcher.search(request(black, 100))
    expect([report.color, report.winRate, report.score.mean]).toEqual([White, 1, -0.5])
    const even = await searcher.search(request(drawnGame(FINISHED, { ...options, komi: -7.5 }), 100))
    expect([even.report.winRate, even.report.score.mean]).toEqual([0, 0.5])
    const stones = fixedHandicap(9, 4)!.map((point) => [Black, point] as const)
    const real = newGame({ size: 9, setup: stones, handicap: 4 })
    const { report: first } = await searcher.search(request(real, 200))
    expectSound(first, real.position())
    expect(first.color).toBe(White)
  })

  it("comes now and then, with more playouts each time", async () => {
    const searcher = await make()
    const counts: number[] = []
    const onReport = ({ playouts }: SearchReport): void => void counts.push(playouts)
    await searcher.search(request(newGame(), 300, { onReport, reportEvery: 0 }))
    expect(counts.length).toBeGreaterThan(3)
    expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b))
  })

  it("explains every move below a line", async () => {
    const searcher = await make(presetParams("strong"))
    const { report, best } = await searcher.search(request(newGame({ size: 7 }), 300))
    const root = searcher.explain()
    const explained = new Set(root.map(({ node }) => node.move))
    expect(explained).toEqual(new Set(report.candidates.map(({ move }) => move)))
    for (const { node, terms } of root) {
      expect(terms.estimate + terms.exploration + terms.bias).toBeCloseTo(terms.value, 9)
      expect(terms.weight).toBeCloseTo(node.visits + node.priorVisits, 5)
    }
    expect(searcher.explain([best.move]).length).toBeGreaterThan(0)
    expect(searcher.explain([parseVertex("T19", 19)!])).toEqual([])
  })

  it.each(["plain", "strong"] as const)("%s: hands out each simulation as it was played", async (preset) => {
    const searcher = await make(presetParams(preset))
    const game = newGame({ size: 5, komi: 0, rules: parseRuleset("tromp-taylor")! })
    searcher.begin({ position: game.position(), color: game.toPlay, seed: 3 })
    const visits = (line: readonly Move[]): number =>
      searcher.explain(line.slice(0, -1)).find(({ node }) => node.move === line.at(-1))?.node.visits ?? 0
    let sum = 0
    for (let count = 1; count <= 150; count++) {
      const known = new Map(searcher.explain().map(({ node }) => [node.move, node.visits]))
      searcher.step()
      const { moves, descent } = searcher.lastSimulation()
      const [first] = moves
      expect(visits([first!.move])).toBe((known.get(first!.move) ?? 0) + 1)
      const line = moves.map(({ move }) => move)
      expect(visits(line.slice(0, descent))).toBeGreaterThan(0)
      expect(visits(line.slice(0, descent + 1))).toBe(0)
      // The referee allows every move but repetitions, and counts what the search counted.
      const end = game.board.clone()
      for (const { color, move } of moves) expect(end.play(color, move)).toBeUndefined()
      const { margin } = score({
        board: end,
        rules: game.rules,
        komi: 0,
        handicap: 0,
        dead: [],
        passes: NONE,
      })
      sum += margin
      expect(searcher.report().score.mean * count).toBeCloseTo(sum, 6)
    }
  })
})

describe("which games it searches", () => {
  it("19×19, and nothing larger", async () => {
    const searcher = await make({ "tree-mb": 8 })
    const { report, best } = await searcher.search(request(newGame({ size: 19, komi: 7.5 }), 64))
    expect([report.candidates.length, visitsOf(report)]).toEqual([362, 64])
    expect(isOnBoard(19, best.move) || best.move === PASS).toBe(true)
    await expect(searcher.search(request(newGame({ size: 20 }), 10))).rejects.toThrow(RangeError)
    // It is as good as new after that.
    expect((await searcher.search(request(newGame(), 10))).report.playouts).toBe(10)
  })

  it("Capture Go: it takes what is in atari (RUL-5)", async () => {
    const searcher = await make()
    const game = drawnGame(". . . . .\n. X . . .\nX O . . .\n. X . . .\n. . . . .", {
      rules: captureGo(1),
      komi: 0,
    })
    const { best } = await searcher.search(request(game, 600))
    expect(makeVertex(best.move, 5)).toBe("C3")
    expect(best.winRate).toBe(1)
  })

  it("after a pass it knows that another one ends the game", async () => {
    const searcher = await make()
    const game = drawnGame(". . X O .\n. . X O .\n. . X O .\n. . X O .\n. . X O .", {
      rules: parseRuleset("cgos")!,
    })
    game.play(parseVertex("A1", 5)!)
    game.play(PASS)
    const { report } = await searcher.search(request(game, 400))
    expect(report.candidates.find(({ move }) => move === PASS)!.winRate).toBe(1)
  })
})

describe("grandparent knowledge as published (TREE-7)", () => {
  // Every move is a root of its own while a player ponders, and where one player has both colours.
  it.each([
    ["two plies at once", 0],
    ["ply by ply", 300],
  ])(
    "mixes the means of the sons with those of their uncles, and leaves the visits: %s",
    async (_, between) => {
      const game = newGame()
      const [plain, merging] = [await make(), await make({ "uncle-merge": 1 })]
      const before = [await plain.search(request(game, 3000)), await merging.search(request(game, 3000))]
      const uncles = new Map(before[0]!.report.candidates.map((uncle) => [uncle.move, uncle]))
      const [answer, reply] = before[0]!.report.candidates[0]!.pv
      game.play(answer!)
      if (between > 0) for (const searcher of [plain, merging]) await searcher.search(request(game, between))
      game.play(reply!)
      for (const searcher of [plain, merging]) searcher.begin(request(game, 1))
      const merged = new Map(merging.explain().map(({ node }) => [node.move, node]))
      const sons = plain.explain().map(({ node }) => node)
      const known = sons.filter(({ move, visits }) => visits > 0 && (uncles.get(move)?.visits ?? 0) > 0)
      expect(known.length).toBeGreaterThan(3)
      for (const { move, visits, mean } of known) {
        const uncle = uncles.get(move)!
        const mixed = (visits * mean + uncle.visits * uncle.winRate) / (visits + uncle.visits)
        expect(merged.get(move)!.visits).toBe(visits)
        expect(merged.get(move)!.mean).toBeCloseTo(mixed, 5)
      }
      // The same root again: nothing is mixed twice.
      merging.begin(request(game, 1))
      for (const { node } of merging.explain()) expect(node).toEqual(merged.get(node.move))
    },
  )
})

describe("win rates are shares of won simulations, whatever selection uses (TREE-12)", () => {
  // With such a komi Black wins every simulation, but not always by the same points.
  it.each<[string, Partial<SearchParams>]>([
    ["threshold", { score: 1 }],
    ["blend", { score: 2, "score-weight": 0.5 }],
    ["threshold, backup", { score: 1, backup: 1 }],
    ["threshold, bias", { score: 1, bias: 1 }],
  ])("%s", async (_, more) => {
    const { report } = await (await make(more)).search(request(newGame({ komi: -25.5 }), 500))
    expect([report.color, report.winRate]).toEqual([Black, 1])
    expect(report.candidates[0]!.value).toBeLessThan(1)
    for (const { visits, winRate } of report.candidates) {
      expect(winRate).toBe(visits > 0 ? 1 : 0)
    }
  })

  it("a blended result stays between 0 and 1, however large the komi", async () => {
    const searcher = await make({ score: 2, "score-weight": 1 })
    const { report } = await searcher.search(request(newGame({ komi: -300 }), 500))
    for (const { winRate, value = winRate } of report.candidates) expect(value).toBeLessThanOrEqual(1)
  })

  it("after uncle-merge, too", async () => {
    const [plain, merging] = [await make(), await make({ "uncle-merge": 1 })]
    const game = newGame()
    for (const searcher of [plain, merging]) await searcher.search(request(game, 2000))
    const [answer, reply] = plain.report().candidates[0]!.pv
    for (const move of [answer!, reply!]) game.play(move)
    for (const searcher of [plain, merging]) searcher.begin(request(game, 1))
    const rates = (searcher: Searcher): number[] => searcher.report().candidates.map(({ winRate }) => winRate)
    expect(rates(merging).toSorted((a, b) => a - b)).toEqual(rates(plain).toSorted((a, b) => a - b))
    expect(merging.report().candidates.some(({ value }) => value !== undefined)).toBe(true)
  })

  it("says where there is no room to count them", async () => {
    const searcher = await make({ score: 1, backup: 1, bias: 1 })
    const { report } = await searcher.search(request(newGame(), 50))
    expect(report.notes).toEqual([expect.stringMatching(/win rates are mean results/)])
  })
})

describe("dynamic komi (TREE-12)", () => {
  const setup = fixedHandicap(9, 4)!.map((point) => [Black, point] as const)
  const handicapGame = (): Game => newGame({ size: 9, setup, handicap: 4 })

  it("makes a handicap game look closer, and tells win rates and score by the game's own komi", async () => {
    const plain = await (await make()).search(request(handicapGame(), 2000))
    const closer = await (await make({ "dynamic-komi": 8 })).search(request(handicapGame(), 2000))
    expect(closer.best.value).toBeGreaterThan(plain.best.winRate + 0.1)
    expect(Math.abs(closer.report.winRate - plain.report.winRate)).toBeLessThan(0.1)
    expect(Math.abs(closer.report.score.mean - plain.report.score.mean)).toBeLessThan(8)
  })

  it("has faded by move 15 on 9×9", async () => {
    const game = handicapGame()
    const points = allPoints(9).filter((point) => game.board.at(point) === Empty)
    for (const point of points.slice(0, 15)) game.play(point)
    const plain = await (await make()).search(request(game, 300))
    const faded = await (await make({ "dynamic-komi": 8 })).search(request(game, 300))
    expect(untimed(faded.report)).toEqual(untimed(plain.report))
  })
})
