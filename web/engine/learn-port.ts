// The page's side of learning: a worker for each run, which is ended with it.

import type { LearnedPatterns, LearnNews, LearnTask } from "./patterns.ts"

/** The part of a Worker that is used. */
type LearnWorker = Pick<Worker, "postMessage" | "terminate" | "addEventListener">

export type Progress = Extract<LearnNews, { kind: "progress" }>

export interface Learning {
  /** Undefined when it was stopped. Rejects with a `LearnError`. */
  readonly done: Promise<LearnedPatterns | undefined>
  stop(): void
}

/** Learns patterns; the page asks it. */
export type Learner = (task: Omit<LearnTask, "kind">, onProgress: (progress: Progress) => void) => Learning

export class LearnError extends Error {
  /** Games that could be used, where there were too few. */
  readonly found: number | undefined

  constructor(reason: string, found?: number) {
    super(reason)
    this.found = found
  }
}

export function workerLearner(makeWorker: () => LearnWorker): Learner {
  return (task, onProgress) => {
    const worker = makeWorker()
    let stop!: () => void
    const done = new Promise<LearnedPatterns | undefined>((resolve, reject) => {
      stop = () => resolve(undefined)
      worker.addEventListener("message", ({ data }: MessageEvent<LearnNews>) => {
        if (data.kind === "progress") onProgress(data)
        else if (data.kind === "learned") resolve(data.patterns)
        else if (data.kind === "failed") reject(new LearnError(data.reason, data.found))
      })
      worker.addEventListener("error", (event) => {
        event.preventDefault()
        reject(new LearnError(event.message || "the worker could not be started"))
      })
      worker.postMessage({ ...task, kind: "learn" } satisfies LearnTask)
    }).finally(() => worker.terminate())
    return { done, stop }
  }
}
