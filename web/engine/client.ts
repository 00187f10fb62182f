// The page's side of the talk with an engine, over a worker's port or a socket. One question is open at a time; a new
// one replaces the old. Every question carries the whole game, so that an engine that breaks or falls silent is
// replaced (a connection that is lost is opened again), and gets the open question once more.

import type { SearchReport } from "montego/search"
import { EngineError, installedName } from "montego/service"
import type { Answers, FromEngine, Ready, Task, TaskKind, ToEngine } from "montego/service"

/** One connection to an engine. */
export interface Port {
  /** False: the message is longer than the engine accepts, and was not sent. */
  send(message: ToEngine): boolean
  listen(events: PortEvents): void
  close(): void
}

interface PortEvents {
  readonly onOpen: () => void
  readonly onMessage: (message: FromEngine) => void
  /** Once, also when it could never be opened. `isIdle`: the engine closed it because it was not used. */
  readonly onClosed: (reason: string, isIdle: boolean) => void
}

/** How a client opens connections, and what it does when one is lost. */
export interface Transport {
  readonly open: () => Port
  /** Milliseconds before each new attempt to connect; then the engine is given up. */
  readonly pauses: readonly number[]
  /** Whether only a question makes it connect again, after an engine was given up, too. Else `connect` does. */
  readonly isOnDemand: boolean
  /** Milliseconds that a search may go on after it was stopped; default: as long as it takes. */
  readonly stopPatience?: number
}

export interface Asking<Kind extends TaskKind> {
  /** Undefined when the question was taken back. Rejects with an `EngineError`. */
  readonly answer: Promise<Answers[Kind] | undefined>
  /** Takes the question back: nothing more is heard of it. */
  stop(): void
  /** Wants the best answer so far, now. */
  hurry(): void
}

/** What the rest of the page knows of the engine. */
export interface Engine {
  ask<T extends Task>(task: T, onReport?: (report: SearchReport) => void): Asking<T["kind"]>
}

/**
 * "closed": it never connected. "ready": the engine is there, or was when it last closed an idle connection.
 * "lost": it can't be reached. "refused": it doesn't know the token.
 */
export type ClientState = "closed" | "connecting" | "ready" | "lost" | "refused"

interface Open {
  readonly id: number
  readonly task: Task
  readonly onReport: ((report: SearchReport) => void) | undefined
  readonly resolve: (answer: Answers[TaskKind] | undefined) => void
  readonly reject: (error: EngineError) => void
  isHurried: boolean
  /** Engines that were lost over it. */
  lost: number
}

/** Milliseconds: while an answer is awaited, the client says hello this often. */
const BEAT = 5000
/**
 * An engine that is silent for this number of beats is lost. Timers of a hidden page come late, so time alone proves
 * nothing.
 */
const SILENT_BEATS = 4

/** Whether a move is asked of a program that the server starts: only it can give one, and a stop ends it. */
export function isInstalled(task: Task): boolean {
  return task.kind === "move" && installedName(task.player) !== undefined
}

export class EngineClient implements Engine {
  state: ClientState = "closed"
  /** What the engine said of itself; undefined until it has been there once. */
  ready: Ready | undefined
  /** What the last search went on without, as its report said. */
  missing: string | undefined
  /** How many connections were lost. */
  restarts = 0
  readonly #transport: Transport
  readonly #changed: () => void
  #port: Port | undefined
  /** Whether the engine has answered on this connection. */
  #isReady = false
  #attempts = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #open: Open | undefined
  /** Questions that the engine still has on its hands. */
  readonly #unfinished = new Set<number>()
  #lastId = 0
  #heart: ReturnType<typeof setInterval> | undefined
  #silentBeats = 0

  constructor(transport: Transport, changed: () => void = () => undefined) {
    this.#transport = transport
    this.#changed = changed
  }

  /** Connects, anew where there is a connection. */
  connect(): void {
    this.#attempts = 0
    this.#drop()
    this.#dial()
  }

