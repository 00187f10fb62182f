// Every game ends with a typed verdict (ARE-1), and its text says the same.

import { describe, expect, it } from "vitest"
import { Black } from "../rules/index.ts"
import { isFault, makeResult, makeVerdict, parseVerdict, verdictOf, type Verdict } from "./verdict.ts"

const CASES: readonly (readonly [text: string, result: string, verdict: Verdict])[] = [
  ["B+3.5", "B+3.5", { kind: "score", winner: "black", margin: 3.5 }],
  ["0", "0", { kind: "score", winner: null, margin: 0 }],
  ["W+", "W+", { kind: "score", winner: "white" }],
  ["W+R", "W+R", { kind: "resign", winner: "white" }],
  ["B+T overrun 0.31 s", "B+T", { kind: "time", winner: "black", overrun: 0.31 }],
  ["W+F illegal: E5: ko", "W+F", { kind: "illegal", winner: "white", reason: "E5: ko" }],
  ["B+F crash: a\nb", "B+F", { kind: "crash", winner: "black", reason: "a\nb" }],
  ["B+F stall: no answer", "B+F", { kind: "stall", winner: "black", reason: "no answer" }],
  ["Void void: too long", "Void", { kind: "void", winner: null, reason: "too long" }],
]

describe("verdicts (ARE-1)", () => {
  it.each(CASES)("%j is written and read", (text, result, verdict) => {
    expect(makeVerdict(verdict)).toBe(text)
    expect(makeResult(verdict)).toBe(result)
    expect(parseVerdict(text)).toEqual(verdict)
  })

  it.each(["", "?", "B+F", "B+T", "Void", "B+R because", "B+F cheating: yes", "hello", "B+3.5 crash: x"])(
    "%j is no verdict",
    (text) => expect(parseVerdict(text)).toBeUndefined(),
  )

  it("knows which ends are faults", () => {
    const kinds = CASES.map(([, , verdict]) => verdict).filter(isFault)
    expect(kinds.map(({ kind }) => kind)).toEqual(["time", "illegal", "crash", "stall", "void"])
  })

  it("takes the referee's word", () => {
    expect(verdictOf({ kind: "resign", winner: Black })).toEqual({ kind: "resign", winner: "black" })
    expect(verdictOf({ kind: "draw" })).toEqual({ kind: "score", winner: null, margin: 0 })
    expect(verdictOf({ kind: "void" })).toMatchObject({ kind: "void", winner: null })
  })
})
