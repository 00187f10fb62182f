// The queue needs packages that may not be installed, so the rest of Montego imports it here and not directly.

import { loadWith } from "../../base/node/index.ts"
import type * as Queue from "./index.ts"

/** The queue's modules. @throws {MissingPackage} */
export function loadQueue(): Promise<typeof Queue> {
  return loadWith("a queue of games in Redis", ["bullmq", "ioredis"], () => import("./index.ts"))
}
