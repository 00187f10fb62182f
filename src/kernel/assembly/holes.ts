// Eyes that are left out of the list of points worth trying.
//
// A point on the list costs a try whenever it is drawn, and late in a game most empty points are eyes: true eyes of one
// side, suicide for the other. So a drawn point that turns out to be such an eye is taken off the list and marked as a
// *hole*. It comes back only when it may have become playable: when an enemy stone on a diagonal makes the eye false, or
// when a chain around it is left with this one liberty. Nothing else can change it: no stone around it can be taken
// while it is empty. So what is drawn from the list stays exactly uniform over the playable moves.

import { addToBalance, libertiesOf, list, opponent, signOf } from "./grid"
import {
  BLACK, BLACKS, COLOR, EAST, EDGE, EMPTIES, EMPTY, HEAD, HOLE, HOLED, HOLED_BIAS, INDEX, LIBERTIES, NEXT, RECORD,
  ROW, SOUTH, STONES, WHITE, WHITES,
} from "./layout"

/** All neighbours are own: do the diagonals leave it an eye (SIM-5)? */
@inline
export function isTrueEye(p: usize, enemy: u32): bool {
  return (
    u32(load<u8>(p - ROW - RECORD, COLOR) == enemy) + u32(load<u8>(p - ROW, EAST + COLOR) == enemy) +
    u32(load<u8>(p - RECORD, SOUTH + COLOR) == enemy) + u32(load<u8>(p, EAST + SOUTH + COLOR) == enemy) +
    <u32>load<u8>(p, EDGE) < 2
  )
}

/** Pseudo-liberties that the neighbour's chain keeps when this point is filled. */
@inline
export function beyond(base: usize, head: u32, a: u32, b: u32, c: u32): i32 {
  return libertiesOf(base + head) - 1 - i32(head == a) - i32(head == b) - i32(head == c)
}

@inline
function markHoled(head: usize): void {
  const stones: u32 = load<u16>(head, STONES)
  store<u16>(head, <u16>(stones | HOLED), STONES)
  // Only once.
  const bias = HOLED_BIAS * i32((stones & HOLED) == 0)
  store<i16>(head, <i16>(<i32>load<i16>(head, LIBERTIES) - bias), LIBERTIES)
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
  const north: u32 = load<u16>(p - ROW, HEAD)
  const west: u32 = load<u16>(p - RECORD, HEAD)
  const east: u32 = load<u16>(p, EAST + HEAD)
  const south: u32 = load<u16>(p, SOUTH + HEAD)
  // A chain around it that has no other liberty could be taken by playing here.
  const inAtari =
    i32(beyond(base, north, west, east, south) == 0) | i32(beyond(base, west, north, east, south) == 0) |
    i32(beyond(base, east, north, west, south) == 0) | i32(beyond(base, south, north, west, east) == 0)
  if (inAtari) return false
  markHoled(base + north)
  markHoled(base + west)
  markHoled(base + east)
  markHoled(base + south)
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

@inline
export function wakeChainAt(base: usize, neighbour: usize, count: u32): u32 {
  const head = base + load<u16>(neighbour, HEAD)
  const low = (<u32>load<u16>(head, STONES) & HOLED) != 0 && load<i16>(head, LIBERTIES) <= 0
  return low ? wakeChain(base, head, count) : count
}

@inline
function isOther(there: usize, liberty: usize): bool {
  return load<u8>(there, COLOR) == EMPTY && there != liberty
}

/** The only liberty of the chain with this head, or 0 when it has several. */
export function onlyLiberty(base: usize, head: usize): usize {
  let liberty: usize = 0
  let stone = head
  do {
    if (isOther(stone - ROW, liberty)) {
      if (liberty != 0) return 0
      liberty = stone - ROW
    }
    if (isOther(stone - RECORD, liberty)) {
      if (liberty != 0) return 0
      liberty = stone - RECORD
    }
    if (isOther(stone + EAST, liberty)) {
      if (liberty != 0) return 0
      liberty = stone + EAST
    }
    if (isOther(stone + SOUTH, liberty)) {
      if (liberty != 0) return 0
      liberty = stone + SOUTH
    }
    stone = base + load<u16>(stone, NEXT)
  } while (stone != head)
  return liberty
}

/** The only liberty of the chain at a stone, or 0. Many pseudo-liberties can't all be one point. */
@inline
export function atariAt(base: usize, stone: usize): usize {
  const head = base + load<u16>(stone, HEAD)
  return libertiesOf(head) <= 4 ? onlyLiberty(base, head) : 0
}

/** A holed chain with few pseudo-liberties: if it is in atari in a hole, that one is playable again. */
function wakeChain(base: usize, head: usize, count: u32): u32 {
  const liberty = onlyLiberty(base, head)
  return liberty != 0 && load<u8>(liberty, HOLE) != 0 ? wake(base, liberty, count) : count
}
