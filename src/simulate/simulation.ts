// The contract of all simulations (SPEC section 3): one random game from a position to its end, and what
// a search or a map wants to know of it. The methods differ in how they play, never in what they answer,
// so that their bias can be measured by exchanging one for the other.

import type { Random } from "../base/random.ts"
import { Black, White, type Board, type Color } from "../rules/index.ts"

/**
 * What one game came to. `owner` and `first` belong to the simulation and are overwritten by its next run:
 * copy what you keep. Both are indexed by `Point` and hold `Empty` (0) off the board.
 */
export interface SimulationOutcome {
  /** Black's points less White's, without komi. */
  readonly margin: number
  /** The owner of each point at the end; `Empty` where it has none. */
  readonly owner: Uint8Array
  /** Who played first on each point in this game, `Empty` if neither: the marks of all-moves-as-first. */
  readonly first: Uint8Array
  /** How many stones were played. */
  readonly moves: number
  /** How many passes there were, the two that end the game included. */
  readonly passes: number
  /** Was the game stopped after 3 × points moves and scored as it stood? */
  readonly capped: boolean
}

/** The contract of simulation methods. */
export interface Simulation {
  /** The method and the options that differ from its defaults, as `analyze-after,score=published`. */
  readonly name: string
  /** Plays one game. Leaves the board as it was; suicide is not played, whatever the board allows. */
  run(board: Board, toPlay: Color, random: Random): SimulationOutcome
}

/** Who wins a game of this margin when White gets `komi`; undefined for a draw. */
export function winnerOf(margin: number, komi: number): Color | undefined {
  if (margin === komi) return undefined
  return margin > komi ? Black : White
}
