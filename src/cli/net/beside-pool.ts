// Threads that ask a player for the chance to win in the positions that a network is measured on.

import { OrderedPool, workerFile } from "../../base/node/index.ts"
import type { MeasuredGame, NetSums } from "../../net/index.ts"

export interface BesideProgram {
  /** The player's name; its budget is in it. */
  readonly player: string
  readonly ends: readonly number[]
  readonly seed: number
}

export type BesidePool = OrderedPool<readonly MeasuredGame[], NetSums>

export function openBesidePool(data: BesideProgram, threads: number): BesidePool {
  return new OrderedPool({ program: workerFile(import.meta.url, "beside-worker.js"), data, threads })
}
