// One live connection (APP-3): which client may ask, how often, and how much is sent to one that reads slowly. What is
// asked is answered by the engine service, with players on the server's seats.

import type { RawData, WebSocket } from "ws"
import { encodeMessage, EngineService, type ErrorCode, type FromEngine } from "../service/index.ts"
import { isSameToken } from "./guard.ts"
import type { Limits } from "./limits.ts"
import { parseAsk, parseEnvelope, type Envelope } from "./message.ts"
import { loadKnowledge } from "../learn/node/index.ts"
import { loadNetImage } from "../net/node/index.ts"
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

export class Session {
  readonly #socket: WebSocket
  readonly #context: SessionContext
  readonly #allowance: Allowance
  /** Asks for a place among those who have the token. */
  readonly #admit: () => boolean
  #timer: NodeJS.Timeout | undefined
  #isTrusted = false
  #isClosed = false
  readonly #service: EngineService
  /** Ends with the last search. */
  #closing: Promise<void> | undefined

  constructor(socket: WebSocket, context: SessionContext, admit: () => boolean) {
    this.#socket = socket
    this.#context = context
    this.#admit = admit
    this.#allowance = new Allowance(context.limits.messagesPerSecond)
    const { engines, limits, seats } = context
    const { playouts, seconds, threads, messageBytes } = limits
    this.#service = new EngineService({
      post: (message) => this.#send(message),
      threads,
      players: seats.of(this, (order) => makeRemotePlayer(order, engines, limits)),
      opponents: () => remotePlayers(engines),
      limits: { playouts, seconds, messageBytes },
      knowledge: { loadKnowledge, loadNet: loadNetImage },
      onIdle: () => this.#rest(),
    })
    socket.on("message", (data, isBinary) => this.#receive(data, isBinary))
    // Every ping is answered: so they count.
    socket.on("ping", () => void (this.#isClosed || this.#allow()))
    socket.on("close", () => this.#end())
    // A broken frame or a message that is too large: ws closes the connection and says why.
    socket.on("error", () => undefined)
    this.#rest()
  }

  /** Ends a session that has shown no token, to make room for a new one. */
  dismissStranger(): void {
    this.#end()
    this.#socket.terminate()
  }

  /** Ends the connection; waits until its search has ended, too. */
  async close(): Promise<void> {
    this.#socket.terminate()
    this.#end()
    await this.#closing
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
    if (!this.#service.isBusy) this.#rest()
  }

  #handle(envelope: Envelope): void {
    const { kind, id } = envelope
    switch (kind) {
      case "hello":
        if (this.#trusts(envelope)) this.#service.handle({ kind })
        return
      case "ask": {
        if (!this.#trusts(envelope)) return
        const ask = parseAsk(envelope, this.#context.limits)
        if (!ask.ok) {
          this.#refuse("bad-message", ask.error, id)
          return
        }
        clearTimeout(this.#timer)
        this.#service.handle(ask.value)
        return
      }
      // Needs no token: it ends only what this connection began.
      case "stop":
        this.#service.handle(id === undefined ? { kind } : { kind, id })
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

  #refuse(code: ErrorCode, message: string, id?: number): void {
    this.#send({ ...(id === undefined ? {} : { id }), kind: "error", code, message })
  }

  #send(message: FromEngine): void {
    if (this.#isClosed || this.#socket.readyState !== this.#socket.OPEN) return
    const { slowBytes, stuckBytes } = this.#context.limits
    if (this.#socket.bufferedAmount > stuckBytes) this.#socket.terminate()
    // A client that reads slowly gets fewer reports, not later ones.
    else if (message.kind !== "report" || this.#socket.bufferedAmount <= slowBytes)
      this.#socket.send(encodeMessage(message))
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

  /** Closes the connection with a reason; a client that does not close its end is cut off. */
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
    this.#closing = this.#service.close()
  }
}

/** A rate limit: `perSecond` messages a second in the long run, and as many more at once. */
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
