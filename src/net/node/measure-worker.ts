// A thread that measures batches of games.

import { parentPort, workerData } from "node:worker_threads"
import { unwrap } from "../../base/result.ts"
import { NetEvaluator } from "../evaluator.ts"
import { parseNet } from "../file.ts"
import { emptySums, measureGame, type MeasuredGame } from "../measure.ts"
import type { MeasureProgram } from "./measure-pool.ts"

const { net, ends } = workerData as MeasureProgram
const evaluator = await NetEvaluator.create(unwrap(parseNet(net)))

parentPort!.on("message", (games: readonly MeasuredGame[]) => {
  const sums = emptySums(ends)
  for (const game of games) measureGame(evaluator, game, ends, sums)
  parentPort!.postMessage(sums)
})
