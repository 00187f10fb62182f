// The switches that the lab measures are options of the search, and none is missing (LAB-2).

import { describe, expect, it } from "vitest"
import { makePlayer } from "../players/index.ts"
import { HEURISTICS, PLAIN } from "./heuristics.ts"

describe("heuristics", () => {
  it.each(HEURISTICS)("$name is an option of the search", ({ options, base = PLAIN }) => {
    expect(makePlayer(`${base},${options}`)).toMatchObject({ ok: true })
  })

  it("have names of their own", () => {
    expect(new Set(HEURISTICS.map(({ name }) => name)).size).toBe(HEURISTICS.length)
  })

  it.each(["uncle-merge", "scope=board", "nakade", "low", "ladder", "rave-recency", "dynamic-komi"])(
    "%s has a row",
    (option) => expect(HEURISTICS.some(({ options }) => options.includes(option))).toBe(true),
  )
})
