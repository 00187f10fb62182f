// What a search is asked for and what it answers.

import type { Budget, Candidate, SearchReport } from "../player/index.ts"
import type { Color, Game, Position } from "../rules/index.ts"
import type { StopReason } from "./clock.ts"

/** How long to search. A limit that is left out does not apply; without any, one of the two below does. */
export type SearchBudget = Budget

/** Playouts a move, where no budget is given. */
export const DEFAULT_PLAYOUTS = 10_000

/** The same for a search that a network judges: one evaluation takes as long as 200 playouts, and tells far more. */
export const DEFAULT_EVALUATIONS = 400

/** The position to search, with budget, seed and signal. */
export interface SearchRequest {
  readonly position: Position
  readonly color: Color
  readonly budget: SearchBudget
  readonly seed: number
  readonly signal?: AbortSignal | undefined
  /** Gets a report now and then. */
  readonly onReport?: ((report: SearchReport) => void) | undefined
  /** Milliseconds between reports. Default: 100. */
  readonly reportEvery?: number
  /** Whether the search may end when the choice is made; default: what the params say. */
  readonly mayStopEarly?: boolean
  /** When the move was asked for, by `performance.now()`: the clock has been running since. Default: now. */
  readonly since?: number
  /**
   * Seconds of a clock's allowance to leave over for whatever follows the search, where there is that much; default 0.
   */
  readonly reserve?: number
  /** Milliseconds after which other work of this thread gets its turn; default 15. */
  readonly patience?: number
}

/** The best move of a search, its report, and why it stopped. */
export interface SearchResult {
  readonly report: SearchReport
  /** The move with the most visits. */
  readonly best: Candidate
  /** The game that was searched, ready for the next move. */
  readonly game: Game
  readonly stopped: StopReason | "playouts" | "aborted"
  /** Seconds until the time limit; Infinity where there is none. */
  readonly spare: number
  /** The longest time between two looks at the clock, in seconds: how long a busy machine let a timed search wait. */
  readonly longestWait: number
}
