// The simple searches as players (TREE-1, TREE-2): their options, and whole games.

import { describe, expect, it } from "vitest"
import { playSmallGame, RandomPlayer } from "../../test/support/players.ts"
import { unwrap } from "../base/result.ts"
import { parsePlayerSpec } from "../player/index.ts"
import { Black, Game } from "../rules/index.ts"
import { FLAT_PLAYERS } from "./player.ts"

function make(text: string) {
  const spec = unwrap(parsePlayerSpec(text))
  return FLAT_PLAYERS.find(({ name }) => name === spec.name)!.make(spec)
}

describe("the simple searches as players", () => {
  it.each(["vanilla", "amaf", "pruning", "depth2"])(
    "%s beats the random player (TREE-1, TREE-2)",
    async (name) => {
      const player = unwrap(make(`${name},playouts=200`))
      const random = new RandomPlayer()
      expect(await playSmallGame(player, random, 100)).toBeGreaterThan(0)
      expect(await playSmallGame(random, player, 200)).toBeLessThan(0)
      await player.close()
    },
  )

  it("is named as it was written, and says why and how it chose", async () => {
    const player = unwrap(make("pruning,playouts=900,value=score,policy=mogo,c=3"))
    expect(player.name).toBe("pruning,playouts=900,value=score,policy=mogo,c=3")
    const position = unwrap(Game.create({ size: 5 })).position()
    const { reason, report } = await player.choose({ position, color: Black, budget: {}, seed: 1 })
    expect(reason).toBe("best-value")
    expect(report!.playouts).toBe(900)
  })

  it("has 10 000 playouts where nobody says anything, and what the request asks for otherwise", async () => {
    const position = unwrap(Game.create({ size: 5 })).position()
    const ask = async (name: string, budget: { playouts?: number }): Promise<number> => {
      const answer = await unwrap(make(name)).choose({ position, color: Black, budget, seed: 1 })
      return answer.report!.playouts
    }
    expect(await ask("vanilla", {})).toBe(10_000)
    expect(await ask("vanilla", { playouts: 70 })).toBe(70)
    expect(await ask("vanilla,playouts=50", { playouts: 70 })).toBe(70)
  })

  it.each([
    ["vanilla:fast", 'vanilla has no presets, "fast" is unknown'],
    ["vanilla,c=2", 'vanilla has no option "c"; there are: playouts, seconds, policy, value, threads'],
    ["vanilla,constructor=2", /no option "constructor"/],
    ["amaf,playouts=0", 'playouts is a whole number from 1 to 1000000000, not "0"'],
    ["amaf,playouts=1e3", /playouts is a whole number/],
    ["amaf,seconds=-1", 'seconds is a positive number up to 1000000000, not "-1"'],
    ["amaf,seconds=", /seconds is a positive number/],
    ["depth2,policy=gamma", 'policy is one of light, mogo, not "gamma"'],
    ["depth2,value=points", 'value is one of win, score, not "points"'],
    ["pruning,c=x", 'c is a positive number up to 1000000000, not "x"'],
    ["pruning,threads=0", /threads is a whole number from 1 to 64/],
  ])("%s is refused with what is possible", (text, reason) => {
    const made = make(text)
    expect(made).toMatchObject({ ok: false, error: expect.stringMatching(reason) })
  })
})
