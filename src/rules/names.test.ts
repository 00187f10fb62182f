// Handicap points, symmetries, rule sets, results and drawn boards: small tables in one place.

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { makeAscii, parseAscii } from "./ascii.ts"
import { makeVertex, parseVertex } from "./coordinates.ts"
import { fixedHandicap, freeHandicap, maxFixedHandicap, starPoints } from "./handicap.ts"
import { makeOutcome, outcomeOfMargin, parseOutcome } from "./outcome.ts"
import { defaultKomi, handicapCompensation, parseKomi, parseRuleset, RULESET_NAMES } from "./ruleset.ts"
import { inverse, SYMMETRIES, transform, transformMove } from "./symmetry.ts"
import { allPoints, Black, PASS, White } from "./types.ts"

describe("handicap (RUL-3, GTP 2 draft)", () => {
  const names = (size: number, stones: number) =>
    fixedHandicap(size, stones)
      ?.map((point) => makeVertex(point, size))
      .sort()

  it.each([
    [19, 2, ["D4", "Q16"]],
    [19, 3, ["D16", "D4", "Q16"]],
    [19, 4, ["D16", "D4", "Q16", "Q4"]],
    [19, 5, ["D16", "D4", "K10", "Q16", "Q4"]],
    [19, 6, ["D10", "D16", "D4", "Q10", "Q16", "Q4"]],
    [19, 7, ["D10", "D16", "D4", "K10", "Q10", "Q16", "Q4"]],
    [19, 8, ["D10", "D16", "D4", "K16", "K4", "Q10", "Q16", "Q4"]],
    [19, 9, ["D10", "D16", "D4", "K10", "K16", "K4", "Q10", "Q16", "Q4"]],
    [9, 4, ["C3", "C7", "G3", "G7"]],
    [8, 4, ["C3", "C6", "F3", "F6"]],
    [7, 4, ["C3", "C5", "E3", "E5"]],
    [11, 3, ["C3", "C9", "J9"]],
    [13, 5, ["D10", "D4", "G7", "K10", "K4"]],
  ])("size %i, %i stones", (size, stones, points) => expect(names(size, stones)).toEqual(points))

  it("refuses what there is no fixed handicap for", () => {
    for (const [size, stones] of [
      [19, 1],
      [19, 10],
      [6, 2],
      [8, 5],
      [7, 5],
      [19, 2.5],
    ] as const) {
      expect(fixedHandicap(size, stones)).toBeUndefined()
    }
  })

  it("free handicap gives any number of different points that leaves one empty", () => {
    for (let size = 2; size <= 25; size++) {
      for (const stones of [2, 5, 9, 10, size * size - 1]) {
        const points = freeHandicap(size, stones)
        if (stones >= size * size) expect(points).toBeUndefined()
        else expect(new Set(points).size).toBe(stones)
      }
      expect(freeHandicap(size, size * size)).toBeUndefined()
      expect(starPoints(size).length).toBeLessThanOrEqual(Math.max(1, maxFixedHandicap(size)))
    }
  })
})

describe("symmetry", () => {
  it("has eight different images, and each has an inverse", () => {
    const point = parseVertex("B3", 9)!
    expect(new Set(SYMMETRIES.map((symmetry) => transformMove(symmetry, point, 9))).size).toBe(8)
    for (const symmetry of SYMMETRIES) {
      for (const p of allPoints(5)) {
        expect(transform(inverse(symmetry), transform(symmetry, p, 5), 5)).toBe(p)
      }
      expect(transformMove(symmetry, PASS, 9)).toBe(PASS)
    }
  })
})

