// One connection with a socket of ours in place of the network's (APP-3): slow readers, and messages with random
// damage.

import { EventEmitter } from "node:events"
import { afterEach, describe, expect, it } from "vitest"
import type { WebSocket } from "ws"
import { Random } from "../base/random.ts"
import { unwrap } from "../base/result.ts"
import { Game } from "../rules/index.ts"
import { LIMITS, type Limits } from "./limits.ts"
import { Seats } from "./seats.ts"
import { Session } from "./session.ts"

const TOKEN = "token"

class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: Record<string, unknown>[] = []
  closeCode: number | undefined

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
    this.emit("sent")
  }

  close(code: number): void {
    this.closeCode ??= code
    this.terminate()
  }

  terminate(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.emit("close")
  }

  say(message: object | string): void {
    this.emit("message", Buffer.from(typeof message === "string" ? message : JSON.stringify(message)), false)
  }

  kinds(): unknown[] {
    return this.sent.map(({ kind }) => kind)
  }

  async until(kind: string): Promise<void> {
    while (!this.kinds().includes(kind)) await new Promise((resolve) => this.once("sent", resolve))
  }
}

const sessions: Session[] = []
afterEach(async () => void (await Promise.all(sessions.splice(0).map((session) => session.close()))))

function open(limits: Partial<Limits> = {}): FakeSocket {
  const socket = new FakeSocket()
  const all = { ...LIMITS, ...limits }
  const context = { token: TOKEN, limits: all, engines: new Map(), seats: new Seats(all.searches) }
  sessions.push(new Session(socket as unknown as WebSocket, context, () => true))
  return socket
}

const ASK = {
  kind: "ask",
  id: 1,
  token: TOKEN,
  task: {
    kind: "move",
    position: unwrap(Game.create({ size: 9 })).position(),
    budget: { playouts: 1_000_000 },
    seed: 1,
    player: "uct:plain",
    reportEvery: 50,
  },
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe("slow readers (APP-3)", () => {
  it("get no reports while they have not read, and still the answer", async () => {
    const socket = open()
    socket.say(ASK)
    await socket.until("report")
    socket.bufferedAmount = LIMITS.slowBytes + 1
    const before = socket.sent.length
    await sleep(250)
    expect(socket.sent).toHaveLength(before)
    socket.say({ kind: "stop" })
    await socket.until("answer")
  })

  it("are given up where they read nothing at all", async () => {
    const socket = open()
    socket.say(ASK)
    await socket.until("report")
    socket.bufferedAmount = LIMITS.stuckBytes + 1
    socket.say({ kind: "nonsense" })
    expect(socket.readyState).toBe(3)
  })
})

describe("time (APP-3)", () => {
  it("strangers have little of it, however much they talk", async () => {
    const socket = open({ loginSeconds: 0.1 })
    for (let i = 0; i < 3; i++) {
      socket.say({ kind: "nonsense" })
      await sleep(50)
    }
    expect(socket.closeCode).toBe(1001)
  })

  it("friends have more, and all that a search takes", async () => {
    const socket = open({ loginSeconds: 0.01, idleSeconds: 0.1 })
    socket.say(ASK)
    await sleep(200)
    expect(socket.closeCode).toBeUndefined()
    socket.say({ kind: "stop" })
    await socket.until("answer")
    await sleep(150)
    expect(socket.closeCode).toBe(1001)
  })

  it("a search has a limit whatever its budget is", async () => {
    const socket = open({ seconds: 0.2 })
    socket.say(ASK)
    await socket.until("answer")
    expect(socket.sent.at(-1)).toMatchObject({ kind: "answer", isStopped: true })
  })
})

describe("random damage (APP-3)", () => {
  it("is answered with an error or ignored, and never throws", () => {
    const random = new Random(20)
    const text = JSON.stringify({ ...ASK, task: { ...ASK.task, budget: { playouts: 1 }, player: "random" } })
    const scraps = [
      "{",
      "}",
      "[",
      "]",
      '"',
      ",",
      "null",
      "-1",
      "1e999",
      "\\u0000",
      "\uD800",
      '"toString":1,',
      "9",
    ]
    let closed = 0
    for (let round = 0; round < 2000; round++) {
      const socket = open()
      const at = random.below(text.length)
      const scrap = scraps[random.below(scraps.length)]!
      socket.say(text.slice(0, at) + scrap + text.slice(at + random.below(8)))
      if (socket.readyState === 3) closed++
      else socket.terminate()
    }
    // The damage was in the token now and then.
    expect(closed).toBeGreaterThan(5)
    expect(closed).toBeLessThan(500)
  })
})
