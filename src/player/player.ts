// What every player is: it gets a whole game (never only stones: ko and history matter), a budget, a seed
// and a signal to stop; it answers with a move and the reason for it.

import type { Color, Move, Outcome, Position } from "../rules/index.ts"
import type { Clock } from "./clock.ts"
import type { SearchReport } from "./report.ts"

/** How much a player may think. Whatever is not given is the player's own default. */
export interface Budget {
  readonly playouts?: number
  /**
   * The limit in place of `playouts` where a network judges positions. One evaluation takes the time of some hundred
   * playouts, and tells as much.
   */
  readonly evaluations?: number
  readonly seconds?: number
  readonly clock?: Clock
}

/** All that a player gets to choose a move. */
export interface Request {
  readonly position: Position
  /** For whom to choose: the side to play, or either where the position's turns are free. */
  readonly color: Color
  readonly budget: Budget
  /** The only source of chance: the same request gives the same answer. */
  readonly seed: number
  /** When it fires, the player answers with the best it has. */
  readonly signal?: AbortSignal
  /** Gets a report every `reportEvery` milliseconds, from players that can report. */
  readonly onReport?: (report: SearchReport) => void
  readonly reportEvery?: number
  /** The enemy's dead stones are to be taken off the board before passing (`kgs-genmove_cleanup`). */
  readonly mustCapture?: boolean
  /** False: the whole budget is used, even when the choice is clear. Default: the player's own setting. */
  readonly mayStopEarly?: boolean
}

/** Why the move was played. */
export type Reason =
  | "uniform"
  | "only-eyes-left"
  | "best-value"
  | "hybrid"
  /** Drawn by the chances that a network gives to moves. */
  | "policy"
  /** The move of another engine. */
  | "engine"
  /** The proven best move of a late position. */
  | "endgame"
  /** A pass, because an absolute clock leaves no time for anything else. */
  | "no-time"
  | EndingReason

/** Why a search plays its best move, or passes, goes on or resigns in its place. */
export type EndingReason = "most-visits" | "pass-wins" | "settled" | "still-open" | "hopeless"

/** A move, its reason, and what the player found out. */
export interface Answer {
  readonly move: Move | "resign"
  readonly reason: Reason
  /** How the choice came about, from players that search. */
  readonly report?: SearchReport
}

/** The contract of players: a position comes in, a move and its reason go out. */
export interface Player {
  /** As a person would write it, e.g. `random`. */
  readonly name: string
  /**
   * Opens what the first move would otherwise spend its time on: processes, threads, compiled code. Called while no
   * clock runs; it changes no later answer.
   */
  prepare?(position: Position): Promise<void>
  choose(request: Request): Promise<Answer>
  /**
   * Searches and reports until the signal fires or the request's own budget is spent, never less; the player's own
   * budget doesn't count. Answers with the last report, if there is one. Players that can't report have no such method.
   */
  analyze?(request: Request & Required<Pick<Request, "onReport">>): Promise<SearchReport | undefined>
  /** Told when a game of it has ended, once a game; it answers at once and learns, if it does, on the side. */
  gameOver?(position: Position, outcome: Outcome): void
  /** Lets go of processes and workers; the player is not used afterwards. */
  close(): Promise<void>
}
