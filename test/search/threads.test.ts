// Several threads on one tree (TREE-13), and trees that are full. Threads are made from the compiled package, so
// everything here is.

import { existsSync, readdirSync } from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { unwrap } from "../../dist/base/index.js"
import { runCommand, Session } from "../../dist/engine/index.js"
import { makePlayer, type Player } from "../../dist/players/index.js"
import { Black, CHINESE, Game, parseVertex, White } from "../../dist/rules/index.js"
import {
  ExperienceTree,
  HelperPool,
  presetParams,
  Searcher,
  type HelperPort,
} from "../../dist/search/index.js"
import type { SearchReport } from "../../dist/search/index.js"
import { openHelpers } from "../../dist/search/node/index.js"
import { useCpuClock } from "../support/time.ts"
import { sleep } from "./engine.ts"

const open: { close(): Promise<void> }[] = []
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())))

function make(spec: string, environment = { openHelpers }): Player {
  const player = unwrap(makePlayer(spec, {}, environment))
  open.push(player)
  return player
}

const visitsOf = ({ candidates }: SearchReport): number =>
  candidates.reduce((sum, { visits }) => sum + visits, 0)

describe("two threads on one tree (TREE-13)", () => {
  it.each([9, 13])(
    "play twenty lawful moves on a board of %i lines, with the playouts that were asked for",
    async (size) => {
      const player = make("uct:strong,threads=2,playouts=400,early-stop=off,reuse=off,resign-at=0")
      const game = unwrap(Game.create({ size, rules: CHINESE }))
      let [visits, playouts] = [0, 0]
      for (let number = 0; number < 20; number++) {
        const request = { position: game.position(), color: game.toPlay, budget: {}, seed: number }
        const { move, report } = await player.choose(request)
        expect(game.play(move as never)).toMatchObject({ ok: true })
        expect(report!.playouts).toBeGreaterThanOrEqual(400)
        // Each ends the slice that it has begun.
        expect(report!.playouts).toBeLessThan(460)
        visits += visitsOf(report!)
        playouts += report!.playouts
        expect(report!.notes.join()).toMatch(/several threads/)
      }
      // While one thread makes the root's children, the other plays out from the root itself.
      expect(visits).toBeLessThanOrEqual(playouts)
      expect(visits).toBeGreaterThan(0.8 * playouts)
    },
  )

  it("past games below the root are added while the other thread runs, and no visit is lost (TREE-10)", async () => {
    const experience = new ExperienceTree({ size: 9 })
    const line = ["E5", "C3", "G7", "G3", "C7"].map((vertex, index) => ({
      color: index % 2 === 0 ? Black : White,
      move: parseVertex(vertex, 9)!,
    }))
    for (let game = 0; game < 100; game++) unwrap(experience.add(line, game % 2 === 0 ? Black : White))
    const params = { ...presetParams("strong"), "early-stop": 0 }
    const searcher = await Searcher.create({ params, helpers: openHelpers(1), experience })
    open.push(searcher)
    const position = unwrap(Game.create({ size: 9 })).position()
    // This thread adds them; on a busy machine the other one may be far ahead until it comes to that.
    const added = /experience below the root: nodes: \d/
    const enough = new AbortController()
    const { report } = await searcher.search({
      position,
      color: Black,
      seed: 1,
      budget: { playouts: 1_000_000 },
      signal: enough.signal,
      onReport: ({ notes, playouts }) => {
        if (playouts > 20_000 && added.test(notes.join())) enough.abort()
      },
    })
    expect(report.notes.join()).toMatch(added)
    // 100 games of E5 at the root; a thread that finds a node being expanded plays out from there.
    expect(visitsOf(report)).toBeGreaterThan(0.99 * (report.playouts + 100))
    expect(visitsOf(report)).toBeLessThanOrEqual(report.playouts + 100)
  })

  it("close() ends the threads", async () => {
    const count = (): number => readdirSync("/proc/self/task").length
    if (!existsSync("/proc/self/task")) return
    const player = make("uct:strong,threads=4,playouts=100,ponder=on")
    const position = unwrap(Game.create({ size: 9 })).position()
    await player.choose({ position, color: Black, budget: {}, seed: 1 })
    const busy = count()
    await player.close()
    await expect.poll(count, { interval: 10 }).toBeLessThanOrEqual(busy - 3)
  })
})

