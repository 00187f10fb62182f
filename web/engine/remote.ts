// The engine at the other end of a live connection (docs/serve.md): `montego serve` searches with the computer's own
// threads, or lets a program that was named to it play. It has the contract of the page's engine. Every question carries
// the whole game, so that a connection that was lost is opened again and the open question asked once more.

import type { Candidate, SearchReport } from "montego/search"
import type { Asking } from "./client.ts"
import { installedName, type Answers, type Task } from "montego/service"
import { shortened } from "montego/service"

/** The part of a WebSocket that is used. */
export interface LiveSocket {
  send(text: string): void
  close(): void
  listen(events: {
    readonly onOpen: () => void
    readonly onText: (text: string) => void
    /** Once, also when it could never be opened. */
    readonly onClose: (code: number) => void
  }): void
}

/** What the server offers. */
export interface Offer {
  readonly engines: readonly string[]
  readonly threads: number
  readonly messageBytes: number
}

/**
 * "locked": there is a server, but no token. "ready": it is there, or was when it last closed an idle connection.
 * "lost": it can't be reached. "refused": it doesn't know the token.
 */
export type RemoteState = "locked" | "connecting" | "ready" | "lost" | "refused"

/** Why a question has no answer; the codes of the server, and two of our own. */
export class RemoteError extends Error {
  readonly code: string

  constructor(code: "lost" | "too-long" | (string & {}), message: string) {
    super(message)
    this.code = code
  }
}

/** What the server can be asked; dead stones are the page's own business. */
export type RemoteTask = Extract<Task, { kind: "move" | "analysis" }>
type RemoteAnswer = Answers[RemoteTask["kind"]]

interface Open {
  readonly id: number
  readonly task: RemoteTask
  readonly onReport: ((report: SearchReport) => void) | undefined
  readonly resolve: (answer: RemoteAnswer | undefined) => void
  readonly reject: (error: RemoteError) => void
  /** Connections that were lost over it. */
  lost: number
}

interface Said {
  readonly kind?: unknown
  readonly id?: unknown
  readonly code?: unknown
  readonly message?: unknown
  readonly move?: unknown
  readonly report?: WireReport
  readonly engines?: readonly string[]
  readonly limits?: { readonly threads: number; readonly messageBytes: number }
}

/** As `SearchReport`, with the owners as a plain list, and lines only for the candidates that matter. */
interface WireReport extends Omit<SearchReport, "owners" | "candidates"> {
  readonly owners: readonly number[]
  readonly candidates: readonly (Omit<Candidate, "pv"> & Partial<Pick<Candidate, "pv">>)[]
}

/** Milliseconds before each new attempt to connect; then it is given up. */
const PAUSES = [100, 400, 1500]
/** Milliseconds: while an answer is awaited the server is spoken to so often, and must have said something by then. */
const PULSE = 5000
const SILENCE = 15_000
/** The code with which the server closes a connection that nobody uses. */
const IDLE = 1001
const REPORT_EVERY = 120

export class RemoteEngine {
  state: RemoteState = "locked"
  /** Undefined until the server has been there once. */
  offer: Offer | undefined
  readonly #makeSocket: () => LiveSocket
  readonly #changed: () => void
  #token: string | undefined
  #socket: LiveSocket | undefined
  /** Whether the server has answered on this connection. */
  #isWelcome = false
  #attempts = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #pulse: ReturnType<typeof setInterval> | undefined
  #heard = 0
  #open: Open | undefined
  #lastId = 0

  constructor(makeSocket: () => LiveSocket, changed: () => void = () => undefined) {
    this.#makeSocket = makeSocket
    this.#changed = changed
  }

  /** Connects, anew where there is a connection; without a token of its own it uses the last one. */
  connect(token: string | undefined = this.#token): void {
    if (token === undefined) return
    this.#token = token
    this.#attempts = 0
    this.#drop()
    this.#dial()
  }

