// The kernel's readable twin: the same playouts, number for number, on the rules' own board. It is the kernel's
// oracle in tests, and plays where the kernel can't: on boards over 19×19, or without WebAssembly.

import { Random } from "../base/random.ts"
import { POINTS, type Board, type PlayedMove } from "../rules/index.ts"
import type { PlayoutRequest, PlayoutSummary } from "./playout.ts"
import { GammaPlayout, MogoPlayout } from "./reference-heavy.ts"
import { Playout } from "./reference-playout.ts"

/** Runs playouts from the position of `board`, which stays as it is. */
export function runReference(board: Board, request: PlayoutRequest): PlayoutSummary {
  const random = new Random(request.seed)
  const { games, komi } = request
  const owned = new Float64Array(POINTS)
  let [blackWins, whiteWins, sum, squares, moves, cutOff] = [0, 0, 0, 0, 0, 0]
  let lastGame: readonly PlayedMove[] = []
  for (let game = 0; game < games; game++) {
    const playout = makePlayout(board, random, request)
    playout.play(request.first)
    const margin = playout.margin()
    blackWins += Number(margin > komi)
    whiteWins += Number(margin < komi)
    sum += margin
    squares += margin * margin
    moves += playout.moves.length
    cutOff += Number(playout.wasCutOff)
    lastGame = playout.moves
    if (request.owners) for (const [point, owner] of playout.owners().entries()) owned[point]! += owner
  }
  const meanMargin = games > 0 ? sum / games : 0
  const spread = games > 0 ? Math.sqrt(Math.max(0, squares / games - meanMargin * meanMargin)) : 0
  const summary = { games, blackWins, whiteWins, meanMargin, spread, moves, cutOff, lastGame }
  return request.owners ? { ...summary, owners: owned.map((count) => count / Math.max(1, games)) } : summary
}

function makePlayout(board: Board, random: Random, request: PlayoutRequest): Playout {
  if (request.policy === "mogo") return new MogoPlayout(board, random, request)
  if (request.policy === "gamma") return new GammaPlayout(board, random, request)
  return new Playout(board, random, request)
}
