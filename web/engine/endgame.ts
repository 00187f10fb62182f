// Asks the worker of endgame-worker.ts. A new question ends the one before.

import type { EndgameStudy, StudyQuestion } from "montego/cgt"
import type { EngineWorker } from "./worker-port.ts"

export type StudyResult = EndgameStudy | "failed" | undefined

export class EndgameAsker {
  readonly #make: () => EngineWorker
  #worker: EngineWorker | undefined
  /** Gets the answer to the question that is open. */
  #onAnswer: ((result: StudyResult) => void) | undefined

  constructor(make: () => EngineWorker = makeWorker) {
    this.#make = make
  }

  /** The answer is undefined where the position is no lawful one. */
  ask(question: StudyQuestion, onAnswer: (result: StudyResult) => void): void {
    this.stop()
    this.#worker ??= this.#open()
    this.#onAnswer = onAnswer
    this.#worker.postMessage(question)
  }

  /** A worker can't be told to stop, so one that is busy is ended. */
  stop(): void {
    if (!this.#onAnswer) return
    this.#onAnswer = undefined
    this.#worker?.terminate()
    this.#worker = undefined
  }

  #open(): EngineWorker {
    const worker = this.#make()
    const answered = (result: StudyResult): void => {
      const onAnswer = this.#onAnswer
      this.#onAnswer = undefined
      onAnswer?.(result)
    }
    worker.addEventListener("message", ({ data }: MessageEvent<StudyResult>) => {
      if (worker === this.#worker) answered(data)
    })
    worker.addEventListener("error", (event) => {
      event.preventDefault()
      if (worker !== this.#worker) return
      worker.terminate()
      this.#worker = undefined
      answered("failed")
    })
    return worker
  }
}

function makeWorker(): EngineWorker {
  return new Worker(new URL("./endgame-worker.ts", import.meta.url), { type: "module" })
}
