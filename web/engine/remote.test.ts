// The server's side of the page's engine (APP-3), with sockets that the test holds in its hand.

import { Black, Game, POINTS } from "montego/rules"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { FakeEngine, reportOf } from "./fake-engine.ts"
import type { Task } from "montego/service"
import { EngineClient } from "./client.ts"
import { liveTransport, type LiveSocket } from "./live-port.ts"
import { EngineChoice, type Place } from "./remote-choice.ts"
import { takeToken } from "./remote-door.ts"

const created = Game.create({ size: 9 })
if (!created.ok) throw new Error(created.error)
const position = created.value.position()
const MOVE = {
  kind: "move",
  position,
  color: Black,
  player: "uct:strong",
  budget: { playouts: 50 },
  seed: 1,
} as const satisfies Task
const LOOK = {
  kind: "analysis",
  position,
  color: Black,
  budget: { playouts: 900 },
  seed: 1,
} as const satisfies Task
const DEAD = { kind: "dead", position, seed: 1 } as const satisfies Task
const GNUGO = { player: "gtp:gnugo", isBudgeted: false }
const HYBRID = { player: "hybrid,engine=gnugo", isBudgeted: true }
const READY = {
  kind: "ready",
  version: "1",
  threads: 8,
  opponents: [{ player: "uct:strong", isBudgeted: true }, HYBRID, GNUGO],
  limits: { playouts: 1e6, seconds: 600, messageBytes: 65_536 },
}

class FakeSocket implements LiveSocket {
  readonly sent: Record<string, unknown>[] = []
  isClosed = false
  events!: Parameters<LiveSocket["listen"]>[0]
  send = (text: string): void => void this.sent.push(JSON.parse(text) as Record<string, unknown>)
  close = (): void => void (this.isClosed = true)
  listen(events: Parameters<LiveSocket["listen"]>[0]): void {
    this.events = events
  }
  say(message: object): void {
    this.events.onText(JSON.stringify(message))
  }
  ready(): void {
    this.events.onOpen()
    this.say(READY)
  }
}

function open(usual: Place = "computer") {
  const sockets: FakeSocket[] = []
  const page = Object.assign(new FakeEngine(), { ready: undefined, restarts: 0, missing: undefined })
  let memo: string | null = null
  const makeSocket = (): FakeSocket => {
    const socket = new FakeSocket()
    sockets.push(socket)
    return socket
  }
  const remote = new EngineClient(
    liveTransport(makeSocket, () => "secret"),
    () => choice.changed(),
  )
  const kept = { read: () => memo, write: (text: string) => void (memo = text) }
  const choice: EngineChoice = new EngineChoice(page, remote, kept, usual)
  return { sockets, page, remote, choice, memo: () => memo }
}

/** Connected, with the token shown. */
function connected() {
  const all = open()
  all.remote.connect()
  const socket = all.sockets[0]!
  socket.ready()
  return { ...all, socket }
}

