import { describe, expect, it } from "vitest"
import { graphColumns, pointAtMove } from "./graph.ts"

const POINTS = [
  { move: 0, blackWins: 0.5, lead: 2 },
  { move: 4, blackWins: 0.25 },
  { move: 5, blackWins: 0.1, lead: -31 },
]

describe("the graph of a review (APP-2)", () => {
  it("has columns of moves, percent and points, and a scale that holds the largest lead", () => {
    expect(graphColumns(POINTS)).toEqual({
      moves: [0, 4, 5],
      rates: [50, 25, 10],
      leads: [2, null, -31],
      farthest: 35,
    })
    expect(graphColumns([]).farthest).toBe(10)
  })

  it("knows what it shows at a move", () => {
    expect(pointAtMove(POINTS, 4)?.blackWins).toBe(0.25)
    expect(pointAtMove(POINTS, 3)).toBeUndefined()
    expect(pointAtMove([], 0)).toBeUndefined()
  })
})
