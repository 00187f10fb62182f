// The threads of `montego bench kernel`: some for the kernel, on one shared memory with a region each, and one for
// every rival that is there. Rivals are only there in a checkout: who installs montego gets neither the packages that
// it is developed with nor the folder bench/.

import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { Worker } from "node:worker_threads"
import { compileKernel, makeKernelMemory } from "../../kernel/index.ts"
import { benchNets, type NetRow } from "./nets.ts"
import type { BenchProgram, BenchTask, Measured } from "./worker.ts"
import { workerFile } from "../../base/node/index.ts"

/** How the pool is made. */
export interface BenchPoolOptions {
  readonly threads: number
  /** The boards that networks are evaluated on. */
  readonly sizes: readonly number[]
}

type Rival = "deadstones" | "plain"
export const RIVALS: readonly Rival[] = ["deadstones", "plain"]

const MISSING: Readonly<Record<Rival, string>> = {
  deadstones: "@sabaki/deadstones is not installed: its ratios are left out",
  plain: "bench/plain.js is only in a checkout: its ratios are left out",
}

export class BenchPool {
  /** The rivals that are there, and a sentence for each that is not. */
  readonly rivals: readonly Rival[]
  readonly notes: readonly string[]
  readonly #kernels: readonly Worker[]
  readonly #net: Worker
  readonly #rivals = new Map<Rival, Worker>()

  private constructor(kernels: readonly Worker[], sizes: readonly number[]) {
    this.#kernels = kernels
    this.#net = startWorker({ kind: "net", files: benchNets(sizes) })
    for (const kind of RIVALS) {
      const url = findRival(kind)
      if (url !== undefined) this.#rivals.set(kind, startWorker({ kind, url }))
    }
    this.rivals = [...this.#rivals.keys()]
    this.notes = RIVALS.filter((kind) => !this.#rivals.has(kind)).map((kind) => MISSING[kind])
  }

  static async create({ threads, sizes }: BenchPoolOptions): Promise<BenchPool> {
    const module = await compileKernel()
    const memory = makeKernelMemory(threads)
    const workers = Array.from({ length: threads }, (_, worker) =>
      startWorker({ kind: "kernel", options: { module, memory, worker } }),
    )
    return new BenchPool(workers, sizes)
  }

  /** The kernel on this many threads at once. Their times overlap, so that their rates add up. */
  async measure(task: Omit<BenchTask, "seed">, threads: number): Promise<Measured> {
    const parts = await Promise.all(
      this.#kernels
        .slice(0, threads)
        .map((worker, index) => ask(worker, { ...task, seed: index * SEED_STEP })),
    )
    const rate = (count: (part: Measured) => number): number =>
      parts.reduce((sum, part) => sum + count(part) / part.seconds, 0)
    return { games: rate(({ games }) => games), moves: rate(({ moves }) => moves ?? 0), seconds: 1 }
  }

  measureRival(rival: Rival, size: number, seconds: number): Promise<Measured> {
    const worker = this.#rivals.get(rival)
    if (!worker) throw new Error(`${rival} is not there`)
    return ask(worker, { method: "light", size, seconds, seed: 0 })
  }

  /** Evaluations of a network, one thread. */
  measureNet(net: NetRow, size: number, seconds: number): Promise<Measured> {
    return ask(this.#net, { method: "light", net, size, seconds, seed: 0 })
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#kernels, this.#net, ...this.#rivals.values()].map((worker) => worker.terminate()),
    )
  }
}

/** Far more than a thread plays games: no two threads play the same ones. */
const SEED_STEP = 1e12

function ask(worker: Worker, task: BenchTask): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const onMessage = (measured: Measured): void => {
      worker.off("error", onError)
      resolve(measured)
    }
    const onError = (error: unknown): void => {
      worker.off("message", onMessage)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    worker.once("message", onMessage)
    worker.once("error", onError)
    worker.postMessage(task)
  })
}

function startWorker(program: BenchProgram): Worker {
  return new Worker(workerFile(import.meta.url, "worker.js"), { workerData: program })
}

function findRival(rival: Rival): string | undefined {
  if (rival === "plain") {
    const file = new URL("../../../bench/plain.js", import.meta.url)
    return existsSync(file) ? file.href : undefined
  }
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve("@sabaki/deadstones")).href
  } catch {
    return undefined
  }
}
