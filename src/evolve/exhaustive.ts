// The two test positions by exhaustive local search (EVO-5): both sides may play on the points where something is open,
// or pass; the game is then counted by area with komi. So the winning first moves are proven within these points.
//
// A position may come back by ko and by captures: play obeys positional superko, so that every line ends.

import { unwrap } from "../base/result.ts"
import { Black, Game, isPass, opponent, PASS, parseRuleset, parseVertex, stonesOf } from "../rules/index.ts"
import type { Color, Move } from "../rules/index.ts"
import type { EvolvePosition } from "./positions.ts"

/** A first move, and whether it wins. */
export interface ProvenMove {
  readonly move: Move
  /** Whether the side that plays it wins. */
  readonly wins: boolean
}

/** The moves of a position, and which of them win against every answer. */
export interface Proof {
  readonly moves: readonly ProvenMove[]
  /** Positions that were looked at. */
  readonly nodes: number
}

/** Where something is open in each position. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  "flower-six": ["D3", "E3", "D2", "E2", "F2", "E1"],
  "multiple-cut": ["C1", "C2", "E1", "E2", "G1", "G2"],
}

/** Every first move on the open points, and the pass, after these moves; undefined for a position without any. */
export function proveMoves(
  { name, board, first, komi }: EvolvePosition,
  after: readonly string[] = [],
): Proof | undefined {
  const points = OPEN[name]?.map((vertex) => parseVertex(vertex, board.size)!)
  if (!points) return undefined
  const game = unwrap(
    Game.create({
      size: board.size,
      komi,
      rules: parseRuleset("cgos")!,
      setup: stonesOf(board),
      firstToPlay: first,
    }),
  )
  for (const vertex of after) unwrap(game.play(parseVertex(vertex, board.size)!))
  const search = new Search(game, points)
  const moves = [...points, PASS].flatMap((move): ProvenMove[] => {
    const wins = search.winsBy(move)
    return wins === undefined ? [] : [{ move, wins }]
  })
  return { moves, nodes: search.nodes }
}

class Search {
  nodes = 0
  readonly #game: Game
  readonly #points: readonly Move[]

  constructor(game: Game, points: readonly Move[]) {
    this.#game = game
    this.#points = points
  }

  /** Whether the side to play wins by this move; undefined where it may not play it. */
  winsBy(move: Move): boolean | undefined {
    const game = this.#game
    const color = game.toPlay
    if (!game.play(move).ok) return undefined
    const wins = !this.#wins(opponent(color))
    game.undo()
    return wins
  }

  /** Whether this side, which is to play, wins. */
  #wins(color: Color): boolean {
    this.nodes++
    const game = this.#game
    if (game.phase !== "playing") return game.score().margin > 0 === (color === Black)
    // After a pass, to pass at once decides the game where the count is won.
    const last = game.moves.at(-1)
    if (last && isPass(last.move) && this.winsBy(PASS) === true) return true
    for (const move of this.#points) if (this.winsBy(move) === true) return true
    return this.winsBy(PASS) === true
  }
}
