import { describe, expect, it } from "vitest"
import { splitCommand } from "./command-line.ts"

describe("splitCommand (GTP-2)", () => {
  it.each([
    { text: "gnugo", words: ["gnugo"] },
    { text: "  gnugo\t--mode  gtp\n", words: ["gnugo", "--mode", "gtp"] },
    { text: `"/opt/my engines/go" --name 'a "b" c'`, words: ["/opt/my engines/go", "--name", 'a "b" c'] },
    { text: `go --file="two words".sgf`, words: ["go", "--file=two words.sgf"] },
    { text: `go "" ''`, words: ["go", "", ""] },
    { text: String.raw`C:\go\go.exe -x`, words: [String.raw`C:\go\go.exe`, "-x"] },
    { text: "go $HOME *.sgf; rm `x` | y > z", words: "go $HOME *.sgf; rm `x` | y > z".split(" ") },
  ])("$text", ({ text, words: [program, ...args] }) => {
    expect(splitCommand(text)).toEqual({ ok: true, value: { program, args } })
  })

  it.each([
    { text: `go "open`, error: "A quote is not closed." },
    { text: `go it's`, error: "A quote is not closed." },
    { text: " ", error: "The command is missing: a program and its arguments, such as gnugo --mode gtp." },
    {
      text: `"" --mode gtp`,
      error: "The command is missing: a program and its arguments, such as gnugo --mode gtp.",
    },
  ])("$text: $error", ({ text, error }) => {
    expect(splitCommand(text)).toEqual({ ok: false, error })
  })
})