describe("a thread that fails (TREE-13)", () => {
  /** Fails when it is to search for the n-th time. */
  class Failing implements HelperPort {
    #done: () => void = () => {}
    #fail: (reason: Error) => void = () => {}
    #searches: number

    constructor(searches: number) {
      this.#searches = searches
    }

    send({ kind }: Parameters<HelperPort["send"]>[0]): void {
      const fails = kind === "search" && --this.#searches === 0
      setTimeout(() => (fails ? this.#fail(new Error("out of luck")) : this.#done()), 1)
    }

    onDone(listener: () => void): void {
      this.#done = listener
    }

    onFailure(listener: (reason: Error) => void): void {
      this.#fail = listener
    }

    close(): Promise<void> {
      return Promise.resolve()
    }
  }

  const failing = (searches: number) => ({ openHelpers: () => new HelperPool([new Failing(searches)]) })
  const ERROR = "internal error: a thread of the search failed: out of luck"

  async function ask(session: Session, name: string, ...args: string[]): Promise<string> {
    return (await runCommand(session, { name, args })).text
  }

  function newSession(player: Player): Session {
    return new Session({ player, rules: CHINESE, seed: 1, estimateDead: () => [], size: 9 })
  }

  it("makes an error of every move, and nothing hangs", async () => {
    const session = newSession(make("uct:strong,threads=2,playouts=2000", failing(1)))
    expect(await ask(session, "genmove", "b")).toBe(ERROR)
    expect(await ask(session, "genmove", "b")).toBe(ERROR)
    expect(await ask(session, "name")).toBe("Montego")
  })

  it("while the engine ponders: the next move is an error", async () => {
    const session = newSession(make("uct:strong,threads=2,playouts=200,ponder=on", failing(2)))
    expect(await ask(session, "genmove", "b")).toMatch(/^[A-J]\d$/)
    await sleep(50)
    expect(await ask(session, "name")).toBe("Montego")
    expect(await ask(session, "genmove", "w")).toBe(ERROR)
  })

  it("when it is to begin: an error, too", async () => {
    class Stillborn extends Failing {
      override send(): void {
        super.send({ kind: "search" } as never)
      }
    }
    const player = make("uct:strong,threads=2", { openHelpers: () => new HelperPool([new Stillborn(1)]) })
    expect(await ask(newSession(player), "genmove", "b")).toBe(ERROR)
  })
})

describe("a tree that is full", () => {
  it.each([
    [1, 2, 4],
    [2, 1, 2],
  ])("of %i MB, %i threads: stays in its bounds and goes on", async (mb, threads, seconds) => {
    useCpuClock()
    const helpers = threads > 1 ? { helpers: openHelpers(threads - 1) } : {}
    const params = { ...presetParams("strong"), "tree-mb": mb, "expand-at": 1 }
    const searcher = await Searcher.create({ params, ...helpers })
    open.push(searcher)
    const game = unwrap(Game.create({ size: 9 }))
    unwrap(game.play(parseVertex("E5", 9)!))
    const reports: SearchReport[] = []
    const { report } = await searcher.search({
      position: game.position(),
      color: game.toPlay,
      seed: 1,
      budget: { seconds },
      mayStopEarly: false,
      reportEvery: 20,
      onReport: (each) => reports.push(each),
    })
    // The capacity is what the memory's length leaves: it stays as it was.
    expect(new Set(reports.map(({ capacity }) => capacity))).toEqual(new Set([report.capacity]))
    expect(report.capacity * 48).toBeLessThanOrEqual(mb * 1_048_576)
    for (const { nodes, capacity } of reports) expect(nodes).toBeLessThanOrEqual(capacity)
    const prunings = reports.filter(({ nodes }, index) => nodes < (reports[index - 1]?.nodes ?? 0))
    expect(prunings.length).toBeGreaterThan(0)
    expect(report.playouts).toBeGreaterThan(2 * prunings[0]!.playouts)
    expect(visitsOf(report)).toBeGreaterThan(0.98 * report.playouts)
    const [best] = report.candidates
    expect(game.refusal(best!.move)).toBeUndefined()
    expect(best!.visits).toBeGreaterThan(report.playouts / 20)
    expect(report.winRate).toBeGreaterThan(0.2)
    expect(report.winRate).toBeLessThan(0.8)
  })
})
