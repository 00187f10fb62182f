// The arena's own clocks (ARE-1).

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { fullTime, patience } from "../search/index.ts"
import { makeClock, parseClock, spend } from "./clock.ts"

/** What is left after moves of these seconds, or the overrun of the one that was too long. */
function after(clock: string, moves: readonly number[]): string {
  const settings = unwrap(parseClock(clock))
  let left = fullTime(settings)
  for (const seconds of moves) {
    const next = spend(settings, left, seconds)
    if (!next.ok) return `over by ${Number(next.error.toFixed(6))}`
    left = next.value
  }
  return `${Number(left.seconds.toFixed(6))}/${left.stones}`
}

describe("clocks (ARE-1)", () => {
  it.each([
    ["absolute:60", [10, 20], "30/0"],
    ["absolute:60", [60], "0/0"],
    ["absolute:60", [59, 1.5], "over by 0.5"],
    ["byoyomi:10+5x3", [4], "6/0"],
    ["byoyomi:10+5x3", [12], "5/3"],
    ["byoyomi:10+5x3", [12, 5], "5/3"],
    ["byoyomi:10+5x3", [12, 5.1], "5/2"],
    ["byoyomi:10+5x3", [12, 9, 14], "over by 4"],
    ["byoyomi:10+5x3", [26], "over by 1"],
    ["byoyomi:0+5x1", [5, 5, 5.25], "over by 0.25"],
    ["canadian:0+10/3", [2], "8/2"],
    ["canadian:0+10/3", [2, 3], "5/1"],
    ["canadian:0+10/3", [2, 3, 5], "10/3"],
    ["canadian:0+10/3", [2, 3, 6], "over by 1"],
    ["canadian:5+10/2", [9], "6/1"],
  ])("%s after %j: %s", (clock, moves, left) => expect(after(clock, moves)).toBe(left))

  it.each([
    ["absolute:60", 60],
    ["byoyomi:10+5x3", 25],
    ["canadian:10+5/3", 15],
    ["canadian:0+5/3", 5],
  ])("%s: who only thinks has lost after %d s", (clock, seconds) => {
    const settings = unwrap(parseClock(clock))
    expect(patience(settings, fullTime(settings))).toBe(seconds)
    expect(after(clock, [seconds])).not.toMatch(/over/)
    expect(after(clock, [seconds + 0.001])).toBe("over by 0.001")
  })

  it.each(["absolute:60", "byoyomi:0+5x1", "byoyomi:600+30.5x5", "canadian:0+5/10"])("%s", (text) =>
    expect(makeClock(unwrap(parseClock(text)))).toBe(text),
  )

  it.each([
    "",
    "60",
    "absolute:0",
    "absolute:-1",
    "byoyomi:0+0x1",
    "byoyomi:0+5x0",
    "byoyomi:0+5/1",
    "canadian:0+5x1",
  ])("%j is no clock, and the refusal says what is", (text) =>
    expect(parseClock(text)).toMatchObject({ ok: false, error: expect.stringMatching(/byoyomi:600/) }),
  )
})
