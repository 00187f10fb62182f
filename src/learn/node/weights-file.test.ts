// The weights that come with the package.

import { readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { unwrap } from "../../base/result.ts"
import { expandPlayoutGammas } from "../playout-features.ts"
import { bundledWeights, loadBundledWeights, loadWeights } from "./weights-file.ts"

describe("the weights of the package", () => {
  it.each([
    ["moves", 19],
    ["moves", 9],
    ["playout", 19],
    ["playout", 9],
  ] as const)("%s on %i×%i can be read, and say where they come from", (kind, size) => {
    const { origin, gammas, kind: found } = unwrap(loadBundledWeights(kind, size))
    expect([found, origin.size]).toEqual([kind, size])
    expect(origin.files.length).toBeGreaterThan(0)
    expect(origin.scores!.positions).toBeGreaterThan(10_000)
    expect(gammas.every((gamma) => gamma > 0 && gamma < 1e4)).toBe(true)
  })

  it("take at most 2 MB", () => {
    const folder = dirname(bundledWeights("moves", 9))
    const names = readdirSync(folder).filter((name) => !name.startsWith("net"))
    const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).toBeLessThanOrEqual(2_000_000)
  })

  it("know what every player knows: the empty first line is bad, beside the last move is good", () => {
    for (const size of [9, 19]) {
      const { patterns, near } = expandPlayoutGammas(unwrap(loadBundledWeights("playout", size)).gammas)
      const edge = [5, 6, 7].reduce((code, place) => code | (3 << (2 * place)), 0)
      expect(patterns[edge]).toBeLessThan(patterns[0]!)
      expect(Math.min(...near.slice(1))).toBeGreaterThan(1)
    }
  })

  it("a file that is missing or foreign is named with the reason", () => {
    expect(loadWeights("none.bin")).toEqual({ ok: false, error: "none.bin does not exist" })
    expect(loadWeights("package.json")).toEqual({
      ok: false,
      error: "package.json: not a file of the kind montego-weights",
    })
  })
})
