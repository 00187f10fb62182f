// Helpers as worker threads of Node.

import { Worker } from "node:worker_threads"
import { workerFile } from "../../base/node/index.ts"
import { HelperPool, type HelperPort } from "../helpers.ts"

/** Starts this number of helpers; the calling thread searches, too. */
export function openHelpers(count: number): HelperPool {
  return new HelperPool(Array.from({ length: count }, openPort))
}

function openPort(): HelperPort {
  const worker = new Worker(workerFile(import.meta.url, "helper-worker.js"))
  // A helper alone keeps no process alive.
  worker.unref()
  return {
    send: (task) => worker.postMessage(task),
    onDone: (listener) => void worker.on("message", listener),
    onFailure: (listener) => {
      worker.on("error", listener)
      worker.on("exit", (code) => listener(new Error(`it ended with code ${code}`)))
    },
    close: async () => void (await worker.terminate()),
  }
}
