import { describe, expect, it, onTestFinished, vi } from "vitest"
import { err, ok } from "../base/result.ts"
import { VERSION } from "../base/version.ts"
import type { Player, Request } from "../players/index.ts"
import { Black, Game, parseVertex, White } from "../rules/index.ts"
import type { SearchReport } from "../search/index.ts"
import { REPORT_EVERY, type FromEngine, type Task } from "./messages.ts"
import { KeptPlayers, type PlayerOrder, type PlayerSource, type Role } from "./players.ts"
import { EngineService } from "./service.ts"

const created = Game.create({ size: 5 })
if (!created.ok) throw new Error(created.error)
const position = created.value.position()
const MOVE: Task = {
  kind: "move",
  position,
  color: Black,
  player: "uct:strong",
  budget: { playouts: 50 },
  seed: 1,
}
const LOOK: Task = { kind: "analysis", position, color: Black, budget: { playouts: 1e9 }, seed: 1 }

describe("the engine itself (APP-3)", () => {
  function serve() {
    const said: FromEngine[] = []
    const service = new EngineService({ post: (message) => said.push(message), threads: 1 })
    return { said, service }
  }

  it("chooses a move, the same from the same seed", async () => {
    const answers: unknown[] = []
    for (let round = 0; round < 2; round++) {
      const { said, service } = serve()
      service.handle({ kind: "ask", id: 1, task: MOVE })
      await service.idle()
      // On a busy machine reports come before it.
      const answer = said.at(-1)
      expect(answer).toMatchObject({ kind: "answer", id: 1 })
      answers.push((answer as unknown as { answer: { move: number } }).answer.move)
      await service.close()
    }
    expect(answers[0]).toBe(answers[1])
  })

  it("names the players it can play as: the registry without those that need processes", async () => {
    const { said, service } = serve()
    service.handle({ kind: "hello" })
    expect(said[0]).toMatchObject({ kind: "ready", version: VERSION, threads: 1 })
    const opponents = said[0]?.kind === "ready" ? said[0].opponents : []
    const names = opponents.map(({ player }) => player)
    expect(names).toEqual(expect.arrayContaining(["random", "uct:plain", "uct:strong", "vanilla", "amaf"]))
    expect(names).not.toContain("hybrid")
    for (const [index, { player, isBudgeted }] of opponents.entries()) {
      const budget = isBudgeted ? { playouts: 30 } : {}
      service.handle({ kind: "ask", id: index + 1, task: { ...MOVE, player, budget } as Task })
      await service.idle()
      expect(said.at(-1)).toMatchObject({
        kind: "answer",
        id: index + 1,
        answer: { move: expect.anything() },
      })
    }
    await service.close()
  })

  it("plays within its clock", async () => {
    const { said, service } = serve()
    const clock = { settings: { kind: "absolute", main: 3 }, left: { seconds: 3, stones: 0 } } as const
    // The clock advances by a millisecond whenever it is read, however busy the machine is.
    let now = 0
    const looks = vi.spyOn(performance, "now").mockImplementation(() => ++now)
    onTestFinished(() => looks.mockRestore())
    service.handle({ kind: "ask", id: 1, task: { ...MOVE, budget: { playouts: 1e9, clock } } as Task })
    await service.idle()
    expect(said.at(-1)).toMatchObject({ kind: "answer" })
    expect(now).toBeLessThan(2000)
    await service.close()
  })

  it("stops at once, and a new question ends the one before", async () => {
    const { said, service } = serve()
    service.handle({ kind: "ask", id: 1, task: LOOK })
    await expect.poll(() => said.some(({ kind }) => kind === "report")).toBe(true)
    service.handle({ kind: "ask", id: 2, task: LOOK })
    service.handle({ kind: "stop", id: 2 })
    await service.idle()
    expect(said.filter(({ kind }) => kind !== "report")).toMatchObject([
      { kind: "error", id: 1, code: "replaced" },
      { kind: "answer", id: 2, isStopped: true },
    ])
    await service.close()
  })

  it("finds dead stones", async () => {
    const { said, service } = serve()
    const vertices = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 E3 pass pass".split(" ")
    const moves = vertices.map((vertex, index) => {
      return { color: index % 2 === 0 ? Black : White, move: parseVertex(vertex, 5)! }
    })
    service.handle({ kind: "ask", id: 1, task: { kind: "dead", position: { ...position, moves }, seed: 1 } })
    await service.idle()
    const dead = parseVertex("E3", 5)
    expect(said.at(-1)).toEqual({ kind: "answer", id: 1, answer: { points: [dead] }, isStopped: false })
    await service.close()
  })

  it("says what it can't do", async () => {
    const { said, service } = serve()
    service.handle({ kind: "ask", id: 1, task: { ...LOOK, position: { ...position, size: 21 } } as Task })
    await service.idle()
    expect(said.at(-1)).toMatchObject({
      kind: "error",
      code: "failed",
      message: expect.stringContaining("19×19"),
    })
  })

  it("a question that waits is replaced, or answered at once where it is stopped; each ends once", async () => {
    const { said, service } = serve()
    service.handle({ kind: "ask", id: 1, task: LOOK })
    service.handle({ kind: "ask", id: 2, task: LOOK })
    service.handle({ kind: "ask", id: 3, task: LOOK })
    service.handle({ kind: "stop" })
    await service.idle()
    expect(said).toMatchObject([
      { kind: "error", id: 2, code: "replaced" },
      { kind: "error", id: 1, code: "replaced" },
      { kind: "answer", id: 3, isStopped: true },
    ])
    await service.close()
  })

  it("threads and early stop are fields: one thread for playouts, all for time and analysis", async () => {
    const orders: [Role, number][] = []
    const requests: Request[] = []
    const report = { candidates: [] } as unknown as SearchReport
    const player: Player = {
      name: "fake",
      choose: (request) => {
        requests.push(request)
        return Promise.resolve({ move: "resign", reason: "uniform" })
      },
      analyze: (request) => {
        requests.push(request)
        return Promise.resolve(report)
      },
      close: () => Promise.resolve(),
    }
    const players: PlayerSource = {
      take: (role, { threads }) => {
        orders.push([role, threads])
        return player
      },
      rest: () => undefined,
      drop: () => undefined,
      close: () => Promise.resolve(),
    }
    const service = new EngineService({ post: () => undefined, threads: 8, players })
    const tasks: Task[] = [
      MOVE,
      { ...MOVE, budget: { seconds: 2 } },
      { ...MOVE, threads: 3, mayStopEarly: false },
      LOOK,
      { ...LOOK, threads: 2 },
    ]
    for (const [id, task] of tasks.entries()) {
      service.handle({ kind: "ask", id, task })
      await service.idle()
    }
    expect(orders).toEqual([
      ["move", 1],
      ["move", 8],
      ["move", 3],
      ["analysis", 8],
      ["analysis", 2],
    ])
    expect(requests.map(({ mayStopEarly }) => mayStopEarly)).toEqual([
      undefined,
      undefined,
      false,
      undefined,
      undefined,
    ])
    expect(requests.map(({ reportEvery }) => reportEvery)).toEqual(Array(5).fill(REPORT_EVERY))
  })

  it("a search has a limit of time whatever its budget is", async () => {
    const said: FromEngine[] = []
    const limits = { playouts: 1, seconds: 0.05, messageBytes: 1 }
    const service = new EngineService({ post: (message) => said.push(message), threads: 1, limits })
    service.handle({ kind: "ask", id: 1, task: LOOK })
    await service.idle()
    expect(said.at(-1)).toMatchObject({ kind: "answer", isStopped: true })
    await service.close()
  })
})

describe("players that are kept (APP-3)", () => {
  const closed: string[] = []
  const make = ({ name }: PlayerOrder) => {
    if (name === "missing") return err("there is no player missing")
    return ok<Player>({
      name,
      choose: () => Promise.reject(new Error("never asked")),
      close: () => {
        closed.push(name)
        return Promise.reject(new Error("it broke"))
      },
    })
  }

  it("one for each role, as long as the same is wanted", async () => {
    const players = new KeptPlayers(make)
    const a = { name: "a", threads: 1, seed: 1 }
    const first = await players.take("move", a)
    expect(await players.take("move", { ...a, seed: 2 })).toBe(first)
    expect(await players.take("analysis", a)).not.toBe(first)
    expect(closed).toEqual([])
    expect(await players.take("move", { ...a, threads: 2 })).not.toBe(first)
    expect(closed).toEqual(["a"])
    await expect(players.take("move", { ...a, name: "missing" })).rejects.toMatchObject({ code: "refused" })
    await players.close()
    expect(closed).toEqual(["a", "a", "a"])
  })
})
