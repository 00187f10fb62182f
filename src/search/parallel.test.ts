// Root parallel search (TREE-13): a tree for every thread. Helpers live in this thread here, each answering when it
// is told to, so that it is certain that their pace makes no difference; test/search has them in real threads.

import { afterAll, describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import type { SearchReport } from "../player/index.ts"
import { Black, Game, parseRuleset, parseVertex, type GameOptions } from "../rules/index.ts"
import type { Experience } from "./experience/index.ts"
import { Helper, HelperPool, type HelperPort, type HelperTask } from "./helpers.ts"
import { DEFAULTS, PRESETS, type SearchParams } from "./params.ts"
import type { SearchRequest } from "./request.ts"
import { Searcher } from "./searcher.ts"
import { openWebHelpers, serveHelper, type HelperNews, type WebWorker } from "./web.ts"

const open: Searcher[] = []
afterAll(() => Promise.all(open.map((searcher) => searcher.close())))

/** A helper of this thread that begins this number of milliseconds after it was asked, and notes what it was asked. */
class LocalPort implements HelperPort {
  readonly tasks: HelperTask[] = []
  readonly #helper = new Helper()
  readonly #delay: number
  #done: () => void = () => undefined

  constructor(delay: number) {
    this.#delay = delay
  }

  send(task: HelperTask): void {
    this.tasks.push(task)
    setTimeout(() => void this.#helper.carryOut(task).then(() => this.#done()), this.#delay)
  }

  onDone(listener: () => void): void {
    this.#done = listener
  }

  onFailure(): void {}

  close(): Promise<void> {
    return Promise.resolve()
  }
}

/** A worker of a page, which lives in this thread. */
function localWorker(): WebWorker {
  const asked: ((event: { readonly data: HelperTask }) => void)[] = []
  const answered: ((event: { readonly data: HelperNews }) => void)[] = []
  serveHelper({
    addEventListener: (_, listener) => void asked.push(listener),
    postMessage: (data) => answered.forEach((listener) => listener({ data })),
  })
  return {
    postMessage: (data) => void setTimeout(() => asked.forEach((listener) => listener({ data })), 0),
    addEventListener: (kind, listener) => {
      if (kind === "message") answered.push(listener as (event: { readonly data: HelperNews }) => void)
    },
    terminate: () => undefined,
  }
}

async function make(params: Partial<SearchParams>, ports: readonly LocalPort[] = []): Promise<Searcher> {
  const helpers = ports.length > 0 ? { helpers: new HelperPool(ports) } : {}
  const searcher = await Searcher.create({
    params: { ...DEFAULTS, parallel: 1, "tree-mb": 4, ...params },
    ...helpers,
  })
  open.push(searcher)
  return searcher
}

const ports = (...delays: readonly number[]): LocalPort[] => delays.map((delay) => new LocalPort(delay))

const newGame = (options: Partial<GameOptions> = {}): Game =>
  unwrap(Game.create({ size: 7, komi: 5.5, ...options }))

function request(game: Game, playouts: number, more: Partial<SearchRequest> = {}): SearchRequest {
  return { position: game.position(), color: game.toPlay, seed: 1, budget: { playouts }, ...more }
}

const untimed = ({ seconds: _, ...report }: SearchReport): Omit<SearchReport, "seconds"> => report
const visitsOf = ({ candidates }: SearchReport): number =>
  candidates.reduce((sum, { visits }) => sum + visits, 0)

/** The reports of the first moves of a game. */
async function playGame(searcher: Searcher, moves: number, seed = 1): Promise<unknown[]> {
  const game = newGame()
  const reports: unknown[] = []
  for (let number = 0; number < moves; number++) {
    const { report, best } = await searcher.search(request(game, 301, { seed: seed + number }))
    reports.push(untimed(report))
    game.play(best.move)
  }
  return reports
}

describe("root parallel search (TREE-13)", () => {
  it.each(["plain", "strong"] as const)(
    "%s: the same seed, threads and playouts give the same moves and numbers, whichever thread is first",
    async (preset) => {
      const params = PRESETS[preset]
      const first = await playGame(await make(params, ports(0, 0)), 4)
      expect(await playGame(await make(params, ports(15, 3)), 4)).toEqual(first)
      expect(await playGame(await make(params, ports(0, 0)), 4, 2)).not.toEqual(first)
    },
  )

  it("repeats where trees of a megabyte in all are full, too", async () => {
    const params = { ...PRESETS.plain, "tree-mb": 1 }
    const game = newGame({ size: 9 })
    const search = async (delay: number): Promise<SearchReport> =>
      (await (await make(params, ports(delay))).search(request(game, 1000))).report
    const report = await search(0)
    expect(report.capacity * 48).toBeLessThan(1_048_576)
    expect(report.nodes).toBeLessThanOrEqual(report.capacity)
    expect([report.playouts, visitsOf(report)]).toEqual([1000, 1000])
    expect(untimed(await search(10))).toEqual(untimed(report))
  })

  it("shares the playouts out, each thread with a seed of its own", async () => {
    const helpers = ports(0, 0)
    const searcher = await make({}, helpers)
    const { report, stopped } = await searcher.search(request(newGame(), 302))
    const searches = helpers.flatMap(({ tasks }) => tasks.filter((task) => task.kind === "search"))
    expect(searches.map(({ playouts }) => playouts)).toEqual([101, 100])
    expect(new Set([1, ...searches.map(({ seed }) => seed)]).size).toBe(3)
    expect([report.playouts, visitsOf(report), stopped]).toEqual([302, 302, "playouts"])
    const wins = report.candidates.reduce((sum, { visits, winRate }) => sum + visits * winRate, 0)
    expect(report.winRate).toBeCloseTo(wins / 302, 6)
    expect(report.notes).toEqual(["several threads: 3 trees, whose moves are added up"])
  })

  it("adds up what the trees found out, RAVE too, and plays the most visited of the sums", async () => {
    const params = PRESETS.mogo
    const searcher = await make(params, ports(0))
    const game = newGame()
    const { report, best } = await searcher.search(request(game, 400))
    // This thread's part alone: what it explains is its own tree.
    const own = new Map(searcher.explain().map(({ node }) => [node.move, node]))
    const shares = report.candidates.map(({ move, visits }) => ({ visits, own: own.get(move)!.visits }))
    expect(shares.reduce((sum, share) => sum + share.own, 0)).toBe(200)
    expect(shares.every((share) => share.own <= share.visits)).toBe(true)
    const credits = report.candidates.filter(({ rave }) => rave !== undefined)
    expect(credits.length).toBeGreaterThan(40)
    for (const { move, rave } of credits)
      expect(rave!.visits).toBeGreaterThanOrEqual(own.get(move)!.raveVisits)
    // Priors are what was believed before: once, not once a tree.
    for (const { prior } of report.candidates) expect(prior!.visits).toBe(10)
    expect(best.visits).toBe(Math.max(...report.candidates.map(({ visits }) => visits)))
  })

  it("keeps every tree from move to move (TREE-11)", async () => {
    const searcher = await make({}, ports(0, 0))
    const game = newGame({ size: 5 })
    const { best } = await searcher.search(request(game, 1500))
    game.play(best.move)
    game.play(best.pv[1]!)
    const { report } = await searcher.search(request(game, 90))
    const own = searcher.explain().reduce((sum, { node }) => sum + node.visits, 0)
    expect(report.playouts).toBe(90)
    expect(own).toBeGreaterThan(30)
    expect(visitsOf(report)).toBeGreaterThan(90 + (own - 30))
    // The same position is searched further.
    expect(visitsOf((await searcher.search(request(game, 30))).report)).toBe(visitsOf(report) + 30)
    searcher.clear()
    expect(visitsOf((await searcher.search(request(game, 30))).report)).toBe(30)
  })

  it("does as many playouts as there are, also where these are fewer than trees", async () => {
    const searcher = await make({ symmetry: 1 }, ports(0, 0))
    for (const playouts of [1, 2, 3, 4]) {
      searcher.clear()
      const { report } = await searcher.search(request(newGame(), playouts))
      expect([report.playouts, visitsOf(report)]).toEqual([playouts, playouts])
    }
  })

  it("plays whole games with superko, in which the referee allows every move", async () => {
    const searcher = await make({ exploration: 1.2 }, ports(0))
    const game = newGame({ size: 3, rules: parseRuleset("cgos")! })
    for (let number = 0; number < 40 && game.phase === "playing"; number++) {
      const { best } = await searcher.search(request(game, 80, { seed: number }))
      expect({ number, refusal: game.refusal(best.move) }).toEqual({ number, refusal: undefined })
      game.play(best.move)
    }
  })

  it("divides what past games tell among the trees (TREE-10)", async () => {
    const move = parseVertex("C3", 7)!
    const experience: Experience = {
      size: 7,
      symmetric: false,
      conditions: { komi: undefined, rules: undefined },
      children: () => [{ color: Black, move, visits: 91, value: 60 }],
    }
    const search = async (helpers: readonly LocalPort[]): Promise<SearchReport> => {
      const searcher = await make({}, helpers)
      searcher.experience = experience
      return (await searcher.search(request(newGame(), 3))).report
    }
    for (const helpers of [[], ports(0, 0)]) {
      const report = await search(helpers)
      expect([report.playouts, visitsOf(report)]).toEqual([3, 91 + 3])
      expect(report.candidates[0]!.move).toBe(move)
      expect(report.notes[0]).toBe("experience: moves that past games know: 1, visits: 91")
    }
  })

  it("goes with a page's workers, and finds the same", async () => {
    const search = async (helpers: HelperPool): Promise<SearchReport> => {
      const searcher = await Searcher.create({
        params: { ...DEFAULTS, parallel: 1, "tree-mb": 4 },
        helpers,
      })
      open.push(searcher)
      return (await searcher.search(request(newGame(), 200))).report
    }
    const report = await search(openWebHelpers([localWorker(), localWorker()]))
    expect(report.playouts).toBe(200)
    expect(untimed(report)).toEqual(untimed(await search(new HelperPool(ports(0, 0)))))
  })

  it("ends with the reason where a page's worker can't do what it is asked", async () => {
    const helpers = openWebHelpers([localWorker()])
    // It has no memory to search in yet.
    helpers.search(newGame().position(), Black, 1, [10])
    await expect(helpers.idle()).rejects.toThrow(/^a thread of the search failed: ./)
  })

  it("is one tree without helpers", async () => {
    const reports = await Promise.all(
      [0, 1].map(async (parallel) => playGame(await make({ ...PRESETS.strong, parallel }), 3)),
    )
    expect(reports[1]).toEqual(reports[0])
  })

  it("refuses trees that are too small to be any", async () => {
    const helpers = ports(0, 0, 0, 0)
    await expect(make({ "tree-mb": 1 }, helpers)).rejects.toThrow(
      /5 trees need more room: tree-mb is at least 1.25/,
    )
  })
})
