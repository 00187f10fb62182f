import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { parseSgf } from "./sgf.ts"
import { CollectionStats } from "./stats.ts"

const statsOf = (sgf: string): { stats: CollectionStats; faults: (string | undefined)[] } => {
  const stats = new CollectionStats()
  const faults = unwrap(parseSgf(sgf)).games.map((game) => stats.add(game))
  return { stats, faults }
}

describe("statistics of a collection (REC-2)", () => {
  it("counts games, moves of the main line, and values, the most frequent first", () => {
    const { stats, faults } = statsOf(
      "(;SZ[9]KM[6.5]RE[B+R];B[aa](;W[bb];B[cc])(;W[dd]))" +
        "(;SZ[19]KM[7]RE[W+2.5];B[aa])(;SZ[9]KM[7]RU[Japanese]RE[W+10])",
    )
    expect(faults).toEqual([undefined, undefined, undefined])
    expect([stats.games, stats.mean, stats.moves]).toEqual([3, 4 / 3, { total: 4, fewest: 0, most: 3 }])
    expect(stats.table("size")).toEqual([
      ["9×9", 2],
      ["19×19", 1],
    ])
    expect(stats.table("result")).toEqual([
      ["White by score", 2],
      ["Black by resign", 1],
    ])
    expect(stats.table("komi")).toEqual([
      ["7", 2],
      ["6.5", 1],
    ])
    expect(stats.table("rules")).toEqual([
      ["none", 2],
      ["Japanese", 1],
    ])
  })

  it("says why a game can't be counted, and leaves it out", () => {
    const { stats, faults } = statsOf("(;SZ[99];B[aa])")
    expect(faults).toEqual([expect.stringMatching(/size/)])
    expect([stats.games, stats.mean, stats.moves.fewest]).toEqual([0, 0, 0])
  })
})
