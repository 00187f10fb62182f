// Players by names from outside (APP-3): no files, no programs but the named ones, no more than the limits.

import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { err, ok, unwrap } from "../base/result.ts"
import type { Player } from "../players/index.ts"
import { Black, Game, parseVertex } from "../rules/index.ts"
import type { PlayerOrder } from "../service/index.ts"
import { LIMITS } from "./limits.ts"
import { makeRemotePlayer, remotePlayers, type Engines } from "./players.ts"
import { Seats } from "./seats.ts"

const script = fileURLToPath(new URL("../../test/arena/engine.js", import.meta.url))
const engine = (options: string): string => `"${process.execPath}" "${script}" ${options}`
const LIMITS_HERE = { ...LIMITS, threads: 2 }
const order = (name: string): PlayerOrder => ({ name, threads: 1, seed: 1 })
const NONE = new Map<string, string>()

describe("players by names from outside (APP-3)", () => {
  const touched = join(tmpdir(), `montego-touched-${process.pid}`)
  it.each([
    ["missing", /there is no player/],
    ["uct,threads=3", /threads is at most 2/],
    ["uct,playouts=99999999", /playouts is at most/],
    ["uct,seconds=1e9", /seconds is at most/],
    ["gobble,games=10000001", /games is at most 10000000 here$/],
    // Each of the moves that are tried again costs as many games as the position.
    ["gobble:b,games=2000001", /games is at most 2000000 here with branch=4$/],
    ["gobble,games=100000,branch=361", /games is at most 27624 here with branch=361$/],
    ["gobble,games=1e9", /games is a whole number/],
    ["evolve,steps=1250001", /steps is at most 1250000 here$/],
    ["evolve,population=131072", /population is at most 8192/],
    ["uct,experience=/etc/passwd", /experience is a file/],
    [`uct,experience=${touched},learn=on`, /experience is a file/],
    ["uct,learn=on", /learn is a file/],
    [`gtp:touch ${touched}`, /preset after the colon is no word/],
    ["gtp:touch", /not started with an engine "touch".*it was given none/],
    ["gtp", /not started with an engine ""/],
    ["hybrid", /not started with an engine "gnugo"/],
    [`hybrid,engine="touch ${touched}"`, /not started with an engine/],
    ["gtp:constructor", /not started with an engine/],
  ])("%s is refused", (text, reason) => {
    const player = makeRemotePlayer(order(text), NONE, LIMITS_HERE)
    expect(player).toEqual(err(expect.stringMatching(reason)))
    expect(existsSync(touched)).toBe(false)
  })

  it.each(["gobble,games=10000000", "gobble:b,games=2000000", "evolve,steps=1250000", "uct,threads=2"])(
    "%s is at its limit",
    async (text) => {
      await unwrap(makeRemotePlayer(order(text), NONE, LIMITS_HERE)).close()
    },
  )

  it("the engines that were named, by their names", async () => {
    const engines = new Map([["tester", engine("--moves C3")]])
    const names = (known: Engines): string[] => remotePlayers(known).map(({ player }) => player)
    expect(names(engines)).toEqual(
      expect.arrayContaining(["uct:strong", "hybrid,engine=tester", "gtp:tester"]),
    )
    expect(names(NONE).filter((name) => name.startsWith("hybrid"))).toEqual([])
    expect(makeRemotePlayer(order("gtp:tester,level=1"), engines, LIMITS).ok).toBe(false)
    expect(makeRemotePlayer(order("gtp:other"), engines, LIMITS)).toEqual(
      err(expect.stringMatching(/there are: tester/)),
    )
    const hybrid = unwrap(makeRemotePlayer(order("hybrid,engine=tester"), engines, LIMITS))
    const player = unwrap(makeRemotePlayer(order("gtp:tester"), engines, LIMITS))
    const position = unwrap(Game.create({ size: 9 })).position()
    const answer = await player.choose({ position, color: Black, budget: {}, seed: 1 })
    expect(answer.move).toBe(parseVertex("C3", 9))
    await Promise.all([player.close(), hybrid.close()])
  })

  it("an engine that thinks is stopped by ending it", async () => {
    const player = unwrap(
      makeRemotePlayer(order("gtp:deaf"), new Map([["deaf", engine("--hang 1")]]), LIMITS),
    )
    const abort = new AbortController()
    const position = unwrap(Game.create({ size: 9 })).position()
    const choosing = player.choose({ position, color: Black, budget: {}, seed: 1, signal: abort.signal })
    setTimeout(() => abort.abort(), 50)
    await expect(choosing).rejects.toThrow("the engine was stopped")
    await player.close()
  })
})

describe("seats (APP-3)", () => {
  const closed: string[] = []
  const make = (name: string) => () =>
    ok<Player>({
      name,
      choose: () => Promise.reject(new Error("never asked")),
      close: () => {
        closed.push(name)
        return Promise.resolve()
      },
    })

  it("the player that is idle longest makes room; where all search there is no room", async () => {
    const seats = new Seats(2)
    const [a, b, c] = [{}, {}, {}]
    const first = unwrap(seats.take(a, "random", make("a")))
    unwrap(seats.take(b, "random", make("b")))
    expect(seats.take(c, "random", make("c"))).toMatchObject({ error: { code: "busy" } })
    seats.rest(a)
    seats.rest(b)
    // The same name is the same player, and no longer the one that is idle longest.
    expect(unwrap(seats.take(a, "random", make("a2")))).toBe(first)
    unwrap(seats.take(c, "random", make("c")))
    expect([seats.busy, closed]).toEqual([2, ["b"]])
    unwrap(seats.take(a, "uct", make("a3")))
    expect(closed).toEqual(["b", "a"])
    await seats.close()
    expect(closed.sort()).toEqual(["a", "a3", "b", "c"])
  })

  it("a player that can't be made takes no seat", () => {
    const seats = new Seats(1)
    expect(seats.take({}, "x", () => err("no"))).toEqual(err({ code: "refused", reason: "no" }))
    expect(seats.take({}, "y", make("y")).ok).toBe(true)
  })

  it("a service has one of them, for whatever it is asked", async () => {
    const seats = new Seats(1)
    const [mine, yours] = [seats.of({}, ({ name }) => make(name)()), seats.of({}, () => err("no"))]
    const first = await mine.take("move", order("d"))
    expect(await mine.take("analysis", order("d"))).toBe(first)
    await expect(async () => yours.take("move", order("e"))).rejects.toMatchObject({ code: "busy" })
    mine.rest("move")
    await expect(async () => yours.take("move", order("e"))).rejects.toMatchObject({ code: "refused" })
    expect(closed.at(-1)).toBe("d")
    await Promise.all([mine.close(), yours.close()])
  })
})
