// Thermographs of textbook games, and what holds for all of them (CGT-1, CGT-3).

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { arbitraryGame } from "../../test/support/games.ts"
import { GameBook, negative, optionsOf, positionsOf, sumGame, type Player, type ScoringGame } from "./game.ts"
import { parseGame } from "./notation.ts"
import { greater, lesser, Rational } from "./rational.ts"
import { characterOf, simplestNumber, stopAt, thermographOf, type Thermograph } from "./thermograph.ts"
import type { Corner } from "./trajectory.ts"

const of = (text: string): Thermograph => thermographOf(unwrap(parseGame(text)))
const corners = (wall: readonly Corner[]): string =>
  wall.map(({ temperature, value }) => `${value.toString()}@${temperature.toString()}`).join(" ")

describe("textbook games", () => {
  it.each<[name: string, text: string, mean: string, temperature: string, left: string, right: string]>([
    ["a switch", "{2|-2}", "0", "2", "2", "-2"],
    ["a switch off zero", "{9|4}", "13/2", "5/2", "9", "4"],
    ["G of the thesis", "{2|-2}", "0", "2", "2", "-2"],
    ["H of the thesis", "{4|-4}", "0", "4", "4", "-4"],
    ["I of the thesis: Right's sente", "{3||0|-10}", "0", "3", "3", "0"],
    ["its threat", "{0|-10}", "-5", "5", "0", "-10"],
    ["Left's sente", "{10|0||-3}", "0", "3", "0", "-3"],
    ["gote with a follow-up of each", "{6|2||-2|-6}", "0", "4", "2", "-2"],
    ["a whole number", "7", "7", "-1", "7", "7"],
    ["zero without moves", "{|}", "0", "-1", "0", "0"],
    ["one free move", "{0|}", "1", "-1", "1", "1"],
    ["minus three", "{|-2}", "-3", "-1", "-3", "-3"],
    ["a half", "{0|1}", "1/2", "-1/2", "1/2", "1/2"],
    ["a half as a leaf", "1/2", "1/2", "-1/2", "1/2", "1/2"],
    ["three quarters", "{1/2|1}", "3/4", "-1/4", "3/4", "3/4"],
    ["the simplest number between", "{0|3/4}", "1/2", "-1/2", "1/2", "1/2"],
    ["zugzwang", "{0|5}", "1", "-1", "1", "1"],
    ["zugzwang around zero", "{-5|1/2}", "0", "-1", "0", "0"],
    ["zero by symmetry", "{{5|-5}|{5|-5}}", "0", "-1", "0", "0"],
    ["star", "{0|0}", "0", "0", "0", "0"],
    ["up", "{0||0|0}", "0", "0", "0", "0"],
    ["down", "{0|0||0}", "0", "0", "0", "0"],
    ["star two", "{0,{0|0}|0,{0|0}}", "0", "0", "0", "0"],
    ["two and a star", "{2|2}", "2", "0", "2", "2"],
    ["tiny two", "{0||0|-2}", "0", "0", "0", "0"],
    ["a tepid number", "{1/2|1/2}", "1/2", "0", "1/2", "1/2"],
    ["a fraction that is no value of normal play", "1/3", "1/3", "-1", "1/3", "1/3"],
    ["the best of several moves", "{1,5,3|-1,-5}", "0", "5", "5", "-5"],
  ])("%s: %s", (_, text, mean, temperature, left, right) => {
    const found = of(text)
    expect([found.mean, found.temperature, found.leftStop, found.rightStop].map(String)).toEqual([
      mean,
      temperature,
      left,
      right,
    ])
  })

  it("corners: straight down for the player who can play in sente", () => {
    const switched = of("{4|-4}")
    expect(corners(switched.leftWall)).toBe("5@-1 0@4")
    expect(corners(switched.rightWall)).toBe("-5@-1 0@4")
    const sente = of("{3||0|-10}")
    expect(corners(sente.leftWall)).toBe("4@-1 0@3")
    expect(corners(sente.rightWall)).toBe("0@-1 0@3")
    // Two moves of Left, each better at its own temperatures; his wall bends where they are worth the same.
    const bent = of("{{12|4},6|0}")
    expect(corners(bent.leftWall)).toBe("7@-1 4@2 4@4")
    expect(corners(bent.rightWall)).toBe("-1@-1 4@4")
  })

  it.each([
    ["{2|-2}", "gote"],
    ["{3||0|-10}", "right-sente"],
    ["{10|0||-3}", "left-sente"],
    ["{6|2||-2|-6}", "gote"],
    ["{0||0|0}", "infinitesimal"],
    ["{0|1}", "number"],
    ["4", "number"],
  ])("%s is %s", (text, character) => expect(characterOf(of(text))).toBe(character))

  it.each([
    [undefined, undefined, "0"],
    ["-3", "5", "0"],
    ["2", undefined, "2"],
    ["1/3", "3/8", "3/8"],
    ["5/4", "7/4", "3/2"],
    ["-7/4", "-5/4", "-3/2"],
    [undefined, "-1/2", "-1"],
    ["1/3", "1/3", "1/3"],
  ])("the simplest number from %s to %s is %s", (low, high, simplest) => {
    const bound = (text: string | undefined): Rational | undefined => {
      const [over = 0, under = 1] = (text ?? "").split("/").map(Number)
      return text === undefined ? undefined : Rational.of(over, under)
    }
    expect(String(simplestNumber(bound(low), bound(high)))).toBe(simplest)
  })
})

