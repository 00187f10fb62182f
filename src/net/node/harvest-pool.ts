// Threads that make games for training, with owners where these are wanted.

import { OrderedPool, workerFile } from "../../base/node/index.ts"
import type { TrainingGame } from "../games.ts"

/** Games for one thread to write. */
export interface HarvestTask {
  readonly games: readonly TrainingGame[]
  /** Seeds of the playouts, one a game; without them no owners are found. */
  readonly seeds?: readonly number[]
}

/** Games as bytes for training. */
export interface Harvested {
  /** The games, one behind the other. */
  readonly bytes: Uint8Array
  /** How many of them have owners. */
  readonly owned: number
}

/** Threads that make games for training. */
export type HarvestPool = OrderedPool<HarvestTask, Harvested>

/** Opens threads that make games for training. */
export function openHarvestPool(threads: number): HarvestPool {
  const program = workerFile(import.meta.url, "harvest-worker.js")
  return new OrderedPool({ program, data: undefined, threads })
}
