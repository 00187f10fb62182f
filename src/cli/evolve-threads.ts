// More threads on the same populations, as worker threads of Node.

import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import type { Evolution } from "../evolve/index.ts"
import { fail } from "./failure.ts"

/** Starts this many threads; each runs steps until there are `limit`, or the evolution is stopped. Resolves when all have ended. */
export async function helpEvolution(evolution: Evolution, count: number, limit: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => runThread(evolution, index + 1, limit)))
}

function runThread(evolution: Evolution, worker: number, limit: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(workerFile(), { workerData: { seat: evolution.seat(worker), limit } })
    thread.on("error", reject)
    thread.on("exit", (code) => {
      if (code === 0) resolve()
      else reject(new Error(`a thread ended with code ${code}`))
    })
  })
}

/** Beside this file where it is compiled; tests run the sources, and use the build's. */
function workerFile(): URL {
  const files = ["./evolve-worker.js", "../../dist/cli/evolve-worker.js"]
  const file = files.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))
  return file ?? fail("evolve-worker.js is not built: run npm run build")
}
