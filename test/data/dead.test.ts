// The dead-stone estimate on finished games whose score the players agreed on (RUL-4).

import { describe, expect } from "vitest"
import { openDeadStoneEstimator } from "../../src/players/index.ts"
import { replayRecord } from "../../src/record/index.ts"
import { readGames } from "../../src/record/node/index.ts"
import { makeOutcome, outcomeOfMargin, parseOutcome } from "../../src/rules/index.ts"
import { dataFile } from "../support/data.ts"
import { itNeeding } from "../support/needs.ts"

describe("estimated dead stones", () => {
  itNeeding(
    dataFile("ogs9.valid.sgf.gz"),
    "give the recorded score in 19 of 20 finished games",
    async (path) => {
      const estimateDead = await openDeadStoneEstimator()
      let games = 0
      let exact = 0
      for await (const item of readGames(path)) {
        const replayed = item.ok ? replayRecord(item.value.game) : item
        if (!replayed.ok) continue
        const { game, info } = replayed.value
        const recorded = parseOutcome(info.result ?? "")
        if (recorded?.kind !== "score" || game.phase === "playing") continue
        const { margin } = game.score(estimateDead(game.board, game.toPlay, 1))
        games++
        exact += Number(makeOutcome(outcomeOfMargin(margin)) === makeOutcome(recorded))
      }
      expect(games).toBeGreaterThan(80)
      expect(exact / games).toBeGreaterThan(0.95)
    },
  )
})
