// A thread that asks a player for the chance to win, game by game.

import { parentPort, workerData } from "node:worker_threads"
import { unwrap } from "../../base/result.ts"
import { addOpinion, emptySums, type MeasuredGame, type NetSums } from "../../net/index.ts"
import { NODE_ENVIRONMENT } from "../../players/node/index.ts"
import { makePlayer } from "../../players/index.ts"
import { CHINESE, Game, parseRuleset } from "../../rules/index.ts"
import type { BesideProgram } from "./beside-pool.ts"

const { player: name, ends, seed } = workerData as BesideProgram
const player = unwrap(makePlayer(name, {}, NODE_ENVIRONMENT))

async function askAbout(measured: MeasuredGame, sums: NetSums): Promise<void> {
  const { size, komi, moves, picks, territory } = measured
  const picked = new Set(picks)
  const rules = territory ? parseRuleset("japanese")! : CHINESE
  // Records break superko, alternation and ends of games; only the position matters here.
  const game = unwrap(Game.create({ size, komi, rules: { ...rules, ko: "simple" }, turns: "free" }))
  for (const [index, { color, move }] of moves.entries()) {
    if (game.phase !== "playing") return
    if (picked.has(index)) {
      const request = {
        position: game.position(),
        color,
        budget: {},
        seed: seed + index,
        mayStopEarly: false,
      }
      const { report } = await player.choose(request)
      if (report) addOpinion(sums, ends, measured, index, report.winRate)
    }
    if (!game.play(move, color).ok) return
  }
}

parentPort!.on("message", (games: readonly MeasuredGame[]) => {
  void (async () => {
    const sums = emptySums(ends)
    for (const game of games) if (game.winner !== undefined) await askAbout(game, sums)
    parentPort!.postMessage(sums)
  })()
})
