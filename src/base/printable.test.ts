import { describe, expect, it } from "vitest"
import { printable } from "./printable.ts"

describe("text from outside for a terminal", () => {
  it.each([
    ["plain text, also Ж, 囲碁 and 🏯", "plain text, also Ж, 囲碁 and 🏯"],
    ["\u001b[2J\u001b]0;title\u0007", "�[2J�]0;title�"],
    ["\u009b31mred\u007f", "�31mred�"],
    ["two\r\nlines\tand a tab", "two lines and a tab"],
    ["a\u2028b\u0085c", "a b c"],
    ["abc\u202ecba\u2066", "abc�cba�"],
    ["ad\u200bmin\u{e0041}", "ad�min�"],
    ["\0\b\b\b", "����"],
  ])("%j", (text, clean) => {
    expect(printable(text)).toBe(clean)
  })

  it("leaves no control character, whichever it is", () => {
    for (let code = 0; code < 0x300; code++)
      expect(printable(String.fromCharCode(code))).not.toMatch(/\p{Cc}|\p{Cf}/u)
  })

  it("has a bound", () => {
    expect(printable("x".repeat(10), 10)).toBe("x".repeat(10))
    expect(printable("x".repeat(1e6), 10)).toBe(`${"x".repeat(9)}…`)
  })
})
