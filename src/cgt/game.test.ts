// Games as text and as graphs (CGT-1).

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { depthOf, GameBook, makeGame, negative, positionsOf, sumGame, type ScoringGame } from "./game.ts"
import { DEEPEST_NOTATION, LONGEST_NOTATION, makeGameError, parseGame, parseSum } from "./notation.ts"
import { parseRational, Rational } from "./rational.ts"
import { arbitraryGame } from "../../test/support/games.ts"

const again = (text: string): string => makeGame(unwrap(parseGame(text)))

describe("fractions", () => {
  it.each([
    ["3", "3"],
    ["-10", "-10"],
    ["−2", "-2"],
    ["6/4", "3/2"],
    ["-1/2", "-1/2"],
    ["2.5", "5/2"],
    ["0/7", "0"],
  ])("%s is %s", (text, made) => expect(String(parseRational(text))).toBe(made))

  it.each(["", "x", "1/0", "1.", ".5", "1/2/3", "1e3", "1234567890123", "--1"])("%j is none", (text) =>
    expect(parseRational(text)).toBeUndefined(),
  )

  it("is a field with an order", () => {
    const rational = fc
      .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 20 }))
      .map(([over, under]) => Rational.of(over, under))
    fc.assert(
      fc.property(rational, rational, (a, b) => {
        expect(a.plus(b).minus(b).equals(a)).toBe(true)
        if (b.over !== 0n) expect(a.times(b).dividedBy(b).equals(a)).toBe(true)
        expect(Math.sign(a.compare(b))).toBe(Math.sign(a.toNumber() - b.toNumber()))
        expect(Number(a.floor())).toBe(Math.floor(a.toNumber()))
      }),
    )
    expect(() => Rational.ONE.dividedBy(Rational.ZERO)).toThrow(/denominator/)
  })
})

describe("notation", () => {
  it.each([
    ["{2|-2}", "{2|-2}"],
    ["{ 3 || 0 | −10 }", "{3||0|-10}"],
    ["{3‖0|−10}", "{3||0|-10}"],
    ["{3|{0|-10}}", "{3||0|-10}"],
    ["{{10|0}|-3}", "{10|0||-3}"],
    ["{1,2,1|0}", "{1,2|0}"],
    ["{{1|0},3|-1}", "{{1|0},3|-1}"],
    ["{4|3||2|||1}", "{4|3||2|||1}"],
    ["{|}", "{|}"],
    ["{0|}", "{0|}"],
    ["{{0|}||{|0}}", "{{0|}|{|0}}"],
    ["-{3||0|-10}", "{10|0||-3}"],
    ["{1/2|0.25}", "{1/2|1/4}"],
    ["5", "5"],
    ["{{{{{{1|0}|0}|0}|0}|0}|0}", "{{1|0||0|||0||||0}|0||0}"],
  ])("%s is written as %s", (text, made) => {
    expect(again(text)).toBe(made)
    expect(again(made)).toBe(made)
  })

  it("a sum is its parts, with multiples and signs", () => {
    const parts = unwrap(parseSum("{2|-2} + 3*{1|0} - {3||0|-10} - 2 + 2·1"))
    expect(parts.map(makeGame)).toEqual(["{2|-2}", "{1|0}", "{1|0}", "{1|0}", "{10|0||-3}", "-2", "1", "1"])
  })

  it.each<[string, RegExp, number]>([
    ["", /missing/, 0],
    ["{2|-2", /} of this \{ is missing/, 0],
    ["{2|-2}}", /closes nothing/, 6],
    ["{2}", /has a bar/, 2],
    ["{1|2|3}", /two bars of one length/, 4],
    ["{1,|3}", /comma stands between/, 2],
    ["{1 2|3}", /comma or a bar is missing/, 3],
    ["{1|x}", /"x" has no meaning/, 3],
    ["{1|😀}", /"😀" has no meaning/, 3],
    ["1|2", /within braces/, 1],
    ["{1|0} {2|0}", /\+ or - is missing/, 6],
    ["{1|0} +", /missing/, 7],
    ["0*{1|0}", /1 or more/, 0],
    ["1/2*{1|0}", /whole number/, 0],
    ["101*{1|0}", /up to 100/, 0],
    ["{1/0|0}", /1\/0 is no fraction/, 1],
    ["{12345678901234|0}", /too many digits/, 1],
    ["60*{1|0}+60*{1|0}", /at most 100 parts/, 9],
    ["{".repeat(DEEPEST_NOTATION + 1), /deep/, DEEPEST_NOTATION],
    [`{1${"|".repeat(DEEPEST_NOTATION + 1)}0}`, /strokes/, 2],
    ["{".repeat(LONGEST_NOTATION + 1), /characters/, LONGEST_NOTATION],
  ])("%.40s is refused with its place", (text, reason, at) => {
    const result = parseSum(text)
    expect(result.ok ? result.value : result.error.reason).toMatch(reason)
    expect(result).toMatchObject({ ok: false, error: { at } })
  })

  it("shows the place of an error", () => {
    const result = parseGame("{1|x}")
    expect(result.ok ? "" : makeGameError("{1|x}", result.error)).toBe(
      '"x" has no meaning here (character 4)\n  {1|x}\n     ^',
    )
    expect(parseGame("{1|0}+1")).toMatchObject({ ok: false, error: { reason: /not a sum/ } })
  })

  it("what is written is read back as the same game", () => {
    fc.assert(
      fc.property(arbitraryGame(), (build) => {
        const book = new GameBook()
        const game = build(book)
        expect(unwrap(parseGame(makeGame(game), book))).toBe(game)
      }),
    )
  })

  it("any text is read or refused", () => {
    const text = fc.string({ unit: fc.constantFrom(..."{}||||,,0123-+*/. x") })
    fc.assert(
      fc.property(text, (words) => {
        const result = parseSum(words)
        if (!result.ok) expect(result.error.at).toBeLessThanOrEqual(words.length)
      }),
    )
  })
})

