import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import {
  Black,
  CHINESE,
  fixedHandicap,
  Game,
  isPass,
  makeVertex,
  parseVertex,
  PASS,
  White,
  xOf,
  yOf,
  type Point,
} from "../rules/index.ts"
import {
  eloOfRank,
  findLevel,
  kyuOf,
  LADDER_SIZES,
  LEVELS,
  levelSpec,
  measuredOf,
  rankText,
} from "./levels.ts"
import type { Level } from "./levels.ts"
import { NODE_ENVIRONMENT } from "./node/index.ts"
import { makePlayer } from "./registry.ts"

const ALL: readonly Level[] = LEVELS
const BENCH = new URL("../../bench/", import.meta.url)

/** Fixed points, and a player between two levels that are far apart. */
const HELPERS = /^(gnugo\d+|two|four|four19|sixteen19)$/

interface Tournament {
  readonly size: number
  readonly players: readonly { readonly name: string; readonly spec: string }[]
}

describe("levels (APP-1)", () => {
  it("are players of the registry, in Capture Go as well", () => {
    for (const level of ALL) {
      expect(makePlayer(levelSpec(level)).ok).toBe(true)
      expect(makePlayer(levelSpec(level, true)).ok).toBe(true)
    }
    expect(findLevel("god")).toBeUndefined()
  })

  it.each(LADDER_SIZES)("are those that the gauntlet on %d lines measures", (size) => {
    const measured = new Set(ALL.filter((level) => measuredOf(level, size)).map(({ id }) => id as string))
    const files = readdirSync(BENCH).filter((name) => name.startsWith(`levels${size}-`))
    for (const name of files) {
      const file = new URL(name, BENCH)
      const tournament = JSON.parse(readFileSync(file, "utf8")) as Tournament
      expect(tournament.size).toBe(size)
      for (const player of tournament.players.filter((each) => !HELPERS.test(each.name))) {
        expect(player.spec).toBe(levelSpec(findLevel(player.name)!))
        measured.delete(player.name)
      }
    }
    expect([...measured]).toEqual([])
  })

  it.each(LADDER_SIZES)("grow stronger on %d lines, as far as they were measured", (size) => {
    const elos = ALL.flatMap((level) => measuredOf(level, size)?.elo ?? [])
    expect(elos).toEqual(elos.toSorted((a, b) => a - b))
  })

  it("have ranks by KGS's formula: GNU Go level 10 is 8 kyu, and a rank counts less on a small board", () => {
    expect(LADDER_SIZES.map((size) => kyuOf(0, size))).toEqual([8, 8, 8])
    // 0.85 · 400 / ln 10
    expect(eloOfRank(10, 19)).toBeCloseTo(147.66, 1)
    expect(eloOfRank(-1, 19)).toBeCloseTo(225.83, 1)
    expect(kyuOf(-eloOfRank(10, 19) * 4, 19)).toBe(12)
    expect(kyuOf(-eloOfRank(10, 9) * 4, 9)).toBe(12)
    expect(kyuOf(1e6, 9)).toBe(-2)
    expect(kyuOf(-1e6, 9)).toBe(30)
    const level = { ...ALL[0]!, measured: { 9: { elo: 0, error: 1, games: 1 } } }
    expect(rankText(level, 7)).toBe("about 8 kyu")
    expect(rankText(level, 19)).toBeUndefined()
  })

  it("beyond the scale, tell the rank that the games show: the lower end of the error", () => {
    const told = (elo: number, error: number): string | undefined =>
      rankText({ ...ALL[0]!, measured: { 9: { elo, error, games: 24 } } }, 9)
    expect(told(1600, 100)).toBe("3 dan or more")
    expect(kyuOf(796, 9)).toBe(-2)
    expect(told(796, 497)).toBe(`${kyuOf(796 - 497, 9)} kyu or more`)
    expect(told(796, 200)).toBe("1 dan or more")
  })

  it.each([9, 19])("begin away from the first line on %d lines, the weakest too", async (size) => {
    const player = unwrap(makePlayer(levelSpec(ALL[0]!), {}, NODE_ENVIRONMENT))
    for (let seed = 0; seed < 4; seed++) {
      const game = unwrap(Game.create({ size, rules: CHINESE, komi: 7 }))
      for (let number = 0; number < 10; number++) {
        const request = {
          position: game.position(),
          color: game.toPlay,
          budget: {},
          seed: 100 * seed + number,
        }
        const { move } = await player.choose(request)
        if (move === "resign" || isPass(move)) throw new Error(`${move} in the opening`)
        const places = [xOf(move as Point), yOf(move as Point)]
        expect(Math.min(...places, ...places.map((place) => size - 1 - place))).toBeGreaterThan(0)
        game.play(move)
      }
    }
    await player.close()
  })

  // The network holds a pass likely where a handicap looks lost, and a clock leaves little time to check it.
  it.each([undefined, { main: 600 }])("plays on against a handicap, with the clock %o", async (time) => {
    const clock = time && {
      settings: { kind: "absolute" as const, main: time.main },
      left: { seconds: time.main, stones: 0 },
    }
    for (const id of ["sharp", "deep", "expert"] as const) {
      const player = unwrap(makePlayer(levelSpec(findLevel(id)!), {}, NODE_ENVIRONMENT))
      const game = unwrap(Game.create({ size: 13, rules: CHINESE, komi: 0.5, handicap: 4 }))
      for (let seed = 0; seed < 3; seed++) {
        const budget = clock ? { clock } : {}
        const { move } = await player.choose({ position: game.position(), color: White, budget, seed })
        if (move === "resign" || isPass(move)) throw new Error(`${id}: ${move} in the opening`)
        unwrap(game.play(move))
        unwrap(game.play(PASS))
      }
      await player.close()
    }
  })

  it("resign a lost game at their second look, however few evaluations they make", async () => {
    // Black has 60 points more than the board gives; the stones are those of any opening.
    const game = unwrap(Game.create({ size: 9, rules: CHINESE, komi: -60 }))
    for (const vertex of "E5 E7 C6 G6 C7 F5 E4 F4 F3 G3 E3 D8 C8 G2 F2 F6 C4".split(" "))
      unwrap(game.play(parseVertex(vertex, 9)!))
    for (const id of ["deep", "expert"] as const) {
      const player = unwrap(makePlayer(levelSpec(findLevel(id)!), {}, NODE_ENVIRONMENT))
      const ask = async (seed: number): Promise<unknown> =>
        (await player.choose({ position: game.position(), color: White, budget: {}, seed })).move
      expect(await ask(1)).not.toBe("resign")
      expect(await ask(2)).toBe("resign")
      await player.close()
    }
  })

  // From a game against GNU Go, which passed while White's group on the left could still live or die.
  it.each([undefined, { main: 600 }])(
    "don't pass because dead stones seem to win, with the clock %o",
    async (time) => {
      const setup = fixedHandicap(13, 4)!.map((point) => [Black, point] as const)
      const game = unwrap(Game.create({ size: 13, rules: CHINESE, komi: 0.5, setup, firstToPlay: White }))
      const moves = `
      L11 K11 L10 L9 M9 L8 M8 L7 M7 C6 L6 K6 L5 K5 L3 J2 L4 E3 F11 E12 F12 E11 F10 F8 E9 D9 E8 F7 E7 E6 C7
      B7 C8 B9 B8 B6 A9 B11 B10 C10 C9 G9 H11 J12 L12 H12 H10 J9 K2 K3 L2 J1 K12 G11 G10 J11 H9 G12 G13 H8
      J10 G8 J8 K9 J13 H13 K7 K13 F13 J7 A7 F9 E10 C12 E13 D13 D11 D12 A6 B5 A5 B4 D8 C11 B13 A11 A10 K8
      A4 B2 A2 B3 A3 B1 D6 F5 D5 E5 K1 L13 M13 J13 M11 pass`
      for (const vertex of moves.trim().split(/\s+/)) unwrap(game.play(parseVertex(vertex, 13)!))
      const budget = time
        ? {
            clock: {
              settings: { kind: "absolute" as const, main: time.main },
              left: { seconds: time.main, stones: 0 },
            },
          }
        : {}
      const player = unwrap(makePlayer(levelSpec(findLevel("deep")!), {}, NODE_ENVIRONMENT))
      const { move } = await player.choose({ position: game.position(), color: White, budget, seed: 1 })
      expect(move === "resign" ? move : makeVertex(move, 13)).toMatch(/^[A-N]\d+$/)
      await player.close()
    },
  )
})
