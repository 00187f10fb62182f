// Games for training: what is written is what is read, byte by byte, and which games have owners.

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { Kernel } from "../kernel/index.ts"
import { Black, parseVertex, White, type PlayedMove } from "../rules/index.ts"
import { GAMES_LINE, makeTrainingGame, parseTrainingGames, type TrainingGame } from "./games.ts"
import { finalOwners } from "./owners.ts"

function plays(text: string, size: number): PlayedMove[] {
  return text.split(" ").map((word) => {
    const [letter, vertex] = word.split(":") as [string, string]
    return { color: letter === "B" ? Black : White, move: parseVertex(vertex, size)! }
  })
}

function file(...games: TrainingGame[]): Uint8Array {
  const parts = [new TextEncoder().encode(GAMES_LINE), ...games.map(makeTrainingGame)]
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

const COUNTED: TrainingGame = {
  size: 3,
  setup: [],
  moves: plays("B:B2 W:C3 B:pass", 3),
  komi: -2.5,
  scoring: "territory",
  outcome: { kind: "score", winner: White, margin: 4.5 },
  owners: Int8Array.of(-100, 0, 100, 1, 2, 3, 4, 5, -6),
}

describe("games for training", () => {
  it("has the bytes that the format says", () => {
    expect([...makeTrainingGame(COUNTED)]).toEqual([
      3,
      1 + 2 + 4 + 8,
      255,
      0,
      251,
      255,
      247,
      255,
      3,
      0,
      // B2 is the middle, C3 the upper right corner, and 9 a pass.
      4,
      0,
      2,
      128,
      9,
      0,
      156,
      0,
      100,
      1,
      2,
      3,
      4,
      5,
      250,
    ])
  })

  it("reads what it writes", () => {
    const unknown: TrainingGame = { size: 19, setup: plays("B:D4 W:Q16", 19), moves: plays("B:A19", 19) }
    const draw: TrainingGame = {
      size: 9,
      setup: [],
      moves: [],
      komi: 7,
      scoring: "area",
      outcome: { kind: "draw" },
    }
    const won: TrainingGame = { ...draw, outcome: { kind: "win", winner: Black } }
    expect(unwrap(parseTrainingGames(file(COUNTED, unknown, draw, won)))).toEqual([
      COUNTED,
      unknown,
      draw,
      won,
    ])
  })

  it("says that komi and rules are not told", () => {
    const bytes = makeTrainingGame({ size: 19, setup: [], moves: [] })
    expect([...bytes.subarray(0, 6)]).toEqual([19, 16 + 32, 0, 0, 13, 0])
  })

  it("refuses other files and broken ones", () => {
    const bytes = file(COUNTED, COUNTED)
    expect(parseTrainingGames(bytes.subarray(1))).toMatchObject({ ok: false })
    for (const missing of [1, 20]) {
      const parsed = parseTrainingGames(bytes.subarray(0, bytes.length - missing))
      expect(parsed).toEqual({ ok: false, error: "game 2 breaks off" })
    }
  })

  it("refuses to write more moves than it has room for", () => {
    const moves = Array.from({ length: 65_536 }, () => plays("B:pass", 9)[0]!)
    expect(() => makeTrainingGame({ size: 9, setup: [], moves })).toThrow(RangeError)
  })
})

describe("final owners", () => {
  // Black has the left half and White the right one: 4 columns to 3.
  const wall = [1, 2, 3, 4, 5, 6, 7].map((row) => `B:D${row} W:E${row}`).join(" ")
  const game: TrainingGame = { size: 7, setup: [], moves: plays(wall, 7), komi: 5.5 }
  const counted = (winner: 1 | 2): TrainingGame => ({
    ...game,
    outcome: { kind: "score", winner, margin: 1.5 },
  })

  it("are those of the playouts where the record agrees", async () => {
    const kernel = await Kernel.create()
    const owners = finalOwners(kernel, counted(Black), 1)!
    expect(owners.length).toBe(49)
    expect(owners[0]).toBeGreaterThan(60)
    expect(owners[6]).toBeLessThan(-60)
    expect(finalOwners(kernel, counted(Black), 1)).toEqual(owners)
  })

  it("are unknown where the record disagrees, was not counted, or the board is open", async () => {
    const kernel = await Kernel.create()
    expect(finalOwners(kernel, counted(White), 1)).toBeUndefined()
    expect(finalOwners(kernel, { ...game, outcome: { kind: "resign", winner: Black } }, 1)).toBeUndefined()
    const open = { ...counted(Black), moves: plays("B:D4", 7) }
    expect(finalOwners(kernel, open, 1)).toBeUndefined()
  })
})
