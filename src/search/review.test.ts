// A whole game under review (TREE-15): every position, and the moves that cost most.

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import type { Candidate } from "../player/index.ts"
import { Black, captureGo, Game, parseRuleset, parseVertex, White } from "../rules/index.ts"
import { presetParams } from "./params.ts"
import {
  decidedRate,
  mistakesIn,
  reviewGame,
  withoutLastPasses,
  worstMoves,
  type Judgement,
} from "./review.ts"
import { Searcher } from "./searcher.ts"

const move = (vertex: string) => parseVertex(vertex, 5)!
const candidate = (vertex: string, visits: number, winRate: number): Candidate => ({
  move: move(vertex),
  visits,
  winRate,
  pv: [move(vertex)],
})

/** Black's win rates, and moves by turns. */
function judged(rates: readonly number[], candidates: readonly Candidate[] = []): Judgement[] {
  return rates.map((blackWins, number) => ({
    number,
    played: number === 0 ? undefined : { color: number % 2 === 1 ? Black : White, move: move("C3") },
    blackWins,
    candidates,
  }))
}

describe("worst moves", () => {
  it("are those after which the mover's win rate fell most", () => {
    const worst = worstMoves(
      judged(
        [0.5, 0.3, 0.31, 0.3, 0.7, 0.69],
        [
          candidate("C3", 50, 0.5),
          candidate("B2", 40, 0.6),
          candidate("D4", 1, 0.9),
          candidate("A1", 9, 0.31),
        ],
      ),
    )
    expect(worst.map(({ number, color }) => [number, color])).toEqual([
      [4, White],
      [1, Black],
    ])
    expect(worst[0]!.loss).toBeCloseTo(0.4)
    // Neither the move itself, nor a move with few visits, nor one that is as bad.
    expect(worst[1]!.better.map((better) => better.move)).toEqual([move("B2")])
  })

  it("by glances count only where the loss lasts, and the estimates' noise is taken off", () => {
    const glances = (rates: readonly number[]): Judgement[] =>
      judged(rates).map((each) => ({ ...each, isGlance: true, lead: 20 * each.blackWins }))
    // A guess that swings with the turn.
    const swinging = mistakesIn(glances([0.6, 0.4, 0.6, 0.4, 0.6]), { points: 1 })
    expect(swinging.filter(({ number }) => number > 1 && number < 4)).toEqual([])
    expect(mistakesIn(glances([0.6, 0.62, 0.6, 0.3, 0.32]))).toMatchObject([
      { number: 3, loss: expect.closeTo(0.3), points: expect.closeTo(6) },
    ])
    const noisy = judged([0.5, 0.4]).map((each) => ({ ...each, noise: { rate: 0.09, points: 1 } }))
    expect([mistakesIn(noisy), mistakesIn(judged([0.5, 0.4])).length]).toEqual([[], 1])
  })

  it("are not looked for between a network's estimate and playouts", () => {
    const [from, to] = judged([0.9, 0.1])
    expect(mistakesIn([{ ...from!, lead: 3 }, to!])).toEqual([])
  })

  it("are at most five", () =>
    expect(worstMoves(judged(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 0.9 : 0.1))))).toHaveLength(
      5,
    ))

  it("of one side, above a loss", () => {
    const rates = judged([0.5, 0.46, 0.6, 0.2, 0.8])
    const numbers = (color: typeof Black | typeof White, noticeable: number): number[] =>
      worstMoves(rates, { color, noticeable }).map(({ number }) => number)
    expect(numbers(Black, 0.05)).toEqual([3])
    expect(numbers(Black, 0.02)).toEqual([3, 1])
    expect(numbers(White, 0.05)).toEqual([4, 2])
  })

  it("need both positions around the move, and a single move between them", () => {
    const rates = judged([0.9, 0.1, 0.1, 0.9, 0.9, 0.1])
    expect(worstMoves(rates.filter(({ number }) => number !== 4)).map(({ number }) => number)).toEqual([1])
    const unclear = rates.map((one) => (one.number === 1 ? { ...one, played: undefined } : one))
    expect(worstMoves(unclear).map(({ number }) => number)).toEqual([5])
  })
})

describe("a review", () => {
  it("keeps the positions that are done when it is interrupted", async () => {
    const searcher = await Searcher.create({ params: presetParams("plain") })
    const game = unwrap(Game.create({ size: 5, turns: "free" }))
    for (const vertex of ["C3", "B2", "D4", "A1"]) game.play(move(vertex))
    const interruption = new AbortController()
    const reviewed = await reviewGame(game, {
      searcher,
      earlier: 10,
      budget: { playouts: 10 },
      seed: 1,
      signal: interruption.signal,
      onProgress: (done) => done === 3 && interruption.abort(),
    })
    expect(reviewed.map(({ number }) => number)).toEqual([10, 11, 12])
  })

  it("leaves out the passes that close a game, where players agree on dead stones", () => {
    const empty = (rules: string) => unwrap(Game.create({ size: 5, rules: parseRuleset(rules)! })).position()
    const moves = ["C3", "pass", "B2", "pass", "pass"].map((vertex, index) => ({
      color: index % 2 === 0 ? Black : White,
      move: move(vertex),
    }))
    const counted = (rules: string, count: number): number =>
      withoutLastPasses({ ...empty(rules), moves: moves.slice(0, count) }).moves.length
    expect([0, 1, 2, 3, 4, 5].map((count) => counted("chinese", count))).toEqual([0, 1, 1, 3, 3, 3])
    // Under rules that count all stones as alive, a pass can be a blunder.
    expect(counted("tromp-taylor", 5)).toBe(5)
  })

  it("knows a game that the rules have decided", () => {
    const rules = captureGo(1)
    const played = (...vertices: string[]): Game => {
      const game = unwrap(Game.create({ size: 5, rules }))
      for (const vertex of vertices) unwrap(game.play(move(vertex)))
      return game
    }
    expect(decidedRate(played("A5", "B5", "C3").position())).toBeUndefined()
    expect(decidedRate(played("A5", "B5", "C3", "A4").position())).toBe(0)
    expect(decidedRate(played("C3", "A5", "B5", "E5", "A4").position())).toBe(1)
  })
})
