// Eyes that are left out of the list of points worth trying.
//
// A point on the list costs a try whenever it is drawn, and late in a game most empty points are eyes: true eyes of one
// side, suicide for the other. So a drawn point that turns out to be such an eye is taken off the list and marked as a
// *hole*. It comes back only when it may have become playable: when an enemy stone on a diagonal makes the eye false,
// or when a chain around it is left with this one liberty. Nothing else can change it: no stone around it can be taken
// while it is empty. So what is drawn from the list stays exactly uniform over the playable moves.

import { addToBalance, list, opponent, signOf } from "./grid"
import {
  BLACK, BLACKS, CHAIN, COLOR, EAST, EMPTIES, HEAD, HOLE, HOLED, INDEX, NORTH, RECORD, ROW, SOUTH, WEST, WHITE,
  WHITES,
} from "./layout"
import { atariAt } from "./liberties"
import { fatal, isOnAny, wordsAround } from "./sides"

/** How many of the points diagonal to it are of each kind. */
@inline
function diagonals(p: usize): u32 {
  return (
    <u32>load<u8>(p, NORTH + WEST + COLOR) + <u32>load<u8>(p, NORTH + EAST + COLOR) +
    <u32>load<u8>(p, SOUTH + WEST + COLOR) + <u32>load<u8>(p, SOUTH + EAST + COLOR)
  )
}

/**
 * All neighbours are own: do the diagonals leave it an eye (SIM-5)? At the edge, where some are off the board, one
 * enemy spoils it.
 */
@inline
export function isTrueEye(p: usize, enemy: u32): bool {
  const counts = diagonals(p)
  const blacks = counts & BLACKS
  const whites = (counts >> 3) & BLACKS
  const enemies = enemy == BLACK ? blacks : whites
  return enemies + u32(blacks + whites + (counts >> 6) < 4) < 2
}

@inline
function markHoled(head: usize): void {
  store<i32>(head, load<i32>(head, CHAIN) | <i32>HOLED, CHAIN)
}

/**
 * A point that was drawn and can't be played: if it is an eye that neither side can play, it becomes a hole.
 * The caller takes it off the list.
 */
export function makeHole(base: usize, p: usize, counts: u32): bool {
  const blacks = counts & BLACKS
  const whites = counts & WHITES
  if ((counts & EMPTIES) != 0 || (blacks != 0) == (whites != 0)) return false
  const owner = blacks != 0 ? BLACK : WHITE
  if (!isTrueEye(p, opponent(owner))) return false
  // A chain around it that has no other liberty could be taken by playing here.
  if (isOnAny(fatal(base, p, wordsAround(p)))) return false
  markHoled(base + load<u16>(p, NORTH + HEAD))
  markHoled(base + load<u16>(p, WEST + HEAD))
  markHoled(base + load<u16>(p, EAST + HEAD))
  markHoled(base + load<u16>(p, SOUTH + HEAD))
  store<u8>(p, <u8>owner, HOLE)
  addToBalance(signOf(owner))
  return true
}

/** Puts a hole back on the list. */
function wake(base: usize, p: usize, count: u32): u32 {
  addToBalance(-signOf(load<u8>(p, HOLE)))
  store<u8>(p, 0, HOLE)
  store<u16>(p, <u16>count, INDEX)
  store<u16>(list + (count << 1), <u16>(p - base))
  return count + 1
}

export function wakeDiagonals(base: usize, p: usize, owner: u32, before: u32): u32 {
  let count = wakeIfFalse(base, p - ROW - RECORD, owner, before)
  count = wakeIfFalse(base, p - ROW + EAST, owner, count)
  count = wakeIfFalse(base, p - RECORD + SOUTH, owner, count)
  return wakeIfFalse(base, p + EAST + SOUTH, owner, count)
}

@inline
function wakeIfFalse(base: usize, p: usize, owner: u32, count: u32): u32 {
  return load<u8>(p, HOLE) == owner && !isTrueEye(p, opponent(owner)) ? wake(base, p, count) : count
}

/** If the chain at a stone is in atari in a hole, that one is playable again. */
@inline
export function wakeLastLiberty(base: usize, stone: usize, count: u32): u32 {
  const liberty = atariAt(base, stone)
  return liberty != 0 && load<u8>(liberty, HOLE) != 0 ? wake(base, liberty, count) : count
}
