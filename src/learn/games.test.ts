// What of a collection learners can use, and which positions a sample takes.

import { describe, expect, it } from "vitest"
import { parseSgf } from "../record/index.ts"
import { makeVertex, parseVertex, type Color } from "../rules/index.ts"
import { unwrap } from "../base/result.ts"
import { RulesBoard } from "./examples.ts"
import { checkGame, isSampled, readGameMoves, replayGame, type Step } from "./games.ts"
import { FeatureReader } from "./reader.ts"

const LABEL = { number: 7, name: "games.sgf: game 7" }
const read = (sgf: string) => readGameMoves(unwrap(parseSgf(sgf)).games[0]!, LABEL)

describe("records that learners can use", () => {
  it("has the moves, the board and the winner", () => {
    const game = unwrap(read("(;SZ[9]RE[W+R];B[cc];W[];B[gg])"))
    expect(game).toMatchObject({ size: 9, outcome: { winner: 2 }, ...LABEL })
    const seen: unknown[] = []
    const note = ({ number, color, move, last, beforeLast }: Step): void => {
      seen.push([number, color, ...[move, last, beforeLast].map((point) => makeVertex(point!, 9))])
    }
    expect(replayGame(game, new RulesBoard(), note)).toBeUndefined()
    expect(seen).toEqual([
      [1, 1, "C7", "pass", "pass"],
      [3, 1, "G3", "pass", "C7"],
    ])
  })

  it.each([
    ["(;SZ[9]HA[2];W[cc])", "setup", "a handicap of 2 stones"],
    ["(;SZ[9]AB[cc];W[dd])", "setup", "stones are set up"],
    ["(;SZ[9];B[cc];W[dd];AE[cc])", "setup", "stones are set up"],
    ["(;SZ[25];B[cc])", "size", "the board is 25×25"],
    ["(;SZ[9:11];B[cc])", "size", "the board is 9×11"],
    ["(;SZ[9];B[cc];B[dd])", "turns", "move 2 is of the colour that moved last"],
    ["(;SZ[9];B[cc];W[zz])", "illegal", "move 2: point"],
    ["(;SZ[9])", "empty", "no moves"],
  ])("%s is left out: %s", (sgf, reason, detail) => {
    expect(read(sgf)).toMatchObject({ ok: false, error: { reason, detail: expect.stringContaining(detail) } })
  })

  it("the kernel and the rules find the same illegal moves", async () => {
    const reader = await FeatureReader.create()
    for (const [sgf, move] of [
      ["(;SZ[9];B[cc];W[cc])", 2],
      ["(;SZ[5];B[ba];W[ee];B[ab];W[aa])", 4],
      // A ko that is taken back at once.
      ["(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])", 9],
    ] as const) {
      const game = unwrap(read(sgf))
      for (const board of [reader, new RulesBoard()])
        expect(checkGame(game, board)).toEqual({
          reason: "illegal",
          detail: `${LABEL.name}: move ${move} is illegal`,
        })
    }
    expect(checkGame(unwrap(read("(;SZ[5];B[ba];W[ee];B[ab];W[])")), reader)).toBeUndefined()
  })
})

describe("the sample", () => {
  const taken = (rate: number, seed: number, fromMove = 1): string[] => {
    const found: string[] = []
    for (let game = 1; game <= 200; game++)
      for (let move = 1; move <= 100; move++)
        if (isSampled({ rate, seed, fromMove }, game, move)) found.push(`${game}/${move}`)
    return found
  }

  it("takes the share that was asked for, by chance", () => {
    expect(taken(1, 1)).toHaveLength(20_000)
    // 1818 with a standard deviation of 41.
    const sample = taken(1 / 11, 1)
    expect(Math.abs(sample.length - 20_000 / 11)).toBeLessThan(5 * 41)
    const early = sample.filter((place) => Number(place.split("/")[1]) <= 50).length
    expect(Math.abs(early - sample.length / 2)).toBeLessThan(5 * 22)
  })

  it("depends on the seed, and leaves out early moves", () => {
    expect(taken(1 / 11, 1)).toEqual(taken(1 / 11, 1))
    const other = new Set(taken(1 / 11, 2))
    expect(taken(1 / 11, 1).filter((place) => other.has(place)).length).toBeLessThan(400)
    expect(taken(1, 1, 16).every((place) => Number(place.split("/")[1]) >= 16)).toBe(true)
  })
})

it("colours and points survive the packing", () => {
  const corners = ["A1", "T19", "A19", "T1"].map((name) => parseVertex(name, 19)!)
  const sgf = "(;SZ[19];B[as];W[sa];B[aa];W[ss])"
  const seen: [Color, number][] = []
  replayGame(unwrap(read(sgf)), new RulesBoard(), ({ color, move }) => void seen.push([color, move]))
  expect(seen).toEqual(corners.map((point, i) => [(i % 2) + 1, point]))
})
