// Runs the cases of one target in a thread of its own. Before each case it notes the number where the main thread
// sees it, which may have to stop us; it ends with a message: all well, or the first fault.

import { parentPort, workerData } from "node:worker_threads"
import { Random } from "../../src/base/index.ts"
import { endgameTarget } from "./endgame.ts"
import { gtpTarget } from "./gtp.ts"
import { kernelTarget } from "./kernel.ts"
import { PLANTED } from "./planted.ts"
import { sgfTarget } from "./sgf.ts"
import { caseSeed, type Target } from "./target.ts"

export interface Work {
  readonly target: string
  readonly root: string
  readonly seed: number
  /** The numbers of the first and the last case. */
  readonly first: number
  readonly cases: number
  /** One number: the case that runs. */
  readonly current: Int32Array
  /** An input to be run in place of made ones. */
  readonly replay?: Uint8Array
}

export function targetOf(name: string, root: string): Target | undefined {
  if (name === "sgf") return sgfTarget(root)
  if (name === "gtp") return gtpTarget(root)
  if (name === "kernel") return kernelTarget()
  if (name === "endgame") return endgameTarget
  return PLANTED[name]
}

/** The input of a case, for a file that can be sent to a maintainer. */
export function inputOf(target: Target, seed: number, number: number): Uint8Array {
  return target.make(new Random(caseSeed(seed, number)))
}

async function work({
  target: name,
  root,
  seed,
  first,
  cases,
  current,
  replay,
}: Work): Promise<string | undefined> {
  const target = targetOf(name, root)!
  for (let number = first; number <= cases; number++) {
    Atomics.store(current, 0, number)
    const random = new Random(caseSeed(seed, number))
    const made = target.make(random)
    try {
      await target.run(replay ?? made, random)
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : String(error)
    }
  }
  return undefined
}

if (parentPort) parentPort.postMessage({ fault: await work(workerData as Work) })
