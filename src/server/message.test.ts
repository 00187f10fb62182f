// What the page may say (APP-3), and that nothing else is taken for it.

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { Black, Game, parseRuleset, parseVertex, PASS, pointAt, White } from "../rules/index.ts"
import type { SearchReport } from "../search/index.ts"
import { LIMITS } from "./limits.ts"
import { makeLastReport, makeReport, parseEnvelope, parseSearch, type SearchOrder } from "./message.ts"

const game = unwrap(Game.create({ size: 9, komi: 7 }))
for (const vertex of ["E5", "C3", "pass"]) unwrap(game.play(parseVertex(vertex, 9)!))
const POSITION = game.position()
const MESSAGE = { kind: "search", id: 1, token: "t", player: "random", seed: 5, position: POSITION }

function parse(message: object): ReturnType<typeof parseSearch> {
  const envelope = unwrap(parseEnvelope(JSON.stringify(message)))
  return parseSearch({ ...envelope, kind: envelope.kind as SearchOrder["kind"] }, LIMITS)
}

describe("envelopes (APP-3)", () => {
  it.each(["", "{", "[]", "null", "7", `"search"`, "{}", `{"kind":7}`, `{"kind":"stop","id":"1"}`])(
    "%s is none",
    (text) => expect(parseEnvelope(text).ok).toBe(false),
  )

  it.each([-1, 1.5, 1e300, true, []])("%j is no id", (id) =>
    expect(parseEnvelope(JSON.stringify({ kind: "stop", id })).ok).toBe(false),
  )

  it("is not led astray by names that objects have anyway", () => {
    expect(parseEnvelope(`{"__proto__":{"kind":"search"}}`).ok).toBe(false)
    const clock = { settings: { kind: "constructor" } }
    expect(parse({ ...MESSAGE, budget: { clock } }).ok).toBe(false)
  })
})

describe("searches (APP-3)", () => {
  it("a position crosses as it is", () => {
    const { request, ...order } = unwrap(parse(MESSAGE))
    expect(order).toEqual({ kind: "search", id: 1, player: "random" })
    expect(request).toEqual({ position: POSITION, color: White, budget: {}, seed: 5, reportEvery: 100 })
  })

  it("of the rules only the name counts", () => {
    const rules = { ...POSITION.rules, suicide: true, captureGoal: 1, komi: 99 }
    expect(unwrap(parse({ ...MESSAGE, position: { ...POSITION, rules } })).request.position.rules).toEqual(
      parseRuleset("chinese"),
    )
    const named = parse({ ...MESSAGE, position: { ...POSITION, rules: "japanese" } })
    expect(unwrap(named).request.position.rules.name).toBe("japanese")
  })

  it("setup, handicap, free turns and clocks", () => {
    const stones = [
      [1, pointAt(2, 2)],
      [1, pointAt(6, 6)],
    ]
    const position = { size: 9, rules: "chinese", komi: 0.5, setup: stones, handicap: 2, turns: "free" }
    const clock = {
      settings: { kind: "byo-yomi", main: 60, period: 5, periods: 3 },
      left: { seconds: 5, stones: 3 },
    }
    const order = unwrap(parse({ ...MESSAGE, position, color: Black, budget: { seconds: 2, clock } }))
    expect(order.request).toMatchObject({
      color: Black,
      budget: { seconds: 2, clock },
      position: { firstToPlay: White, setup: stones, moves: [] },
    })
  })

  /** To make text of it throws. */
  const NO_TEXT = { toString: 1, valueOf: 1 }
  const at = (change: object): object => ({ position: { ...POSITION, ...change } })
  it.each<[object, RegExp]>([
    [{ id: undefined }, /has an id/],
    [{ player: 7 }, /player is/],
    [{ player: "x".repeat(3000) }, /player is/],
    [{ seed: -1 }, /seed/],
    [{ seed: "5" }, /seed/],
    [{ reportEvery: 1 }, /reportEvery/],
    [{ color: 3 }, /color is/],
    [{ color: Black }, /other side's turn/],
    [{ budget: [] }, /budget is/],
    [{ budget: { playouts: 1e12 } }, /playouts is a whole number from 1 to 10000000/],
    [{ budget: { playouts: 0 } }, /playouts/],
    [{ budget: { seconds: 1e6 } }, /seconds is at most 600/],
    [{ budget: { clock: { settings: { kind: "absolute" } } } }, /clock/],
    [{ budget: { clock: { settings: { kind: "none" }, left: { seconds: 1 } } } }, /clock/],
    [{ position: undefined }, /position is/],
    [{ position: [] }, /position is/],
    [at({ size: 26 }), /size/],
    [at({ size: 8.5 }), /size/],
    [at({ rules: "chess" }), /rules/],
    [at({ rules: NO_TEXT }), /rules/],
    [at({ rules: [NO_TEXT] }), /rules/],
    [at({ rules: { name: NO_TEXT } }), /rules/],
    [{ budget: { clock: { settings: { kind: NO_TEXT } } } }, /clock/],
    [{ player: NO_TEXT }, /player is/],
    [at({ komi: null }), /komi/],
    [at({ komi: 1e9 }), /komi/],
    [at({ handicap: 500 }), /handicap/],
    [at({ firstToPlay: 0 }), /firstToPlay/],
    [at({ turns: "mine" }), /turns/],
    [at({ setup: [[1, 0]] }), /setup/],
    [at({ setup: [[1, 1e9]] }), /setup/],
    [at({ setup: [{ color: 1, move: 30 }] }), /setup/],
    [at({ moves: [{ color: 1, move: 700 }] }), /moves/],
    [at({ moves: [{ color: 1, move: 30.5 }] }), /moves/],
    [at({ moves: [null] }), /moves/],
    [at({ moves: [POSITION.moves[0], POSITION.moves[0]] }), /move 2: /],
  ])("%j is refused", (change, reason) => {
    const order = parse({ ...MESSAGE, ...change })
    expect(order).toEqual({ ok: false, error: expect.stringMatching(reason) })
  })
})

describe("reports (APP-3)", () => {
  const report: SearchReport = {
    color: Black,
    playouts: 100,
    seconds: 0.1,
    winRate: 0.5,
    score: { mean: 1 / 3, spread: 2 },
    candidates: Array.from({ length: 30 }, (_, i) => ({
      move: pointAt(i % 9, i % 7),
      visits: 30 - i,
      winRate: 1 / 3,
      pv: [PASS],
    })),
    owners: new Float64Array([0, 1 / 3, -1]),
    nodes: 10,
    capacity: 20,
    notes: [],
  }

  it("on the way: all candidates, the lines of the first", () => {
    const sent = JSON.parse(JSON.stringify(makeReport(report))) as SearchReport
    expect(sent.candidates).toHaveLength(30)
    expect(sent.candidates.filter(({ pv }) => pv)).toHaveLength(20)
    expect([sent.owners, sent.score.mean]).toEqual([[0, 0.333, -1], 1 / 3])
  })

  it("at the end: everything", () => {
    const sent = JSON.parse(JSON.stringify(makeLastReport(report))) as SearchReport
    expect(sent.candidates).toEqual(report.candidates)
  })
})
