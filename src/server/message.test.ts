// What the page may say (APP-3), and that nothing else is taken for it.

import { describe, expect, it } from "vitest"
import { err, unwrap } from "../base/result.ts"
import { Black, Game, parseRuleset, parseVertex, pointAt, White } from "../rules/index.ts"
import type { SearchTask } from "../service/index.ts"
import { LIMITS } from "./limits.ts"
import { parseAsk, parseEnvelope } from "./message.ts"

const game = unwrap(Game.create({ size: 9, komi: 7 }))
for (const vertex of ["E5", "C3", "pass"]) unwrap(game.play(parseVertex(vertex, 9)!))
const POSITION = game.position()
const TASK = { kind: "move", player: "random", seed: 5, position: POSITION }

function parse(task: unknown, id: unknown = 1): ReturnType<typeof parseAsk> {
  return parseAsk(unwrap(parseEnvelope(JSON.stringify({ kind: "ask", id, token: "t", task }))), LIMITS)
}

function read(task: object): SearchTask {
  return unwrap(parse(task)).task
}

describe("envelopes (APP-3)", () => {
  it.each(["", "{", "[]", "null", "7", `"ask"`, "{}", `{"kind":7}`, `{"kind":"stop","id":"1"}`])(
    "%s is no message",
    (text) => expect(parseEnvelope(text).ok).toBe(false),
  )

  it.each([-1, 1.5, 1e300, true, []])("%j is no id", (id) =>
    expect(parseEnvelope(JSON.stringify({ kind: "stop", id })).ok).toBe(false),
  )

  it("is not led astray by names that objects have anyway", () => {
    expect(parseEnvelope(`{"__proto__":{"kind":"ask"}}`).ok).toBe(false)
    const clock = { settings: { kind: "constructor" } }
    expect(parse({ ...TASK, budget: { clock } }).ok).toBe(false)
  })
})

describe("questions (APP-3)", () => {
  it("a position crosses as it is", () => {
    const task = { ...TASK, color: White, budget: {} }
    expect(unwrap(parse(TASK))).toEqual({ kind: "ask", id: 1, task })
    const options = { threads: 1, reportEvery: 60, mayStopEarly: false }
    expect(read({ ...TASK, ...options })).toEqual({ ...task, ...options })
  })

  it("an analysis names a player, or gets the usual one; it never stops early", () => {
    const { player, ...task } = TASK
    expect(read({ ...task, kind: "analysis" })).toMatchObject({
      kind: "analysis",
      player: "uct:net,net-turn=off",
    })
    const analysis = read({ ...task, kind: "analysis", player, mayStopEarly: true })
    expect(analysis).toEqual({ ...TASK, kind: "analysis", color: White, budget: {} })
  })

  it("of the rules only the name counts", () => {
    const rules = { ...POSITION.rules, suicide: true, captureGoal: 1, komi: 99 }
    expect(read({ ...TASK, position: { ...POSITION, rules } }).position.rules).toEqual(
      parseRuleset("chinese"),
    )
    const named = read({ ...TASK, position: { ...POSITION, rules: "japanese" } })
    expect(named.position.rules.name).toBe("japanese")
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
    expect(read({ ...TASK, position, color: Black, budget: { seconds: 2, clock } })).toMatchObject({
      color: Black,
      budget: { seconds: 2, clock },
      position: { firstToPlay: White, setup: stones, moves: [] },
    })
  })

  /** To make text of it throws. */
  const NO_TEXT = { toString: 1, valueOf: 1 }
  const at = (change: object): object => ({ position: { ...POSITION, ...change } })
  it.each<[object, RegExp]>([
    [{ kind: "dead" }, /kind is move or analysis/],
    [{ kind: undefined }, /kind is move or analysis/],
    [{ threads: 0 }, /threads is a whole number from 1/],
    [{ threads: 1e6 }, /threads is a whole number from 1/],
    [{ threads: "all" }, /threads is a whole number from 1/],
    [{ mayStopEarly: 1 }, /mayStopEarly/],
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
    [{ budget: { evaluations: 1.5 } }, /evaluations is a whole number from 1 to 10000000/],
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
    expect(parse({ ...TASK, ...change })).toEqual({ ok: false, error: expect.stringMatching(reason) })
  })

  it("a question has an id and a task", () => {
    expect(parseAsk({ kind: "ask", token: "t", fields: { task: TASK } }, LIMITS).ok).toBe(false)
    for (const task of [undefined, null, [], "move"]) expect(parse(task)).toEqual(err("task is an object"))
  })
})
