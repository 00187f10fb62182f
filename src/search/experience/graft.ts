// What a search takes over from past games (TREE-10, Chelaru 2008, 4.3.6.2): in the position where it begins, the
// moves that were played there and how they did. The tree knows lines of moves, so only a game from the empty board
// has a place in it, and a rate is worth something only under the same komi.

import { err, ok, type Result } from "../../base/result.ts"
import { openGame, SYMMETRIES, transformMove } from "../../rules/index.ts"
import type { Color, Game, Move, PlayedMove, Position, Symmetry } from "../../rules/index.ts"
import type { ExperienceError } from "./layout.ts"
import type { Conditions, ExperienceNode } from "./tree.ts"

/** Past games as a search asks for them: an `ExperienceTree` or an `ExperienceView`. */
export interface Experience {
  readonly size: number
  readonly symmetric: boolean
  readonly conditions: Conditions
  children(path: readonly PlayedMove[]): ExperienceNode[] | Result<ExperienceNode[], ExperienceError>
}

/** A move that past games know. */
export interface KnownMove {
  readonly move: Move
  readonly visits: number
  /** The mean result for the side that plays it. */
  readonly mean: number
}

/** Why these past games say nothing about this one; undefined when they do. */
export function unfitReason(
  { size, conditions }: Pick<Experience, "size" | "conditions">,
  position: Pick<Position, "rules" | "setup" | "handicap" | "size" | "komi">,
): string | undefined {
  if (position.rules.captureGoal !== undefined) return "this is Capture Go"
  if (position.setup.length > 0 || position.handicap > 0) return "the game did not begin on the empty board"
  if (position.size !== size) return `it is of games on ${size}×${size}`
  const { komi } = conditions
  if (komi !== undefined && komi !== position.komi)
    return `it is of games with komi ${komi}, not ${position.komi}`
  return undefined
}

/**
 * The moves that `color` may play now and that past games know, each with `most` visits at most. The game must be
 * ready for the next move (`openGame`). Where the position is symmetric, the images of a move know as much as the
 * move itself. The error says why past games tell nothing.
 */
export function knownMoves(
  experience: Experience,
  game: Game,
  color: Color,
  most: number,
): Result<KnownMove[], string> {
  const unfit = unfitReason(experience, game)
  if (unfit !== undefined) return err(unfit)
  const found = experience.children(game.moves)
  if (!Array.isArray(found) && !found.ok) return err(found.error.reason)
  const nodes = (Array.isArray(found) ? found : found.value).filter((node) => node.color === color)
  if (nodes.length === 0) return ok([])
  // Only a game with free turns says what the other side may play.
  const asked = color === game.toPlay ? game : openGame({ ...game.position(), turns: "free" })
  const symmetries = experience.symmetric ? symmetriesOf(game) : SYMMETRIES.slice(0, 1)
  const known = nodes.flatMap(({ move, visits, value }) =>
    [...new Set(symmetries.map((symmetry) => transformMove(symmetry, move, game.size)))]
      .filter((image) => asked.refusal(image, color) === undefined)
      .map((image) => ({ move: image, visits, mean: value / visits })),
  )
  return ok(bounded(known, Math.floor(most)))
}

/** An unknown position is worth as much to either side. */
const EVEN = 0.5
/** c²·ln N of UCB1 with the usual c of 0.7 and some hundred visits in all. */
const PATIENCE = 3

/**
 * A search chooses the move that it visited most, because it visits good moves more. People and players repeat bad
 * ones, too: so a move that did worse than the best counts no more visits than UCB1 would have given it, PATIENCE /
 * (difference)².
 */
function bounded(known: readonly KnownMove[], most: number): KnownMove[] {
  const best = Math.max(EVEN, ...known.map(({ mean }) => mean))
  return known.map(({ move, visits, mean }) => {
    const deserved = Math.floor(PATIENCE / (best - mean) ** 2)
    return { move, visits: Math.min(visits, most, deserved), mean }
  })
}

/** The symmetries that leave every move of the game where it is. */
function symmetriesOf({ moves, size }: Game): Symmetry[] {
  return SYMMETRIES.filter((symmetry) =>
    moves.every(({ move }) => transformMove(symmetry, move, size) === move),
  )
}
