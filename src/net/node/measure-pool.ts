// Threads that measure how well a network predicts games.

import { OrderedPool, workerFile } from "../../base/node/index.ts"
import { makeNet, type Net } from "../file.ts"
import type { MeasuredGame, NetSums } from "../measure.ts"

/** The network that threads measure, and the phases of the game. */
export interface MeasureProgram {
  /** The network as a file. */
  readonly net: Uint8Array
  readonly ends: readonly number[]
}

/** Threads that measure a network. */
export type MeasurePool = OrderedPool<readonly MeasuredGame[], NetSums>

/** Opens threads that measure a network. `ends` has the last move of each phase but the last one. */
export function openMeasurePool(net: Net, ends: readonly number[], threads: number): MeasurePool {
  const data: MeasureProgram = { net: makeNet(net), ends }
  return new OrderedPool({ program: workerFile(import.meta.url, "measure-worker.js"), data, threads })
}
