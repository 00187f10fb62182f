// What the fuzzer shoots at. A target makes an input from chance alone, so that a case is known by its seed and
// number, and runs it; whatever it throws is a fault. Time and memory are watched from outside (run.js).

import type { Random } from "../../src/base/index.ts"

export interface Target {
  make(random: Random): Uint8Array
  run(input: Uint8Array, random: Random): void | Promise<void>
}

/** The seed of one case; cases of different runs don't meet. */
export function caseSeed(seed: number, number: number): number {
  return seed * 10_000_000 + number
}

export class Fault extends Error {}

/** Reports a fault unless the condition holds. */
export function must(condition: boolean, what: () => string): asserts condition {
  if (!condition) throw new Fault(what())
}
