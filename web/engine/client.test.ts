import { Black, Game } from "montego/rules"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { EngineClient, type EngineWorker } from "./client.ts"
import type { FromEngine, Task, ToEngine } from "montego/service"

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
