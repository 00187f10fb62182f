// One live connection (APP-3): the page asks for searches, the server sends reports and an answer. One search at a time: a newer
// one takes the place of an older, and every search ends with exactly one `answer` or `error` that has its id.

import type { RawData, WebSocket } from "ws"
import { VERSION } from "../base/version.ts"
import type { Answer, Player, Request } from "../players/index.ts"
import { isSameToken } from "./guard.ts"
import type { Limits } from "./limits.ts"
import { makeLastReport, makeReport, parseEnvelope, parseSearch } from "./message.ts"
import type { Envelope, ErrorCode, SearchOrder } from "./message.ts"
import { makeRemotePlayer, remotePlayers, type Engines } from "./players.ts"
import type { Seats } from "./seats.ts"

/** What all connections share. */
export interface SessionContext {
  readonly token: string
  readonly limits: Limits
  readonly engines: Engines
  readonly seats: Seats
}

/** Close codes of the WebSocket protocol. */
const GOING_AWAY = 1001
const POLICY_VIOLATION = 1008
const TRY_AGAIN_LATER = 1013
/** Milliseconds for the other side to agree that a connection is closed. */
const FAREWELL = 1000

/** A search that has begun. */
interface Running {
  readonly order: SearchOrder
  readonly abort: AbortController
  isReplaced: boolean
}

export class Session {
  readonly #socket: WebSocket
  readonly #context: SessionContext
  readonly #allowance: Allowance
  /** Asks for a place among those who have the token. */
  readonly #admit: () => boolean
  #timer: NodeJS.Timeout | undefined
  #isTrusted = false
  #isClosed = false
  #running: Running | undefined
  /** Begins when the running one has ended. */
  #next: SearchOrder | undefined
  /** Ends with the last search. */
  #work: Promise<void> = Promise.resolve()

