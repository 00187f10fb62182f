// REC-1: typed values.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeSgfMove } from "../rules/coordinates.ts"
import { Black, PASS, White, allPoints, pointAt } from "../rules/types.ts"
import {
  makeColor,
  makeMove,
  makePointList,
  makeReal,
  makeSize,
  parseColor,
  parseInteger,
  parseMove,
  parsePoint,
  parsePointList,
  parseReal,
  parseSize,
} from "./properties.ts"

describe("REC-1 points and moves", () => {
  it.each([
    ["aa", 9, pointAt(0, 0)],
    [" ic\n", 9, pointAt(8, 2)],
    ["yy", 25, pointAt(24, 24)],
  ])("reads point %j on size %i", (raw, size, point) => {
    expect(parsePoint(raw, size)).toEqual({ value: point, reason: undefined })
  })

  it.each([
    ["jj", 9, 'point "jj" lies outside of the 9×9 board'],
    ["AA", 25, 'point "AA" lies outside of the 25×25 board'],
    ["", 9, '"" is not a point'],
    ["a1", 9, '"a1" is not a point'],
    ["D4 is a long comment that is no point", 9, '"D4 is a long comment…" is not a point'],
  ])("refuses point %j on size %i", (raw, size, reason) => {
    expect(parsePoint(raw, size)).toEqual({ value: undefined, reason })
  })

  it("knows both spellings of a pass", () => {
    expect(parseMove("", 19).value).toBe(PASS)
    expect(parseMove(" ", 19).value).toBe(PASS)
    expect(parseMove("tt", 19).value).toBe(PASS)
    expect(parseMove("tt", 21).value).toBe(pointAt(19, 19))
    expect(parseMove("zz", 19)).toEqual({
      value: undefined,
      reason: 'point "zz" lies outside of the 19×19 board',
    })
    expect(makeMove(PASS)).toBe("")
  })
})

describe("REC-1 point lists", () => {
  const cases: [name: string, values: string[], size: number, points: string][] = [
    ["single points", ["aa", "cb"], 9, "aa cb"],
    ["a rectangle", ["aa:cb"], 9, "aa ba ca ab bb cb"],
    ["one line", ["ba:bc"], 9, "ba bb bc"],
    ["corners in the wrong order", ["cb:aa"], 9, "aa ba ca ab bb cb"],
    ["the other diagonal", ["ca:ab"], 9, "aa ba ca ab bb cb"],
    ["a rectangle of one point", ["aa:aa"], 9, "aa"],
    ["points named twice", ["aa", "aa:ba", "ba"], 9, "aa ba"],
  ]
  it.each(cases)("reads %s", (_, values, size, points) => {
    const list = parsePointList(values, size)
    expect(list.points.map(makeSgfMove).join(" ")).toBe(points)
    expect(list.issues).toEqual([])
  })

  it("reports what lies off the board, with its index", () => {
    const { points, issues } = parsePointList(["aa", "zz", "bb:kk", "x", "cc"], 9)
    expect(points.map(makeSgfMove)).toEqual(["aa", "cc"])
    expect(issues).toEqual([
      { index: 1, reason: 'point "zz" lies outside of the 9×9 board' },
      { index: 2, reason: 'point "kk" lies outside of the 9×9 board' },
      { index: 3, reason: '"x" is not a point' },
    ])
  })

  it("compresses to rectangles", () => {
    expect(makePointList(parsePointList(["aa:ss"], 19).points, { compress: true })).toEqual(["aa:ss"])
    expect(makePointList(parsePointList(["cc", "aa:ba", "ab:bb"], 9).points, { compress: true })).toEqual([
      "aa:bb",
      "cc",
    ])
  })

  it("reads back what it writes, compressed or not", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25 }),
        fc.boolean(),
        fc.infiniteStream(fc.boolean()),
        (size, compress, chosen) => {
          const points = allPoints(size).filter(() => chosen.next().value)
          const { points: again, issues } = parsePointList(makePointList(points, { compress }), size)
          expect(issues).toEqual([])
          expect(new Set(again)).toEqual(new Set(points))
        },
      ),
      { seed: 5 },
    )
  })
})

describe("REC-1 numbers, colours, sizes", () => {
  it.each([
    ["6.5", 6.5],
    ["-7", -7],
    ["+0.75", 0.75],
    [" 5. ", 5],
    [".5", 0.5],
  ])("reads the number %j", (raw, value) => {
    expect(parseReal(raw)).toEqual({ value, reason: undefined })
  })

  it("repairs a decimal comma", () => {
    expect(parseReal("6,5")).toEqual({
      value: 6.5,
      reason: '"6,5" has a comma for the decimal point: read as 6.5',
    })
  })

  it.each(["", "six", "1e5", "Infinity", "0x10", "1,2,3", "9".repeat(50), "--1"])(
    "refuses the number %j",
    (raw) => {
      expect(parseReal(raw).value).toBeUndefined()
      expect(parseReal(raw).reason).toMatch(/is not a number$/)
    },
  )

  it("writes numbers without exponents", () => {
    expect([6.5, 7, -0.5, 1e21, 0.1 + 0.2].map(makeReal)).toEqual([
      "6.5",
      "7",
      "-0.5",
      "1000000000000000000000",
      "0.3",
    ])
  })

  it("reads whole numbers, and repairs 2.0", () => {
    expect(parseInteger("2")).toEqual({ value: 2, reason: undefined })
    expect(parseInteger("2.0")).toEqual({
      value: 2,
      reason: '"2.0" is not a whole number as written: read as 2',
    })
    expect(parseInteger("2.5")).toEqual({ value: undefined, reason: '"2.5" is not a whole number' })
  })

  it("reads colours", () => {
    expect([parseColor("B").value, parseColor("W").value]).toEqual([Black, White])
    expect(parseColor("white")).toEqual({
      value: White,
      reason: '"white" is not a colour, which is B or W: read as W',
    })
    expect(parseColor("x")).toEqual({ value: undefined, reason: '"x" is not a colour, which is B or W' })
    expect([makeColor(Black), makeColor(White)]).toEqual(["B", "W"])
  })

  it.each([
    ["19", 19, undefined],
    ["9:9", 9, undefined],
    ["1", 1, undefined],
    ["25", 25, undefined],
    ["9:13", undefined, "the board is 9×13, and only square boards are supported"],
    ["52", undefined, "the board is 52×52, and only sizes 1 to 25 are supported"],
    ["0", undefined, "the board is 0×0, and only sizes 1 to 25 are supported"],
    ["-3", undefined, "the board is -3×-3, and only sizes 1 to 25 are supported"],
    ["large", undefined, '"large" is not a board size'],
    ["", undefined, '"" is not a board size'],
  ])("reads the size %j", (raw, value, reason) => {
    expect(parseSize(raw)).toEqual({ value, reason })
  })

  it("writes sizes", () => expect(makeSize(13)).toBe("13"))
})
