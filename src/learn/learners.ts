// The learners by name, for commands whose user names one.

import type { Result } from "../base/result.ts"
import type { Learner } from "./learner.ts"
import { MmLearner } from "./mm.ts"
import { LmpLearner } from "./products.ts"
import { SgdLearner, type SgdShape } from "./sgd.ts"

/** A learner by name. */
export type Method = Learner["method"]

const LEARNERS = { mm: MmLearner, sgd: SgdLearner, lmp: LmpLearner } as const

/** The learners by name. */
export const METHODS = Object.keys(LEARNERS) as readonly Method[]

/** A new learner of this method; `rate` matters to SGD only. */
export function makeLearner(method: Method, shape: SgdShape): Learner {
  return new LEARNERS[method](shape)
}

/** The learner that these bytes were saved from; the reason says why they can't be used. */
export function restoreLearner(method: Method, bytes: Uint8Array): Result<Learner, string> {
  return LEARNERS[method].restore(bytes)
}
