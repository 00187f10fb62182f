import { expect, it } from "vitest"
import { fitWords, heightOf, wrap } from "./wrap.ts"

it("breaks at blanks, and indents what follows", () => {
  expect(wrap("  one two three four", 10, "    ")).toEqual(["  one two", "    three", "    four"])
  expect(wrap("short", 10)).toEqual(["short"])
  expect(wrap("", 10)).toEqual([""])
  expect(wrap("an extraordinarily long word", 8)).toEqual(["an", "extraordinarily", "long", "word"])
})

it("whole words only", () => {
  expect(fitWords(["E5", "C3", "G10"], 8)).toBe("E5 C3")
  expect(fitWords(["E5", "C3", "G10"], 9)).toBe("E5 C3 G10")
  expect(fitWords(["E5"], 1)).toBe("")
})

it("a line that is too long takes several rows", () => {
  expect(heightOf(["", "a".repeat(10), "a".repeat(11)], 10)).toBe(4)
})
