// The moves before the position that the module stands at, as it writes moves down: point and colour in one word.

import { Black, type PlayedMove } from "../rules/index.ts"
import { BLACK, LAST_MOVES, WHITE } from "./assembly/layout.ts"
import { toKernel } from "./points.ts"

/** The export that moves are told by. */
export interface HistoryExports {
  rememberMove(index: number, word: number): void
}

/** A pass is the colour alone; no move is 0. */
function moveWord(play: PlayedMove | undefined): number {
  return play ? toKernel(play.move) | (play.color === Black ? BLACK : WHITE) : 0
}

/** The last ones of a game; without moves, the module forgets those it knew. */
export function tellMoves(exports: HistoryExports, moves: readonly PlayedMove[]): void {
  for (let index = 0; index < LAST_MOVES; index++) exports.rememberMove(index, moveWord(moves.at(-1 - index)))
}
