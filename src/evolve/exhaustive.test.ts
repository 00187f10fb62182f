// Which moves of the test positions win, by exhaustive local search (EVO-5).

import { describe, expect, it } from "vitest"
import { makeVertex } from "../rules/index.ts"
import { proveMoves } from "./exhaustive.ts"
import { evolvePosition } from "./positions.ts"

function winners(name: string, ...after: readonly string[]): string[] {
  const proof = proveMoves(evolvePosition(name)!, after)!
  return proof.moves.filter(({ wins }) => wins).map(({ move }) => makeVertex(move, 9))
}

describe("the winning moves are proven", () => {
  it.each([
    ["flower-six", [], ["E2"]],
    ["flower-six", ["E2", "E3"], ["D2"]],
    ["flower-six", ["E2", "D2"], ["E3"]],
    ["multiple-cut", [], ["C2", "E2", "G2"]],
  ])("%s after %j: %j", (name, after, moves) => expect(winners(name, ...after)).toEqual(moves))

  it("the position's own list is the proven one", () => {
    const { winning } = evolvePosition("multiple-cut")!
    expect(winning.map((move) => makeVertex(move, 9))).toEqual(winners("multiple-cut"))
  })

  it("a position without a local fight has no proof", () => {
    expect(proveMoves(evolvePosition("empty")!)).toBeUndefined()
  })
})