  ask<T extends RemoteTask>(task: T, onReport?: (report: SearchReport) => void): Asking<T["kind"]> {
    this.#takeBack(this.#open?.id)
    const id = ++this.#lastId
    const answer = new Promise<RemoteAnswer | undefined>((resolve, reject) => {
      this.#open = { id, task, onReport, resolve, reject, lost: 0 }
    })
    if (this.#isWelcome) this.#sendOrder()
    else if (this.state === "ready") this.#dial()
    else if (this.state !== "connecting") this.#giveUp()
    return {
      answer: answer as Promise<Answers[T["kind"]] | undefined>,
      stop: () => this.#takeBack(id),
      // An engine that is stopped is ended: it can't be hurried.
      hurry: () => {
        if (this.#open?.id === id && !isInstalled(task)) this.#send({ kind: "stop", id })
      },
    }
  }

  close(): void {
    this.#takeBack(this.#open?.id)
    clearTimeout(this.#retry)
    this.#drop()
  }

  #dial(): void {
    clearTimeout(this.#retry)
    this.#turn("connecting")
    const socket = this.#makeSocket()
    this.#socket = socket
    const ifMine = (act: () => void): void => {
      if (this.#socket === socket) act()
    }
    socket.listen({
      onOpen: () => ifMine(() => this.#send({ kind: "hello", token: this.#token })),
      onText: (text) => ifMine(() => this.#hear(parse(text))),
      onClose: (code) => ifMine(() => this.#lose(code)),
    })
  }

  /** Lets go of the connection; nothing more is heard of it. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#isWelcome = false
    clearInterval(this.#pulse)
    socket?.close()
  }

  #lose(code?: number): void {
    const wasWelcome = this.#isWelcome
    this.#drop()
    const open = this.#open
    // Nobody misses it before the next question.
    if (!open && wasWelcome && code === IDLE) return
    if (open && wasWelcome && ++open.lost > 1) {
      this.#giveUp()
      return
    }
    const pause = PAUSES[this.#attempts++]
    if (pause === undefined) this.#giveUp()
    else {
      this.#turn("connecting")
      this.#retry = setTimeout(() => this.#dial(), pause)
    }
  }

  #giveUp(): void {
    if (this.state !== "refused" && this.state !== "locked") this.#turn("lost")
    this.#fail(new RemoteError(this.state === "refused" ? "unauthorized" : "lost", "no connection"))
  }

  #hear(message: Said): void {
    this.#heard = Date.now()
    switch (message.kind) {
      case "welcome":
        this.#welcome(message)
        return
      case "report":
        if (message.id === this.#open?.id && message.report) this.#open?.onReport?.(read(message.report))
        return
      case "answer":
        if (message.id === this.#open?.id) this.#answer(message)
        return
      case "error":
        this.#refuse(message)
        return
      default:
    }
  }

  #welcome({ engines = [], limits }: Said): void {
    const wasWelcome = this.#isWelcome
    this.offer = { engines, threads: limits?.threads ?? 1, messageBytes: limits?.messageBytes ?? 65_536 }
    this.#isWelcome = true
    this.#attempts = 0
    // While an answer is awaited, a welcome is only a sign of life.
    if (wasWelcome) return
    this.#turn("ready")
    if (this.#open) this.#sendOrder()
  }

  #answer({ move, report }: Said): void {
    const open = this.#open!
    const last = report && read(report)
    this.#settle()
    if (open.task.kind === "analysis") {
      if (last) open.resolve({ report: last })
      else open.reject(new RemoteError("failed", "the server had nothing to report"))
    } else if (move === "resign" || typeof move === "number") {
      const answer = { move: move as Answers["move"]["move"] }
      open.resolve(last ? { ...answer, report: last } : answer)
    } else open.reject(new RemoteError("failed", "the server answered no move"))
  }

  #refuse({ id, code, message }: Said): void {
    const error = new RemoteError(String(code), String(message))
    if (code === "unauthorized") {
      this.#turn("refused")
      this.#drop()
      this.#fail(error)
    } else if (id === this.#open?.id) this.#fail(error)
  }

  #sendOrder(): void {
    const { id, task } = this.#open!
    const { threads, messageBytes } = this.offer!
    const text = JSON.stringify({
      kind: "search",
      id,
      token: this.#token,
      position: task.position,
      color: task.color,
      budget: task.kind === "move" ? task.budget : { playouts: task.playouts },
      seed: task.seed,
      player: playerOf(task, threads),
      reportEvery: REPORT_EVERY,
    })
    if (text.length > messageBytes) {
      this.#fail(new RemoteError("too-long", "the game is too long for one message"))
      return
    }
    this.#socket?.send(text)
    this.#heard = Date.now()
    clearInterval(this.#pulse)
    this.#pulse = setInterval(() => this.#feelPulse(), PULSE)
  }

  /** A connection may be dead without anybody having said so: a computer that slept, a tunnel that broke. */
  #feelPulse(): void {
    if (Date.now() - this.#heard > SILENCE) this.#lose()
    else this.#send({ kind: "hello", token: this.#token })
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message))
  }

  #takeBack(id: number | undefined): void {
    if (id === undefined || this.#open?.id !== id) return
    const { resolve } = this.#settle()
    if (this.#isWelcome) this.#send({ kind: "stop", id })
    resolve(undefined)
  }

  #fail(error: RemoteError): void {
    if (this.#open) this.#settle().reject(error)
  }

  #settle(): Open {
    const open = this.#open!
    this.#open = undefined
    clearInterval(this.#pulse)
    return open
  }

  #turn(state: RemoteState): void {
    this.state = state
    this.#changed()
  }
}

/** Whether a move is asked of a program that the server starts: only it can give one. */
export function isInstalled(task: Task): boolean {
  return task.kind === "move" && installedName(task.player) !== undefined
}

/** As the page's own engine does it: one thread where playouts are the limit, so that a game repeats, else all. */
function playerOf(task: RemoteTask, threads: number): string {
  if (task.kind === "analysis") return `uct:strong,early-stop=off,threads=${threads}`
  const usesAll = task.budget.playouts === undefined && /^uct\b(?!.*,threads=)/.test(task.player)
  return usesAll ? `${task.player},threads=${threads}` : task.player
}

function read({ owners, candidates, ...report }: WireReport): SearchReport {
  return shortened({
    ...report,
    owners: Float64Array.from(owners),
    candidates: candidates.map((candidate) => ({ ...candidate, pv: candidate.pv ?? [candidate.move] })),
  })
}

function parse(text: string): Said {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === "object" && message !== null ? message : {}
  } catch {
    return {}
  }
}
