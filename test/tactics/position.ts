// A tactical position with its solution: what the tests search, the readers prove and docs/tactics.md shows.

import { unwrap } from "../../src/base/result.ts"
import {
  allPoints,
  Black,
  colorName,
  Empty,
  Game,
  makeAscii,
  parseAscii,
  parseRuleset,
  parseVertex,
  type Color,
} from "../../src/rules/index.ts"

export interface TacticalPosition {
  readonly name: string
  readonly board: string
  readonly komi: number
  /** Default: `cgos`, where two passes end the game and every stone on the board counts. */
  readonly rules?: string
  /** Who plays first on the drawn board. Default: Black. */
  readonly first?: Color
  /** Moves from the drawn board to the position that is asked about. */
  readonly moves?: readonly string[]
  /** All moves that win. */
  readonly solutions: readonly string[]
  /** Why they do and others don't. */
  readonly why: string
  /** What proves it: a reader of this folder, or the specification. */
  readonly proof: "read to the end" | "ladder read" | "specification"
  /** For each seed. Default: `PLAYOUTS`. */
  readonly playouts?: number
  /** What the search plays today, for a position that it doesn't solve. */
  readonly fails?: string
}

export const PLAYOUTS = 5000

export function gameOf({ board: drawing, komi, rules = "cgos", first, moves = [] }: TacticalPosition): Game {
  const board = unwrap(parseAscii(drawing))
  const { size } = board
  const setup = allPoints(size)
    .filter((point) => board.at(point) !== Empty)
    .map((point) => [board.at(point) as Color, point] as const)
  const game = unwrap(
    Game.create({ size, komi, setup, rules: parseRuleset(rules)!, firstToPlay: first ?? Black }),
  )
  for (const vertex of moves) unwrap(game.play(parseVertex(vertex, size)!))
  return game
}

/** The position as docs/tactics.md has it. */
export function makeSection(position: TacticalPosition): string {
  const { name, komi, rules = "cgos", moves, solutions, why, proof, playouts = PLAYOUTS, fails } = position
  const game = gameOf(position)
  const after = moves ? ` after ${moves.join(", ")}` : ""
  const lines = [
    `### ${name}`,
    "",
    "```text",
    makeAscii(game.board, game.moves.at(-1)?.move),
    "```",
    "",
    `${colorName(game.toPlay)} to play${after}, komi ${komi}, ${rules} rules, ${playouts} playouts: **${solutions.join(", ")}** (${proof}).`,
    why,
  ]
  if (fails) lines.push("", `Not solved: ${fails}`)
  return lines.join("\n")
}
