// Late positions for tests: corridors between living walls, built at random, and the suite of bench/endgames.txt.

import { readFileSync } from "node:fs"
import { drawCorridors } from "../../bench/corridors.js"
import { Random } from "../../src/base/random.ts"
import { unwrap } from "../../src/base/result.ts"
import { Black, parseAscii, White, type Board, type Color } from "../../src/rules/index.ts"

/** A position of bench/corridors.js; undefined if it is not lawful. */
export function randomEndgame(seed: number): Board | undefined {
  const random = new Random(seed)
  const board = parseAscii(drawCorridors((count) => random.below(count)))
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
