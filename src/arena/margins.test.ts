// Margins of games as A sees them (ARE-2).

import { describe, expect, it } from "vitest"
import { marginOf, marginText, summarizeMargins, type GameEnd } from "./margins.ts"

const won = (black: "a" | "b", winner: "black" | "white", margin: number): GameEnd => ({
  black,
  verdict: { kind: "score", winner, margin },
})
const RESIGNED: GameEnd = { black: "a", verdict: { kind: "resign", winner: "black" } }
const DRAWN: GameEnd = { black: "a", verdict: { kind: "score", winner: null, margin: 0 } }

describe("the margin of A", () => {
  it.each([
    ["A is Black and wins", won("a", "black", 3.5), 3.5],
    ["A is White and loses", won("b", "black", 3.5), -3.5],
    ["A is White and wins", won("b", "white", 2), 2],
    ["a draw", DRAWN, 0],
    ["a resignation has none", RESIGNED, undefined],
    ["Capture Go has none", { black: "a", verdict: { kind: "score", winner: "black" } } as const, undefined],
  ])("%s", (_, end, margin) => expect(marginOf(end)).toBe(margin))

  it("has mean, spread and error over the counted games; resigned ones stand apart", () => {
    const summary = summarizeMargins([won("a", "black", 10), won("b", "black", 4), RESIGNED])
    expect(summary).toEqual({
      games: 2,
      resigned: 1,
      mean: 3,
      deviation: expect.closeTo(Math.sqrt(98)),
      error: expect.closeTo(7),
    })
    expect(marginText(summary)).toBe("+3.0 ± 7.0 points, spread 9.9, over 2 counted games; 1 resigned")
  })

  it("says when there is none", () => {
    expect(marginText(summarizeMargins([RESIGNED]))).toBe("no game was counted; 1 resigned")
    expect(marginText(summarizeMargins([DRAWN]))).toBe("+0.0 points, over 1 counted game")
  })
})
