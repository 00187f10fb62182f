// What a finished playout is worth: the margin, the owner of every point, and who played first where.

import { around, balance, grid, list, live, neighbourOn } from "./grid"
import {
  BLACK, BLACKS, BORDER, COLOR, EMPTIES, EMPTY, FIRST, HOLE, INDICES, OWNERS, RECORD, ROW, STONE_BITS, WHITE, WHITES,
} from "./layout"

/**
 * Black's area less White's, for a game that both sides ended: no two empty points are side by side then, so that an
 * empty one belongs to the colour that is alone around it.
 */
export function margin(): i32 {
  let sum = balance
  for (let at = list, end = list + (live << 1); at < end; at += 2) sum += sideOf(around(grid + load<u16>(at)))
  return sum
}

/** Are two empty points side by side? Holes never are. */
export function hasOpenRegion(): bool {
  for (let at = list, end = list + (live << 1); at < end; at += 2) {
    if ((around(grid + load<u16>(at)) & EMPTIES) != 0) return true
  }
  return false
}

/** 1 when there are black stones only, -1 when there are white ones only. */
@inline
function sideOf(counts: u32): i32 {
  return i32((counts & BLACKS) != 0) - i32((counts & WHITES) != 0)
}

/** Whose point it is at the end: 1 Black's, -1 White's, 0 nobody's. A stone counts as what is around it: no branch. */
@inline
function ownerOf(p: usize): i32 {
  const color: u32 = load<u8>(p, COLOR)
  return sideOf(select<u32>(around(p), color, color == EMPTY))
}

/**
 * Black's area less White's on any board: regions that one colour alone surrounds are filled with its colour, so that
 * `ownerOf` finds them too. `queue` is room for the points of a region.
 */
export function fillAndCount(size: usize, queue: usize): i32 {
  let sum: i32 = 0
  const first = grid + ROW
  for (let row = first; row < first + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      store<u8>(p, 0, HOLE)
    }
  }
  for (let row = first; row < first + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      if (load<u8>(p, COLOR) == EMPTY && load<u8>(p, HOLE) == 0) fillRegion(p, queue)
      const color: u32 = load<u8>(p, COLOR)
      sum += i32(color == BLACK) - i32(color == WHITE)
    }
  }
  return sum
}

/** Fills a region of empty points with the colour that is alone around it, or, when it is neutral, with border. */
function fillRegion(start: usize, queue: usize): void {
  let touched: u32 = 0
  let end = queue
  store<u16>(end, <u16>(start - grid))
  end += 2
  store<u8>(start, 1, HOLE)
  for (let at = queue; at < end; at += 2) {
    const p = grid + load<u16>(at)
    for (let side: u32 = 0; side < 4; side++) {
      const there = neighbourOn(p, side)
      const color: u32 = load<u8>(there, COLOR)
      touched |= color & STONE_BITS
      if (color != EMPTY || load<u8>(there, HOLE) != 0) continue
      store<u8>(there, 1, HOLE)
      store<u16>(end, <u16>(there - grid))
      end += 2
    }
  }
  const owner = touched == BLACK || touched == WHITE ? touched : BORDER
  for (let at = queue; at < end; at += 2) store<u8>(grid + load<u16>(at), <u8>owner, COLOR)
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
  memory.fill(region + FIRST, 0, INDICES)
  for (let at = end; at > moves; ) {
    at -= 2
    const move: u32 = load<u16>(at)
    store<u8>(region + FIRST + (move >> 4), <u8>(move & 15))
  }
}
