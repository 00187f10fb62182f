// REC-1: escapes, line breaks and composed values of FF[4].

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  makeComposed,
  makeRaw,
  makeSimpleText,
  makeText,
  parseComposed,
  parseSimpleText,
  parseText,
} from "./text.ts"

describe("REC-1 text", () => {
  const cases: [name: string, raw: string, text: string, simple: string][] = [
    ["plain", "hane", "hane", "hane"],
    ["escaped bracket, backslash, colon", "a\\]b\\\\c\\:d", "a]b\\c:d", "a]b\\c:d"],
    ["an escape that was not needed", "\\h\\a", "ha", "ha"],
    ["an escaped letter n is a letter", "\\n", "n", "n"],
    ["line break", "a\nb", "a\nb", "a b"],
    ["line breaks of other systems", "a\r\nb\rc\n\rd", "a\nb\nc\nd", "a b c d"],
    ["two line breaks", "a\r\n\r\nb", "a\n\nb", "a  b"],
    ["soft line break", "a\\\nb", "ab", "ab"],
    ["soft line breaks of other systems", "a\\\r\nb\\\rc\\\n\rd", "abcd", "abcd"],
    ["an escaped backslash before a line break", "a\\\\\nb", "a\\\nb", "a\\ b"],
    ["white space", "a\tb\vc\fd", "a b c d", "a b c d"],
    ["escaped white space is a blank all the same", "a\\\tb", "a b", "a b"],
    ["half an escape at the end", "a\\", "a", "a"],
    [
      "the example of the specification",
      "Meijin NR: yeah, k4 is won\\\nderful\nsweat NR: thank you! :\\)\n",
      "Meijin NR: yeah, k4 is wonderful\nsweat NR: thank you! :)\n",
      "Meijin NR: yeah, k4 is wonderful sweat NR: thank you! :) ",
    ],
  ]
  it.each(cases)("reads %s", (_, raw, text, simple) => {
    expect(parseText(raw)).toBe(text)
    expect(parseSimpleText(raw)).toBe(simple)
  })

  it("reads back what it writes, but for white space", () => {
    const anything = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(..."\\]:[\r\n\ta ") }),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const normal = text.replace(/\r\n|\n\r|\r/g, "\n").replace(/[\t\v\f]/g, " ")
        expect(parseText(makeText(text))).toBe(normal)
        expect(parseSimpleText(makeSimpleText(text))).toBe(normal.replaceAll("\n", " "))
      }),
      { seed: 3, numRuns: 1000 },
    )
  })
})

describe("REC-1 composed values", () => {
  const cases: [raw: string, halves: [string, string] | undefined][] = [
    ["aa:1", ["aa", "1"]],
    ["CGoban:3", ["CGoban", "3"]],
    ["a\\:b:c", ["a\\:b", "c"]],
    ["a:b:c", ["a", "b:c"]],
    ["a\\\\:b", ["a\\\\", "b"]],
    [":", ["", ""]],
    ["plain", undefined],
    ["a\\:b", undefined],
  ]
  it.each(cases)("splits %s", (raw, halves) => {
    expect(parseComposed(raw)).toEqual(halves)
  })

  it("reads back what it writes", () => {
    const text = fc.string({ unit: fc.constantFrom(..."\\]:ab ") })
    fc.assert(
      fc.property(text, text, (left, right) => {
        const halves = parseComposed(makeComposed(makeText(left), makeText(right)))!
        expect(halves.map(parseText)).toEqual([left, right])
      }),
      { seed: 4 },
    )
  })
})

describe("REC-1 raw values", () => {
  it.each([
    ["a", "a"],
    ["a\\]", "a\\]"],
    ["a]", "a\\]"],
    ["a\\", "a\\\\"],
    ["a\\\\", "a\\\\"],
    ["\\\\]", "\\\\\\]"],
  ])("%s may stand between brackets as %s", (value, raw) => {
    expect(makeRaw(value)).toBe(raw)
  })
})