describe("rule sets (RUL-3)", () => {
  // The table of the specification, row by row.
  it.each([
    ["tromp-taylor", "positional", true, "area", "none", 0],
    ["cgos", "positional", false, "area", "none", 0],
    ["chinese", "positional", false, "area", "agreed", 4],
    ["aga", "situational", false, "area", "agreed", 3],
    ["new-zealand", "situational", true, "area", "agreed", 0],
    ["japanese", "simple", false, "territory", "agreed", 0],
  ])("%s", (name, ko, suicide, scoring, dead, compensation) => {
    const rules = parseRuleset(name)!
    expect(rules).toMatchObject({ name, ko, suicide, scoring, dead })
    expect(handicapCompensation(rules, 4)).toBe(compensation)
    expect(handicapCompensation(rules, 1)).toBe(0)
  })

  it("are found under the names that records use", () => {
    for (const [text, name] of [
      ["Japanese", "japanese"],
      ["New Zealand", "new-zealand"],
      ["NZ", "new-zealand"],
      ["new_zealand", "new-zealand"],
      ["Tromp-Taylor", "tromp-taylor"],
      ["AGA", "aga"],
      ["Korean", "japanese"],
      ["capture-3", "capture-3"],
    ]) {
      expect(parseRuleset(text!)?.name).toBe(name)
    }
    for (const bad of ["", "chess", "capture-6", "capture-0", "constructor", "__proto__"]) {
      expect(parseRuleset(bad)).toBeUndefined()
    }
    expect(RULESET_NAMES).toHaveLength(6)
    expect(defaultKomi(parseRuleset("japanese")!, 0)).toBe(6.5)
    expect(defaultKomi(parseRuleset("chinese")!, 3)).toBe(0.5)
  })
})

describe("results (RUL-4)", () => {
  it.each(["B+3.5", "W+R", "0", "Void", "?", "B+T", "W+F", "B+", "W+0.25"])(
    "%s is read and written",
    (text) => {
      expect(makeOutcome(parseOutcome(text)!)).toBe(text)
    },
  )

  it.each([
    ["B+Resign", "B+R"],
    ["w+res.", "W+R"],
    ["Draw", "0"],
    ["Jigo", "0"],
    ["W+Time", "W+T"],
    ["B+3,5", "B+3.5"],
    ["B + 2", "B+2"],
    ["B+0", "0"],
    ["", "?"],
  ])("%s is %s", (loose, strict) => expect(makeOutcome(parseOutcome(loose)!)).toBe(strict))

  it("refuses what is no result", () => {
    for (const bad of ["Black won", "B-3", "X+3", "B+3.5.5", "B+-3"])
      expect(parseOutcome(bad)).toBeUndefined()
  })

  it("comes from a margin", () => {
    expect(outcomeOfMargin(-0.5)).toEqual({ kind: "score", winner: White, margin: 0.5 })
    expect(outcomeOfMargin(3)).toEqual({ kind: "score", winner: Black, margin: 3 })
    expect(outcomeOfMargin(0)).toEqual({ kind: "draw" })
  })
})

describe("drawn boards", () => {
  it("are read as they are written, with coordinates and a marked move", () => {
    for (const size of [1, 2, 9, 19, 25]) {
      const board = unwrap(parseAscii(Array.from({ length: size }, () => ". ".repeat(size)).join("\n")))
      board.play(Black, allPoints(size).at(-1)!)
      expect(makeAscii(unwrap(parseAscii(makeAscii(board))))).toBe(makeAscii(board))
    }
    const board = unwrap(parseAscii("X . .\n. O .\n. . ."))
    expect(makeAscii(board, parseVertex("B2", 3))).toBe(
      ["   A B C", " 3 X . .", " 2 .(O).", " 1 . . .", "   A B C"].join("\n"),
    )
  })
})

describe("komi", () => {
  it.each([
    ["6.5", 6.5],
    ["-3", -3],
    ["+.5", 0.5],
    ["1e1", 10],
    ["1000", 1000],
    ["1000.5", undefined],
    ["1e308", undefined],
    ["Infinity", undefined],
    ["", undefined],
    ["0x10", undefined],
    ["6,5", undefined],
  ])("%j is %j", (text, komi) => expect(parseKomi(text)).toBe(komi))
})
