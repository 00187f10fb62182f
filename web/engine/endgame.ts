// Asks the worker of endgame-worker.ts. A new question ends the one before.

import type { EndgameStudy, StudyQuestion } from "montego/cgt"
import type { EngineWorker } from "./worker-port.ts"

export type StudyResult = EndgameStudy | "failed" | undefined

export class EndgameAsker {
  readonly #make: () => EngineWorker
  #worker: EngineWorker | undefined
  #isBusy = false

  constructor(make: () => EngineWorker = makeWorker) {
    this.#make = make
  }

  /** The answer is undefined where the position is no lawful one. */
  ask(question: StudyQuestion, onAnswer: (result: StudyResult) => void): void {
    this.stop()
    this.#worker ??= this.#make()
    const worker = this.#worker
    const answered = (result: StudyResult): void => {
      if (worker !== this.#worker || !this.#isBusy) return
      this.#isBusy = false
      onAnswer(result)
    }
    const options = { once: true }
    worker.addEventListener("message", ({ data }: MessageEvent<StudyResult>) => answered(data), options)
    worker.addEventListener(
      "error",
      (event) => {
        event.preventDefault()
        answered("failed")
        this.#worker = undefined
      },
      options,
    )
    this.#isBusy = true
    worker.postMessage(question)
  }

  /** A worker can't be told to stop, so one that is busy is ended. */
  stop(): void {
    if (!this.#isBusy) return
    this.#isBusy = false
    this.#worker?.terminate()
    this.#worker = undefined
  }
}

function makeWorker(): EngineWorker {
  return new Worker(new URL("./endgame-worker.ts", import.meta.url), { type: "module" })
}
