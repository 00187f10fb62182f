import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeSgfMove, makeVertex, parseSgfMove, parseSgfPoint, parseVertex } from "./coordinates.ts"
import { allPoints, isOnBoard, PASS, pointAt, xOf, yOf, type Move } from "./types.ts"

describe("coordinates (RUL-1)", () => {
  it.each([
    ["A1", 19, pointAt(0, 18)],
    ["t19", 19, pointAt(18, 0)],
    ["J9", 9, pointAt(8, 0)],
    ["Z25", 25, pointAt(24, 0)],
    ["pass", 9, PASS],
    ["PASS", 9, PASS],
  ])("reads %s on size %i", (text, size, move) => expect(parseVertex(text, size)).toBe(move))

  it.each(["I5", "A0", "K1", "A10", "", "A", "5", "A1A", "Ä1", "A-1", "A 1", "passe"])(
    "refuses %j on 9×9",
    (text) => expect(parseVertex(text, 9)).toBeUndefined(),
  )

  it("reads SGF points and passes", () => {
    expect(parseSgfMove("aa", 9)).toBe(pointAt(0, 0))
    expect(parseSgfMove("", 9)).toBe(PASS)
    expect(parseSgfMove("tt", 19)).toBe(PASS)
    expect(parseSgfMove("tt", 25)).toBe(pointAt(19, 19))
    for (const bad of ["jj", "a", "aaa", "AA", "a1", "``"]) expect(parseSgfPoint(bad, 9)).toBeUndefined()
  })

  it("reads what it writes, on every size", () => {
    for (let size = 1; size <= 25; size++) {
      for (const point of [...allPoints(size), PASS] as Move[]) {
        expect(parseVertex(makeVertex(point, size), size)).toBe(point)
        expect(parseSgfMove(makeSgfMove(point), size)).toBe(point)
      }
    }
  })

  it("knows which numbers are points", () => {
    const size = 9
    const points = new Set<number>(allPoints(size))
    fc.assert(
      fc.property(fc.integer({ min: -800, max: 1600 }), (n) => isOnBoard(size, n as Move) === points.has(n)),
    )
    expect(isOnBoard(size, 27.5 as Move)).toBe(false)
    for (const point of allPoints(size)) expect(pointAt(xOf(point), yOf(point))).toBe(point)
  })
})
