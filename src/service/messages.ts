// What the page and its engine say to each other. A question carries the whole game, so that a new engine can go on
// where a broken one stopped.

import type { Budget } from "../players/index.ts"
import type { Color, Move, Point, Position } from "../rules/index.ts"
import type { SearchReport } from "../search/index.ts"
import type { GlassView } from "./glass-view.ts"

export type Task =
  | {
      readonly kind: "move"
      readonly position: Position
      readonly color: Color
      /** A player by its name, as the registry reads it: `uct:strong`. */
      readonly player: string
      /** Playouts make an opponent equally strong on every machine. */
      readonly budget: Budget
      readonly seed: number
    }
  | {
      readonly kind: "analysis"
      readonly position: Position
      readonly color: Color
      readonly playouts: number
      readonly seed: number
    }
  | { readonly kind: "dead"; readonly position: Position; readonly seed: number }
  /** Shows a node of a search after so many simulations since its start. */
  | {
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
  /** A move that nothing but the question decides: by a player made anew, on one thread. */
  | {
      readonly kind: "replay"
      readonly position: Position
      readonly color: Color
      readonly player: string
      readonly playouts: number
      readonly seed: number
    }

/** Programs that `montego serve` was started with are players: this, and their own name. */
export const INSTALLED = "gtp:"

/** The own name of a player that is a program; undefined for Montego's players. */
export function installedName(player: string): string | undefined {
  return player.startsWith(INSTALLED) ? player.slice(INSTALLED.length) : undefined
}

export type TaskKind = Task["kind"]

export interface Answers {
  readonly move: { readonly move: Move | "resign"; readonly report?: SearchReport }
  readonly analysis: { readonly report: SearchReport }
  readonly dead: { readonly points: readonly Point[] }
  readonly glass: GlassView
  readonly replay: { readonly move: Move | "resign"; readonly report?: SearchReport }
}

/** Somebody to play against. */
export interface Opponent {
  readonly player: string
  /** In the player's own words; the presets of the tree search have none. */
  readonly summary?: string
  /** Whether it heeds playouts and seconds. */
  readonly isBudgeted: boolean
}

export type ToEngine =
  | { readonly kind: "ask"; readonly id: number; readonly task: Task }
  /** Ends a search at once; its answer is the best so far. */
  | { readonly kind: "stop"; readonly id: number }

export type FromEngine =
  /** An engine that names no opponents has the tree search. */
  | { readonly kind: "ready"; readonly threads: number; readonly opponents?: readonly Opponent[] }
  | { readonly kind: "report"; readonly id: number; readonly report: SearchReport }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answers[TaskKind] }
  | { readonly kind: "failed"; readonly id: number; readonly message: string }
