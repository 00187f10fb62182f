// The rules and the record reader on games that others recorded (RUL-2, RUL-3, REC-2): results that a server
// counted, and moves that professionals played.

import { describe, expect } from "vitest"
import { checkRecord, makeIssueText, replayRecord, type StreamedGame } from "../../src/record/index.ts"
import { readGames } from "../../src/record/node/index.ts"
import { makeOutcome, outcomeOfMargin, parseOutcome, parseRuleset } from "../../src/rules/index.ts"
import { dataFile } from "../support/data.ts"
import { itNeeding } from "../support/needs.ts"

async function eachGame(path: string, look: (game: StreamedGame) => void): Promise<number> {
  let count = 0
  for await (const item of readGames(path)) {
    if (!item.ok) throw new Error(item.error.reason)
    expect(item.value.issues.map(makeIssueText)).toEqual([])
    look(item.value)
    count++
  }
  return count
}

describe("game data", () => {
  itNeeding(
    dataFile("bot9.valid.sgf.gz"),
    "CGOS games that ended by counting score exactly as recorded (RUL-3)",
    async (path) => {
      const cgos = parseRuleset("cgos")!
      const counted = { won: 0, drawn: 0 }
      const games = await eachGame(path, ({ game, number }) => {
        const replayed = replayRecord(game, { rules: cgos })
        if (!replayed.ok) throw new Error(`game ${number}: ${replayed.error}`)
        const { info, notes } = replayed.value
        expect(notes, `game ${number}`).toEqual([])
        const recorded = parseOutcome(info.result ?? "")
        if (recorded?.kind !== "score" && recorded?.kind !== "draw") return
        const { margin } = replayed.value.game.score()
        expect(makeOutcome(outcomeOfMargin(margin)), `game ${number}`).toBe(makeOutcome(recorded))
        counted[recorded.kind === "draw" ? "drawn" : "won"]++
      })
      expect(games).toBe(175)
      // Of all 3 501 games of this source 1 060 were won by points and 370 drawn.
      expect(counted.won).toBeGreaterThan(30)
      expect(counted.drawn).toBeGreaterThan(5)
    },
  )

  itNeeding(
    dataFile("pro19.valid.sgf.gz"),
    "every move of the professionals' games is lawful (RUL-2, REC-2)",
    async (path) => {
      let moves = 0
      const games = await eachGame(path, ({ game, number }) => {
        const checked = checkRecord(game)
        if (!checked.ok) throw new Error(`game ${number}: ${checked.error.reason}`)
        expect(checked.value.illegal, `game ${number}`).toEqual([])
        expect(checked.value.issues, `game ${number}`).toEqual([])
        moves += checked.value.moves
      })
      expect(games).toBe(3274)
      expect(moves).toBeGreaterThan(600_000)
    },
    300_000,
  )
})
