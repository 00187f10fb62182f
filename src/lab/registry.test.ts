// All experiments keep the contract (LAB-1): names, sources, files, sizes, units.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { sizesOf } from "./experiment.ts"
import { EXPERIMENTS } from "./registry.ts"

const root = join(import.meta.dirname, "../..")

describe("experiments", () => {
  it("have an expected verdict each, for npm run verify", () => {
    const verdicts = JSON.parse(readFileSync(join(root, "docs/lab/verdicts.json"), "utf8")) as object
    expect(Object.keys(verdicts).sort()).toEqual(EXPERIMENTS.map(({ id }) => id).sort())
  })

  it("are listed in docs/lab.md", () => {
    const page = readFileSync(join(root, "docs/lab.md"), "utf8")
    expect(EXPERIMENTS.map(({ id }) => id).filter((id) => !page.includes(`\`${id}\``))).toEqual([])
  })

  it("have names of their own", () => {
    expect(new Set(EXPERIMENTS.map(({ id }) => id)).size).toBe(EXPERIMENTS.length)
  })

  it.each(EXPERIMENTS)("$id names existing code, and its sizes are allowed", (experiment) => {
    for (const file of experiment.code) expect([file, existsSync(join(root, file))]).toEqual([file, true])
    for (const size of ["quick", "full"] as const) {
      const sizes = unwrap(sizesOf(experiment, size))
      const same = Object.entries(sizes).map(([name, value]) => `${name}=${value}`)
      expect(sizesOf(experiment, size, same)).toEqual({ ok: true, value: sizes })
    }
  })

  it.each(EXPERIMENTS)(
    "$id has units with names of their own, as plain data, the same each time",
    (experiment) => {
      const units = experiment.units(unwrap(sizesOf(experiment, "quick")), 1)
      expect(units.length).toBeGreaterThan(0)
      expect(new Set(units.map(({ id }) => id)).size).toBe(units.length)
      expect(JSON.parse(JSON.stringify(units))).toEqual(units)
      expect(experiment.units(unwrap(sizesOf(experiment, "quick")), 1)).toEqual(units)
    },
  )
})