const ZERO = Rational.ZERO

/** Alternating play in one game, where a player must move: the result is a score. */
function playedOut(game: ScoringGame, player: Player, memo = new Map<string, Rational>()): Rational {
  if (game.kind === "number") return game.value
  const key = `${game.id} ${player}`
  const kept = memo.get(key)
  if (kept) return kept
  const results = optionsOf(game, player).map((option) =>
    playedOut(option, player === "left" ? "right" : "left", memo),
  )
  const best = results.reduce(player === "left" ? greater : lesser)
  memo.set(key, best)
  return best
}

const isHot = (game: ScoringGame): boolean =>
  positionsOf(game).every(
    (position) => position.kind === "number" || !thermographOf(position).temperature.isLess(ZERO),
  )

describe("all games", () => {
  const build = (made: (book: GameBook) => ScoringGame): [ScoringGame, GameBook] => {
    const book = new GameBook()
    return [made(book), book]
  }

  it("stops are the results of alternating play, where no position is cold", () => {
    fc.assert(
      fc.property(arbitraryGame(4), (made) => {
        const [game] = build(made)
        fc.pre(game.kind === "play" && isHot(game))
        const { leftStop, rightStop } = thermographOf(game)
        expect(leftStop.equals(playedOut(game, "left"))).toBe(true)
        expect(rightStop.equals(playedOut(game, "right"))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it("the negative has the mirrored thermograph", () => {
    fc.assert(
      fc.property(arbitraryGame(4), (made) => {
        const [game, book] = build(made)
        const own = thermographOf(game)
        const mirrored = thermographOf(negative(game, book))
        const flipped = own.leftWall.map(({ temperature, value }) => ({
          temperature,
          value: value.negated(),
        }))
        expect(corners(mirrored.rightWall)).toBe(corners(flipped))
        expect(mirrored.mean.equals(own.mean.negated())).toBe(true)
        expect(mirrored.temperature.equals(own.temperature)).toBe(true)
      }),
    )
  })

  it("walls lean towards the mast, which is where they meet", () => {
    fc.assert(
      fc.property(arbitraryGame(4), (made) => {
        const [game] = build(made)
        const { leftWall, rightWall, mean, temperature } = thermographOf(game)
        for (const [wall, sign] of [
          [leftWall, -1],
          [rightWall, 1],
        ] as const) {
          for (const [index, corner] of wall.entries()) {
            const next = wall[index + 1]
            if (!next) continue
            const rise = next.value.minus(corner.value)
            const length = next.temperature.minus(corner.temperature)
            // A wall is vertical, or moves by one point a degree.
            const slope = rise.dividedBy(length).toNumber() * sign
            expect([0, 1]).toContain(slope === 0 ? 0 : slope)
          }
        }
        const top = stopAt(thermographOf(game), "left", temperature)
        expect(top.equals(mean)).toBe(true)
        expect(stopAt(thermographOf(game), "right", temperature).equals(mean)).toBe(true)
      }),
    )
  })

  it("means add up; a sum is not hotter than its parts, and its stops lie between theirs", () => {
    // Adding a number to a cold game moves the bounds of the simplest number, and not the number itself.
    fc.assert(
      fc.property(arbitraryGame(2), arbitraryGame(2), (first, second) => {
        const book = new GameBook()
        const [a, b] = [first(book), second(book)]
        fc.pre(a.kind === "play" && b.kind === "play" && isHot(a) && isHot(b))
        const [ofA, ofB] = [thermographOf(a), thermographOf(b)]
        const sum = thermographOf(sumGame([a, b], book)!)
        expect(sum.mean.equals(ofA.mean.plus(ofB.mean))).toBe(true)
        expect(greater(ofA.temperature, ofB.temperature).compare(sum.temperature)).toBeGreaterThanOrEqual(0)
        expect(sum.leftStop.compare(ofA.leftStop.plus(ofB.leftStop))).toBeLessThanOrEqual(0)
        expect(sum.leftStop.compare(ofA.leftStop.plus(ofB.rightStop))).toBeGreaterThanOrEqual(0)
        expect(sum.rightStop.compare(ofA.rightStop.plus(ofB.rightStop))).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 60 },
    )
  })

  it("many shared positions are computed once: the work grows with the nodes", () => {
    const book = new GameBook()
    // 200 layers of 60 nodes; as a tree it would have 9^200 positions.
    let layer: ScoringGame[] = Array.from({ length: 60 }, (_, i) => book.number(Rational.of((i * 37) % 61)))
    for (let depth = 0; depth < 200; depth++) {
      const below = layer
      layer = below.map((_, i) =>
        book.play(
          [1, 2, 3].map((step) => below[(i + step * 7) % 60]!),
          [1, 2, 3].map((step) => below[(i + step * 11) % 60]!),
        ),
      )
    }
    const game = book.play(layer, layer)
    expect(positionsOf(game).length).toBeGreaterThan(10_000)
    const { mean, leftStop, rightStop } = thermographOf(game)
    expect(leftStop.compare(mean)).toBeGreaterThanOrEqual(0)
    expect(mean.compare(rightStop)).toBeGreaterThanOrEqual(0)
    expect(thermographOf(game)).toBe(thermographOf(game))
  })
})
