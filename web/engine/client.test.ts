import { Black, Game, PASS } from "montego/rules"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { FromEngine, Task, ToEngine } from "montego/service"
import { EngineClient } from "./client.ts"
import { reportOf } from "./fake-engine.ts"
import { workerTransport, type EngineWorker } from "./worker-port.ts"

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

const READY: FromEngine = { kind: "ready", version: "1", threads: 2, opponents: [] }

class FakeWorker extends EventTarget {
  readonly heard: ToEngine[] = []
  isTerminated = false
  postMessage = (message: ToEngine): void => void this.heard.push(message)
  terminate = (): void => void (this.isTerminated = true)
  say = (data: FromEngine): void => void this.dispatchEvent(new MessageEvent("message", { data }))
  breakDown = (message: string): void =>
    void this.dispatchEvent(Object.assign(new Event("error", { cancelable: true }), { message }))
  /** The last message that is no sign of life. */
  get last(): ToEngine | undefined {
    return this.heard.filter(({ kind }) => kind !== "hello").at(-1)
  }
}

describe("the page's own engine, in a worker (APP-3)", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function open() {
    const workers: FakeWorker[] = []
    const makeWorker = (): EngineWorker => {
      const worker = new FakeWorker()
      workers.push(worker)
      return worker
    }
    const client = new EngineClient(workerTransport(makeWorker))
    client.connect()
    return { workers, client }
  }

  /** With a worker that has loaded. */
  function opened() {
    const all = open()
    all.workers[0]!.say(READY)
    return { ...all, worker: all.workers[0]! }
  }

  it("says what it is, and gets a question as soon as it is there", () => {
    const { workers, client } = open()
    client.ask(MOVE).hurry()
    expect(workers[0]!.heard).toEqual([{ kind: "hello" }])
    workers[0]!.say(READY)
    expect([client.state, client.ready]).toEqual(["ready", READY])
    expect(workers[0]!.heard.slice(1)).toEqual([
      { kind: "ask", id: 1, task: MOVE },
      { kind: "stop", id: 1 },
    ])
  })

  it("answers a question, and nothing comes after it was taken back", async () => {
    const { worker, client } = opened()
    const first = client.ask(MOVE)
    worker.say({ kind: "answer", id: 1, answer: { move: "resign" }, isStopped: false })
    expect(await first.answer).toEqual({ move: "resign" })
    const second = client.ask(MOVE)
    second.stop()
    expect(await second.answer).toBeUndefined()
    expect(worker.last).toEqual({ kind: "stop", id: 2 })
    worker.say({ kind: "answer", id: 2, answer: { move: "resign" }, isStopped: true })
  })

  it("takes an open question back when another comes", async () => {
    const { client } = opened()
    const first = client.ask(LOOK)
    client.ask(MOVE)
    expect(await first.answer).toBeUndefined()
  })

  it("replaces a broken worker and asks again, once", async () => {
    const { workers, client } = opened()
    const asking = client.ask(MOVE)
    workers[0]!.breakDown("out of memory")
    expect(workers[0]!.isTerminated).toBe(true)
    vi.advanceTimersByTime(0)
    workers[1]!.say(READY)
    expect(workers[1]!.last).toEqual({ kind: "ask", id: 1, task: MOVE })
    workers[0]!.say({ kind: "answer", id: 1, answer: { move: "resign" }, isStopped: false })
    workers[1]!.breakDown("out of memory")
    await expect(asking.answer).rejects.toThrow("out of memory")
    expect(client.restarts).toBe(2)
    client.ask(MOVE)
    workers[2]!.say(READY)
    expect(workers[2]!.last).toEqual({ kind: "ask", id: 2, task: MOVE })
  })

  it("doesn't start a worker that can't be loaded again and again", async () => {
    const { workers, client } = open()
    workers[0]!.breakDown("not found")
    vi.advanceTimersByTime(60_000)
    expect(workers).toHaveLength(1)
    const { answer } = client.ask(MOVE)
    expect(workers).toHaveLength(2)
    workers[1]!.breakDown("not found")
    vi.advanceTimersByTime(0)
    workers[2]!.breakDown("not found")
    await expect(answer).rejects.toThrow("not found")
    expect(workers).toHaveLength(3)
  })

  it("replaces a worker that is silent, or that doesn't stop", async () => {
    const { workers, client } = opened()
    const asking = client.ask(LOOK)
    await vi.advanceTimersByTimeAsync(21_000)
    expect(workers).toHaveLength(2)
    workers[1]!.say(READY)
    asking.stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(workers[1]!.isTerminated).toBe(true)
  })

  it("wants the answer now when hurried", async () => {
    const { worker, client } = opened()
    const asking = client.ask(MOVE)
    asking.hurry()
    expect(worker.last).toEqual({ kind: "stop", id: 1 })
    worker.say({ kind: "answer", id: 1, answer: { move: "resign" }, isStopped: true })
    expect(await asking.answer).toEqual({ move: "resign" })
  })

  it("remembers what a search had to do without, until one has it", () => {
    let changes = 0
    const worker = new FakeWorker()
    const client = new EngineClient(
      workerTransport(() => worker),
      () => changes++,
    )
    client.connect()
    worker.say(READY)
    client.ask(MOVE)
    const before = changes
    for (let reports = 0; reports < 3; reports++)
      worker.say({ kind: "report", id: 1, report: { ...reportOf(PASS), missing: "no weights" } })
    expect([client.missing, changes - before]).toEqual(["no weights", 1])
    const answer = { move: PASS, report: reportOf(PASS) }
    worker.say({ kind: "answer", id: 1, answer, isStopped: false })
    expect([client.missing, changes - before]).toEqual([undefined, 2])
  })
})