  constructor(socket: WebSocket, context: SessionContext, admit: () => boolean) {
    this.#socket = socket
    this.#context = context
    this.#admit = admit
    this.#allowance = new Allowance(context.limits.messagesPerSecond)
    socket.on("message", (data, isBinary) => this.#receive(data, isBinary))
    // Every ping is answered: so they count.
    socket.on("ping", () => void (this.#isClosed || this.#allow()))
    socket.on("close", () => this.#end())
    // A broken frame or a message that is too large: ws closes the connection and says why.
    socket.on("error", () => undefined)
    this.#rest()
  }

  /** Others wait, and this one has shown no token yet. */
  dismissStranger(): void {
    this.#end()
    this.#socket.terminate()
  }

  /** Ends the connection; waits until its search has ended, too. */
  async close(): Promise<void> {
    this.#socket.terminate()
    this.#end()
    await this.#work
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isClosed || !this.#allow()) return
    if (isBinary || !Buffer.isBuffer(data)) {
      this.#refuse("bad-message", "a message is text")
      return
    }
    const envelope = parseEnvelope(data.toString("utf8"))
    if (envelope.ok) this.#handle(envelope.value)
    else this.#refuse("bad-message", envelope.error)
    if (!this.#running) this.#rest()
  }

  #handle(envelope: Envelope): void {
    const { kind, id } = envelope
    switch (kind) {
      case "hello":
        if (this.#trusts(envelope)) this.#welcome()
        return
      case "search":
      case "analyze": {
        if (!this.#trusts(envelope)) return
        const order = parseSearch({ ...envelope, kind }, this.#context.limits)
        if (order.ok) this.#order(order.value)
        else this.#refuse("bad-message", order.error, id)
        return
      }
      // Needs no token: it ends only what this connection began.
      case "stop":
        this.#stop(id)
        return
      default:
        this.#refuse("bad-message", `there is no message of the kind "${kind.slice(0, 40)}"`, id)
    }
  }

  #trusts({ token, id }: Envelope): boolean {
    if (isSameToken(token, this.#context.token)) {
      this.#isTrusted ||= this.#admit()
      if (this.#isTrusted) return true
      this.#refuse(
        "busy",
        `${this.#context.limits.connections} connections are open already; try again later`,
        id,
      )
      this.#dismiss(TRY_AGAIN_LATER, "too many connections")
      return false
    }
    this.#refuse(
      "unauthorized",
      "the token is missing or wrong: open the address that montego serve prints",
      id,
    )
    this.#dismiss(POLICY_VIOLATION, "wrong token")
    return false
  }

  #welcome(): void {
    const { engines, limits } = this.#context
    const { playouts, seconds, threads, messageBytes } = limits
    this.#send({
      kind: "welcome",
      version: VERSION,
      players: remotePlayers(engines),
      engines: [...engines.keys()],
      limits: { playouts, seconds, threads, messageBytes },
    })
  }

  #order(order: SearchOrder): void {
    if (!this.#running) {
      this.#work = this.#search(order)
      return
    }
    if (this.#next) this.#replaced(this.#next)
    this.#next = order
    this.#running.isReplaced = true
    this.#running.abort.abort()
  }

  /** A stop that comes late, for a search that is over, stops nothing. */
  #stop(id: number | undefined): void {
    if (this.#next && (id === undefined || id === this.#next.id)) {
      this.#refuse("stopped", "the search was stopped before it began", this.#next.id)
      this.#next = undefined
    }
    if (this.#running && (id === undefined || id === this.#running.order.id)) this.#running.abort.abort()
  }

  /** Searches; whatever happens, it ends with a message, and lets the next one begin. */
  async #search(order: SearchOrder): Promise<void> {
    const { seats, limits, engines } = this.#context
    const running: Running = { order, abort: new AbortController(), isReplaced: false }
    this.#running = running
    clearTimeout(this.#timer)
    const limit = setTimeout(() => running.abort.abort(), limits.seconds * 1000)
    try {
      const { player: name, request } = order
      const player = seats.take(this, name, () => makeRemotePlayer(name, request.seed, engines, limits))
      if (player.ok) this.#answer(running, await this.#think(player.value, running))
      else this.#refuse(player.error.code, player.error.reason, order.id)
      seats.rest(this)
    } catch (error) {
      // What failed once is not trusted with another search.
      seats.leave(this)
      if (running.isReplaced) this.#replaced(order)
      else this.#refuse(running.abort.signal.aborted ? "stopped" : "failed", messageOf(error), order.id)
    }
    clearTimeout(limit)
    this.#running = undefined
    await this.#goOn()
  }

  async #goOn(): Promise<void> {
    const next = this.#next
    this.#next = undefined
    if (this.#isClosed) this.#context.seats.leave(this)
    else if (next) await this.#search(next)
    else this.#rest()
  }

  async #think(player: Player, running: Running): Promise<Answer | undefined> {
    const { order, abort } = running
    const request: Request & Required<Pick<Request, "onReport">> = {
      ...order.request,
      signal: abort.signal,
      onReport: (report) => {
        // A client that reads slowly gets fewer reports, not later ones.
        const isSlow = this.#socket.bufferedAmount > this.#context.limits.slowBytes
        if (!isSlow && !abort.signal.aborted)
          this.#send({ id: order.id, kind: "report", report: makeReport(report) })
      },
    }
    if (order.kind === "search") return player.choose(request)
    if (!player.analyze) throw new Error(`${player.name} has nothing to report: it can't analyse`)
    await player.analyze(request)
    return undefined
  }

  #answer({ order, abort, isReplaced }: Running, answer: Answer | undefined): void {
    if (isReplaced) {
      this.#replaced(order)
      return
    }
    const { report, ...rest } = answer ?? {}
    this.#send({
      id: order.id,
      kind: "answer",
      ...rest,
      ...(report ? { report: makeLastReport(report) } : {}),
      isStopped: abort.signal.aborted,
    })
  }

  #replaced({ id }: SearchOrder): void {
    this.#refuse("replaced", "a newer search took its place", id)
  }

  #refuse(code: ErrorCode, message: string, id?: number): void {
    this.#send({ ...(id === undefined ? {} : { id }), kind: "error", code, message })
  }

  #send(message: object): void {
    if (this.#isClosed || this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > this.#context.limits.stuckBytes) this.#socket.terminate()
    else this.#socket.send(JSON.stringify(message))
  }

  /** Counts a message; a client that sends too many is sent away. */
  #allow(): boolean {
    if (this.#allowance.take()) return true
    this.#dismiss(POLICY_VIOLATION, "too many messages")
    return false
  }

  /** Waits for the next message, but not for ever; strangers get less time. */
  #rest(): void {
    const { idleSeconds, loginSeconds } = this.#context.limits
    // A stranger's messages don't prolong its time.
    if (!this.#isTrusted && this.#timer) return
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    const seconds = this.#isTrusted ? idleSeconds : loginSeconds
    this.#timer = setTimeout(() => this.#dismiss(GOING_AWAY, "idle"), seconds * 1000)
  }

  /** Says why and listens no more; who does not hang up is cut off. */
  #dismiss(code: number, reason: string): void {
    if (this.#isClosed) return
    this.#end()
    this.#socket.close(code, reason)
    const cut = setTimeout(() => this.#socket.terminate(), FAREWELL)
    this.#socket.on("close", () => clearTimeout(cut))
  }

  #end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#next = undefined
    if (this.#running) this.#running.abort.abort()
    else this.#context.seats.leave(this)
  }
}

/** So many messages a second in the long run, and as many more at once. */
class Allowance {
  readonly #perSecond: number
  #left: number
  #since = performance.now()

  constructor(perSecond: number) {
    this.#perSecond = perSecond
    this.#left = 2 * perSecond
  }

  take(): boolean {
    const now = performance.now()
    const earned = ((now - this.#since) / 1000) * this.#perSecond
    this.#left = Math.min(2 * this.#perSecond, this.#left + earned) - 1
    this.#since = now
    return this.#left >= 0
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
