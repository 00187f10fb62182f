// The page's side of the talk with the laboratory's worker. A run has a worker to itself, so that it can be ended in
// the middle of a piece; one question is open at a time.

import type { LabAnswer, LabName, LabNews, LabTask } from "./messages.ts"
import type { LabSettings } from "./run.ts"

/** The part of a Worker that is used. */
type LabWorker = Pick<Worker, "postMessage" | "terminate" | "addEventListener">

/** A run of an experiment. Its promises reject with what is wrong. */
export interface LabConnection {
  begin(name: LabName, settings: LabSettings): Promise<LabAnswer>
  /** Goes on for a moment, but not beyond `until`. */
  step(until: number): Promise<LabAnswer>
  /** Nothing more is heard of it. */
  close(): void
}

export type LabOpener = () => LabConnection

export function workerLab(makeWorker: () => LabWorker): LabOpener {
  return () => {
    const worker = makeWorker()
    let resolve: (answer: LabAnswer) => void = () => undefined
    let reject: (error: Error) => void = () => undefined
    worker.addEventListener("message", ({ data }: MessageEvent<LabNews>) => {
      if (data.kind !== "lab") return
      if (data.fault === undefined) resolve(data.answer)
      else reject(new Error(data.fault))
    })
    worker.addEventListener("error", (event) => {
      event.preventDefault()
      reject(new Error(event.message || "the worker could not be started"))
    })
    const ask = (task: LabTask): Promise<LabAnswer> =>
      new Promise((yes, no) => {
        resolve = yes
        reject = no
        worker.postMessage(task)
      })
    return {
      begin: (name, settings) => ask({ kind: "lab", begin: { name, settings } }),
      step: (until) => ask({ kind: "lab", until }),
      close: () => worker.terminate(),
    }
  }
}
