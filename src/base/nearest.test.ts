import { describe, expect, it } from "vitest"
import { editDistance, makeChoice, nearestName } from "./nearest.ts"

describe("the nearest name", () => {
  it.each([
    ["", "", 0],
    ["abc", "", 3],
    ["playots", "playouts", 1],
    ["utc", "uct", 1],
    ["kitten", "sitting", 3],
    ["flaw", "lawn", 2],
  ])("%j and %j are %i apart, both ways", (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance)
    expect(editDistance(b, a)).toBe(distance)
  })

  const names = ["playouts", "seconds", "threads", "uct", "japanese"]

  it.each([
    ["playots", "playouts"],
    ["Threds", "threads"],
    ["utc", "uct"],
    ["japan", "japanese"],
    ["x", undefined],
    ["weather", undefined],
  ])("%j is meant for %j", (word, name) => expect(nearestName(word, names)).toBe(name))

  it("is offered where there is one", () => {
    expect(makeChoice("playots", names)).toBe(
      `"playots" (did you mean playouts?); there are: ${names.join(", ")}`,
    )
    expect(makeChoice("zzz", ["one"])).toBe(`"zzz"; there is: one`)
  })
})
