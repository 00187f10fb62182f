// A side's time, as a player is told it. `src/search/time.ts` counts by it, `src/search/clock.ts` plans with it.

/** How a side's time is limited; all times in seconds. */
export type TimeSettings =
  | { readonly kind: "none" }
  | { readonly kind: "absolute"; readonly main: number }
  | { readonly kind: "byo-yomi"; readonly main: number; readonly period: number; readonly periods: number }
  | { readonly kind: "canadian"; readonly main: number; readonly period: number; readonly stones: number }

/** The time settings of a game, and what is left of the time. */
export interface Clock {
  readonly settings: TimeSettings
  /** What is left to the side to move, when it is known: seconds, and stones or periods in overtime (0 = main time). */
  readonly left?: { readonly seconds: number; readonly stones: number }
}
