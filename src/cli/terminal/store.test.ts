// The file where the game is kept: real files in a folder of their own.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { unwrap } from "../../base/result.ts"
import { parseSgf } from "../../record/index.ts"
import {
  Black,
  Game,
  parseRuleset,
  parseVertex,
  White,
  type GameOptions,
  type Point,
} from "../../rules/index.ts"
import { makeSave, readRecord, readSave } from "./savegame.ts"
import type { Seating } from "./seating.ts"
import { dayOf, defaultFile, Store } from "./store.ts"

const SEATING: Seating = { person: "white", player: "random", seed: 12345 }
const NOON = new Date(2026, 0, 31, 12, 0, 5)

let folder = ""
let file = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "montego-store-"))
  file = join(folder, "game.sgf")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const openStore = () => new Store(file, () => NOON)
const bytes = (text: string) => new TextEncoder().encode(text)

function gameOf(vertices: string[], options: Partial<GameOptions> = {}): Game {
  const game = unwrap(Game.create({ size: 9, ...options }))
  for (const vertex of vertices) unwrap(game.play(parseVertex(vertex, game.size)!))
  return game
}

const textOf = (...vertices: string[]) => makeSave(gameOf(vertices), SEATING, "2026-01-31")

describe("a saved game", () => {
  it.each([
    ["suicide", { rules: parseRuleset("new-zealand")!, komi: 3.25 }],
    ["Capture Go", { rules: parseRuleset("capture-3")!, komi: 0 }],
    ["negative komi", { rules: parseRuleset("japanese")!, komi: -5.5 }],
    ["25×25", { size: 25 }],
    [
      "handicap",
      {
        handicap: 2,
        komi: 0.5,
        setup: [
          [Black, parseVertex("G7", 9) as Point],
          [Black, parseVertex("C3", 9) as Point],
        ] as const,
      },
    ],
    [
      "a position with White to play",
      { setup: [[White, parseVertex("E5", 9) as Point]] as const, firstToPlay: White },
    ],
  ])("comes back with everything: %s", (_, options) => {
    const game = gameOf(["D4", "pass", "A1"], options)
    const seating = { ...SEATING, player: 'uct:strong,name="a:b]c\\"' }
    const saved = unwrap(readSave(bytes(makeSave(game, seating, "2026-01-31"))))
    expect(saved.game.position()).toEqual({ ...game.position(), turns: "free" })
    expect(saved).toMatchObject({ seating, started: "2026-01-31", result: undefined, notes: [] })
  })

  it("says how it ended", () => {
    const game = gameOf(["D4"])
    game.resign(White)
    const text = makeSave(game, SEATING, "2026-01-31")
    expect(text).toContain("RE[B+R]")
    expect(unwrap(readSave(bytes(text))).result).toBe("B+R")
  })

  it("is counted again when it was left among the dead stones", () => {
    expect(unwrap(readSave(bytes(textOf("D4", "pass", "pass")))).game.phase).toBe("counting")
  })

  it.each([
    "(;GM[1]SZ[9];B[aa])",
    "(;GM[1]SZ[9]MONTEGO[color:red][player:x][seed:1];B[aa])",
    "(;GM[1]MONTEGO[x])",
  ])("has no seating when another program wrote it: %s", (text) =>
    expect(unwrap(readRecord(unwrap(parseSgf(text)).games[0]!)).seating).toBeUndefined(),
  )

  it("is never read from a file that was cut, wherever", () => {
    const text = textOf("D4", "E5", "F6")
    for (let length = 0; length < text.trimEnd().length; length++) {
      expect(readSave(bytes(text.slice(0, length))).ok).toBe(false)
    }
  })
})

