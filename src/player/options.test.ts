// The one reader of players' options: its types, what it accepts, and what it says otherwise.

import { describe, expect, expectTypeOf, it } from "vitest"
import { err, ok, unwrap } from "../base/result.ts"
import {
  BUDGET_OPTIONS,
  budgetOf,
  excessOf,
  integers,
  makeOptionValue,
  makeRange,
  numbers,
  places,
  positives,
  readOptions,
  words,
  type OptionTable,
} from "./options.ts"
import { parsePlayerSpec } from "./spec.ts"

const OPTIONS = {
  count: {
    ...integers(-2, 64),
    meaning: "a whole number",
    cost: { of: "playouts", each: 8, times: "branch" },
  },
  branch: { ...integers(0, 9), default: 0, meaning: "a factor" },
  share: { ...numbers(0, Infinity), default: 0.5, meaning: "a number" },
  wait: { ...positives(10), meaning: "a positive number" },
  policy: { ...words("light", "mogo"), default: "light", meaning: "a word" },
  order: { ...words(0, 1), meaning: "a number in place of a word" },
  scope: { ...places("near", "board"), default: 0, meaning: "a word that is kept as its place" },
  learn: { kind: "switch", default: false, meaning: "on or off" },
  engine: { kind: "text", default: "gnugo", meaning: "any text" },
  book: { kind: "file", meaning: "a file" },
} as const satisfies OptionTable

const PLAYER = { name: "toy", options: OPTIONS, presets: { b: { branch: 4, scope: 1 }, plain: {} } } as const
const DEFAULTS = { branch: 0, share: 0.5, policy: "light", scope: 0, learn: false, engine: "gnugo" }

const read = (text: string) => readOptions(PLAYER, unwrap(parsePlayerSpec(text)))

describe("the values of a table", () => {
  it("have the types that the table says", () => {
    const values = unwrap(read("toy"))
    expectTypeOf(values.count).toEqualTypeOf<number | undefined>()
    expectTypeOf(values.share).toEqualTypeOf<number>()
    expectTypeOf(values.policy).toEqualTypeOf<"light" | "mogo">()
    expectTypeOf(values.order).toEqualTypeOf<0 | 1 | undefined>()
    expectTypeOf(values.scope).toEqualTypeOf<number>()
    expectTypeOf(values.learn).toEqualTypeOf<boolean>()
    expectTypeOf(values.book).toEqualTypeOf<string | undefined>()
    expect(values).toEqual(DEFAULTS)
  })

  it.each([
    ["toy:b", { branch: 4, scope: 1 }],
    ["toy:b,branch=2", { branch: 2, scope: 1 }],
    ["toy,count=-2,wait=1e-3,share=infinity", { count: -2, wait: 0.001, share: Infinity }],
    ["toy,policy=mogo,order=1,scope=board", { policy: "mogo", order: 1, scope: 1 }],
    ['toy,learn=on,engine="a b",book=games.bin', { learn: true, engine: "a b", book: "games.bin" }],
    ["toy,engine=", { engine: "" }],
  ])("%s: given, else the preset's, else the default", (text, values) =>
    expect(read(text)).toEqual(ok({ ...DEFAULTS, ...values })),
  )

  it.each([
    ["toy:c", 'toy has no preset "c"; there are: b, plain'],
    ["toy:constructor", /^toy has no preset "constructor"/],
    ["toy,brnch=1", /^toy has no option "brnch" \(did you mean branch\?\); there are: count, branch, /],
    ["toy,constructor=1", /^toy has no option "constructor"/],
    ["toy,count=65", 'count is a whole number from -2 to 64, not "65"'],
    ["toy,count=1e1", 'count is a whole number from -2 to 64, not "1e1"'],
    ["toy,count=", 'count is a whole number from -2 to 64, not ""'],
    ["toy,share=-1", 'share is a number from 0 to infinity, not "-1"'],
    ["toy,share=", 'share is a number from 0 to infinity, not ""'],
    ["toy,wait=0", 'wait is a positive number up to 10, not "0"'],
    ["toy,wait=infinity", 'wait is a positive number up to 10, not "infinity"'],
    ["toy,policy=Mogo", 'policy is one of light, mogo, not "Mogo"'],
    ["toy,order=2", 'order is one of 0, 1, not "2"'],
    ["toy,scope=1", 'scope is one of near, board, not "1"'],
    ["toy,learn=yes", 'learn is one of off, on, not "yes"'],
    ["toy,book=", 'book is the name of a file, not ""'],
  ])("%s is refused: %s", (text, reason) =>
    expect(read(text)).toEqual(err(typeof reason === "string" ? reason : expect.stringMatching(reason))),
  )

  it("without options or presets", () => {
    const none = { name: "random", options: {} }
    const error = (text: string) => readOptions(none, unwrap(parsePlayerSpec(text)))
    expect(error("random,playouts=1")).toEqual(err('random has no options, "playouts" is unknown'))
    expect(error("random:fast")).toEqual(err('random has no presets, "fast" is unknown'))
    expect(error("random")).toEqual(ok({}))
  })
})

describe("what people read of a table", () => {
  it("ranges and values", () => {
    expect(Object.values(OPTIONS).map(makeRange)).toEqual([
      ...["-2 to 64", "0 to 9", "0 to infinity", "above 0 to 10", "light mogo"],
      ...["0 1", "near board", "off on", "text", "file"],
    ])
    const { scope, learn, share, policy } = OPTIONS
    expect(makeOptionValue(scope, 1)).toBe("board")
    expect([true, false].map((value) => makeOptionValue(learn, value))).toEqual(["on", "off"])
    expect([makeOptionValue(share, Infinity), makeOptionValue(policy, "mogo")]).toEqual(["infinity", "mogo"])
  })
})

describe("costs", () => {
  const LIMITS = { playouts: 400, seconds: 5, threads: 2, population: 10 }

  it.each([
    ["toy,count=50", undefined],
    ["toy,count=51", "count is at most 50 here"],
    ["toy:b,count=10", undefined],
    ["toy:b,count=11", "count is at most 10 here with branch=4"],
    ["toy,branch=9", undefined],
  ])("%s: %s", (text, excess) => expect(excessOf(OPTIONS, unwrap(read(text)), LIMITS)).toBe(excess))

  it("of a budget", () => {
    expect(excessOf(BUDGET_OPTIONS, { playouts: 401 }, LIMITS)).toBe("playouts is at most 400 here")
    expect(excessOf(BUDGET_OPTIONS, { playouts: 400, seconds: 5.5 }, LIMITS)).toBe(
      "seconds is at most 5 here",
    )
    expect(budgetOf({ playouts: undefined, seconds: 5 })).toEqual({ seconds: 5 })
  })
})
