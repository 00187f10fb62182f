// Late positions for tests: corridors between living walls, built at random, and the suite of bench/endgames.txt.

import { readFileSync } from "node:fs"
import { Random } from "../../src/base/random.ts"
import { unwrap } from "../../src/base/result.ts"
import { Black, parseAscii, White, type Board, type Color } from "../../src/rules/index.ts"

const EYES = ". X . X X O . O ."
const WALL = "X X X X X O O O O"

/** Four rows with an open part between two living groups, sometimes with a hole in a wall; undefined if not lawful. */
export function randomEndgame(seed: number): Board | undefined {
  const random = new Random(seed)
  const below = (count: number): number => random.below(count)
  const rows = [EYES, WALL, WALL, WALL, WALL, WALL, WALL, WALL, WALL].map((row) => row.split(" "))
  for (let y = 2; y < 9; y += 2) {
    const length = 1 + below(4)
    const start = 1 + below(8 - length)
    rows[y] = Array.from({ length: 9 }, (_, x) => {
      if (x < start) return "X"
      return x < start + length ? "..XO"[below(4)]! : "O"
    })
  }
  for (let holes = below(4); holes > 0; holes--) rows[3 + 2 * below(3)]![1 + below(7)] = ".XO."[below(4)]!
  const board = parseAscii(rows.map((row) => row.join(" ")).join("\n"))
  return board.ok ? board.value : undefined
}

export interface SuitePosition {
  readonly name: string
  readonly board: Board
  readonly toPlay: Color
}

/** The positions of bench/endgames.txt. */
export function endgameSuite(): SuitePosition[] {
  const text = readFileSync(new URL("../../bench/endgames.txt", import.meta.url), "utf8")
  const blocks = text
    .replaceAll(/^#.*$/gm, "")
    .trim()
    .split(/\n\s*\n/)
  return blocks.map((block) => {
    const [title = "", ...rows] = block.split("\n")
    return {
      name: title,
      board: unwrap(parseAscii(rows.join("\n"))),
      toPlay: title.endsWith("White") ? White : Black,
    }
  })
}
