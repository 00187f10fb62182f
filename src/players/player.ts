// What every player is: it gets a whole game (never only stones: ko and history matter), a budget, a seed
// and a signal to stop; it answers with a move and the reason for it.

import type { Color, Move, Position } from "../rules/index.ts"

/** How a side's time is limited; all times in seconds. */
export type TimeSettings =
  | { readonly kind: "none" }
  | { readonly kind: "absolute"; readonly main: number }
  | { readonly kind: "byo-yomi"; readonly main: number; readonly period: number; readonly periods: number }
  | { readonly kind: "canadian"; readonly main: number; readonly period: number; readonly stones: number }

export interface Clock {
  readonly settings: TimeSettings
  /** What is left to the side to move, when it is known: seconds, and stones or periods in overtime (0 = main time). */
  readonly left?: { readonly seconds: number; readonly stones: number }
}

/** How much a player may think. Whatever is not given is the player's own default. */
export interface Budget {
  readonly playouts?: number
  readonly seconds?: number
  readonly clock?: Clock
}

export interface Request {
  readonly position: Position
  /** For whom to choose: the side to play, or either where the position's turns are free. */
  readonly color: Color
  readonly budget: Budget
  /** The only source of chance: the same request gives the same answer. */
  readonly seed: number
  /** When it fires, the player answers with the best it has. */
  readonly signal?: AbortSignal
}

/** Why the move was played. */
export type Reason = "uniform" | "only-eyes-left"

export interface Answer {
  readonly move: Move | "resign"
  readonly reason: Reason
}

export interface Player {
  /** As a person would write it, e.g. `random`. */
  readonly name: string
  choose(request: Request): Promise<Answer>
  /** Lets go of processes and workers; the player is not used afterwards. */
  close(): Promise<void>
}
