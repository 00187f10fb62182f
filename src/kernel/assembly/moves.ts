// A move with everything that hangs on it: the list of points, chains, pattern codes and the hash of the position.
// Playouts, which need no hash, put their stones down themselves.

import { block, grid, list, live, setLive, setTracking, takeOff } from "./grid"
import { BLACK, HASH, WHITE, ZOBRIST, ZOBRIST_WHITE } from "./layout"
import { place } from "./stones"

/** From the host's colours, 1 and 2, to the code of layout.ts. */
@inline
export function colorCode(color: u32): u32 {
  return color == 1 ? BLACK : WHITE
}

/** Plays a legal move on the block in use; the host's colour. */
export function playStone(point: u32, color: u32): void {
  const p = grid + point
  const before = takeOff(grid, p, live)
  setTracking(true)
  const count = place(grid, p, colorCode(color), before, true)
  setTracking(false)
  setLive(count)
  toggle(point, color)
  for (let index = before; index < count; index++) toggle(load<u16>(list + (index << 1)), 3 - color)
}

export function toggle(point: u32, color: u32): void {
  const word = load<u64>(ZOBRIST + (color == 1 ? 0 : ZOBRIST_WHITE) + (point >> 1))
  store<u64>(block, load<u64>(block, HASH) ^ word, HASH)
}
