import { describe, expect, it } from "vitest"
import { Random } from "../base/random.ts"
import { eloOfScore, expectedScore } from "../base/statistics.ts"
import { eloRatings, lmpRatings, type Encounter, type Rating, type Ratings } from "./ratings.ts"

const METHODS = [
  { method: "maximum likelihood", rate: eloRatings },
  { method: "LMP", rate: lmpRatings },
]

function encounter(
  first: string,
  second: string,
  [wins, draws, losses]: readonly [number, number, number],
): Encounter {
  return { first, second, wins, draws, losses }
}

function of(ratings: Ratings, player: string): Rating {
  return ratings.rated.find((rating) => rating.player === player)!
}

/** All pairs of players, who are named by their strength in Elo. */
function roundRobin(strengths: readonly number[], games: number, random: Random): Encounter[] {
  return strengths.flatMap((strength, i) =>
    strengths.slice(0, i).map((other) => {
      let wins = 0
      for (let game = 0; game < games; game++) if (random.float() < expectedScore(strength - other)) wins++
      return encounter(`${strength}`, `${other}`, [wins, 0, games - wins])
    }),
  )
}

const STRENGTHS = [-350, -150, -60, 0, 40, 120, 250, 400]

describe("ARE-2: ratings", () => {
  it.each(METHODS)("$method: two players, by hand", ({ rate }) => {
    const ratings = rate([encounter("a", "b", [60, 10, 29])], "b")
    // One drawn game more: 65.5 of 100 points.
    const { elo, error, interval, games, score } = of(ratings, "a")
    expect(elo).toBeCloseTo(eloOfScore(0.655), 6)
    expect(error).toBeCloseTo(400 / Math.log(10) / Math.sqrt(100 * 0.655 * 0.345), 6)
    expect(interval.high - elo).toBeCloseTo(1.959964 * error, 4)
    expect([games, score]).toEqual([99, 65 / 99])
    expect(of(ratings, "b")).toEqual({
      player: "b",
      elo: 0,
      error: 0,
      interval: { low: 0, high: 0 },
      games: 99,
      score: 34 / 99,
    })
  })

  it.each(METHODS)("$method: results may come in parts, from either side and in any order", ({ rate }) => {
    const whole = [encounter("a", "b", [7, 2, 4]), encounter("b", "c", [5, 0, 5])]
    const parts = [
      encounter("c", "b", [5, 0, 5]),
      encounter("b", "a", [3, 1, 3]),
      encounter("a", "b", [4, 1, 1]),
      encounter("a", "a", [9, 0, 0]),
    ]
    const [expected, found] = [rate(whole, "c"), rate(parts, "c")]
    for (const { player, elo, error, games } of expected.rated) {
      expect(of(found, player).elo).toBeCloseTo(elo, 5)
      expect(of(found, player).error).toBeCloseTo(error, 5)
      expect(of(found, player).games).toBe(games)
    }
  })

  it.each(METHODS)("$method: a player who wins every game has a finite rating", ({ rate }) => {
    const { rated } = rate([encounter("a", "b", [20, 0, 0]), encounter("b", "c", [20, 0, 0])], "c")
    expect(rated.map(({ player }) => player)).toEqual(["a", "b", "c"])
    // The last games of both pairings are three quarters of a drawn one.
    expect(rated[1]!.elo).toBeCloseTo(eloOfScore(20.375 / 20.75), 3)
    expect(rated[0]!.elo).toBeCloseTo(2 * eloOfScore(20.375 / 20.75), 3)
  })

  it.each(METHODS)("$method: the anchor only shifts", ({ rate }) => {
    const results = roundRobin([0, 100, 200], 50, new Random(1))
    const [low, high] = [rate(results, "0"), rate(results, "200")]
    for (const { player, elo } of low.rated)
      expect(of(high, player).elo).toBeCloseTo(elo - of(low, "200").elo, 6)
  })

  it.each(METHODS)("$method: leaves out players whom no games connect with the anchor", ({ rate }) => {
    const results = [
      encounter("a", "b", [1, 0, 1]),
      encounter("d", "c", [2, 0, 1]),
      encounter("e", "a", [0, 0, 0]),
    ]
    const { rated, unrated } = rate(results, "a")
    expect(rated.map(({ player }) => player)).toEqual(["a", "b"])
    expect(unrated).toEqual(["c", "d", "e"])
    expect(rate([], "a").rated).toMatchObject([{ player: "a", elo: 0, games: 0, score: 0.5 }])
  })

  it("maximum likelihood: 95 % of the intervals hold the true strengths", () => {
    const random = new Random(2)
    let held = 0
    const tournaments = 300
    for (let tournament = 0; tournament < tournaments; tournament++)
      for (const { player, interval } of eloRatings(roundRobin(STRENGTHS, 20, random), "0").rated)
        if (player !== "0" && interval.low <= Number(player) && Number(player) <= interval.high) held++
    const share = held / tournaments / (STRENGTHS.length - 1)
    expect(share).toBeGreaterThan(0.93)
    expect(share).toBeLessThan(0.97)
  })
})

describe("BT-7: LMP as a rating system", () => {
  const results = roundRobin(STRENGTHS, 2000, new Random(3))
  const [elo, lmp] = [eloRatings(results, "0"), lmpRatings(results, "0")]

  it("agrees with Elo, and both find the true strengths", () => {
    for (const rating of elo.rated) {
      expect(of(lmp, rating.player).elo).toBeCloseTo(rating.elo, 4)
      expect(Math.abs(rating.elo - Number(rating.player))).toBeLessThanOrEqual(3 * rating.error)
    }
    expect(lmp.rated.map(({ player }) => player)).toEqual(STRENGTHS.map(String).reverse())
  })

  it("claims smaller errors than the likelihood has, most of all for the strongest", () => {
    const claim = (player: string): number => of(lmp, player).error / of(elo, player).error
    for (const { player } of elo.rated) if (player !== "0") expect(claim(player)).toBeLessThan(1)
    expect(claim("40")).toBeGreaterThan(0.6)
    expect(claim("400")).toBeLessThan(0.5)
  })
})
