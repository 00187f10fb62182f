// Redis is not trusted (ARE-4): malformed orders and returns are refused.

import { describe, expect, it } from "vitest"
import { SMALL_MATCH } from "../../../test/support/match.ts"
import { unwrap } from "../../base/result.ts"
import { parseClock } from "../clock.ts"
import { breakOff } from "../game.ts"
import { listOpenings, NO_OPENINGS } from "../openings.ts"
import { makeTask } from "../schedule.ts"
import { readGameOrder, readGameReturn } from "./game-queue.ts"
import { holderOf } from "./job.ts"
import type { GameTask, MatchDefinition } from "../definition.ts"

const TASK = makeTask(SMALL_MATCH, NO_OPENINGS, 0)
const OPENED = makeTask(SMALL_MATCH, listOpenings([["C3", "PASS"]]), 1)

/** As they come out of Redis. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const order = (task: unknown, stallSeconds: unknown = 300): unknown => sent({ task, stallSeconds })
const match = (changes: object): unknown => order({ ...TASK, match: { ...TASK.match, ...changes } })

describe("orders", () => {
  it.each<Partial<MatchDefinition>>([
    {},
    { rules: "japanese", komi: -3.5, size: 19 },
    { rules: "capture-2", budget: { kind: "playouts", playouts: 9 } },
    { budget: { kind: "seconds", seconds: 0.5 }, threads: 4 },
    { budget: { kind: "clock", settings: unwrap(parseClock("byoyomi:0+5x1")) } },
    { budget: { kind: "clock", settings: unwrap(parseClock("canadian:9+5/3")) } },
    { budget: { kind: "clock", settings: unwrap(parseClock("absolute:9")) } },
    { openings: { kind: "random", moves: 3 }, a: "gtp:gnugo --mode gtp\t--seed {seed}" },
  ])("are read as they were written: %j", (changes) => {
    const task = makeTask({ ...SMALL_MATCH, ...changes }, NO_OPENINGS, 3)
    expect(readGameOrder(order(task))).toEqual({ ok: true, value: { task, stallSeconds: 300 } })
    expect(readGameOrder(order(OPENED)).ok).toBe(true)
  })

  it.each([
    [null, /expected Object/],
    [[], /task/],
    ["game", /expected Object/],
    [{}, /task/],
    [order(undefined), /task/],
    [order(TASK, 0), /stallSeconds/],
    [order(TASK, null), /stallSeconds/],
    [order(TASK, "5"), /stallSeconds/],
    [{ ...(order(TASK) as object), more: 1 }, /more/],
    [order({ ...TASK, id: "../../etc/passwd" }), /task\.id/],
    [order({ ...TASK, number: -1 }), /task\.number/],
    [order({ ...TASK, black: "c" }), /task\.black/],
    [order({ ...TASK, opening: "C3" }), /task\.opening/],
    [order({ ...TASK, opening: ["C3", "C3"] }), /the opening: move 2, C3: there is already/],
    [order({ ...TASK, opening: ["Z99"] }), /the opening: "Z99" is no point/],
    [order({ ...TASK, opening: Array(1e5).fill("C3") }), /the opening/],
    [order({ ...TASK, seed: 0.5 }), /task\.seed/],
    [order({ ...TASK, match: undefined }), /task\.match/],
    [match({ rules: "zzz" }), /task\.match\.rules: there is no such rule set/],
    [match({ rules: 7 }), /task\.match\.rules/],
    [match({ size: 1e9 }), /board size/],
    [match({ size: "9" }), /task\.match\.size/],
    [match({ size: 2.5 }), /task\.match\.size/],
    [match({ komi: "x" }), /task\.match\.komi/],
    [match({ komi: null }), /task\.match\.komi/],
    [match({ budget: undefined }), /task\.match\.budget/],
    [match({ budget: { kind: "playouts" } }), /task\.match\.budget\.playouts/],
    [match({ budget: { kind: "seconds", seconds: -1 } }), /task\.match\.budget\.seconds/],
    [match({ budget: { kind: "clock", settings: { kind: "none" } } }), /task\.match\.budget\.settings/],
    [match({ budget: { kind: "love" } }), /task\.match\.budget\.kind/],
    [match({ threads: 1e6 }), /task\.match\.threads/],
    [match({ openings: { kind: "list" } }), /task\.match\.openings/],
    [match({ seed: -1 }), /task\.match\.seed/],
    [match({ a: "" }), /task\.match\.a/],
    [match({ b: 5 }), /task\.match\.b/],
    [match({ b: "x".repeat(1e6) }), /task\.match\.b/],
    [match({ superko: "off" }), /task\.match\.superko/],
  ])("that are malformed are refused with the reason: %j", (value, reason) => {
    expect(readGameOrder(value)).toEqual({ ok: false, error: expect.stringMatching(reason) as unknown })
  })

  it("say what is wrong in few and harmless words", () => {
    const read = readGameOrder(match({ rules: `\u001b[2J${"z".repeat(1e6)}` }))
    expect(read.ok || read.error).toMatch(/^[ -~]{1,200}$/)
  })
})

describe("returns", () => {
  const played = breakOff(TASK, ["C3", "pass"], { kind: "resign", winner: "black" })
  const back = (changes: object, task: GameTask = TASK) =>
    readGameReturn(sent({ played: { ...played, ...changes }, worker: "w" }), task)

  it("are read as they were written, without what is not asked for", () => {
    expect(back({})).toEqual({ ok: true, value: { played, worker: "w" } })
    expect(back({ id: "ffffffffffffffff", number: 7 })).toEqual({ ok: true, value: { played, worker: "w" } })
    const whole = { dead: { by: "engines", stones: ["C3"] }, claims: { a: "B+2", b: "0" } }
    expect(back(whole)).toMatchObject({ ok: true, value: { played: whole } })
    expect(back({ plays: ["C3"] }, OPENED).ok).toBe(true)
    expect(back({ plays: ["C3", "pass", "D4"] }, OPENED).ok).toBe(true)
  })

  it.each([
    [{ times: undefined }, /played\.times/],
    [{ verdict: { kind: "resign" } }, /played\.verdict\.winner/],
    [{ verdict: { kind: "score", winner: null } }, /played\.verdict/],
    [{ verdict: { kind: "crash", winner: "black", reason: "x".repeat(1e5) } }, /played\.verdict\.reason/],
    [{ claims: undefined }, /played\.claims/],
    [{ claims: { a: "x".repeat(1e5) } }, /played\.claims\.a/],
    [{ plays: "C3" }, /played\.plays/],
    [{ plays: ["C3", "C3"] }, /move 2 is not lawful/],
    [{ plays: ["C3 D4"] }, /move 1 is not lawful/],
    [{ plays: ["pass", "pass", "C3"] }, /move 3 is not lawful/],
    [{ dead: { by: "engines", stones: ["Z9"] } }, /dead stone/],
    [{ sgf: undefined }, /played\.sgf/],
    [{ sgf: "x".repeat(5e6) }, /played\.sgf/],
  ])("that are malformed are refused with the reason: %#", (changes, reason) => {
    expect(back(changes)).toEqual({ ok: false, error: expect.stringMatching(reason) as unknown })
  })

  it("of another opening are refused", () => {
    expect(back({ plays: ["D4"] }, OPENED)).toEqual({ ok: false, error: "move 1 is not the opening's" })
  })

  it.each([null, 0, "x", {}, { worker: 5 }, { worker: "w".repeat(1000) }])(
    "%j names no holder",
    (progress) => {
      expect(holderOf(progress)).toBeUndefined()
    },
  )
})