const wire = (winRate = 0.5) => ({ ...reportOf(134 as never, { winRate }), owners: Array(POINTS).fill(0.5) })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe("the live connection (APP-3)", () => {
  it("shows the token, then asks as the page's own engine would", async () => {
    const { socket, remote } = connected()
    expect(socket.sent).toEqual([{ kind: "hello", token: "secret" }])
    expect(remote.state).toBe("ready")
    const reports: number[] = []
    const asking = remote.ask(MOVE, ({ winRate }) => void reports.push(winRate))
    // As it goes through JSON.
    const sent = JSON.parse(JSON.stringify(MOVE)) as object
    expect(socket.sent.at(-1)).toEqual({ kind: "ask", id: 1, token: "secret", task: sent })
    socket.say({ kind: "report", id: 1, report: wire(0.6) })
    socket.say({ kind: "report", id: 7, report: wire(0.1) })
    socket.say({ kind: "answer", id: 1, answer: { move: 134, report: wire(0.7) }, isStopped: false })
    const answer = await asking.answer
    expect(reports).toEqual([0.6])
    expect(answer?.move).toBe(134)
    expect(answer?.report?.owners).toBeInstanceOf(Float64Array)
  })

  it("a question that is taken back is stopped; a newer one replaces it; other programs can't be hurried", async () => {
    const { socket, remote } = connected()
    const first = remote.ask(LOOK)
    const second = remote.ask({ ...MOVE, player: "gtp:gnugo" })
    expect(await first.answer).toBeUndefined()
    expect(socket.sent.slice(-2)).toMatchObject([
      { kind: "stop", id: 1 },
      { kind: "ask", id: 2 },
    ])
    second.hurry()
    expect(socket.sent.at(-1)).toMatchObject({ kind: "ask" })
    second.stop()
    expect(socket.sent.at(-1)).toMatchObject({ kind: "stop", id: 2 })
    const third = remote.ask(MOVE)
    third.hurry()
    expect(socket.sent.at(-1)).toMatchObject({ kind: "stop", id: 3 })
  })

  it("asks again after the connection was lost, once", async () => {
    const { sockets, socket, remote } = connected()
    const asking = remote.ask(MOVE)
    socket.events.onClose(1006)
    expect(remote.state).toBe("connecting")
    await vi.advanceTimersByTimeAsync(100)
    sockets[1]!.ready()
    expect(sockets[1]!.sent.at(-1)).toMatchObject({ kind: "ask", id: 1, task: { position: { size: 9 } } })
    socket.say({ kind: "answer", id: 1, answer: { move: 0 } })
    sockets[1]!.events.onClose(1006)
    await expect(asking.answer).rejects.toMatchObject({ code: "lost" })
  })

  it("a server that is gone is given up after a few attempts, and can be tried again", async () => {
    const { sockets, socket, remote } = connected()
    socket.events.onClose(1006)
    for (let attempt = 1; attempt <= 3; attempt++) {
      await vi.advanceTimersByTimeAsync(2000)
      sockets[attempt]!.events.onClose(1006)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    expect([remote.state, sockets.length]).toEqual(["lost", 4])
    await expect(remote.ask(MOVE).answer).rejects.toMatchObject({ code: "lost" })
    remote.connect()
    sockets[4]!.ready()
    expect([remote.state, sockets[4]!.sent[0]]).toEqual(["ready", { kind: "hello", token: "secret" }])
  })

  it("an idle connection that the server closed is opened again by the next question", () => {
    const { sockets, socket, remote } = connected()
    socket.events.onClose(1001)
    vi.advanceTimersByTime(60_000)
    expect([remote.state, sockets.length]).toEqual(["ready", 1])
    remote.ask(MOVE)
    sockets[1]!.ready()
    expect(sockets[1]!.sent.map(({ kind }) => kind)).toEqual(["hello", "ask"])
  })

  it("a connection that has died in silence is replaced; a program that thinks long is not disturbed", () => {
    const { sockets, socket, remote } = connected()
    remote.ask({ ...MOVE, player: "gtp:gnugo" })
    for (let seconds = 0; seconds < 120; seconds += 5) {
      vi.advanceTimersByTime(5000)
      socket.say(READY)
    }
    expect([sockets.length, socket.isClosed]).toEqual([1, false])
    vi.advanceTimersByTime(30_000)
    expect([sockets.length, socket.isClosed]).toEqual([2, true])
  })

  it("a game that is too long for a message is not sent", async () => {
    const { socket, remote } = connected()
    const moves = Array.from({ length: 5000 }, () => ({ color: Black, move: 0 as never }))
    await expect(remote.ask({ ...MOVE, position: { ...position, moves } }).answer).rejects.toMatchObject({
      code: "too-long",
    })
    expect(socket.sent).toHaveLength(1)
  })
})

describe("where the thinking is done (APP-3)", () => {
  it("on the computer once it is there, with its programs as opponents; dead stones stay in the page", () => {
    const { sockets, page, remote, choice, memo } = open()
    expect([choice.place, choice.isLocked]).toEqual(["page", true])
    choice.ask(MOVE)
    expect(page.asked).toHaveLength(1)
    remote.connect()
    // The answer is awaited where the question came before it.
    choice.ask(MOVE)
    expect(page.last.isStopped).toBe(true)
    sockets[0]!.ready()
    expect(sockets[0]!.sent.at(-1)).toMatchObject({ kind: "ask" })
    expect([choice.place, choice.computerThreads]).toEqual(["computer", 8])
    expect(choice.opponents).toEqual([HYBRID, GNUGO])
    choice.ask(DEAD)
    expect(sockets[0]!.sent.at(-1)).toMatchObject({ kind: "stop" })
    expect(page.last.task).toEqual(DEAD)
    choice.choose("page")
    choice.ask(MOVE)
    expect(page.last.task).toEqual(MOVE)
    expect([choice.place, memo()]).toEqual(["page", "page"])
    for (const { player } of [GNUGO, HYBRID]) {
      choice.ask({ ...MOVE, player })
      expect(sockets[0]!.sent.at(-1)).toMatchObject({ task: { player } })
    }
  })

  it("in the page until the person chooses the computer, but for what only the computer has", () => {
    const { sockets, page, remote, choice, memo } = open("page")
    remote.connect()
    sockets[0]!.ready()
    choice.ask(MOVE)
    expect([page.asked.length, choice.place, choice.computerThreads]).toEqual([1, "page", 8])
    choice.ask({ ...MOVE, player: GNUGO.player })
    expect(sockets[0]!.sent.at(-1)).toMatchObject({ task: { player: GNUGO.player } })
    choice.choose("computer")
    choice.ask(MOVE)
    expect([page.asked.length, choice.place, memo()]).toEqual([1, "computer", "computer"])
  })

  it("in the page where patterns are played that were learned there", () => {
    const { page, socket, choice } = connected()
    const before = socket.sent.length
    choice.ask({ ...MOVE, player: "patterns" })
    expect([page.asked.length, socket.sent.length]).toEqual([1, before])
  })

  it("a server that goes away in mid-thought: the page goes on, with a notice", async () => {
    const { sockets, socket, page, choice } = connected()
    const asking = choice.ask(MOVE)
    socket.events.onClose(1006)
    for (let attempt = 1; attempt <= 3; attempt++) {
      await vi.advanceTimersByTimeAsync(2000)
      sockets[attempt]!.events.onClose(1006)
    }
    await vi.advanceTimersByTimeAsync(0)
    expect(page.last.task).toEqual(MOVE)
    expect([choice.notice, choice.place, choice.isLost]).toEqual([{ why: "lost" }, "page", true])
    asking.hurry()
    expect(page.last.isHurried).toBe(true)
    void page.last.answer({ move: "resign" })
    expect(await asking.answer).toEqual({ move: "resign" })
    choice.reconnect()
    sockets.at(-1)!.ready()
    expect([choice.notice, choice.place]).toEqual([undefined, "computer"])
  })

  it("Montego stands in for a program that can't be reached, but not for one that failed", async () => {
    const { socket, page, choice } = connected()
    const game = { ...MOVE, player: "gtp:gnugo", budget: {} } as const
    const failing = choice.ask(game)
    socket.say({ kind: "error", id: 1, code: "failed", message: "exit code 3" })
    await expect(failing.answer).rejects.toThrow("exit code 3")
    void choice.ask(game).answer
    socket.say({ kind: "error", code: "unauthorized", message: "the token is wrong" })
    await vi.advanceTimersByTimeAsync(0)
    expect(page.last.task).toMatchObject({ kind: "move", player: "uct:strong", budget: { playouts: 1500 } })
    expect(choice.notice).toEqual({ why: "refused", standsInFor: "gnugo" })
    expect(choice.opponents).toEqual([])
  })

  it.each([
    ["busy", { why: "busy" }],
    ["refused", { why: "failed", message: "no such player" }],
  ])("an error %s is the page's to make good", async (code, notice) => {
    const { socket, page, choice } = connected()
    void choice.ask(MOVE).answer
    socket.say({ kind: "error", id: 1, code, message: "no such player" })
    await vi.advanceTimersByTimeAsync(0)
    expect([page.last.task, choice.notice, choice.place]).toEqual([MOVE, notice, "computer"])
  })

  it("what was read is not told again, until something else has happened", async () => {
    const { sockets, socket, choice } = connected()
    socket.say({ kind: "error", code: "unauthorized", message: "the token is wrong" })
    expect(choice.notice).toEqual({ why: "refused" })
    choice.forgetNotice()
    choice.changed()
    expect(choice.notice).toBeUndefined()
    void choice.ask({ ...MOVE, player: "gtp:gnugo" }).answer
    await vi.advanceTimersByTimeAsync(0)
    expect(choice.notice).toEqual({ why: "refused", standsInFor: "gnugo" })
    choice.forgetNotice()
    void choice.ask({ ...MOVE, player: "gtp:gnugo" }).answer
    await vi.advanceTimersByTimeAsync(0)
    expect(choice.notice).toBeUndefined()
    choice.reconnect()
    sockets[1]!.say({ kind: "error", code: "unauthorized", message: "the token is wrong" })
    expect(choice.notice).toEqual({ why: "refused" })
  })

  it("nothing more is heard of a question that was stopped while the connection was lost", async () => {
    const { sockets, socket, page, choice } = connected()
    const asking = choice.ask(MOVE)
    socket.events.onClose(1006)
    asking.stop()
    await vi.advanceTimersByTimeAsync(100)
    sockets[1]!.ready()
    expect(await asking.answer).toBeUndefined()
    expect([page.asked.length, sockets[1]!.sent.length]).toEqual([0, 1])
  })
})

describe("the token in the address (APP-5)", () => {
  it.each([
    ["", undefined, ""],
    ["#token=Ab-_9", "Ab-_9", ""],
    ["#token=a&x=1", "a", "#x=1"],
    ["#x=1&token=a&y=2", "a", "#x=1&y=2"],
    ["#broken=token=a", undefined, "#broken=token=a"],
    ["#token=a<b", undefined, "#token=a<b"],
  ])("%j", (fragment, token, rest) => expect(takeToken(fragment)).toEqual({ token, rest }))
})
