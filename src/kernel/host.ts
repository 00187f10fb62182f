// What every host of the module does alike: hand a board over, and read what games have added up.

import { allPoints, Black, Empty, PASS, POINTS, White, type Board } from "../rules/index.ts"
import {
  INDICES,
  SUM_BLACK_WINS,
  SUM_CUT_OFF,
  SUM_GAMES,
  SUM_MARGINS,
  SUM_MOVES,
  SUM_SQUARES,
  SUM_WHITE_WINS,
  SUMS_LENGTH,
} from "./assembly/layout.ts"
import type { GameSums } from "./playout.ts"
import { KERNEL_MAX_SIZE, kernelIndex, toKernel } from "./points.ts"
import type { WasmMemory } from "./webassembly.ts"

/** The exports that a board is handed over by. */
export interface BoardExports {
  reset(size: number): void
  put(point: number, color: number): void
  settleRoot(ko: number, koFor: number, byBlack: number, byWhite: number): void
}

/** The stones, the ko and the prisoners of a board of at most 19×19. */
export function putBoard(exports: BoardExports, board: Board): void {
  if (board.size > KERNEL_MAX_SIZE)
    throw new RangeError(`the kernel has room for ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}`)
  exports.reset(board.size)
  for (const point of allPoints(board.size)) {
    const content = board.at(point)
    if (content !== Empty) exports.put(toKernel(point), content)
  }
  const ko = board.ko === PASS ? 0 : toKernel(board.ko)
  exports.settleRoot(ko, board.koFor, board.prisoners(Black), board.prisoners(White))
}

/** From the address of the sums. */
export function readSums(memory: WasmMemory, address: number): GameSums {
  const sums = new DataView(memory.buffer, address, SUMS_LENGTH)
  const at = (offset: number): number => sums.getFloat64(offset, true)
  const games = at(SUM_GAMES)
  const meanMargin = games > 0 ? at(SUM_MARGINS) / games : 0
  const spread = games > 0 ? Math.sqrt(Math.max(0, at(SUM_SQUARES) / games - meanMargin * meanMargin)) : 0
  const [blackWins, whiteWins] = [at(SUM_BLACK_WINS), at(SUM_WHITE_WINS)]
  return { games, blackWins, whiteWins, meanMargin, spread, moves: at(SUM_MOVES), cutOff: at(SUM_CUT_OFF) }
}

/** From the address of the owners: by point, the share of the games in which it ended as Black's, less White's. */
export function readOwners(memory: WasmMemory, address: number, size: number, games: number): Float64Array {
  const sums = new Int32Array(memory.buffer, address, INDICES)
  const owners = new Float64Array(POINTS)
  for (const point of allPoints(size)) owners[point] = sums[kernelIndex(point)]! / Math.max(1, games)
  return owners
}
