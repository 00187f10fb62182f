// The games of a match follow from its definition (ARE-1, ARE-3).

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { SMALL_MATCH } from "../../test/support/match.ts"
import { unwrap } from "../base/result.ts"
import { CHINESE, Game, parseVertex } from "../rules/index.ts"
import { listOpenings, loadOpenings, NO_OPENINGS, randomOpenings } from "./openings.ts"
import { makeTask } from "./schedule.ts"
import type { MatchDefinition } from "./definition.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-openings-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GAME = { size: 9, rules: CHINESE }

const MATCH: MatchDefinition = {
  ...SMALL_MATCH,
  a: "uct",
  size: 9,
  komi: 7.5,
  budget: { kind: "playouts", playouts: 10 },
}

const file = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe("the schedule (ARE-1)", () => {
  const openings = randomOpenings(4, GAME, 1)
  const tasks = Array.from({ length: 200 }, (_, number) => makeTask(MATCH, openings, number))

  it("is made of pairs: one opening, the colours exchanged, other seeds", () => {
    for (let pair = 0; pair < 100; pair++) {
      const [one, other] = [tasks[2 * pair]!, tasks[2 * pair + 1]!]
      expect([one.black, other.black]).toEqual(["a", "b"])
      expect(one.opening).toEqual(other.opening)
      expect(one.seed).not.toBe(other.seed)
    }
    expect(new Set(tasks.map(({ opening }) => opening.join(" "))).size).toBe(100)
  })

  it("gives every game a seed that engines take, and an id of its own", () => {
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(200)
    expect(new Set(tasks.map(({ seed }) => seed)).size).toBe(200)
    for (const { seed } of tasks) expect(seed > 0 && seed < 2 ** 31 && Number.isInteger(seed)).toBe(true)
  })

  it("is the same again", () => {
    expect(makeTask(MATCH, randomOpenings(4, GAME, 1), 17)).toEqual(tasks[17])
    // A longer memory than that of one run: journals are continued by later versions.
    expect(makeTask(MATCH, NO_OPENINGS, 0).id).toBe("5b097e71689f62f6")
  })

  it.each<[string, Partial<MatchDefinition>]>([
    ["a", { a: "uct:strong" }],
    ["b", { b: "uct" }],
    ["size", { size: 7 }],
    ["komi", { komi: 6.5 }],
    ["rules", { rules: "cgos" }],
    ["budget", { budget: { kind: "seconds", seconds: 10 } }],
    ["threads", { threads: 2 }],
    ["seed", { seed: 2 }],
  ])("another %s is another game", (_, change) => {
    expect(makeTask({ ...MATCH, ...change }, NO_OPENINGS, 0).id).not.toBe(makeTask(MATCH, NO_OPENINGS, 0).id)
  })

  it("another opening is another game", () => {
    const with1 = makeTask(MATCH, listOpenings([["E5"]]), 0)
    expect(with1.id).not.toBe(makeTask(MATCH, listOpenings([["E4"]]), 0).id)
  })
})

describe("openings (ARE-1)", () => {
  it("random ones are lawful, and as long as asked", () => {
    for (let pair = 0; pair < 20; pair++) {
      const game = unwrap(Game.create(GAME))
      const opening = randomOpenings(12, GAME, 3).of(pair)
      expect(opening).toHaveLength(12)
      for (const vertex of opening) unwrap(game.play(parseVertex(vertex, 9)!))
    }
    expect(randomOpenings(12, GAME, 4).of(0)).not.toEqual(randomOpenings(12, GAME, 3).of(0))
  })

  it("are read from a text, and begin again when they are through", async () => {
    const path = file("list.txt", "# two openings\ne5 c3\n\nD4, F6 G3  # the second\n")
    const openings = unwrap(await loadOpenings(path, GAME))
    expect(openings.definition).toMatchObject({ kind: "list", count: 2 })
    expect([0, 1, 2].map(openings.of)).toEqual([
      ["E5", "C3"],
      ["D4", "F6", "G3"],
      ["E5", "C3"],
    ])
  })

  it("are read from records", async () => {
    const path = file("list.sgf", "(;GM[1]SZ[9];B[ee];W[cg])(;SZ[9];B[aa])")
    const openings = unwrap(await loadOpenings(path, GAME))
    expect([0, 1].map(openings.of)).toEqual([["E5", "C3"], ["A9"]])
  })

  it.each([
    ["off.txt", "E5\nZ9\n", /off\.txt, line 2: "Z9" is no point/],
    ["twice.txt", "E5 E5\n", /line 1: move 2, E5: there is already a stone/],
    ["over.txt", "pass pass\n", /line 1: nothing is left to play/],
    ["empty.txt", "# nothing\n", /there is no opening in it/],
    ["size.sgf", "(;SZ[19];B[aa])", /game 1: it is for a board of 19 lines, and this match has 9/],
    ["setup.sgf", "(;SZ[9]AB[aa];W[bb])", /game 1: stones are set up/],
    ["turn.sgf", "(;SZ[9];W[bb])", /game 1: Black begins/],
  ])("%s is refused, with the place", async (name, content, reason) => {
    const loaded = await loadOpenings(file(name, content), GAME)
    expect(loaded).toMatchObject({ ok: false, error: expect.stringMatching(reason) })
  })

  it("a file that is not there is refused", async () => {
    expect((await loadOpenings(join(folder, "none.txt"), GAME)).ok).toBe(false)
    expect((await loadOpenings(join(folder, "none.sgf"), GAME)).ok).toBe(false)
  })
})
