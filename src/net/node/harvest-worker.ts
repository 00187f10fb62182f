// A thread that makes batches of games for training.

import { parentPort } from "node:worker_threads"
import { Kernel } from "../../kernel/index.ts"
import { makeTrainingGame } from "../games.ts"
import { finalOwners } from "../owners.ts"
import type { Harvested, HarvestTask } from "./harvest-pool.ts"

const kernel = await Kernel.create()

parentPort!.on("message", ({ games, seeds }: HarvestTask) => {
  let owned = 0
  const parts = games.map((game, index) => {
    const owners = seeds ? finalOwners(kernel, game, seeds[index]!) : undefined
    if (owners) owned++
    return makeTrainingGame(owners ? { ...game, owners } : game)
  })
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  const harvested: Harvested = { bytes, owned }
  parentPort!.postMessage(harvested, [bytes.buffer])
})
