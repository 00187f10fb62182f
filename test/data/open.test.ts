// Which points are still open, on recorded games (RUL-4): hardly any at the end of a game that its players counted,
// many in the middle of it.

import { describe, expect } from "vitest"
import { unwrap } from "../../src/base/result.ts"
import { openPositionJudge } from "../../src/players/index.ts"
import { replayRecord } from "../../src/record/index.ts"
import { readGames } from "../../src/record/node/index.ts"
import { Game, parseOutcome } from "../../src/rules/index.ts"
import { dataFile } from "../support/data.ts"
import { itNeeding } from "../support/needs.ts"

describe("open points", () => {
  itNeeding(
    dataFile("ogs9k.valid.sgf.gz"),
    "are none in 4 of 5 finished games, and some in nearly all positions after 7 tenths of the moves",
    async (path) => {
      const { open } = await openPositionJudge()
      let [games, finished, unfinished] = [0, 0, 0]
      for await (const item of readGames(path)) {
        const replayed = item.ok ? replayRecord(item.value.game) : item
        if (!replayed.ok) continue
        const { game, info } = replayed.value
        if (parseOutcome(info.result ?? "")?.kind !== "score" || game.phase === "playing") continue
        const early = game.moves.slice(0, Math.round(0.7 * game.moves.length))
        const middle = unwrap(Game.replay(game.position(), early))
        games++
        finished += Number(open(game, 1).length === 0)
        unfinished += Number(open(middle, 1).length > 0)
      }
      expect(games).toBeGreaterThan(100)
      // The rest are mostly neutral points that the players left, and sekis.
      expect(finished / games).toBeGreaterThan(0.8)
      expect(unfinished / games).toBeGreaterThan(0.97)
    },
  )
})
