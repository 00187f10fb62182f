// Threads that describe games. Answers come in the order of the batches, so that learning gives the same numbers with
// any number of threads, and there are few batches on the way at a time, which bounds the memory.

import { Worker } from "node:worker_threads"
import { workerFile } from "../../base/node/index.ts"
import type { DescribedGames, FeatureSet, HarvestedKeys } from "../dataset.ts"
import type { GameMoves, Sampling } from "../games.ts"

export interface ChoicesProgram {
  readonly kind: "choices"
  readonly features: FeatureSet
  readonly sampling: Sampling
}

export interface KeysProgram {
  readonly kind: "keys"
  readonly sampling: Sampling
}

export type DescribeProgram = ChoicesProgram | KeysProgram

type Answer<P extends DescribeProgram> = P["kind"] extends "keys" ? HarvestedKeys : DescribedGames

/** Batches that wait at each thread, the one in work included. */
const QUEUE = 2

export class DescribePool<P extends DescribeProgram> {
  readonly #seats: readonly Seat<Answer<P>>[]

  private constructor(seats: readonly Seat<Answer<P>>[]) {
    this.#seats = seats
  }

  static open<P extends DescribeProgram>(program: P, threads: number): DescribePool<P> {
    return new DescribePool(Array.from({ length: threads }, () => new Seat<Answer<P>>(program)))
  }

  async *describe(
    batches: AsyncIterable<{ readonly games: readonly GameMoves[] }>,
  ): AsyncGenerator<Answer<P>, void, undefined> {
    const answers: Promise<Answer<P>>[] = []
    for await (const { games } of batches) {
      const seat = this.#seats.reduce((best, other) => (other.waiting < best.waiting ? other : best))
      answers.push(seat.ask(games))
      if (answers.length >= QUEUE * this.#seats.length) yield await answers.shift()!
    }
    while (answers.length > 0) yield await answers.shift()!
  }

  async close(): Promise<void> {
    await Promise.all(this.#seats.map((seat) => seat.close()))
  }
}

interface Asked<T> {
  readonly resolve: (answer: T) => void
  readonly reject: (error: Error) => void
}

class Seat<T> {
  readonly #worker: Worker
  readonly #asked: Asked<T>[] = []
  #failure: Error | undefined

  constructor(program: DescribeProgram) {
    this.#worker = new Worker(workerFile(import.meta.url, "describe-worker.js"), { workerData: program })
    this.#worker.on("message", (answer: T) => this.#asked.shift()!.resolve(answer))
    this.#worker.on("error", (error: Error) => this.#fail(error))
    this.#worker.on("exit", (code) => this.#fail(new Error(`a thread ended with code ${code}`)))
  }

  get waiting(): number {
    return this.#asked.length
  }

  ask(games: readonly GameMoves[]): Promise<T> {
    const answer = new Promise<T>((resolve, reject) => {
      if (this.#failure) reject(this.#failure)
      else this.#asked.push({ resolve, reject })
    })
    // A caller that stops early never looks at it.
    answer.catch(() => {})
    this.#worker.postMessage(games)
    return answer
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure)
  }
}
