// Strategies for sums beside perfect play (CGT-1, CGT-6), and triangles beside exact thermographs (CGT-2).

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { arbitraryGame } from "../../test/support/games.ts"
import { playGame, surveyLines, surveyStates, type Exception } from "./contest.ts"
import { GameBook, makeGame, PLAYERS, positionsOf, sumGame, type ScoringGame } from "./game.ts"
import { countStates, MOST_STATES, PerfectPlay } from "./minimax.ts"
import { parseSum } from "./notation.ts"
import { Rational, sumOf } from "./rational.ts"
import { chooseMove, STRATEGIES } from "./strategies.ts"
import { statesOf } from "./sums.ts"
import { thermographOf } from "./thermograph.ts"
import { makeToySum } from "./toy.ts"
import { triangleErrorOf, triangleOf } from "./triangle.ts"

const sum = makeToySum()
const judge = unwrap(PerfectPlay.of(sum))
const parsed = (text: string): ScoringGame[] => unwrap(parseSum(text))

/** All positions with moves are hot or infinitesimal. */
const isHot = (game: ScoringGame): boolean =>
  positionsOf(game).every(
    (position) => position.kind === "number" || !thermographOf(position).temperature.isLess(Rational.ZERO),
  )

describe("perfect play", () => {
  it("finds the line of the thesis: H^L, I^R, I^RL, G^R, and the score 2 (CGT-3)", () => {
    const { moves, score } = playGame(sum, "left", { left: "perfect", right: "perfect" }, judge)
    expect(moves.map(({ part, to }) => `${"GHI"[part]}: ${makeGame(to)}`)).toEqual([
      "H: 4",
      "I: {0|-10}",
      "I: 0",
      "G: -2",
    ])
    expect(String(score)).toBe("2")
    expect(moves.every(({ loss }) => loss.equals(Rational.ZERO))).toBe(true)
    expect(statesOf(sum)).toHaveLength(45)
  })

  it("is the play of the sum as one game", () => {
    fc.assert(
      fc.property(arbitraryGame(2), arbitraryGame(2), (first, second) => {
        const book = new GameBook()
        const parts = [first(book), second(book)]
        const whole = sumGame(parts, book)!
        const ofParts = unwrap(PerfectPlay.of(parts))
        const ofWhole = unwrap(PerfectPlay.of([whole]))
        for (const player of PLAYERS)
          expect(ofParts.value(parts, player).equals(ofWhole.value([whole], player))).toBe(true)
        expect(ofParts.states).toBeLessThanOrEqual(2 * countStates(parts))
      }),
      { numRuns: 200 },
    )
  })

  it("many copies are worth their means, up to the temperature of one: the oracle of means", () => {
    fc.assert(
      fc.property(arbitraryGame(3), (build) => {
        const game = build(new GameBook())
        fc.pre(game.kind === "play" && isHot(game) && positionsOf(game).length < 12)
        const { mean, temperature } = thermographOf(game)
        const copies = Array.from({ length: 4 }, () => game)
        const perfect = unwrap(PerfectPlay.of(copies))
        for (const player of PLAYERS) {
          const off = perfect.value(copies, player).minus(mean.times(Rational.of(4)))
          expect(Math.abs(off.toNumber())).toBeLessThanOrEqual(temperature.toNumber())
        }
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ["{0|} + {2|-2}", /part 1, \{0\|\}: Right has no move in \{0\|\}/],
    ["{1||{|2}|0}", /Left has no move/],
    [
      Array.from({ length: 19 }, (_, i) => `{${i}|-${i + 1}}`).join("+"),
      new RegExp(`524,288 states .* ${MOST_STATES.toLocaleString("en")}`),
    ],
  ])("%s is refused", (text, reason) => {
    const result = PerfectPlay.of(parsed(text))
    expect(result.ok ? "" : result.error).toMatch(reason)
  })

  it("equal parts are one multiset: a hundred switches have 101 states", () => {
    const hundred = parsed("100*{3|-3}")
    expect(countStates(hundred)).toBe(101)
    expect(String(unwrap(PerfectPlay.of(hundred)).value(hundred, "left"))).toBe("0")
  })
})

const told = ({ state, player, chosen, best, loss }: Exception): string =>
  `${player} in ${state.map(makeGame).join(" ")}: ${"GHI"[chosen.part]} for ${best.map(({ part }) => "GHI"[part]).join()}, loses ${loss.toString()}`

describe("strategies in all 45 states for both players", () => {
  const SENTE_FIRST = [
    "right in -2 {4|-4} {3||0|-10}: H for I, loses 3",
    "right in 2 {4|-4} {3||0|-10}: H for I, loses 3",
  ]
  const GOTE_FIRST = [
    "left in {2|-2} -4 {3||0|-10}: I for G, loses 1",
    "left in {2|-2} 4 {3||0|-10}: I for G, loses 1",
  ]

  it.each([
    ["hotstrat" as const, 62, [...GOTE_FIRST, ...SENTE_FIRST]],
    ["thermostrat" as const, 64, SENTE_FIRST],
    ["sentestrat" as const, 62, [...GOTE_FIRST, ...SENTE_FIRST]],
  ])("%s is optimal in %i of 66 choices", (strategy, optimal, exceptions) => {
    const survey = surveyStates(strategy, sum, judge)
    expect([survey.pairs, survey.choices, survey.optimal]).toEqual([90, 66, optimal])
    expect(survey.exceptions.map(told).sort()).toEqual(exceptions.toSorted())
  })

  it("from the start against perfect play: what each gives away when Left or Right begins", () => {
    const losses = STRATEGIES.map((strategy) =>
      PLAYERS.flatMap((first) =>
        PLAYERS.map((side) => {
          const deciders = { left: "perfect", right: "perfect", [side]: strategy } as const
          const { moves } = playGame(sum, first, deciders, judge)
          return sumOf(moves.map(({ loss }) => loss)).toNumber()
        }),
      ),
    )
    // After Right's H, hotstrat as Left takes I and should take G.
    expect(losses).toEqual([
      [0, 0, 1, 0],
      [0, 0, 0, 0],
      [0, 0, 1, 0],
    ])
  })

  it("in the 33 choices that alternating play from the start can reach", () => {
    const surveys = STRATEGIES.map((strategy) => surveyLines(strategy, sum, judge)!)
    expect(surveys.map(({ choices }) => choices)).toEqual([33, 33, 33])
    expect(surveys.map(({ optimal }) => optimal)).toEqual([31, 32, 31])
  })
})

describe("strategies", () => {
  it("sentestrat answers a threat that is hotter than the environment, hotstrat plays elsewhere", () => {
    // Right has just moved in part 0, to a threat of temperature 3; the environment was 2 and part 1 is 5.
    const state = parsed("{2|-4} + {5|-5}")
    const memory = { ambient: Rational.of(2), lastPart: 0 }
    expect(chooseMove("sentestrat", state, "left", memory).part).toBe(0)
    expect(chooseMove("hotstrat", state, "left", memory).part).toBe(1)
    expect(chooseMove("sentestrat", state, "left", { ...memory, ambient: Rational.of(4) }).part).toBe(1)
    expect(chooseMove("sentestrat", state, "left").part).toBe(1)
  })

  it("the move within a part depends on the temperature", () => {
    // The sente move {30|4} is worth 4 now, the gote move 6: at the part's temperature the threat counts more.
    const state = parsed("{{30|4},6|0}")
    expect(makeGame(chooseMove("hotstrat", state, "left").to)).toBe("{30|4}")
    expect(makeGame(chooseMove("thermostrat", state, "left").to)).toBe("6")
  })

  it("thermostrat gives away at most the temperature of the hottest part", () => {
    fc.assert(
      fc.property(fc.array(arbitraryGame(2), { minLength: 1, maxLength: 3 }), (builders) => {
        const book = new GameBook()
        const parts = builders.map((build) => build(book))
        fc.pre(parts.every(isHot) && parts.some(({ kind }) => kind === "play"))
        const perfect = unwrap(PerfectPlay.of(parts))
        const hottest = parts.map((game) => thermographOf(game).temperature.toNumber())
        for (const player of PLAYERS) {
          const deciders = { left: "perfect", right: "perfect", [player]: "thermostrat" } as const
          const { moves, score } = playGame(parts, player, deciders, perfect)
          const loss = sumOf(moves.map((move) => move.loss)).toNumber()
          expect(loss).toBeLessThanOrEqual(Math.max(0, ...hottest))
          expect(Math.abs(score.minus(perfect.value(parts, player)).toNumber())).toBe(loss)
        }
      }),
      { numRuns: 300 },
    )
  })

  it("plays sums of cold games, where every move costs", () => {
    const cold = parsed("{0|5} + {0|1} + {-3|3}")
    for (const strategy of STRATEGIES)
      for (const player of PLAYERS) expect(cold[chooseMove(strategy, cold, player).part]).toBe(cold[1])
  })
})

describe("triangles (CGT-2)", () => {
  const errorOf = (text: string): string[] => {
    const { mean, temperature } = triangleErrorOf(parsed(text)[0]!)
    return [mean, temperature].map(String)
  }

  it.each(["{2|-2}", "{4|-4}", "{3||0|-10}", "{6|2||-2|-6}", "{10|0||-3}", "{0|0}"])(
    "%s has the mean and temperature of the exact thermograph",
    (text) => expect(errorOf(text)).toEqual(["0", "0"]),
  )

  it("walls with corners are off: the error is known", () => {
    // Left's wall of the inner game is 6 − t up to t = 2 and 4 above; the triangle's is one line from 6 to 4 at t = 4.
    const inner = "{{12|4},6|0}"
    expect(errorOf(inner)).toEqual(["0", "0"])
    expect(errorOf(`{7|${inner}}`)).toEqual(["1/3", "-1/3"])
  })

  it("stops are exact where no position is cold", () => {
    fc.assert(
      fc.property(arbitraryGame(4), (build) => {
        const game = build(new GameBook())
        fc.pre(game.kind === "play" && isHot(game))
        const exact = thermographOf(game)
        const triangle = triangleOf(game)
        expect(triangle.leftStop.equals(exact.leftStop)).toBe(true)
        expect(triangle.rightStop.equals(exact.rightStop)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
