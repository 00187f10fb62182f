// Root parallel search in real threads (TREE-13): what src/search/parallel.test.ts can't show. Threads are made from
// the compiled package, so everything here is.

import { afterEach, describe, expect, it } from "vitest"
import { unwrap } from "../../dist/base/index.js"
import { makePlayer, type Player } from "../../dist/players/index.js"
import { Game } from "../../dist/rules/index.js"
import { presetParams, Searcher, type SearchReport, type SearchRequest } from "../../dist/search/index.js"
import { openHelpers } from "../../dist/search/node/index.js"
import { untilWorked, useCpuClock } from "../support/time.ts"

const open: { close(): Promise<void> }[] = []
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())))

const newGame = (size = 9): Game => unwrap(Game.create({ size, komi: 7.5 }))
const untimed = ({ seconds: _, ...report }: SearchReport): Omit<SearchReport, "seconds"> => report

async function openSearcher(threads: number): Promise<Searcher> {
  const params = { ...presetParams("strong"), parallel: 1, "tree-mb": 8 }
  const searcher = await Searcher.create({ params, helpers: openHelpers(threads - 1) })
  open.push(searcher)
  return searcher
}

function openPlayer(spec: string): Player {
  const player = unwrap(makePlayer(spec, {}, { openHelpers }))
  open.push(player)
  return player
}

function request(game: Game, more: Partial<SearchRequest>): SearchRequest {
  return { position: game.position(), color: game.toPlay, seed: 1, budget: {}, ...more }
}

describe("a tree for every thread (TREE-13)", () => {
  it("repeats exactly with a number of playouts, move for move, although threads come and go as they like", async () => {
    const games: unknown[] = []
    for (let round = 0; round < 2; round++) {
      const searcher = await openSearcher(3)
      const game = newGame()
      const reports: unknown[] = []
      for (let seed = 0; seed < 3; seed++) {
        const { report, best } = await searcher.search(request(game, { seed, budget: { playouts: 400 } }))
        expect(report.playouts).toBe(400)
        reports.push(untimed(report))
        game.play(best.move)
      }
      games.push(reports)
    }
    expect(games[1]).toEqual(games[0])
  })

  it("keeps to its time, and all threads work in it", async () => {
    const searcher = await openSearcher(2)
    // Each does its share of these: the other thread is there when the clock runs.
    await searcher.search(request(newGame(), { budget: { playouts: 100 } }))
    useCpuClock()
    const { report, stopped } = await searcher.search(
      request(newGame(13), { budget: { seconds: 0.8 }, mayStopEarly: false }),
    )
    expect(stopped).toBe("limit")
    expect(report.seconds).toBeLessThan(2)
    const own = searcher.explain().reduce((sum, { node }) => sum + node.visits, 0)
    const all = report.candidates.reduce((sum, { visits }) => sum + visits, 0)
    expect(own).toBeGreaterThan(0)
    expect(all).toBeGreaterThan(own)
    expect(report.playouts).toBe(all)
  })

  it("reports while it runs, more each time, and ends at once when it is stopped", async () => {
    const searcher = await openSearcher(2)
    const stop = new AbortController()
    const counts: number[] = []
    const { stopped, best } = await searcher.search(
      request(newGame(13), {
        budget: { playouts: Infinity },
        signal: stop.signal,
        reportEvery: 5,
        onReport: ({ playouts, candidates }) => {
          expect(candidates[0]!.visits).toBeLessThanOrEqual(playouts)
          counts.push(playouts)
          if (counts.length === 5) stop.abort()
        },
      }),
    )
    expect([stopped, counts.length]).toEqual(["aborted", 5])
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(best.visits).toBeGreaterThan(0)
  })

  it("ponders, and the next move finds the trees (TREE-11)", async () => {
    const player = openPlayer(
      "uct:strong,threads=2,parallel=root,playouts=200,ponder=on,tree-mb=16,prior-even=1",
    )
    const game = newGame(5)
    const ask = async (seed: number): Promise<SearchReport> => {
      const { move, report } = await player.choose({
        position: game.position(),
        color: game.toPlay,
        budget: {},
        seed,
      })
      expect(game.play(move as never)).toMatchObject({ ok: true })
      return report!
    }
    const first = await ask(1)
    await untilWorked(300)
    game.play(first.candidates[0]!.pv[1]!)
    const second = await ask(2)
    const visits = second.candidates.reduce((sum, each) => sum + each.visits, 0)
    expect(second.playouts).toBe(200)
    expect(visits).toBeGreaterThan(250)
  })
})