describe("the store", () => {
  it("keeps and finds an unfinished game, making its folder", () => {
    file = join(folder, "a", "b", "game.sgf")
    const store = openStore()
    expect(unwrap(store.open())).toEqual({ kind: "empty" })
    expect(unwrap(store.write(textOf("D4")))).toEqual({ movedTo: undefined })
    unwrap(store.write(textOf("D4", "E5")))
    expect(readFileSync(file, "utf8")).toBe(textOf("D4", "E5"))
    expect(readdirSync(join(folder, "a", "b"))).toEqual(["game.sgf"])
    const slot = unwrap(openStore().open())
    expect(slot.kind).toBe("unfinished")
    expect("saved" in slot && slot.saved.game.moves).toHaveLength(2)
  })

  it("a kill in the middle of writing leaves the last game whole", () => {
    unwrap(openStore().write(textOf("D4")))
    const half = `${file}.4711.tmp`
    writeFileSync(half, textOf("D4", "E5").slice(0, 60))
    const young = `${file}.4712.tmp`
    writeFileSync(young, "another process is writing this")
    utimesSync(half, new Date(NOON.getTime() - 3_600_000), new Date(NOON.getTime() - 3_600_000))
    utimesSync(young, NOON, NOON)
    const slot = unwrap(openStore().open())
    expect("saved" in slot && slot.saved.game.moves).toHaveLength(1)
    expect(readdirSync(folder).sort()).toEqual(["game.sgf", "game.sgf.4712.tmp"])
  })

  it.each([
    ["empty", ""],
    ["not SGF", "hello"],
    ["cut", "(;GM[1]SZ[9]MONTEGO[color:black][player:random][seed:1];B[dd];W[e"],
    ["an unlawful move", "(;GM[1]SZ[9]MONTEGO[color:black][player:random][seed:1];B[dd];W[dd])"],
    ["a board that is none", "(;GM[1]SZ[99]MONTEGO[color:black][player:random][seed:1];B[dd])"],
    ["binary", "\u0000\u0001(;\uFFFD"],
  ])("sets a damaged file aside: %s", (_, text) => {
    writeFileSync(file, text)
    const store = openStore()
    expect(unwrap(store.open()).kind).toBe("damaged")
    const aside = unwrap(store.setAside("damaged"))
    expect(aside).toBe(join(folder, "game-damaged-2026-01-31-120005.sgf"))
    expect(readFileSync(aside, "utf8")).toBe(text)
    expect(unwrap(store.write(textOf("D4")))).toEqual({ movedTo: undefined })
  })

  it("never overwrites what was set aside before", () => {
    const names = ["D4", "E5", "F6"].map((vertex) => {
      const store = openStore()
      unwrap(store.open())
      unwrap(store.write(textOf(vertex)))
      return unwrap(store.setAside(""))
    })
    expect(new Set(names).size).toBe(3)
    expect(names.map((name) => readFileSync(name, "utf8"))).toEqual([
      textOf("D4"),
      textOf("E5"),
      textOf("F6"),
    ])
  })

  it("two terminals on one file: the one that was overtaken gets a file of its own", () => {
    const first = openStore()
    unwrap(first.open())
    unwrap(first.write(textOf("D4")))
    const second = openStore()
    unwrap(second.open())
    unwrap(second.write(textOf("D4", "E5")))
    const own = join(folder, "game-2026-01-31-120005.sgf")
    expect(unwrap(first.write(textOf("D4", "C3")))).toEqual({ movedTo: own })
    expect(first.file).toBe(own)
    expect(unwrap(first.write(textOf("D4", "C3", "B2")))).toEqual({ movedTo: undefined })
    expect(readFileSync(file, "utf8")).toBe(textOf("D4", "E5"))
    expect(readFileSync(own, "utf8")).toBe(textOf("D4", "C3", "B2"))
  })

  it("knows finished and foreign games", () => {
    const game = gameOf(["D4"])
    game.resign(White)
    writeFileSync(file, makeSave(game, SEATING, "2026-01-31"))
    expect(unwrap(openStore().open()).kind).toBe("finished")
    writeFileSync(file, "(;GM[1]SZ[9];B[aa])")
    expect(unwrap(openStore().open()).kind).toBe("foreign")
  })

  it("follows a link instead of replacing it", () => {
    const real = join(folder, "real.sgf")
    writeFileSync(real, textOf("D4"))
    symlinkSync(real, file)
    const store = openStore()
    unwrap(store.open())
    unwrap(store.write(textOf("D4", "E5")))
    expect(readFileSync(real, "utf8")).toBe(textOf("D4", "E5"))
  })

  it("says why it can't keep a game", () => {
    mkdirSync(file)
    expect(openStore().open()).toEqual({ ok: false, error: `${file} is a directory` })
    writeFileSync(join(folder, "plain"), "")
    const below = new Store(join(folder, "plain", "x.sgf"), () => NOON)
    expect(below.open()).toHaveProperty("error", expect.stringContaining("plain is no folder"))
    expect(new Store("/proc/no/where.sgf", () => NOON).open().ok).toBe(false)
    rmSync(folder, { recursive: true })
    expect(openStore().write("x")).toHaveProperty("error", expect.stringContaining("does not exist"))
  })
})

it("the default file follows XDG, if that is a full path", () => {
  expect(defaultFile({ XDG_STATE_HOME: "/x", HOME: "/h" })).toBe("/x/montego/game.sgf")
  expect(defaultFile({ XDG_STATE_HOME: "x", HOME: "/h" })).toBe("/h/.local/state/montego/game.sgf")
  expect(defaultFile({ HOME: "/h" })).toBe("/h/.local/state/montego/game.sgf")
  expect(dayOf(NOON)).toBe("2026-01-31")
})
