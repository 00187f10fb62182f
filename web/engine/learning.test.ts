// Learning in the page (BT-2, BT-6, SIM-7): from records to patterns that predict other games, and to a player.

import { unwrap } from "montego/base"
import { parseWeights, playoutKnowledge } from "montego/learn"
import { Black, Game } from "montego/rules"
import { presetParams, Searcher } from "montego/search"
import { beforeAll, describe, expect, it } from "vitest"
import EXAMPLES from "./example-games.sgf?raw"
import { learnPatterns } from "./learning.ts"
import type { LearnedPatterns, LearnNews } from "./patterns.ts"

const COMMON = { size: 9, isFromExamples: false, now: 1 }

function learnedOf(news: LearnNews): LearnedPatterns {
  if (news.kind !== "learned") throw new Error(JSON.stringify(news))
  return news.patterns
}

describe("patterns learned from the example games", () => {
  const shares: { phase: string; share: number }[] = []
  let patterns: LearnedPatterns
  beforeAll(async () => {
    const task = { ...COMMON, records: [EXAMPLES], isFromExamples: true }
    patterns = learnedOf(await learnPatterns(task, ({ phase, share }) => shares.push({ phase, share })))
  })

  it("predict the games that were kept back far better than chance", () => {
    const { games, moves, held, skipped } = patterns
    expect(skipped).toEqual([])
    expect(held.games).toBe(Math.floor((games + held.games) / 10))
    expect(moves).toBeGreaterThan(40 * games)
    expect(held.moves).toBeGreaterThan(40 * held.games)
    expect(held.chance).toBeLessThan(0.05)
    expect(held.top1).toBeGreaterThan(4 * held.chance)
  })

  it("are shown from the best down and from the worst up, each with its error", () => {
    const { best, worst, plain } = patterns
    const gammas = [...best, ...worst.toReversed()].map(({ gamma }) => gamma)
    expect(gammas).toEqual(gammas.toSorted((a, b) => b - a))
    expect([best.length, worst.length]).toEqual([12, 12])
    for (const { rows, error } of [...best, ...worst]) {
      expect(rows.join("\n")).toMatch(/^[.XO#]{3}\n[.XO#]\*[.XO#]\n[.XO#]{3}$/)
      expect(error).toBeGreaterThan(0)
    }
    const beside = plain.find(({ name }) => name === "near: beside the last move")
    expect(beside?.gamma).toBeGreaterThan(1)
  })

  it("tell how far the learning is", () => {
    expect(shares[0]).toEqual({ phase: "replaying", share: 0 })
    expect(shares.at(-1)).toEqual({ phase: "learning", share: 1 })
    for (const phase of ["replaying", "learning"]) {
      const own = shares.filter((each) => each.phase === phase).map(({ share }) => share)
      expect(own).toEqual(own.toSorted((a, b) => a - b))
    }
  })

  it("are weights that playouts use", async () => {
    const knowledge = unwrap(playoutKnowledge(unwrap(parseWeights(patterns.bytes))))
    const params = { ...presetParams("strong"), policy: 2, "tree-mb": 4 }
    const position = unwrap(Game.create({ size: 9 })).position()
    const winRateWith = async (known: typeof knowledge | undefined): Promise<number> => {
      const searcher = await Searcher.create({ params, knowledge: known })
      const { report } = await searcher.search({ position, color: Black, seed: 1, budget: { playouts: 100 } })
      await searcher.close()
      return report.winRate
    }
    expect(await winRateWith(knowledge)).not.toBe(await winRateWith(undefined))
  })
})

describe("games that can't be learned from", () => {
  const some = (count: number): string => EXAMPLES.split("\n").slice(0, count).join("\n")

  it("are left out, and counted by reason", async () => {
    const records = [some(12), "(;SZ[13];B[dd])", "(;SZ[9]AB[ee];W[aa])", "(;SZ[9];B[ee];W[ee])", "no record"]
    const { skipped } = learnedOf(await learnPatterns({ ...COMMON, records }))
    expect(new Map(skipped)).toEqual(
      new Map([
        ["another board size", 1],
        ["handicap or stones that are set up", 1],
        ["an illegal move", 1],
        ["it can't be read", 1],
      ]),
    )
  })

  it("are too few: the number is told", async () => {
    const records = [some(9)]
    expect(await learnPatterns({ ...COMMON, records })).toMatchObject({ kind: "failed", found: 9 })
    expect(await learnPatterns({ ...COMMON, records: [] })).toMatchObject({ kind: "failed", found: 0 })
  })
})
