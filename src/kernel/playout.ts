// What a run of playouts is asked for and what it brings, the same for the kernel and for its twin.

import type { Color, Move, PlayedMove } from "../rules/index.ts"
import * as POLICIES from "./assembly/policies.ts"
import type { Gammas } from "./gammas.ts"
import type { MogoRules, PolicyName } from "./policy.ts"

/** Which playouts to run. */
export interface PlayoutRequest {
  /** How many games. */
  readonly games: number
  readonly first: Color
  /** The side that is ahead by more than the komi wins; Black's margin is compared with it. */
  readonly komi: number
  readonly seed: number
  /** Default: `light`. */
  readonly policy?: PolicyName
  /** For the policy `mogo`. */
  readonly rules?: MogoRules
  /** Capture Go (RUL-5): a game ends when a side has taken this many stones. Default: ordinary Go. */
  readonly captureGoal?: number
  /** The move that led to the position; `mogo` and `gamma` look around it. Default: none. */
  readonly last?: Move
  /** For the policy `gamma`, where the twin plays; the kernel has its own from `setGammas`. */
  readonly gammas?: Gammas
  /** Also count who owns each point at the end. Default: no. */
  readonly owners?: boolean
}

/** What games add up to. */
export interface GameSums {
  readonly games: number
  readonly blackWins: number
  readonly whiteWins: number
  /** Mean and standard deviation of Black's margin, komi not counted; in Capture Go 1, 0 or -1 a game. */
  readonly meanMargin: number
  readonly spread: number
  /** Moves of all games, passes included. */
  readonly moves: number
  /** Games that were cut off at three moves a point and scored as they stood. */
  readonly cutOff: number
}

/** What came of playouts, with the owners of points and the last game. */
export interface PlayoutSummary extends GameSums {
  /** By point: share of the games in which it ended as Black's, less the share as White's. Only when asked for. */
  readonly owners?: Float64Array
  /** The moves of the last game. */
  readonly lastGame: readonly PlayedMove[]
}

/** Games are cut off at this many moves a point: only long cycles, which simple ko allows, get that far. */
export const MOVES_PER_POINT: number = POLICIES.MOVES_PER_POINT
