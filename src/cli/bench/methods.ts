// What `montego bench kernel` measures the kernel with.

import { existsSync } from "node:fs"
import { SIGNED_METHODS } from "../../kernel/signature.ts"
import { bundledWeights } from "../../learn/node/index.ts"

/** `gamma` draws by gammas that are written by hand, `learned-gamma` by those of the package. */
const BENCH_METHODS = [...SIGNED_METHODS, "learned-gamma"] as const
export type BenchMethod = (typeof BENCH_METHODS)[number]

/** Those that can be measured on this board; a checkout may lack the weights. */
export function benchMethods(size: number): readonly BenchMethod[] {
  const hasWeights = existsSync(bundledWeights("playout", size))
  return BENCH_METHODS.filter((method) => method !== "learned-gamma" || hasWeights)
}
