import { describe, expect, it } from "vitest"
import { endsHigh, graphColumns, pointAtMove } from "./graph.ts"

const POINTS = [
  { move: 0, blackWins: 0.5, lead: 2 },
  { move: 4, blackWins: 0.25 },
  { move: 5, blackWins: 0.1, lead: -31 },
]

describe("the graph of a review (APP-2)", () => {
  it("has columns of moves, percent and points, and a scale that holds the largest lead", () => {
    expect(
      graphColumns(POINTS, (move) => (move === 4 ? "mistake" : move === 5 ? "blunder" : undefined)),
    ).toEqual({
      mistakes: [null, 25, null],
      blunders: [null, null, 10],
      moves: [0, 4, 5],
      rates: [50, 25, 10],
      leads: [2, null, -31],
      farthest: 35,
    })
    expect(graphColumns([]).farthest).toBe(10)
  })

  it("knows whether its second half is high, where its key would lie over it", () => {
    const rates = (...all: number[]) => all.map((blackWins, move) => ({ move, blackWins }))
    expect(endsHigh(rates(0.1, 0.2, 0.7, 0.9))).toBe(true)
    expect(endsHigh(rates(0.9, 0.8, 0.7, 0.3, 0.1))).toBe(false)
    expect(endsHigh([])).toBe(false)
  })

  it("knows what it shows at a move", () => {
    expect(pointAtMove(POINTS, 4)?.blackWins).toBe(0.25)
    expect(pointAtMove(POINTS, 3)).toBeUndefined()
    expect(pointAtMove([], 0)).toBeUndefined()
  })

  it("shows glances without their swing from turn to turn", () => {
    const swinging = [0.5, 0.4, 0.5, 0.4, 0.5].map((blackWins, move) => ({
      move,
      blackWins,
      lead: 0,
      evaluations: 1,
    }))
    expect(graphColumns(swinging).rates.slice(1, 4)).toEqual([45, 45, 45].map((rate) => expect.closeTo(rate)))
    const deep = swinging.map((point) => ({ ...point, evaluations: 50 }))
    expect(graphColumns(deep).rates).toEqual([50, 40, 50, 40, 50])
  })
})
