// Helpers as worker threads of Node.

import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { HelperPool, type HelperPort } from "../helpers.ts"

/** So many helpers; with the thread that asks, there is one thread more. */
export function openHelpers(count: number): HelperPool {
  return new HelperPool(Array.from({ length: count }, openPort))
}

function openPort(): HelperPort {
  const worker = new Worker(workerFile())
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

/** Beside this file where it is compiled; tests run the sources, and use the build's. */
function workerFile(): URL {
  const files = ["./helper-worker.js", "../../../dist/search/node/helper-worker.js"]
  const file = files.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))
  if (!file) throw new Error("helper-worker.js is not built: run npm run build")
  return file
}
