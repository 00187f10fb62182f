// Moves as the module writes them down: point and colour in one word.

import type { PlayedMove } from "../rules/index.ts"
import { Black } from "../rules/index.ts"
import { BLACK, WHITE } from "./assembly/layout.ts"
import { toKernel } from "./points.ts"

/** A pass is the colour alone; no move is 0. */
export function moveWord(play: PlayedMove | undefined): number {
  return play ? toKernel(play.move) | (play.color === Black ? BLACK : WHITE) : 0
}
