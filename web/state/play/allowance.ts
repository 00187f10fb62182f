// What the machine may use for a move: its limit, and never more than its clock allows.

import type { Budget } from "montego/players"
import { allPoints, Empty, type Game } from "montego/rules"
import { allocate } from "montego/search"
import type { GameClock } from "./clock.ts"
import { limitOf, type Settings } from "../shared/settings.ts"

/** How far it wants to go with a move: the bar that shows its progress ends where either is reached. */
export interface Aim {
  readonly playouts: number
  readonly seconds: number
}

export function allowanceOf(
  settings: Settings,
  { size, moves, board, toPlay }: Game,
  clock: GameClock | undefined,
): { readonly budget: Budget; readonly aim: Aim } {
  const limit = limitOf(settings)
  const budget: Budget = {
    ...("byClock" in limit ? {} : limit),
    ...(clock ? { clock: clock.forPlayer(toPlay) } : {}),
  }
  const { target } = allocate(budget.clock ?? { settings: { kind: "none" } }, {
    size,
    moveNumber: moves.length,
    emptyPoints: allPoints(size).filter((point) => board.at(point) === Empty).length,
  })
  return {
    budget,
    aim: {
      playouts: budget.playouts ?? Infinity,
      seconds: Math.min(budget.seconds ?? Infinity, target),
    },
  }
}
