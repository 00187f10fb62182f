// What the page and the worker say to each other: plain data, because nothing else can be sent.

import type { Answer } from "montego/players"
import type { Position } from "montego/rules"

export interface Question {
  readonly position: Position
  readonly seed: number
}

export interface Reply {
  readonly move: Answer["move"]
  /** Of the side that moves. */
  readonly winRate: number | undefined
}
