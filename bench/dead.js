// How often the dead-stone estimate finds the score that the players agreed on: games that ended by counting, of the
// files named on the command line. Prints JSON. The policy was chosen on ogs9.valid and ogs9k.valid, so figures to
// quote come from other files, such as the training ones.

import { setImmediate as pause } from "node:timers/promises"
import { interruptible } from "../dist/cli/interrupt.js"
import { Progress } from "../dist/cli/progress.js"
import { openDeadStoneEstimator } from "../dist/players/index.js"
import { replayRecord } from "../dist/record/index.js"
import { readGames } from "../dist/record/node/index.js"
import { outcomeOfMargin, parseOutcome } from "../dist/rules/index.js"

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error("bench:dead: name files of game records, e.g. npm run bench:dead -- games.sgf.gz")
  process.exit(2)
}
const estimateDead = await openDeadStoneEstimator()
const counts = { games: 0, exact: 0, winner: 0 }

/** @param {AbortSignal} signal */
async function countGames(signal) {
  const progress = new Progress()
  for (const [index, file] of files.entries()) {
    const onProgress = (/** @type {number} */ bytes, /** @type {number} */ size) =>
      progress.show((index + bytes / Math.max(1, size)) / files.length, `${counts.games} games`)
    for await (const item of readGames(file, { onProgress })) {
      if (!item.ok && item.error.scope === "stream") {
        console.error(`bench:dead: ${item.error.reason}`)
        process.exit(2)
      }
      const replayed = item.ok ? replayRecord(item.value.game) : item
      if (replayed.ok) countGame(replayed.value)
      // Ctrl-C is heard in between.
      await pause()
      if (signal.aborted) break
    }
  }
  progress.end()
}

/** @param {import("../dist/record/index.js").Replayed} replayed */
function countGame({ game, info }) {
  const recorded = parseOutcome(info.result ?? "")
  if (recorded?.kind !== "score" || game.phase === "playing") return
  const found = outcomeOfMargin(game.score(estimateDead(game.board, game.toPlay, 1)).margin)
  counts.games++
  if (found.kind !== "score" || found.winner !== recorded.winner) return
  counts.winner++
  if (found.margin === recorded.margin) counts.exact++
}

const share = (/** @type {number} */ count) => Number((count / Math.max(1, counts.games)).toFixed(4))
await interruptible(async (signal) => {
  await countGames(signal)
  const shares = { exact: share(counts.exact), winner: share(counts.winner) }
  console.log(
    JSON.stringify({ benchmark: "dead", files, ...counts, shares, node: process.version }, undefined, 2),
  )
}, "counted")
