import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { CHINESE, Game, isPass, PASS, White, xOf, yOf, type Point } from "../rules/index.ts"
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
      for (const player of tournament.players.filter((each) => !each.name.startsWith("gnugo"))) {
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
})
