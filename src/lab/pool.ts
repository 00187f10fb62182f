// Where units run: in threads of this process, or one after the other in this thread; `queue.ts` has other machines.

import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { workerFile } from "../base/node/index.ts"
import type { RunDefinition } from "./definition.ts"
import type { Experiment, Unit } from "./experiment.ts"

export type ToUnitWorker =
  | { readonly kind: "run"; readonly experiment: string; readonly task: unknown }
  | { readonly kind: "stop" }

export type FromUnitWorker =
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly finding: unknown }
  | { readonly kind: "failed"; readonly reason: string }

/** How long threads may take to stop their engines. */
const STOP_MS = 4000

export interface UnitJob {
  readonly experiment: Experiment
  readonly definition: RunDefinition
  readonly unit: Unit
}

export interface WorkedUnit {
  readonly finding: unknown
  /** How long the work took, without the time that the unit waited for a free worker. */
  readonly seconds: number
  /** Which worker of a queue did it. */
  readonly worker?: string
}

export interface UnitPlace {
  /** Undefined when the place was closed meanwhile. @throws {Error} when the unit fails. */
  run(job: UnitJob, onProgress: (share: number) => void): Promise<WorkedUnit | undefined>
  close(): Promise<void>
}

/** This thread: for tests, and where there is one core. */
export class OwnThread implements UnitPlace {
  readonly #stopping = new AbortController()

  async run(
    { experiment, unit }: UnitJob,
    onProgress: (share: number) => void,
  ): Promise<WorkedUnit | undefined> {
    const { signal } = this.#stopping
    const began = performance.now()
    const finding = await experiment.work(unit.task, { signal, onProgress })
    return signal.aborted ? undefined : { finding, seconds: secondsSince(began) }
  }

  close(): Promise<void> {
    this.#stopping.abort()
    return Promise.resolve()
  }
}

/** Threads, as many as there are units at once. */
export class UnitPool implements UnitPlace {
  readonly #idle: Worker[] = []
  readonly #busy = new Set<Worker>()
  #isClosing = false

  async run(
    { experiment, unit }: UnitJob,
    onProgress: (share: number) => void,
  ): Promise<WorkedUnit | undefined> {
    if (this.#isClosing) return undefined
    const worker = this.#idle.pop() ?? new Worker(workerFile(import.meta.url, "worker.js"))
    this.#busy.add(worker)
    const began = performance.now()
    try {
      const question = { kind: "run", experiment: experiment.id, task: unit.task } as const
      const finding = await ask(worker, question, onProgress)
      this.#idle.push(worker)
      return this.#isClosing ? undefined : { finding, seconds: secondsSince(began) }
    } catch (error) {
      await worker.terminate()
      if (this.#isClosing) return undefined
      throw error
    } finally {
      this.#busy.delete(worker)
    }
  }

  /** Drops the units that are in work, and ends all threads. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const worker of this.#busy) worker.postMessage({ kind: "stop" } satisfies ToUnitWorker)
    const deadline = Date.now() + STOP_MS
    while (this.#busy.size > 0 && Date.now() < deadline) await sleep(20)
    await Promise.all([...this.#idle, ...this.#busy].map((worker) => worker.terminate()))
  }
}

function secondsSince(began: number): number {
  return Number(((performance.now() - began) / 1000).toFixed(2))
}

function ask(worker: Worker, question: ToUnitWorker, onProgress: (share: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
    }
    const fail = (error: Error): void => {
      end()
      // An "error" event without a listener would end this process.
      worker.on("error", () => undefined)
      reject(error)
    }
    const onMessage = (message: FromUnitWorker): void => {
      if (message.kind === "progress") return onProgress(message.share)
      if (message.kind === "failed") return fail(new Error(message.reason))
      end()
      resolve(message.finding)
    }
    const onError = (error: Error): void => fail(error)
    const onExit = (code: number): void => fail(new Error(`a thread of the lab ended with code ${code}`))
    worker.on("message", onMessage).on("error", onError).on("exit", onExit)
    worker.postMessage(question)
  })
}
