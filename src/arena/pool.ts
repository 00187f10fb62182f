// Threads that play games, so that as many games run at once as there are cores. A thread that dies or hangs costs one
// game, which gets its verdict all the same: the pool knows the moves so far, and whose turn it was.

import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { workerFile } from "../base/node/index.ts"
import { breakOff, longestThink, lost, thinkerAfter, uncounted } from "./game.ts"
import type { Verdict } from "./verdict.ts"
import type { GameTask } from "./definition.ts"
import type { Played } from "./played.ts"

/** The messages to a thread that plays games. */
export type ToWorker =
  | { readonly kind: "play"; readonly task: GameTask; readonly stallSeconds: number }
  /** Drop the game and close its players. */
  | { readonly kind: "stop" }

/** The messages from a thread that plays games. */
export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "move"; readonly vertex: string }
  | { readonly kind: "done"; readonly played: Played | undefined }

/** The program of the threads, and how long one may be silent. */
export interface PoolOptions {
  /** The worker's program; default: the arena's. */
  readonly file?: string
  /** How long a thread may be silent beyond its longest move: the count and the end of engines take time, too. */
  readonly silenceSeconds?: number
}

/** The default patience with a silent player, in seconds. */
const STALL_SECONDS = 300
/** More than all the commands at the end of a game with an engine that is slow to answer. */
const SILENCE_SECONDS = 300
const LOOK_MS = 1000
/** How long threads may take to stop their engines. */
const STOP_MS = 4000

/** Threads that play games, one each. */
export class GamePool {
  readonly #stallSeconds: number
  readonly #silenceSeconds: number
  readonly #file: string
  readonly #idle: Worker[] = []
  readonly #busy = new Set<Worker>()
  #isClosing = false

  /** In games without clocks, a player that is silent for `stallSeconds` has lost; a game may bring its own limit. */
  constructor(
    stallSeconds = STALL_SECONDS,
    {
      file = fileURLToPath(workerFile(import.meta.url, "worker.js")),
      silenceSeconds = SILENCE_SECONDS,
    }: PoolOptions = {},
  ) {
    this.#stallSeconds = stallSeconds
    this.#silenceSeconds = silenceSeconds
    this.#file = file
  }

  /**
   * Plays the game in a thread of its own; undefined when the pool was closed meanwhile.
   * @throws {Error} when no game can begin as the task says.
   */
  async play(task: GameTask, stallSeconds = this.#stallSeconds): Promise<Played | undefined> {
    if (this.#isClosing) return undefined
    // An error of the opening is thrown to the caller here; within an event of the thread it would end the process.
    thinkerAfter(task, task.opening)
    const worker = this.#idle.pop() ?? (await startWorker(this.#file))
    // Closed while the thread started: close() did not know of it.
    if (this.#isClosing) {
      await worker.terminate()
      return undefined
    }
    this.#busy.add(worker)
    const outcome = await this.#watch(worker, task, stallSeconds)
    this.#busy.delete(worker)
    if (this.#isClosing) {
      void worker.terminate()
      return undefined
    }
    if (outcome.isAlive) this.#idle.push(worker)
    else await worker.terminate()
    return outcome.played
  }

  /** Drops the games that are being played, and ends all threads. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const worker of this.#busy) worker.postMessage({ kind: "stop" } satisfies ToWorker)
    const deadline = Date.now() + STOP_MS
    while (this.#busy.size > 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20))
    await Promise.all([...this.#idle, ...this.#busy].map((worker) => worker.terminate()))
  }

  #watch(
    worker: Worker,
    task: GameTask,
    stallSeconds: number,
  ): Promise<{ played: Played | undefined; isAlive: boolean }> {
    const plays: string[] = []
    const limit = longestThink(task.match, stallSeconds) + this.#silenceSeconds
    let heard = performance.now()
    return new Promise((resolve) => {
      const end = (played: Played | undefined, isAlive: boolean): void => {
        clearInterval(watchdog)
        worker.off("message", onMessage).off("error", onError).off("exit", onExit)
        // An "error" event without a listener would end this process.
        if (!isAlive) worker.on("error", () => undefined)
        resolve({ played, isAlive })
      }
      const fail = (kind: "crash" | "stall", reason: string): void =>
        end(breakOff(task, plays, faultOf(task, plays, kind, reason)), false)
      const watchdog = setInterval(() => {
        if ((performance.now() - heard) / 1000 > limit) fail("stall", `its thread was silent for ${limit} s`)
      }, LOOK_MS)
      const onMessage = (message: FromWorker): void => {
        heard = performance.now()
        if (message.kind === "move") plays.push(message.vertex)
        else if (message.kind === "done") end(message.played, true)
      }
      const onError = (error: Error): void => fail("crash", error.message)
      const onExit = (code: number): void => fail("crash", `its thread ended with code ${code}`)
      worker.on("message", onMessage).on("error", onError).on("exit", onExit)
      worker.postMessage({ kind: "play", task, stallSeconds } satisfies ToWorker)
    })
  }
}

/** The side to move is at fault; during the count neither is. */
function faultOf(task: GameTask, plays: readonly string[], kind: "crash" | "stall", reason: string): Verdict {
  const thinker = thinkerAfter(task, plays)
  return thinker === undefined ? uncounted(reason) : lost(kind, thinker, reason)
}

/** @throws {Error} when the thread can't even begin, which is no player's fault. */
function startWorker(file: string): Promise<Worker> {
  const worker = new Worker(file)
  return new Promise((resolve, reject) => {
    const onExit = (code: number): void => reject(new Error(`a thread of the arena ended with code ${code}`))
    worker.once("error", reject).once("exit", onExit)
    worker.once("message", () => {
      worker.off("error", reject).off("exit", onExit)
      resolve(worker)
    })
  })
}
