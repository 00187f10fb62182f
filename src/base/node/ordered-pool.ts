// Threads that answer questions. Answers come in the order of the questions, so that the results are the same with any
// number of threads, and few questions are on the way at a time, which bounds the memory.

import { Worker } from "node:worker_threads"

/** Questions that wait at each thread, the one in work included. */
const QUEUE = 2

export interface OrderedPoolOptions {
  /** The compiled program of a thread (`workerFile`): it posts one answer for each message. */
  readonly program: URL
  /** What each thread finds as its `workerData`. */
  readonly data: unknown
  readonly threads: number
}

export class OrderedPool<Question, Answer> {
  readonly #seats: readonly Seat<Question, Answer>[]

  constructor(options: OrderedPoolOptions) {
    this.#seats = Array.from({ length: options.threads }, () => new Seat<Question, Answer>(options))
  }

  async *answers(questions: AsyncIterable<Question>): AsyncGenerator<Answer, void, undefined> {
    const answers: Promise<Answer>[] = []
    for await (const question of questions) {
      const seat = this.#seats.reduce((best, other) => (other.waiting < best.waiting ? other : best))
      answers.push(seat.ask(question))
      if (answers.length >= QUEUE * this.#seats.length) yield await answers.shift()!
    }
    while (answers.length > 0) yield await answers.shift()!
  }

  async close(): Promise<void> {
    await Promise.all(this.#seats.map((seat) => seat.close()))
  }
}

interface Asked<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

class Seat<Question, Answer> {
  readonly #worker: Worker
  readonly #asked: Asked<Answer>[] = []
  #failure: Error | undefined

  constructor({ program, data }: OrderedPoolOptions) {
    this.#worker = new Worker(program, { workerData: data })
    this.#worker.on("message", (answer: Answer) => this.#asked.shift()!.resolve(answer))
    this.#worker.on("error", (error: Error) => this.#fail(error))
    this.#worker.on("exit", (code) => this.#fail(new Error(`a thread ended with code ${code}`)))
  }

  get waiting(): number {
    return this.#asked.length
  }

  ask(question: Question): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) => {
      if (this.#failure) reject(this.#failure)
      else this.#asked.push({ resolve, reject })
    })
    // A caller that stops early never looks at it.
    answer.catch(() => {})
    this.#worker.postMessage(question)
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
