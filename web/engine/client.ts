// The page's side of the talk with the engine. One question is open at a time; a new one replaces the old. A worker that
// breaks or falls silent is replaced, and the new one gets the open question once more: it carries the whole game.

import type { SearchReport } from "montego/search"
import type { Answers, FromEngine, Opponent, Task, ToEngine } from "montego/service"

/** The part of a Worker that is used. */
export interface EngineWorker {
  postMessage(message: ToEngine): void
  listen(onMessage: (message: FromEngine) => void, onBroken: (reason: string) => void): void
  terminate(): void
}

export interface Asking<Kind extends Task["kind"]> {
  /** Undefined when the question was taken back. Rejects when two engines in turn broke over it. */
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

interface Open {
  readonly id: number
  readonly task: Task
  readonly onReport: ((report: SearchReport) => void) | undefined
  readonly resolve: (answer: Answers[Task["kind"]] | undefined) => void
  readonly reject: (error: Error) => void
  /** Engines that broke over it. */
  broken: number
}

/** Milliseconds without a word about an open question until the engine counts as broken. */
const SILENCE = 20_000
/** Milliseconds that a search may go on after it was stopped. */
const STOP_PATIENCE = 4000

export class EngineClient implements Engine {
  /** Threads of the engine; undefined until it is there. */
  threads: number | undefined
  /** Whom it can play as; empty until it is there. */
  opponents: readonly Opponent[] = []
  /** How many workers had to be replaced. */
  restarts = 0
  readonly #makeWorker: () => EngineWorker
  readonly #changed: () => void
  /** None after one broke, until the next question. */
  #worker: EngineWorker | undefined
  #open: Open | undefined
  /** Questions that the worker still has on its hands. */
  readonly #unfinished = new Set<number>()
  #lastId = 0
  #silence: ReturnType<typeof setTimeout> | undefined

  constructor(makeWorker: () => EngineWorker, changed: () => void = () => undefined) {
    this.#makeWorker = makeWorker
    this.#changed = changed
    this.#start()
  }

  ask<T extends Task>(task: T, onReport?: (report: SearchReport) => void): Asking<T["kind"]> {
    this.#takeBack(this.#open?.id)
    const id = ++this.#lastId
    const answer = new Promise<Answers[Task["kind"]] | undefined>((resolve, reject) => {
      this.#open = { id, task, onReport, resolve, reject, broken: 0 }
    })
    this.#send(id, task)
    return {
      answer: answer as Promise<Answers[T["kind"]] | undefined>,
      stop: () => this.#takeBack(id),
      hurry: () => {
        if (this.#open?.id === id) this.#halt(id)
      },
    }
  }

  close(): void {
    this.#takeBack(this.#open?.id)
    clearTimeout(this.#silence)
    this.#worker?.terminate()
  }

  #start(): EngineWorker {
    const worker = this.#makeWorker()
    this.#worker = worker
    worker.listen(
      (message) => {
        if (worker === this.#worker) this.#hear(message)
      },
      (reason) => {
        if (worker === this.#worker) this.#restart(reason)
      },
    )
    return worker
  }

  #send(id: number, task: Task): void {
    this.#unfinished.add(id)
    const worker = this.#worker ?? this.#start()
    worker.postMessage({ kind: "ask", id, task })
    this.#watch()
  }

  #takeBack(id: number | undefined): void {
    if (id === undefined || this.#open?.id !== id) return
    const { resolve } = this.#open
    this.#open = undefined
    this.#watch()
    this.#halt(id)
    resolve(undefined)
  }

  #halt(id: number): void {
    this.#worker?.postMessage({ kind: "stop", id })
    setTimeout(() => {
      if (this.#unfinished.has(id)) this.#restart("it doesn't stop")
    }, STOP_PATIENCE)
  }

  #hear(message: FromEngine): void {
    if (message.kind === "ready") {
      this.threads = message.threads
      this.opponents = message.opponents ?? []
      this.#changed()
      return
    }
    if (message.kind !== "report") this.#unfinished.delete(message.id)
    const open = this.#open
    if (open?.id !== message.id) return
    if (message.kind === "report") {
      this.#watch()
      open.onReport?.(message.report)
      return
    }
    this.#open = undefined
    this.#watch()
    if (message.kind === "answer") open.resolve(message.answer)
    else open.reject(new Error(message.message))
  }

  #restart(reason: string): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#unfinished.clear()
    this.restarts++
    this.#changed()
    const open = this.#open
    if (!open) return
    open.broken++
    if (open.broken < 2) {
      this.#send(open.id, open.task)
      return
    }
    this.#open = undefined
    this.#watch()
    open.reject(new Error(reason))
  }

  #watch(): void {
    clearTimeout(this.#silence)
    if (this.#open) this.#silence = setTimeout(() => this.#restart("it doesn't answer"), SILENCE)
  }
}
