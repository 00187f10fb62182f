// Verdicts never claim more than the interval allows (LAB-1).

import { describe, expect, it } from "vitest"
import {
  agrees,
  combine,
  compareNumber,
  compareSign,
  differs,
  estimate,
  notComparable,
  open,
} from "./verdict.ts"

const CLOSE = { precision: 2, why: "other games" }

describe("a number and an interval", () => {
  it.each([
    ["inside a narrow interval", estimate(10, 0.5), "agrees"],
    ["inside a wide interval", estimate(10, 5), "open"],
    ["outside", estimate(20, 1), "differs"],
    ["outside, but within the error of the published number", estimate(13, 0.5), "differs"],
  ])("%s", (_, ours, kind) => expect(compareNumber(10.5, ours, CLOSE).kind).toBe(kind))

  it("the published number may be uncertain, too", () => {
    expect(compareNumber(10, estimate(13, 0.5), { ...CLOSE, theirError: 3 }).kind).toBe("agrees")
  })

  it.each([
    [1, { low: 0.1, high: 3 }, "agrees"],
    [1, { low: -0.1, high: 3 }, "open"],
    [-1, { low: -3, high: -1 }, "agrees"],
    [1, { low: -3, high: -1 }, "differs"],
  ] as const)("the sign %i of %o", (claimed, interval, kind) =>
    expect(compareSign(claimed, interval, "it harms").kind).toBe(kind),
  )
})

describe("several verdicts", () => {
  it("a difference outweighs, then what is open, then what agrees", () => {
    expect(combine([agrees(), differs("a"), open("b")])).toEqual({
      kind: "differs",
      reason: "1 of 3 rows: a",
    })
    expect(combine([agrees(), open("b")]).kind).toBe("open")
    expect(combine([agrees(), notComparable("c")]).kind).toBe("agrees")
    expect(combine([notComparable("c")])).toEqual({ kind: "not comparable", reason: "c" })
    expect(combine([]).kind).toBe("not comparable")
  })
})
