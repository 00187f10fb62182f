import { Black, White } from "montego/rules"
import type { TimeLimit } from "montego/search"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { GameClock, makeTime, readClock } from "./clock.ts"

const ABSOLUTE: TimeLimit = { kind: "absolute", main: 60 }
const BYO_YOMI: TimeLimit = { kind: "byo-yomi", main: 10, period: 5, periods: 3 }
const CANADIAN: TimeLimit = { kind: "canadian", main: 5, period: 10, stones: 3 }

describe("what a clock shows (APP-1)", () => {
  it.each([
    [3723, "1:02:03"],
    [725, "12:05"],
    [60, "1:00"],
    [59.2, "1:00"],
    [10, "0:10"],
    [9.94, "0:10"],
    [9.9, "9.9"],
    [0.01, "0.1"],
    [0, "0.0"],
  ])("%d s are shown as %s", (seconds, shown) => expect(makeTime(seconds)).toBe(shown))
})

describe("two clocks (APP-1)", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("runs for one side at a time, and none when paused", () => {
    const clock = new GameClock(ABSOLUTE)
    clock.run(Black)
    vi.advanceTimersByTime(4000)
    expect(clock.press(Black, 1)).toBe(true)
    clock.run(White)
    vi.advanceTimersByTime(1500)
    clock.pause()
    vi.advanceTimersByTime(60_000)
    expect(clock.running).toBeUndefined()
    expect([clock.left(Black).seconds, clock.left(White).seconds]).toEqual([56, 58.5])
  })

  it("tells when what it shows changes: every second, and every tenth of the last ten", () => {
    const clock = new GameClock({ kind: "absolute", main: 12 })
    clock.run(Black)
    let changes = 0
    clock.subscribe(() => changes++)
    vi.advanceTimersByTime(1990)
    expect(changes).toBeLessThanOrEqual(2)
    changes = 0
    vi.advanceTimersByTime(2000)
    expect(changes).toBeGreaterThan(15)
    clock.pause()
  })

  it("falls once, refuses the move that comes too late, and stands still then", () => {
    const clock = new GameClock({ kind: "absolute", main: 2 })
    let falls = 0
    clock.subscribe(() => (falls += clock.fallen === Black ? 1 : 0))
    clock.run(Black)
    vi.advanceTimersByTime(5000)
    expect(falls).toBe(1)
    expect(clock.left(Black).seconds).toBe(0)
    expect(clock.press(Black, 1)).toBe(false)
    clock.run(White)
    expect(clock.running).toBeUndefined()
  })

  it("shows after an undo what it showed at that move", () => {
    const clock = new GameClock(CANADIAN)
    for (const [number, color] of [Black, White, Black, White].entries()) {
      clock.run(color)
      vi.advanceTimersByTime(6000)
      clock.press(color, number + 1)
    }
    expect(clock.left(Black)).toEqual({ seconds: 3, stones: 1 })
    clock.takeBack(2)
    expect(clock.left(Black)).toEqual({ seconds: 9, stones: 2 })
    expect(clock.left(White)).toEqual({ seconds: 9, stones: 2 })
    clock.takeBack(0)
    expect(clock.left(Black)).toEqual({ seconds: 5, stones: 0 })
  })

  it("is kept with the time of the turn that runs, without the time in between", () => {
    const clock = new GameClock(BYO_YOMI)
    clock.run(Black)
    vi.advanceTimersByTime(3000)
    clock.press(Black, 1)
    clock.run(White)
    vi.advanceTimersByTime(12_000)
    const saved: unknown = JSON.parse(JSON.stringify(clock.save()))
    clock.pause()
    vi.advanceTimersByTime(1000 * 3600)
    const again = new GameClock(BYO_YOMI, readClock(saved, 1))
    expect(again.left(Black)).toEqual({ seconds: 7, stones: 0 })
    expect(again.left(White)).toEqual({ seconds: 3, stones: 3 })
    again.takeBack(1)
    expect(again.left(White)).toEqual({ seconds: 10, stones: 0 })
  })

  it.each([undefined, 3, {}, { turns: [], now: [] }, { turns: [[{ seconds: -1, stones: 0 }]], now: [] }])(
    "is read with distrust: %j",
    (stored) => expect(readClock(stored, 0)).toBeUndefined(),
  )
})
