import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { presetParams } from "../../src/search/index.ts"
import { makePage } from "./page.ts"
import { gameOf, type TacticalPosition } from "./position.ts"
import { EVO_5, TACTICS } from "./positions.ts"
import { winningLadders, winningMoves } from "./reading.ts"
import { complaint, movesFor } from "./trial.ts"

/** Reading and searching take seconds on a busy machine. */
const PATIENCE = 240_000

describe.each(["plain", "strong"] as const)("uct:%s solves the problems of EVO-5", (preset) => {
  it.each(EVO_5)(
    "$name",
    async (position) =>
      expect(complaint(position, await movesFor(position, presetParams(preset), 20))).toBeUndefined(),
    PATIENCE,
  )
})

// A known failure passes as long as the search fails.
describe("uct:strong solves tactics (TREE-3), but for known failures", () => {
  it.each(TACTICS)(
    "$name",
    async (position) => {
      const seeds = position.fails === undefined ? 10 : 20
      expect(complaint(position, await movesFor(position, presetParams("strong"), seeds))).toBeUndefined()
    },
    PATIENCE,
  )
})

describe("the solutions are proved without the search", () => {
  it.each(TACTICS)(
    "$name",
    (position) => {
      const prove = position.proof === "ladder read" ? winningLadders : winningMoves
      expect(prove(gameOf(position))).toEqual([...position.solutions].sort())
    },
    PATIENCE,
  )
})

describe("how answers are judged", () => {
  const position: TacticalPosition = {
    name: "example",
    board: ".",
    komi: 0,
    solutions: ["A1"],
    why: "",
    proof: "specification",
  }
  const failure: TacticalPosition = { ...position, fails: "it passes" }
  const answers = (right: number): string[] =>
    Array.from({ length: 10 }, (_, i) => (i < right ? "A1" : "pass"))

  it("nine seeds of ten solve a position", () => {
    expect(complaint(position, answers(9))).toBeUndefined()
    expect(complaint(position, answers(8))).toMatch(
      /^example: 8 of 10 seeds found A1; played: A1 .* pass pass$/,
    )
  })

  it("a known failure that is solved is a complaint", () => {
    expect(complaint(failure, answers(8))).toBeUndefined()
    expect(complaint(failure, answers(9))).toBe(
      "example is solved now: take it off the list of known failures",
    )
  })
})

describe("docs/tactics.md", () => {
  it("is what npm run docs:tactics makes of the list", () => {
    expect(readFileSync(new URL("../../docs/tactics.md", import.meta.url), "utf8")).toBe(makePage())
  })
})