describe("games", () => {
  it("equal games are one object, whatever the order of their options", () => {
    const book = new GameBook()
    const one = unwrap(parseGame("{1,{2|0}|-1}", book))
    expect(unwrap(parseGame("{{2|0},1,1|-1}", book))).toBe(one)
    expect(positionsOf(one).at(-1)).toBe(one)
    // 1, 2, 0, -1, {2|0} and the game.
    expect(positionsOf(one)).toHaveLength(6)
    expect(depthOf(one)).toBe(2)
  })

  it("a loop made by hand is refused", () => {
    const left: ScoringGame[] = []
    const loop: ScoringGame = { kind: "play", left, right: [new GameBook().number(Rational.ONE)], id: 0 }
    left.push(loop)
    expect(() => positionsOf(loop)).toThrow(/loop/)
  })

  it("the negative of the negative is the game", () => {
    fc.assert(
      fc.property(arbitraryGame(), (build) => {
        const book = new GameBook()
        const game = build(book)
        expect(negative(negative(game, book), book)).toBe(game)
      }),
    )
  })

  it("a sum moves in one part at a time", () => {
    const book = new GameBook()
    const parts = unwrap(parseSum("{2|-2} + {1|0}", book))
    expect(makeGame(sumGame(parts, book)!)).toBe("{{3|2},{3|-1}|{-1|-2},{2|-2}}")
    expect(makeGame(sumGame(unwrap(parseSum("1 + 2 - 1/2", book)), book)!)).toBe("5/2")
    expect(sumGame(parts, book, 8)).toBeUndefined()
    // Equal parts share their positions: 20 of them have few.
    expect(positionsOf(sumGame(unwrap(parseSum("20*{2|-2}", book)), book)!).length).toBeLessThan(300)
  })

  it("a chain of 20 000 moves needs no stack, and a huge text is cut", () => {
    const book = new GameBook()
    const zero = book.number(Rational.ZERO)
    let game: ScoringGame = zero
    for (let step = 0; step < 20_000; step++) game = book.play([game], [zero])
    expect(depthOf(game)).toBe(20_000)
    expect(makeGame(game)).toContain("…")
    expect(makeGame(game).length).toBeLessThan(11_000)
  })
})
