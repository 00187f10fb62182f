// What a page and an engine say to each other, in a Web Worker or over a WebSocket. A question carries the whole game,
// so that a new engine can go on where a broken one stopped.

import type { Budget, Reason } from "../players/index.ts"
import type { Color, Move, Point, Position } from "../rules/index.ts"
import type { SearchReport } from "../search/index.ts"
import type { GlassView } from "./glass-view.ts"

/** How a move or an analysis is to be thought out. */
interface Thinking {
  readonly position: Position
  readonly color: Color
  /**
   * Playouts make an opponent equally strong on every machine. An analysis without a budget goes on until it is
   * stopped.
   */
  readonly budget: Budget
  readonly seed: number
  /** Default: one where playouts are the limit of a move, so that a game repeats; else all that the engine has. */
  readonly threads?: number
  /** Milliseconds between reports; default: `REPORT_EVERY`. */
  readonly reportEvery?: number
}

/** Asks which move a player chooses. */
export interface MoveTask extends Thinking {
  readonly kind: "move"
  /** A player by its name, as the registry reads it: `uct:strong`. */
  readonly player: string
  /** False: uses the whole budget, even when the choice is clear. Default: the player's own setting. */
  readonly mayStopEarly?: boolean
}

/** Asks for an analysis of a position. It never stops before its budget is spent. */
export interface AnalysisTask extends Thinking {
  readonly kind: "analysis"
  /** Default: `ANALYST`. */
  readonly player?: string
}

/** Asks which stones of a position are dead. */
export interface DeadTask {
  readonly kind: "dead"
  readonly position: Position
  readonly seed: number
}

/** Asks how a node of the search tree looks after `simulations` simulations since the start of the search. */
export interface GlassTask {
  readonly kind: "glass"
  readonly position: Position
  readonly color: Color
  /** A tree search by its name: `uct:strong`. */
  readonly player: string
  readonly seed: number
  readonly simulations: number
  /** From the root to the node. */
  readonly line: readonly Move[]
}

/** Asks for a move that nothing but the question decides: a new player chooses it, on one thread. */
export interface ReplayTask {
  readonly kind: "replay"
  readonly position: Position
  readonly color: Color
  readonly player: string
  readonly playouts: number
  readonly seed: number
}

/** The tasks that a server takes; the page does the others by itself. */
export type SearchTask = MoveTask | AnalysisTask

/** What a client can ask for. */
export type Task = SearchTask | DeadTask | GlassTask | ReplayTask

/** The kinds of questions. */
export type TaskKind = Task["kind"]

/**
 * The player that analyses where the question names none; without its network it is `uct:strong`. It sees each position
 * as it lies: turned at random, neighbouring positions would differ more by chance (bench/review-noise.js).
 */
export const ANALYST = "uct:net,net-turn=off"

/** Default milliseconds between reports. */
export const REPORT_EVERY = 120

/**
 * How the players begin that are programs of the server: `gtp:NAME`, with the name that `montego serve --engine`
 * gave.
 */
export const INSTALLED = "gtp:"

/** The name behind `gtp:` of a player that is a program of the server; undefined for Montego's players. */
export function installedName(player: string): string | undefined {
  return player.startsWith(INSTALLED) ? player.slice(INSTALLED.length) : undefined
}

/** The player that combines a search with another program; only a server has it. */
export const HYBRID = "hybrid"

/** Whether only a server has the player: it starts a program. */
export function needsServer(player: string): boolean {
  return installedName(player) !== undefined || player.split(/[:,]/, 1)[0] === HYBRID
}

/** What the answer to each kind of task has. */
export interface Answers {
  readonly move: {
    readonly move: Move | "resign"
    readonly reason?: Reason
    readonly report?: SearchReport
  }
  readonly analysis: { readonly report: SearchReport }
  readonly dead: { readonly points: readonly Point[] }
  readonly glass: GlassView
  readonly replay: { readonly move: Move | "resign"; readonly report?: SearchReport }
}

/** A player that a person can play against. */
export interface Opponent {
  readonly player: string
  /** In the player's own words; the presets of the tree search have none. */
  readonly summary?: string
  /** Whether it heeds playouts and seconds. */
  readonly isBudgeted: boolean
}

/** A client's message with a task. */
export interface Ask {
  readonly kind: "ask"
  readonly id: number
  readonly task: Task
}

/** The messages of the client. */
export type ToEngine =
  /** Wants a `ready`; while an answer is awaited, a sign of life. */
  | { readonly kind: "hello" }
  | Ask
  /** Ends a search at once; its answer is the best so far. Without an id: the question that is open. */
  | { readonly kind: "stop"; readonly id?: number }

/** Why a question has no answer. */
export type ErrorCode =
  /** The message can't be understood. */
  | "bad-message"
  /** The token is missing or wrong. */
  | "unauthorized"
  /** The engine doesn't have this player. */
  | "refused"
  /** Too many others are searching. */
  | "busy"
  /** A newer question took its place. */
  | "replaced"
  /** It was stopped, and the player had nothing to answer yet. */
  | "stopped"
  /** The player failed. */
  | "failed"
  /** The client's own: the engine can't be reached. */
  | "lost"
  /** The client's own: the message is longer than the engine accepts. */
  | "too-long"

/** What the engine has to offer. */
export interface Ready {
  readonly kind: "ready"
  readonly version: string
  /** Threads for analysis and timed moves, the engine's own included. */
  readonly threads: number
  readonly opponents: readonly Opponent[]
  /** What the engine accepts, where it accepts less than everything. */
  readonly limits?: {
    readonly playouts: number
    readonly seconds: number
    readonly messageBytes: number
  }
}

/** The messages of the engine. */
export type FromEngine =
  | Ready
  | { readonly kind: "report"; readonly id: number; readonly report: SearchReport }
  /** `isStopped`: a stop, or the engine's limit of time, ended it early. */
  | {
      readonly kind: "answer"
      readonly id: number
      readonly answer: Answers[TaskKind]
      readonly isStopped: boolean
    }
  /** Without an id: about a message that names no question. */
  | { readonly kind: "error"; readonly id?: number; readonly code: ErrorCode; readonly message: string }

/** A question that has no answer, as an exception. */
export class EngineError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
