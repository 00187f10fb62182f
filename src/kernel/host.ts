// What every host of the module does alike: hand a board over, and read what games have added up.

import { allPoints, Black, Empty, PASS, POINTS, White, type Board } from "../rules/index.ts"
import type { GameSums } from "./playout.ts"
import { KERNEL_MAX_SIZE, toKernel } from "./points.ts"
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

/** From the address of the sums (assembly/simulation.ts). */
export function readSums(memory: WasmMemory, address: number): GameSums {
  const sums = new Float64Array(memory.buffer, address, 7)
  const at = (index: number): number => sums[index]!
  const games = at(0)
  const meanMargin = games > 0 ? at(1) / games : 0
  const spread = games > 0 ? Math.sqrt(Math.max(0, at(2) / games - meanMargin * meanMargin)) : 0
  return { games, blackWins: at(3), whiteWins: at(4), meanMargin, spread, moves: at(5), cutOff: at(6) }
}

/** From the address of the owners: by point, the share of the games in which it ended as Black's, less White's. */
export function readOwners(memory: WasmMemory, address: number, size: number, games: number): Float64Array {
  const sums = new Int32Array(memory.buffer, address, 440)
  const owners = new Float64Array(POINTS)
  for (const point of allPoints(size)) owners[point] = sums[toKernel(point) / 16]! / Math.max(1, games)
  return owners
}
