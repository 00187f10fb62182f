// A thread that plays one game at a time; `pool.ts` has the other end. Workers must be compiled files, so this one is
// always started from dist/.

import { parentPort } from "node:worker_threads"
import { openDeadStoneEstimator, type DeadStoneEstimator } from "../players/index.ts"
import { playGame } from "./game.ts"
import type { FromWorker, ToWorker } from "./pool.ts"

const port = parentPort
if (!port) throw new Error("this is a worker of the arena, and no program")

const send = (message: FromWorker): void => port.postMessage(message)
const stopping = new AbortController()
// One for all games: what it says depends on position and seed alone.
let estimator: Promise<DeadStoneEstimator> | undefined

port.on("message", (message: ToWorker) => {
  if (message.kind === "stop") {
    stopping.abort()
    return
  }
  // A rejection ends the thread with its error, which the pool hears of.
  void play(message)
})
send({ kind: "ready" })

async function play({ task, stallSeconds }: Extract<ToWorker, { kind: "play" }>): Promise<void> {
  const estimateDead = await (estimator ??= openDeadStoneEstimator())
  const onMove = (vertex: string): void => send({ kind: "move", vertex })
  const played = await playGame(task, { estimateDead, stallSeconds, onMove, signal: stopping.signal })
  send({ kind: "done", played })
}