  ask<T extends Task>(task: T, onReport?: (report: SearchReport) => void): Asking<T["kind"]> {
    this.#takeBack(this.#open?.id)
    const id = ++this.#lastId
    const answer = new Promise<Answers[TaskKind] | undefined>((resolve, reject) => {
      this.#open = { id, task, onReport, resolve, reject, isHurried: false, lost: 0 }
    })
    this.#silentBeats = 0
    this.#heart = setInterval(() => this.#beat(), BEAT)
    if (this.#isReady) this.#sendOpen()
    else if (!this.#port && (this.#transport.isOnDemand || this.state === "ready")) this.connect()
    else if (this.state !== "connecting") this.#giveUp("no connection")
    return {
      answer: answer as Promise<Answers[T["kind"]] | undefined>,
      stop: () => this.#takeBack(id),
      hurry: () => this.#hurry(id),
    }
  }

  close(): void {
    this.#takeBack(this.#open?.id)
    clearTimeout(this.#retry)
    this.#drop()
  }

  #dial(): void {
    clearTimeout(this.#retry)
    this.#silentBeats = 0
    this.#turn("connecting")
    const port = this.#transport.open()
    this.#port = port
    const ifMine = (act: () => void): void => {
      if (this.#port === port) act()
    }
    port.listen({
      onOpen: () => ifMine(() => port.send({ kind: "hello" })),
      onMessage: (message) => ifMine(() => this.#hear(message)),
      onClosed: (reason, isIdle) => ifMine(() => this.#lose(reason, isIdle)),
    })
  }

  /** Lets go of the connection; nothing more is heard of it. */
  #drop(): void {
    const port = this.#port
    this.#port = undefined
    this.#isReady = false
    this.#unfinished.clear()
    port?.close()
  }

  #lose(reason: string, isIdle = false): void {
    const { pauses, isOnDemand } = this.#transport
    const wasReady = this.#isReady
    const open = this.#open
    this.#drop()
    this.restarts++
    // It is not missed before the next question.
    if (!open && (isOnDemand || (wasReady && isIdle))) {
      this.#changed()
      return
    }
    const pause = pauses[this.#attempts++]
    if (pause === undefined || (open && wasReady && ++open.lost > 1)) this.#giveUp(reason)
    else {
      this.#turn("connecting")
      this.#retry = setTimeout(() => this.#dial(), pause)
    }
  }

  #giveUp(reason: string): void {
    if (this.state !== "refused" && this.state !== "closed") this.#turn("lost")
    this.#fail(new EngineError(this.state === "refused" ? "unauthorized" : "lost", reason))
  }

  #hear(message: FromEngine): void {
    this.#silentBeats = 0
    switch (message.kind) {
      case "ready":
        this.#begin(message)
        return
      case "report":
        this.#note(message.report)
        if (message.id === this.#open?.id) this.#open.onReport?.(message.report)
        return
      case "answer":
        this.#unfinished.delete(message.id)
        if ("report" in message.answer) this.#note(message.answer.report)
        if (message.id === this.#open?.id) this.#settle().resolve(message.answer)
        return
      case "error":
        this.#refuse(message)
    }
  }

  #note(report: SearchReport | undefined): void {
    if (!report || report.missing === this.missing) return
    this.missing = report.missing
    this.#changed()
  }

  #begin(ready: Ready): void {
    const wasReady = this.#isReady
    this.ready = ready
    this.#isReady = true
    this.#attempts = 0
    // While an answer is awaited, it is only a sign of life.
    if (wasReady) return
    this.#turn("ready")
    if (this.#open) this.#sendOpen()
  }

  #refuse({ id, code, message }: Extract<FromEngine, { kind: "error" }>): void {
    const error = new EngineError(code, message)
    if (id !== undefined) this.#unfinished.delete(id)
    if (code === "unauthorized") {
      this.#turn("refused")
      this.#drop()
      this.#fail(error)
    } else if (id !== undefined && id === this.#open?.id) this.#fail(error)
  }

  #sendOpen(): void {
    const { id, task, isHurried } = this.#open!
    if (!this.#port!.send({ kind: "ask", id, task })) {
      this.#fail(new EngineError("too-long", "the game is too long for one message"))
      return
    }
    this.#unfinished.add(id)
    if (isHurried) this.#halt(id)
  }

  /**
   * A connection may be dead without a sign: a computer that slept, a tunnel that broke, a worker in an endless loop.
   */
  #beat(): void {
    if (!this.#port) return
    if (++this.#silentBeats >= SILENT_BEATS) this.#lose("it doesn't answer")
    else this.#port.send({ kind: "hello" })
  }

  #hurry(id: number): void {
    if (this.#open?.id !== id || isInstalled(this.#open.task)) return
    this.#open.isHurried = true
    if (this.#isReady) this.#halt(id)
  }

  #halt(id: number): void {
    this.#port!.send({ kind: "stop", id })
    const { stopPatience } = this.#transport
    if (stopPatience === undefined) return
    setTimeout(() => {
      if (this.#unfinished.has(id)) this.#lose("it doesn't stop")
    }, stopPatience)
  }

  #takeBack(id: number | undefined): void {
    if (id === undefined || this.#open?.id !== id) return
    const { resolve } = this.#settle()
    if (this.#isReady) this.#halt(id)
    resolve(undefined)
  }

  #fail(error: EngineError): void {
    if (this.#open) this.#settle().reject(error)
  }

  #settle(): Open {
    const open = this.#open!
    this.#open = undefined
    clearInterval(this.#heart)
    return open
  }

  #turn(state: ClientState): void {
    this.state = state
    this.#changed()
  }
}
