// What a finished playout is worth: the margin, the owner of every point, and who played first where.

import { around, balance, grid, list, live } from "./board"
import { BLACK, BLACKS, COLOR, FIRST, OWNERS, RECORD, ROW, WHITE, WHITES } from "./layout"

/**
 * Black's area less White's. A game that both sides ended has no two empty points side by side, so that an empty
 * point belongs to the colour that is alone around it; a game that was cut off is scored the same way, as it stands.
 */
export function margin(): i32 {
  let sum = balance
  for (let at = list, end = list + (live << 1); at < end; at += 2) sum += sideOf(around(grid + load<u16>(at)))
  return sum
}

/** 1 when only black stones are around, -1 when only white ones. */
// @ts-ignore: decorator
@inline
function sideOf(counts: u32): i32 {
  return i32((counts & WHITES) == 0 && (counts & BLACKS) != 0) - i32((counts & BLACKS) == 0 && (counts & WHITES) != 0)
}

/** Whose point it is at the end: 1 Black's, -1 White's, 0 nobody's. */
export function ownerOf(p: usize): i32 {
  const color: u32 = load<u8>(p, COLOR)
  if (color == BLACK) return 1
  if (color == WHITE) return -1
  return sideOf(around(p))
}

/** Adds the owners of all points to the region's sums. */
export function addOwners(region: usize, size: usize): void {
  for (let y: usize = 1; y <= size; y++) {
    const row = y * ROW
    for (let point = row, end = row + size * RECORD; point < end; point += RECORD) {
      const sum = region + OWNERS + (point >> 2)
      store<i32>(sum, load<i32>(sum) + ownerOf(grid + point))
    }
  }
}

/**
 * Marks who played first on every point (AMAF): the moves are gone through from the last to the first, so that the
 * first play is what remains.
 */
export function markFirst(region: usize, moves: usize, end: usize): void {
  memory.fill(region + FIRST, 0, 440)
  for (let at = end; at > moves; ) {
    at -= 2
    const move: u32 = load<u16>(at)
    store<u8>(region + FIRST + (move >> 4), <u8>(move & 15))
  }
}
