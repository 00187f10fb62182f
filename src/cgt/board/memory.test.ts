// What makes the proofs of a game's positions cheap changes no answer (CGT-7).

import { describe, expect, it } from "vitest"
import { endgameSuite } from "../../../test/support/endgames.ts"
import { lateBoard } from "../../../test/fuzz/endgame.ts"
import { Random } from "../../base/random.ts"
import { unwrap } from "../../base/result.ts"
import { parseAscii } from "../../rules/index.ts"
import { divide } from "./divide.ts"
import { analyzeEndgame } from "./endgame.ts"
import { ProofMemory } from "./memory.ts"

const BOARDS = Array.from({ length: 60 }, (_, seed) => lateBoard(new Random(seed)))

describe("a memory of proofs", () => {
  it("gives the answers of new proofs and charges what they cost, whatever it was asked before", () => {
    const memory = new ProofMemory()
    for (const nodes of [300, 20, 3000, 100])
      for (const board of BOARDS) {
        const [fresh, remembered] = [{ nodes }, { nodes }]
        const { owner } = divide(board, { allowance: fresh })
        expect(divide(board, { allowance: remembered, memory }).owner).toEqual(owner)
        expect(Math.max(0, remembered.nodes)).toBe(Math.max(0, fresh.nodes))
      }
  })
})

describe("a caller that needs all regions", () => {
  it("learns of the same proven positions, with the same games", () => {
    const suite = endgameSuite().slice(0, 3)
    const boards = [...BOARDS, ...suite.map(({ board }) => board)]
    let proven = 0
    for (const board of boards) {
      const options = { scoring: "area", nodes: 300 } as const
      const all = analyzeEndgame(board, options)
      const quick = analyzeEndgame(board, { ...options, isAllOrNothing: true })
      expect(quick.isProven).toBe(all.isProven)
      if (!all.isProven) continue
      proven++
      expect(quick.decided).toBe(all.decided)
      expect(quick.regions.map(({ points }) => points)).toEqual(all.regions.map(({ points }) => points))
    }
    expect(proven).toBeGreaterThan(20)
  })

  it("has no proof tried where some region will be too large whatever they show", () => {
    // Black's corner could be proven; the rest of the board is open.
    const board = unwrap(
      parseAscii(`
        . . . . X . . . .
        X X X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .`),
    )
    expect(analyzeEndgame(board, { scoring: "area" }).nodes).toBeGreaterThan(0)
    expect(analyzeEndgame(board, { scoring: "area", isAllOrNothing: true }).nodes).toBe(0)
  })
})

describe("a caller with limits to the proofs", () => {
  it("skips a proof that is larger than it allows", () => {
    // Black's area is a proof of five points: four empty ones and a chain.
    const board = unwrap(
      parseAscii(`
        . . . . X
        X X X X X
        O O O O O
        . O O O .
        O O O O O`),
    )
    const ask = (size: number, nodes: number): { open: number; used: number } => {
      const allowance = { nodes: 1000 }
      const { regions } = divide(board, { allowance, proofLimits: { size, nodes } })
      return { open: regions.length, used: 1000 - allowance.nodes }
    }
    const { open, used } = ask(5, 1000)
    expect(open).toBe(0)
    expect(used).toBeGreaterThan(0)
    expect(ask(4, 1000)).toEqual({ open: 1, used: 0 })
    expect(ask(5, used - 1).open).toBe(1)
  })
})
