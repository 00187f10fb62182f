// The tables of a tournament from results that are known (ARE-2, BT-7).

import { describe, expect, it } from "vitest"
import {
  makeCrossTable,
  makeFaultLine,
  makeRatingTable,
  rankPlayers,
  rateOf,
  reportPlayer,
  type PairStanding,
} from "./crosstable.ts"
import { eloRatings } from "./ratings.ts"
import { Standing } from "./standing.ts"
import type { Verdict } from "./verdict.ts"
import type { JournalEntry } from "./journal-text.ts"
import { otherSide, type Side } from "./definition.ts"

const NO_TIME = { moves: 0, seconds: 0, longest: 0 }

/** A game of the pairing with this number; even numbers have A as Black. */
function entry(number: number, winner: Side | null, kind: Verdict["kind"] = "resign"): JournalEntry {
  const black: Side = number % 2 === 0 ? "a" : "b"
  const color = winner === null ? null : winner === black ? "black" : "white"
  return {
    id: `${number}`,
    number,
    a: "A",
    b: "B",
    black,
    verdict: { kind, winner: color, reason: "", margin: 0, overrun: 0 } as unknown as Verdict,
    result: "",
    winner,
    moves: 1,
    seed: 1,
    times: { a: NO_TIME, b: NO_TIME },
    claims: {},
    opening: "",
    plays: "",
    at: "",
  }
}

/** `games` has a letter for each: a and b won, = drawn, ! A's clock ran out, ? void. */
function pair(a: string, b: string, games: string): PairStanding {
  const entries = Array.from(games, (letter, number) => {
    if (letter === "=") return entry(number, null, "score")
    if (letter === "!") return entry(number, "b", "time")
    if (letter === "?") return entry(number, null, "void")
    return entry(number, otherSide(letter === "a" ? "b" : "a"))
  })
  return { a, b, standing: new Standing(entries) }
}

const names = ["weak", "middle", "best"]
const pairs = [
  pair("best", "middle", "aaab"),
  pair("best", "weak", "aaa="),
  // Middle is Black in games 1 and 3, wins both, and the last game is void.
  pair("middle", "weak", "abaa!?"),
]

describe("rankPlayers (ARE-2, BT-7)", () => {
  const ranked = rankPlayers(names, pairs, "weak")

  it("puts the strongest first, and counts wins, draws and voids of both sides", () => {
    expect(ranked.map(({ name }) => name)).toEqual(["best", "middle", "weak"])
    expect(ranked.map(({ all }) => all)).toEqual([
      { games: 8, wins: 6, losses: 1, draws: 1, voids: 0 },
      { games: 10, wins: 4, losses: 5, draws: 0, voids: 1 },
      { games: 10, wins: 2, losses: 6, draws: 1, voids: 1 },
    ])
    expect(rateOf(ranked[1]!.all)).toBeCloseTo(4 / 9)
  })

  it("tells colours apart, also for the side that a standing is not about", () => {
    const [, middle, weak] = ranked
    // As A against weak: Black in games 0, 2, 4, won two. As B against best: Black in 1 and 3, won the last.
    expect(middle!.asBlack).toEqual({ games: 5, wins: 3, losses: 2, draws: 0, voids: 0 })
    expect(middle!.asWhite).toEqual({ games: 5, wins: 1, losses: 3, draws: 0, voids: 1 })
    expect(weak!.asBlack).toEqual({ games: 5, wins: 1, losses: 2, draws: 1, voids: 1 })
  })

  it("rates as eloRatings does, with its errors, and LMP beside it", () => {
    const encounters = [
      { first: "best", second: "middle", wins: 3, draws: 0, losses: 1 },
      { first: "best", second: "weak", wins: 3, draws: 1, losses: 0 },
      { first: "middle", second: "weak", wins: 3, draws: 0, losses: 2 },
    ]
    for (const { player, elo, error, interval } of eloRatings(encounters, "weak").rated) {
      const rating = ranked.find(({ name }) => name === player)!.rating!
      expect(rating).toMatchObject({ elo, error, interval })
      expect(rating.lmp).toBeCloseTo(elo, 3)
    }
    expect(ranked[2]!.rating).toMatchObject({ elo: 0, error: 0 })
  })

  it("leaves those without games unrated, at the end", () => {
    const more = rankPlayers(["new", ...names], [...pairs, pair("best", "new", "")], "best")
    expect(more.map(({ name }) => name)).toEqual(["best", "middle", "weak", "new"])
    expect(more[3]!.rating).toBeUndefined()
    expect(makeRatingTable(more, "best").at(-1)).toMatch(/^new +– +– +– +0 +0 +0 +0 +– +– +– +0$/)
    expect(reportPlayer(more[3]!)).toMatchObject({
      elo: null,
      error: null,
      interval: [null, null],
      rate: null,
    })
  })

  it("counts a fault for the player who caused it, and a void game for no player", () => {
    expect(ranked.map(({ faults }) => Object.fromEntries(faults))).toEqual([{}, { time: 1 }, {}])
    expect(makeFaultLine(ranked, pairs)).toBe("faults: middle: time 1; no player: void 1")
    const clean = [pair("x", "y", "ab")]
    expect(makeFaultLine(rankPlayers(["x", "y"], clean, "x"), clean)).toBe("faults: none")
  })
})

describe("makeCrossTable (ARE-2)", () => {
  it("has every pair from both sides", () => {
    const table = makeCrossTable(rankPlayers(names, pairs, "weak"), pairs)
    expect(table).toEqual([
      "                     1           2             3",
      "1 best               ×  3–1 75.0 %  3–0–1 87.5 %",
      "2 middle    1–3 25.0 %           ×    3–2 60.0 %",
      "3 weak    0–3–1 12.5 %  2–3 40.0 %             ×",
    ])
  })

  it("leaves cells empty where two don't meet, as in a gauntlet", () => {
    const some = [pair("best", "middle", "aa"), pair("best", "weak", "")]
    const [, best, middle, weak] = makeCrossTable(rankPlayers(["best", "middle", "weak"], some, "best"), some)
    expect(best).toMatch(/^1 best +× +2–0 100\.0 % +–$/)
    expect(middle).toMatch(/^2 middle +0–2 0\.0 % +×$/)
    expect(weak).toMatch(/^3 weak +– +×$/)
  })
})

it("makeRatingTable has the error of each distance to the anchor, and none for the anchor", () => {
  const [head, best, , weak] = makeRatingTable(rankPlayers(names, pairs, "weak"), "weak")
  expect(head).toMatch(/^ +Elo +95 % +LMP +games +won +lost +drawn +rate +Black +White +faults$/)
  expect(best).toMatch(/^best +\+\d+ +±\d+ +\+\d+ +8 +6 +1 +1 +81\.3 % +100\.0 % +62\.5 % +0$/)
  expect(weak).toMatch(/^weak +0 +– +0 +10 /)
})
