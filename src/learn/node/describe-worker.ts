// A thread that describes batches of games: choices for learners and tests, or keys of shapes for the harvest.

import { parentPort, workerData } from "node:worker_threads"
import { GameDescriber, KeyDescriber } from "../dataset.ts"
import type { GameMoves } from "../games.ts"
import type { DescribeProgram } from "./describe-pool.ts"

const program = workerData as DescribeProgram
const describer =
  program.kind === "keys"
    ? await KeyDescriber.create(program.sampling)
    : await GameDescriber.create(program.features, program.sampling)

parentPort!.on("message", (games: readonly GameMoves[]) => {
  const described = describer.describe(games)
  const arrays = "keys" in described ? [described.keys] : Object.values(described.block)
  const buffers = arrays.filter((part) => ArrayBuffer.isView(part)).map(({ buffer }) => buffer as ArrayBuffer)
  parentPort!.postMessage(described, buffers)
})
