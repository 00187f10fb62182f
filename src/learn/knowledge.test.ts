// Learned weights in a search (TREE-8): priors are √p of a number of playouts, and take the place of those written by
// hand.

import { describe, expect, it } from "vitest"
import { err, ok, unwrap } from "../base/result.ts"
import { Black, Game, parseRuleset, parseVertex, PASS, White, type Position } from "../rules/index.ts"
import {
  findKnowledge,
  presetParams,
  Searcher,
  UctPlayer,
  type Knowledge,
  type PlayerEnvironment,
} from "../search/index.ts"
import { provisionalGammas } from "../kernel/index.ts"
import { featureNumber, PLAIN_FEATURES, SLOTS } from "./features.ts"
import { FeatureReader, pointOf } from "./reader.ts"

const STRONG = { ...presetParams("strong"), "tree-mb": 4 }
const MOST = 90
/** A key that no shape has: keys are odd. */
const NO_SHAPE = 2

/** Weights that like the third line and dislike the first. */
function likingThirdLine(): Required<Knowledge> {
  const gammas = new Float32Array(PLAIN_FEATURES + 2).fill(1)
  gammas[featureNumber("line", "under 1/12 full, line 3")!] = 20
  gammas[featureNumber("line", "under 1/12 full, line 1")!] = 0.125
  return { moves: { keys: Uint32Array.of(NO_SHAPE), gammas }, gammas: provisionalGammas() }
}

function positionAfter(...moves: readonly string[]): Position {
  const rules = parseRuleset("chinese")!
  const game = unwrap(Game.create({ size: 9, komi: 7, rules }))
  for (const vertex of moves) unwrap(game.play(parseVertex(vertex, 9)!))
  return game.position()
}

async function priors(knowledge: Knowledge | undefined, learned: number): Promise<Map<number, number>> {
  const searcher = await Searcher.create({ params: { ...STRONG, "prior-learned": learned }, knowledge })
  const position = positionAfter("d4", "f6")
  const { report } = await searcher.search({ position, color: Black, seed: 1, budget: { playouts: 400 } })
  await searcher.close()
  return new Map(report.candidates.map(({ move, prior }) => [Number(move), prior?.visits ?? 0]))
}

describe("prior-learned (TREE-8)", () => {
  it("gives a move √p of the playouts, p its share of the strengths", async () => {
    const knowledge = likingThirdLine()
    const reader = await FeatureReader.create(knowledge.moves.keys)
    reader.reset(9)
    const [first, second] = positionAfter("d4", "f6").moves
    reader.play(Black, first!.move)
    reader.play(White, second!.move)
    const described = reader.describe({ color: Black, last: second!.move, beforeLast: first!.move })
    const strengths = new Map<number, number>()
    for (let move = 0; move < described.count; move++) {
      const team = described.teams.subarray(move * SLOTS.length, (move + 1) * SLOTS.length)
      const strength = team.reduce((product, feature) => product * knowledge.moves.gammas[feature]!, 1)
      strengths.set(Number(pointOf(described.points[move]!)), strength)
    }
    strengths.set(Number(PASS), STRONG["pass-strength"])
    const total = [...strengths.values()].reduce((sum, strength) => sum + strength, 0)
    const found = await priors(knowledge, MOST)
    expect(found.size).toBeGreaterThan(10)
    expect(found.has(Number(PASS))).toBe(true)
    for (const [move, visits] of found) {
      const known = STRONG["prior-even"] + (move === Number(PASS) ? STRONG["prior-pass"] : 0)
      expect(visits).toBeCloseTo(known + MOST * Math.sqrt(strengths.get(move)! / total), 3)
    }
  })

  it("changes nothing without weights, and weights change nothing without it", async () => {
    const byHand = await priors(undefined, 0)
    expect(await priors(undefined, MOST)).toEqual(byHand)
    expect(await priors(likingThirdLine(), 0)).toEqual(byHand)
    expect(await priors(likingThirdLine(), MOST)).not.toEqual(byHand)
  })
})

describe("weights of an environment", () => {
  it("are asked for only where the settings use them, and what is missing is told", async () => {
    const said: string[] = []
    const asked: number[] = []
    const source = {
      loadKnowledge: (size: number) => {
        asked.push(size)
        return Promise.resolve(err("weights/moves9.bin: truncated"))
      },
      warn: (message: string) => void said.push(message),
    }
    expect(await findKnowledge(presetParams("2026"), 9, source)).toBeUndefined()
    expect(asked).toEqual([])
    expect(await findKnowledge(STRONG, 9, source)).toBeUndefined()
    expect(asked).toEqual([9])
    expect(said).toEqual(["weights/moves9.bin: truncated; the search goes on without learned weights"])
  })

  it("follow the board: a player opens another search for other weights, and plays on without any", async () => {
    const known = new Map([9, 13].map((size) => [size, likingThirdLine()]))
    const environment: PlayerEnvironment = {
      loadKnowledge: (size) => {
        const knowledge = known.get(size)
        return Promise.resolve(knowledge ? ok(knowledge) : err("there are no weights"))
      },
    }
    const player = new UctPlayer({ params: STRONG, budget: { playouts: 50 }, threads: 1 }, environment)
    const rules = parseRuleset("chinese")!
    for (const size of [9, 13, 7, 9]) {
      const position = unwrap(Game.create({ size, komi: 7, rules })).position()
      const { report } = await player.choose({ position, color: Black, seed: 1, budget: {} })
      expect(report?.candidates.length).toBeGreaterThan(0)
      expect(report?.missing).toBe(
        size === 7 ? "there are no weights; the search goes on without learned weights" : undefined,
      )
    }
    await player.close()
  })
})
