// What the page and its engine say to each other. A question carries the whole game, so that a new engine can go on
// where a broken one stopped.

import type { Color, Move, Point, Position } from "montego/rules"
import type { PresetName, SearchReport } from "montego/search"

/** How long to think about one move: playouts make an opponent equally strong on every machine. */
export type Limit = { readonly playouts: number } | { readonly seconds: number }

export type Task =
  | {
      readonly kind: "move"
      readonly position: Position
      readonly color: Color
      readonly limit: Limit
      readonly preset: PresetName
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

export type TaskKind = Task["kind"]

export interface Answers {
  readonly move: { readonly move: Move | "resign"; readonly report?: SearchReport }
  readonly analysis: { readonly report: SearchReport }
  readonly dead: { readonly points: readonly Point[] }
}

export type ToEngine =
  | { readonly kind: "ask"; readonly id: number; readonly task: Task }
  /** Ends a search at once; its answer is the best so far. */
  | { readonly kind: "stop"; readonly id: number }

export type FromEngine =
  | { readonly kind: "ready"; readonly threads: number }
  | { readonly kind: "report"; readonly id: number; readonly report: SearchReport }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answers[TaskKind] }
  | { readonly kind: "failed"; readonly id: number; readonly message: string }
