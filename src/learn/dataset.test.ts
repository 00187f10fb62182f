// BT-1: positions of games become choices among the teams of their legal moves.

import { describe, expect, it } from "vitest"
import { makeCollection } from "../../test/support/collections.ts"
import { unwrap } from "../base/result.ts"
import { parseSgf } from "../record/index.ts"
import { allPoints } from "../rules/index.ts"
import type { ChoiceBlock } from "./choices.ts"
import { GameDescriber, KeyDescriber, shapeOf, type FeatureSet } from "./dataset.ts"
import { RulesBoard } from "./examples.ts"
import { featureNumber, PLAIN_FEATURES, SHAPE_SLOTS, SLOTS } from "./features.ts"
import { readGameMoves, replayLegal, type GameMoves } from "./games.ts"
import { playoutNumbers } from "./playout-features.ts"

function gamesOf(sgf: string): GameMoves[] {
  return unwrap(parseSgf(sgf)).games.map((game, i) =>
    unwrap(readGameMoves(game, { number: i + 1, name: `game ${i + 1}` })),
  )
}

const ALL = { rate: 1, seed: 1 }
const GAMES = gamesOf(makeCollection({ games: 4, moves: 50 }))

/** What each choice is, without the order of blocks. */
function choicesOf(blocks: readonly ChoiceBlock[], slots: number): string[] {
  return blocks.flatMap(({ choices, starts, chosen, features, counts, moves }) =>
    Array.from({ length: choices }, (_, i) => {
      const [from, to] = [starts[i]!, starts[i + 1]!]
      const teams = features.slice(from * slots, to * slots).join()
      return `${moves![i]} ${chosen[i]! - from} ${teams} ${counts?.slice(from, to).join()}`
    }),
  )
}

async function keysOfGames(): Promise<Uint32Array> {
  const { keys } = (await KeyDescriber.create(ALL)).describe(GAMES)
  return Uint32Array.from(new Set(keys.filter((key) => key !== 0))).sort()
}

describe("choices from games", () => {
  it("full features: one team for each legal move, the played one chosen", async () => {
    const keys = await keysOfGames()
    const { block } = (await GameDescriber.create({ kind: "moves", keys }, ALL)).describe(GAMES.slice(0, 1))
    const legal: number[] = []
    const rules = new RulesBoard()
    replayLegal(GAMES[0]!, rules, ({ color }) => {
      legal.push(allPoints(9).filter((point) => rules.board.isLegal(color, point)).length)
    })
    expect([...block.moves!]).toEqual(legal.map((_, i) => i + 1))
    expect([...block.starts].map((start, i, all) => start - (all[i - 1] ?? 0)).slice(1)).toEqual(legal)
    // All shapes of the played moves were harvested from these very games.
    const slots = SLOTS.length
    for (let i = 0; i < block.choices; i++) {
      const team = block.features.slice(block.chosen[i]! * slots, (block.chosen[i]! + 1) * slots)
      expect(team[0]).toBeGreaterThan(PLAIN_FEATURES)
      expect(team[SHAPE_SLOTS.indexOf("diamond-7")]).toBeGreaterThan(PLAIN_FEATURES)
    }
    expect(block.features.every((feature) => feature <= shapeOf({ kind: "moves", keys }).features)).toBe(true)
  })

  it("playout features: equal teams are merged, none is lost", async () => {
    const { block, unplayable } = (await GameDescriber.create({ kind: "playout" }, ALL)).describe(GAMES)
    const plays = GAMES.reduce((sum, { plays: { length } }) => sum + length, 0)
    expect(block.choices + unplayable).toBe(plays)
    // On the empty board: corners, first lines, and the rest.
    expect([...block.counts!.slice(0, block.starts[1])].sort((a, b) => a - b)).toEqual([4, 28, 49])
    const { features, patterns } = playoutNumbers()
    for (let team = 0; team < block.starts[block.choices]!; team++) {
      const [pattern, near] = block.features.slice(2 * team, 2 * team + 2) as unknown as [number, number]
      expect(pattern > 0 && pattern <= patterns).toBe(true)
      expect(near === 0 || (near > patterns && near <= features)).toBe(true)
    }
  })

  it("playout features of a move diagonal to the last one", async () => {
    // White's last move is at E1; Black takes the stone at D3 from D2.
    const [game] = gamesOf("(;SZ[5];B[db];W[dc];B[ec];W[ae];B[cc];W[ee];B[dd])")
    const { block } = (await GameDescriber.create({ kind: "playout" }, ALL)).describe([game!])
    const team = block.chosen[6]!
    expect(block.features[2 * team + 1]).toBe(playoutNumbers().near + 2)
  })

  it.each<FeatureSet["kind"]>(["moves", "playout"])(
    "%s: batches do not matter, and a sample is part of all",
    async (kind) => {
      const set: FeatureSet = kind === "moves" ? { kind, keys: await keysOfGames() } : { kind }
      const { slots } = shapeOf(set)
      const describer = await GameDescriber.create(set, ALL)
      const whole = choicesOf([describer.describe(GAMES).block], slots)
      const one = await GameDescriber.create(set, ALL)
      expect(
        choicesOf(
          GAMES.map((game) => one.describe([game]).block),
          slots,
        ),
      ).toEqual(whole)
      const sampler = await GameDescriber.create(set, { rate: 1 / 4, seed: 3 })
      const sample = choicesOf([sampler.describe(GAMES).block], slots)
      expect(sample.length).toBeGreaterThan(20)
      expect(sample.length).toBeLessThan(100)
      expect(sample.every((choice) => whole.includes(choice))).toBe(true)
    },
  )

  it("an illegal move that got this far is a mistake of the caller", async () => {
    const describer = await GameDescriber.create({ kind: "playout" }, ALL)
    expect(() => describer.describe(gamesOf("(;SZ[5];B[aa];W[aa])"))).toThrow("game 1: move 2 is illegal")
  })
})

it("a plain feature has its number in the team: the distance to the last move", async () => {
  const describer = await GameDescriber.create({ kind: "moves", keys: Uint32Array.of(1) }, ALL)
  const { block } = describer.describe(gamesOf("(;SZ[9];B[ee];W[ef])"))
  const slot = SLOTS.findIndex(({ name }) => name === "last")
  const chosen = block.chosen[1]! * SLOTS.length
  expect(block.features[chosen + slot]).toBe(featureNumber("last", "distance 2"))
})
