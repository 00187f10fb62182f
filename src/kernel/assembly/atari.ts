// Which chains are in atari, for the gamma playout (SIM-7): a flag at the chain's head, and at its last liberty a bit
// for its colour.
//
// A move touches only a few of them. An enemy chain beside the new stone may have come into atari; it was in none
// before, or it would be gone. The own chain may be in atari now; if one of its parts was before, then the new stone is
// on that liberty. What stands beside captured stones is free.

import { block, list, live, neighbourOn, opponent } from "./grid"
import { atariAt } from "./liberties"
import { ATARI, BLACK, COLOR, EAST, EMPTY, HEAD, NEXT, RECORD, ROW, SIZE, SOUTH, STONE_BITS } from "./layout"

@inline
function bitOf(color: u32): u32 {
  return color == BLACK ? 1 : 2
}

/** Looks a chain over; answers its only liberty, or 0. */
function note(base: usize, stone: usize): usize {
  const head = base + load<u16>(stone, HEAD)
  const liberty = atariAt(base, head)
  store<u8>(head, u8(liberty != 0), ATARI)
  if (liberty != 0) store<u8>(liberty, <u8>(<u32>load<u8>(liberty, ATARI) | bitOf(load<u8>(head, COLOR))), ATARI)
  return liberty
}

/** From the stones alone. */
export function noteAtarisOfBoard(base: usize): void {
  const size: usize = load<u32>(block, SIZE)
  for (let row = base + ROW; row <= base + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) store<u8>(p, 0, ATARI)
  }
  for (let row = base + ROW; row <= base + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      if (isStone(p) && base + load<u16>(p, HEAD) == p) note(base, p)
    }
  }
}

/** Where the points end that the last move changed. */
let changedEnd: usize = 0

/**
 * After the stone at `p` was put down, when the list had `before` points. Last liberties that are new, or no longer,
 * are written at `changed`, u16 each; answers where they end.
 */
export function noteAtaris(base: usize, p: usize, before: u32, changed: usize): usize {
  changedEnd = changed
  const enemy = opponent(load<u8>(p, COLOR))
  store<u8>(p, 0, ATARI)
  const end = list + (live << 1)
  for (let at = list + (before << 1); at < end; at += 2) store<u8>(base + load<u16>(at), 0, ATARI)
  for (let at = list + (before << 1); at < end; at += 2) freeAround(base, base + load<u16>(at))
  noteChange(base, note(base, p))
  noteEnemy(base, p - ROW, enemy)
  noteEnemy(base, p - RECORD, enemy)
  noteEnemy(base, p + EAST, enemy)
  noteEnemy(base, p + SOUTH, enemy)
  return changedEnd
}

@inline
function isStone(p: usize): bool {
  return (<u32>load<u8>(p, COLOR) & STONE_BITS) != 0
}

@inline
function noteEnemy(base: usize, there: usize, enemy: u32): void {
  if (load<u8>(there, COLOR) == enemy) noteChange(base, note(base, there))
}

@inline
function noteChange(base: usize, liberty: usize): void {
  if (liberty == 0) return
  store<u16>(changedEnd, <u16>(liberty - base))
  changedEnd += 2
}

/** The chains beside a point that was captured are out of atari. */
function freeAround(base: usize, p: usize): void {
  for (let side: u32 = 0; side < 4; side++) {
    const there = neighbourOn(p, side)
    if (!isStone(there)) continue
    const head = base + load<u16>(there, HEAD)
    if (load<u8>(head, ATARI) == 0) continue
    store<u8>(head, 0, ATARI)
    let stone = head
    do {
      for (let to: u32 = 0; to < 4; to++) {
        const liberty = neighbourOn(stone, to)
        if (load<u8>(liberty, COLOR) == EMPTY && load<u8>(liberty, ATARI) != 0) ask(base, liberty)
      }
      stone = base + load<u16>(stone, NEXT)
    } while (stone != head)
  }
}

/** Finds the colours whose last liberty this still is. */
function ask(base: usize, liberty: usize): void {
  let bits: u32 = 0
  for (let side: u32 = 0; side < 4; side++) {
    const there = neighbourOn(liberty, side)
    if (isStone(there) && load<u8>(base + load<u16>(there, HEAD), ATARI) != 0) bits |= bitOf(load<u8>(there, COLOR))
  }
  store<u8>(liberty, <u8>bits, ATARI)
  noteChange(base, liberty)
}
