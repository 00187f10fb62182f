// APP-3: native search for the page, over the live connection.

import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { shortened } from "../../src/service/shortened.ts"
import { unwrap } from "../../src/base/result.ts"
import { makePlayer } from "../../src/players/index.ts"
import { NODE_ENVIRONMENT } from "../../src/players/node/index.ts"
import { Black, Game, parseVertex } from "../../src/rules/index.ts"
import type { RunningServer } from "../../src/server/index.ts"
import { makeSite, openLive, start, TOKEN, type Live, type Said } from "./site.ts"

const script = fileURLToPath(new URL("../arena/engine.js", import.meta.url))
const engine = (options: string): string => `"${process.execPath}" "${script}" ${options}`

const site = makeSite()
let server: RunningServer
beforeAll(async () => {
  const engines = new Map([
    ["tester", engine("--moves C3,D4")],
    ["deaf", engine("--hang 1")],
    ["broken", engine("--crash 1")],
  ])
  server = await start(site.folder, { engines, limits: { searches: 3, seconds: 500, threads: 2 } })
})
afterAll(async () => {
  await server.close()
  site.remove()
})

const POSITION = unwrap(Game.create({ size: 9, komi: 7 })).position()

const search = (id: number, more: object = {}): object => {
  const move = { kind: "move", position: POSITION, color: Black, budget: { playouts: 300 }, seed: 7 }
  return { kind: "ask", id, token: TOKEN, task: { ...move, player: "uct:strong", ...more } }
}
/** Until it is stopped, or the server's limit ends it. */
const LONG = { budget: { playouts: 10_000_000 }, mayStopEarly: false, reportEvery: 50 }

const ends = (live: Live, id: number): Said[] =>
  live.said.filter((message) => message["id"] === id && message["kind"] !== "report")

