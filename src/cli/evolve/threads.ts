// More threads on the same populations, as worker threads of Node.

import { Worker } from "node:worker_threads"
import { workerFile } from "../../base/node/index.ts"
import type { Evolution } from "../../evolve/index.ts"

/**
 * Starts this many threads; each runs steps until there are `limit`, or the evolution is stopped. Resolves when all
 * have ended.
 */
export async function helpEvolution(evolution: Evolution, count: number, limit: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => runThread(evolution, index + 1, limit)))
}

function runThread(evolution: Evolution, worker: number, limit: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(workerFile(import.meta.url, "worker.js"), {
      workerData: { seat: evolution.seat(worker), limit },
    })
    thread.on("error", reject)
    thread.on("exit", (code) => {
      if (code === 0) resolve()
      else reject(new Error(`a thread ended with code ${code}`))
    })
  })
}
