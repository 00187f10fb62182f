// A thread that plays one game at a time; `pool.ts` has the other end. Workers must be compiled files, so this one is
// always started from dist/.

import { parentPort } from "node:worker_threads"
import { openPositionJudge, type PositionJudge } from "../players/index.ts"
import { playGame } from "./game.ts"
import type { FromWorker, ToWorker } from "./pool.ts"

const port = parentPort
if (!port) throw new Error("this is a worker of the arena, and no program")

const send = (message: FromWorker): void => port.postMessage(message)
const stopping = new AbortController()
// One for all games: what it says depends on position and seed alone.
let judge: Promise<PositionJudge> | undefined

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
  const { dead, open } = await (judge ??= openPositionJudge())
  const onMove = (vertex: string): void => send({ kind: "move", vertex })
  const referee = { estimateDead: dead, openPoints: open, stallSeconds, onMove, signal: stopping.signal }
  const played = await playGame(task, referee)
  send({ kind: "done", played })
}