describe("a search (APP-3)", () => {
  it("answers as the same player does at home, with the same numbers", async () => {
    const live = await openLive(server)
    live.send(search(1))
    const answer = await live.end(1)
    const player = unwrap(makePlayer("uct:strong", {}, NODE_ENVIRONMENT))
    const home = await player.choose({ position: POSITION, color: Black, budget: { playouts: 300 }, seed: 7 })
    await player.close()
    const { move, reason } = home
    expect(answer).toMatchObject({ kind: "answer", answer: { move, reason }, isStopped: false })
    const { report } = answer["answer"]
    const sent = shortened({ kind: "report", id: 1, report: home.report! })
    expect(report["candidates"]).toEqual(JSON.parse(JSON.stringify(sent)).report.candidates)
    expect(report["playouts"]).toBe(home.report!.playouts)
    live.socket.close()
  })

  it("tells which players there are and what is allowed", async () => {
    const live = await openLive(server)
    live.send({ kind: "hello", token: TOKEN })
    expect(await live.hear(({ kind }) => kind === "ready")).toMatchObject({
      version: expect.any(String),
      opponents: expect.arrayContaining([
        expect.objectContaining({ player: "random" }),
        { player: "uct:strong", isBudgeted: true },
        { player: "gtp:tester", isBudgeted: false },
      ]),
      threads: 2,
      limits: { seconds: 500, playouts: 10_000_000, messageBytes: 65_536 },
    })
    live.socket.close()
  })

  it("reports while it runs, and a stop brings the answer at once", async () => {
    const live = await openLive(server)
    live.send(search(1, LONG))
    const { report } = await live.hear(({ kind }) => kind === "report")
    expect(report["candidates"].length).toBeGreaterThan(50)
    live.send({ kind: "stop", id: 1 })
    expect(await live.end(1)).toMatchObject({
      kind: "answer",
      isStopped: true,
      answer: { move: expect.any(Number) },
    })
    live.socket.close()
  })

  it("a newer one takes its place; late stops and older ids are ignored", async () => {
    const live = await openLive(server)
    live.send(search(1, LONG))
    await live.hear(({ kind }) => kind === "report")
    live.send(search(2, LONG))
    live.send(search(3))
    live.send({ kind: "stop", id: 1 })
    live.send({ kind: "stop", id: 2 })
    expect(await live.end(3)).toMatchObject({ kind: "answer", isStopped: false })
    expect(ends(live, 1)).toMatchObject([{ kind: "error", code: "replaced" }])
    expect(ends(live, 2)).toMatchObject([{ kind: "error", code: "replaced" }])
    const after = live.said.slice(live.said.findIndex(({ id }) => id === 3))
    expect(after.filter(({ id }) => id !== 3)).toEqual([])
    live.socket.close()
  })

  it("an analysis goes on until it is stopped, or its budget is spent", async () => {
    const live = await openLive(server)
    live.send(search(1, { kind: "analysis", budget: undefined, reportEvery: 50 }))
    await live.hear(({ kind }) => kind === "report")
    live.send({ kind: "stop" })
    const stopped = await live.end(1)
    expect(stopped).toMatchObject({ id: 1, kind: "answer", isStopped: true })
    expect(stopped["answer"]["report"]["candidates"].length).toBeGreaterThan(50)
    live.send(search(2, { kind: "analysis", player: "random" }))
    expect(await live.end(2)).toMatchObject({
      code: "failed",
      message: expect.stringMatching(/can't analyse/),
    })
    live.send(search(3, { kind: "analysis", player: undefined, threads: 1, budget: { playouts: 500 } }))
    const { answer } = await live.end(3)
    expect(answer["report"]["playouts"]).toBe(500)
    live.socket.close()
  })

  it("two connections search at once, a fourth search is told to wait", async () => {
    const lives = await Promise.all([1, 2, 3, 4].map(() => openLive(server)))
    for (const live of lives.slice(0, 3)) live.send(search(1, LONG))
    await Promise.all(lives.slice(0, 3).map((live) => live.hear(({ kind }) => kind === "report")))
    lives[3]!.send(search(1))
    expect(await lives[3]!.end(1)).toMatchObject({ kind: "error", code: "busy" })
    // Meanwhile files are served.
    expect((await fetch(server.origin)).status).toBe(200)
    for (const live of lives.slice(0, 3)) live.send({ kind: "stop" })
    await Promise.all(lives.slice(0, 3).map((live) => live.end(1)))
    lives[3]!.send(search(2))
    expect(await lives[3]!.end(2)).toMatchObject({ kind: "answer" })
    for (const live of lives) live.socket.close()
  })

  it("ends when the connection does", async () => {
    const lives = await Promise.all([1, 2, 3].map(() => openLive(server)))
    for (const live of lives) live.send(search(1, LONG))
    await Promise.all(lives.map((live) => live.hear(({ kind }) => kind === "report")))
    for (const live of lives) live.socket.terminate()
    // All places were taken: a search begins only where those have ended. Their limit is longer than a test may take.
    const next = await openLive(server)
    for (let id = 1; ; id++) {
      next.send(search(id, { player: "random" }))
      if ((await next.end(id))["kind"] === "answer") break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    next.socket.close()
  })
})

describe("engines (APP-3)", () => {
  it("named ones play, and go on with the game", async () => {
    const live = await openLive(server)
    live.send(search(1, { player: "gtp:tester" }))
    expect(await live.end(1)).toMatchObject({ kind: "answer", answer: { move: parseVertex("C3", 9) } })
    live.send(search(2, { player: "gtp:tester" }))
    expect(await live.end(2)).toMatchObject({ kind: "answer", answer: { move: parseVertex("D4", 9) } })
    live.socket.close()
  })

  it("one that thinks for ever is ended by a stop, one that breaks is a message", async () => {
    const live = await openLive(server)
    live.send(search(1, { player: "gtp:deaf" }))
    await new Promise((resolve) => setTimeout(resolve, 200))
    live.send({ kind: "stop", id: 1 })
    expect(await live.end(1)).toMatchObject({ kind: "error", code: "stopped" })
    live.send(search(2, { player: "gtp:broken" }))
    expect(await live.end(2)).toMatchObject({ code: "failed", message: expect.stringMatching(/exit code 3/) })
    live.send(search(3, { player: "random" }))
    expect(await live.end(3)).toMatchObject({ kind: "answer" })
    live.socket.close()
  })

  it.each([
    "gtp:sh -c true",
    "gtp:gnugo",
    `hybrid,engine="sh -c true"`,
    "hybrid",
    "uct,experience=/etc/passwd",
  ])("%s is refused", async (player) => {
    const live = await openLive(server)
    live.send(search(1, { player }))
    expect(await live.end(1)).toMatchObject({ kind: "error", code: "refused" })
    live.socket.close()
  })
})

describe("the end of the server (APP-3)", () => {
  it("ends searches, connections and the port", async () => {
    const own = await start(site.folder, { limits: { seconds: 500 } })
    const live = await openLive(own)
    live.send(search(1, LONG))
    await live.hear(({ kind }) => kind === "report")
    const idle = await openLive(own)
    await Promise.all([own.close(), own.close()])
    await Promise.all([live.closed, idle.closed])
    await expect(fetch(own.origin)).rejects.toThrow()
  })
})
