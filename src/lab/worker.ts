// A thread that runs one unit of an experiment at a time; `pool.ts` has the other end. Workers must be compiled files,
// so this one is always started from dist/.

import { parentPort } from "node:worker_threads"
import { messageOf } from "../base/failure.ts"
import { findExperiment } from "./registry.ts"
import type { FromUnitWorker, ToUnitWorker } from "./pool.ts"

const port = parentPort
if (!port) throw new Error("this is a worker of the lab, and no program")

const send = (message: FromUnitWorker): void => port.postMessage(message)
const stopping = new AbortController()

port.on("message", (message: ToUnitWorker) => {
  if (message.kind === "stop") stopping.abort()
  else void run(message)
})

async function run({ experiment, task }: Extract<ToUnitWorker, { kind: "run" }>): Promise<void> {
  try {
    const onProgress = (share: number): void => send({ kind: "progress", share })
    const finding = await findExperiment(experiment)!.work(task, { signal: stopping.signal, onProgress })
    send({ kind: "done", finding })
  } catch (error) {
    send({ kind: "failed", reason: messageOf(error) })
  }
}
