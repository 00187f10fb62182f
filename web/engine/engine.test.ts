import { Black, Game, parseVertex, White } from "montego/rules"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { EngineClient, type EngineWorker } from "./client.ts"
import type { FromEngine, Task, ToEngine } from "./protocol.ts"
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
const LOOK: Task = { kind: "analysis", position, color: Black, playouts: 1e9, seed: 1 }

class FakeWorker implements EngineWorker {
  readonly heard: ToEngine[] = []
  isTerminated = false
  say!: (message: FromEngine) => void
  breakDown!: (reason: string) => void
  postMessage = (message: ToEngine): void => void this.heard.push(message)
  terminate = (): void => void (this.isTerminated = true)
  listen(onMessage: (message: FromEngine) => void, onBroken: (reason: string) => void): void {
    this.say = onMessage
    this.breakDown = onBroken
  }
}

describe("the page's side of the engine (APP-3)", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function open() {
    const workers: FakeWorker[] = []
    const client = new EngineClient(() => {
      const worker = new FakeWorker()
      workers.push(worker)
      return worker
    })
    return { workers, client }
  }

  it("answers a question, and nothing comes after it was taken back", async () => {
    const { workers, client } = open()
    const [worker] = workers
    const first = client.ask(MOVE)
    worker!.say({ kind: "answer", id: 1, answer: { move: "resign" } })
    expect(await first.answer).toEqual({ move: "resign" })
    const second = client.ask(MOVE)
    second.stop()
    expect(await second.answer).toBeUndefined()
    expect(worker!.heard.at(-1)).toEqual({ kind: "stop", id: 2 })
    worker!.say({ kind: "answer", id: 2, answer: { move: "resign" } })
  })

  it("takes an open question back when another comes", async () => {
    const { client } = open()
    const first = client.ask(LOOK)
    client.ask(MOVE)
    expect(await first.answer).toBeUndefined()
  })

  it("replaces a broken worker and asks again, once", async () => {
    const { workers, client } = open()
    const asking = client.ask(MOVE)
    workers[0]!.breakDown("out of memory")
    expect(workers[0]!.isTerminated).toBe(true)
    expect(workers[1]!.heard).toEqual([{ kind: "ask", id: 1, task: MOVE }])
    workers[0]!.say({ kind: "answer", id: 1, answer: { move: "resign" } })
    workers[1]!.breakDown("out of memory")
    await expect(asking.answer).rejects.toThrow("out of memory")
    expect(client.restarts).toBe(2)
  })

  it("doesn't start a worker that can't be loaded again and again", () => {
    const { workers, client } = open()
    workers[0]!.breakDown("not found")
    expect(workers).toHaveLength(1)
    client.ask(MOVE)
    expect(workers).toHaveLength(2)
  })

  it("replaces a worker that is silent, or that doesn't stop", async () => {
    const { workers, client } = open()
    const asking = client.ask(LOOK)
    await vi.advanceTimersByTimeAsync(21_000)
    expect(workers).toHaveLength(2)
    asking.stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(workers[1]!.isTerminated).toBe(true)
  })

  it("wants the answer now when hurried", async () => {
    const { workers, client } = open()
    const asking = client.ask(MOVE)
    asking.hurry()
    expect(workers[0]!.heard.at(-1)).toEqual({ kind: "stop", id: 1 })
    workers[0]!.say({ kind: "answer", id: 1, answer: { move: "resign" } })
    expect(await asking.answer).toEqual({ move: "resign" })
  })
})

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
      expect(said[0]).toMatchObject({ kind: "ready", threads: 1 })
      // On a busy machine reports come before it.
      const answer = said.at(-1)
      expect(answer).toMatchObject({ kind: "answer", id: 1 })
      answers.push((answer as unknown as { answer: { move: number } }).answer.move)
      await service.close()
    }
    expect(answers[0]).toBe(answers[1])
  })

  it("names whom it can play as: the registry without what needs processes", async () => {
    const { said, service } = serve()
    const opponents = said[0]?.kind === "ready" ? (said[0].opponents ?? []) : []
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
    // A millisecond goes by whenever somebody looks, however busy the machine is.
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
    const ends = said.filter(({ kind }) => kind === "answer")
    expect(ends.map((message) => "id" in message && message.id)).toEqual([1, 2])
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
    expect(said.at(-1)).toEqual({ kind: "answer", id: 1, answer: { points: [dead] } })
    await service.close()
  })

  it("says what it can't do", async () => {
    const { said, service } = serve()
    service.handle({ kind: "ask", id: 1, task: { ...LOOK, position: { ...position, size: 21 } } as Task })
    await service.idle()
    expect(said.at(-1)).toMatchObject({ kind: "failed", message: expect.stringContaining("19×19") })
  })
})
