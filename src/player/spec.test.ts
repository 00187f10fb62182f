// The names of players, as people write them.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { makePlayerSpec, parsePlayerSpec } from "./spec.ts"

const parse = (text: string) => {
  const { name, preset, options } = unwrap(parsePlayerSpec(text))
  return { name, preset, options: Object.fromEntries(options) }
}

describe("the name of a player", () => {
  it.each([
    ["random", "random", undefined, {}],
    [" random ", "random", undefined, {}],
    ["uct:strong", "uct", "strong", {}],
    ["uct,playouts=2000", "uct", undefined, { playouts: "2000" }],
    ["uct:strong,playouts=2000,threads=1", "uct", "strong", { playouts: "2000", threads: "1" }],
    ["uct, a=1, b=2", "uct", undefined, { a: "1", b: "2" }],
    [
      'hybrid,engine="gnugo --mode gtp, level 10",seconds=1',
      "hybrid",
      undefined,
      {
        engine: "gnugo --mode gtp, level 10",
        seconds: "1",
      },
    ],
    ['uct,a="say \\"hi\\", then go",b=2', "uct", undefined, { a: 'say "hi", then go', b: "2" }],
    ['uct,a="ends with a backslash \\\\",b=2', "uct", undefined, { a: "ends with a backslash \\", b: "2" }],
    ['uct,weights="C:\\go\\my weights"', "uct", undefined, { weights: "C:\\go\\my weights" }],
    ["uct,weights=C:\\go", "uct", undefined, { weights: "C:\\go" }],
    ['uct,a=""', "uct", undefined, { a: "" }],
    ["uct,a=", "uct", undefined, { a: "" }],
    ["uct,a=b=c", "uct", undefined, { a: "b=c" }],
    ["uct,constructor=1", "uct", undefined, { constructor: "1" }],
  ])("%s", (text, name, preset, options) => expect(parse(text)).toEqual({ name, preset, options }))

  it.each([
    ["", /is no player/],
    ["Random", /is no player/],
    [",a=1", /is no player/],
    ["7uct", /is no player/],
    ["uct:", /preset after the colon/],
    ["uct:Very Strong", /preset after the colon/],
    ["uct,playouts", /"playouts" should be key=value/],
    ["uct,=3", /should be key=value/],
    ["uct,", /should be key=value/],
    ["uct,a=1,a=2", /a is given twice/],
    ['uct,a="never closed,b=2', /quotes are not closed/],
  ])("%s is refused with a reason", (text, reason) => {
    const spec = parsePlayerSpec(text)
    expect(spec).toMatchObject({ ok: false, error: expect.stringMatching(reason) })
  })

  it("is read as it is written, whatever the values", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/)
    const value = fc.oneof(fc.string(), fc.stringMatching(/^[\\", a=]{0,6}$/), fc.string({ unit: "binary" }))
    fc.assert(
      fc.property(word, fc.option(word), fc.array(fc.tuple(word, value)), (name, preset, pairs) => {
        const spec = { name, ...(preset === null ? {} : { preset }), options: new Map(pairs) }
        expect(unwrap(parsePlayerSpec(makePlayerSpec(spec)))).toEqual(spec)
      }),
      { numRuns: 500 },
    )
  })

  it("never throws", () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[a-z:,="\\ ]{0,20}$/))
    fc.assert(
      fc.property(text, (spec) => void parsePlayerSpec(spec)),
      { numRuns: 500 },
    )
  })
})
