// Every published number that the specification prints in bold has an experiment, which compares with it.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { PUBLISHED } from "./published.ts"
import { findExperiment } from "./registry.ts"

const SPEC = join(import.meta.dirname, "../../../shared/SPEC.md")

/** Bold words that are no results: names, and the word itself. */
const WORDS = new Set([
  ...["Gobble", "McGnuGo", "Libego", "Coevolution", "MCTS-9x9", "bold", "LMP"],
  ...["naive", "common fate graph", "analyze-after", "incremental"],
  ...["heavy, MoGo rules", "heavy, gamma weighted"],
])

describe("published numbers", () => {
  it("have ids of their own", () => {
    expect(new Set(PUBLISHED.map(({ id }) => id)).size).toBe(PUBLISHED.length)
  })

  it.each(PUBLISHED)("$id has an experiment", ({ experiment }) => {
    expect(findExperiment(experiment)).toBeDefined()
  })

  it.each(PUBLISHED)("$id: its values are those of the text", ({ bold, values }) => {
    const plain = bold.replaceAll("−", "-").replaceAll("10 000", "10000").replaceAll("32 768", "32768")
    for (const value of values.map(Math.abs).filter((number) => number !== 1 && number !== 2 ** 22))
      expect(plain).toContain(String(value))
  })

  it.skipIf(!existsSync(SPEC))("are all that the specification has in bold", () => {
    const text = readFileSync(SPEC, "utf8")
    const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map((match) => match[1]!)
    expect(PUBLISHED.map((entry) => entry.bold)).toEqual(bold.filter((words) => !WORDS.has(words)))
  })
})
