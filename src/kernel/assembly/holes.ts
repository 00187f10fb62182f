// Eyes that are left out of the list of points worth trying.
//
// A point on the list costs a try whenever it is drawn, and late in a game most empty points are eyes: true eyes of one
// side, suicide for the other. So a drawn point that turns out to be such an eye is taken off the list and marked as a
// *hole*. It comes back only when it may have become playable: when an enemy stone on a diagonal makes the eye false, or
// when a chain around it is left with this one liberty. Nothing else can change it: no stone around it can be taken
// while it is empty. So what is drawn from the list stays exactly uniform over the playable moves.

import { addToBalance, emptySides, libertiesOf, list, neighbourOn, opponent, signOf, sumAround } from "./grid"
import {
  BLACK, BLACKS, CHAIN, COLOR, COLOR_SHIFT, EAST, EMPTIES, EMPTY_BIT, HEAD, HOLE, HOLED, HOLED_BIAS, INDEX, NEXT, NORTH, ONE_LIBERTY, OPEN, RECORD,
  ROW, SIZES, SOUTH, STONES, WEST, WHITE, WHITES, WORD,
} from "./layout"

/** How many of the points diagonal to it are of each kind. */
@inline
function diagonals(p: usize): u32 {
  return (
    <u32>load<u8>(p, NORTH + WEST + COLOR) + <u32>load<u8>(p, NORTH + EAST + COLOR) +
    <u32>load<u8>(p, SOUTH + WEST + COLOR) + <u32>load<u8>(p, SOUTH + EAST + COLOR)
  )
}

/** All neighbours are own: do the diagonals leave it an eye (SIM-5)? At the edge, where some are off the board, one enemy spoils it. */
@inline
export function isTrueEye(p: usize, enemy: u32): bool {
  const counts = diagonals(p)
  const blacks = counts & BLACKS
  const whites = (counts >> 3) & BLACKS
  const enemies = enemy == BLACK ? blacks : whites
  return enemies + u32(blacks + whites + (counts >> 6) < 4) < 2
}

/** The words of the four neighbours. */
@inline
export function wordsAround(p: usize): v128 {
  let words = v128.load32_zero(p, NORTH + WORD)
  words = v128.load_lane<u32>(p, words, 1, WEST + WORD)
  words = v128.load_lane<u32>(p, words, 2, EAST + WORD)
  return v128.load_lane<u32>(p, words, 3, SOUTH + WORD)
}

/** What the records of the neighbours' chains say. */
@inline
export function chainsAround(base: usize, p: usize): v128 {
  let chains = v128.load32_zero(base + load<u16>(p, NORTH + HEAD), CHAIN)
  chains = v128.load_lane<i32>(base + load<u16>(p, WEST + HEAD), chains, 1, CHAIN)
  chains = v128.load_lane<i32>(base + load<u16>(p, EAST + HEAD), chains, 2, CHAIN)
  return v128.load_lane<i32>(base + load<u16>(p, SOUTH + HEAD), chains, 3, CHAIN)
}

/** Which of these words are a colour's. */
@inline
export function areOf(words: v128, color: u32): v128 {
  return i32x4.eq(i32x4.shr_u(words, COLOR_SHIFT), i32x4.splat(color))
}

/** Pseudo-liberties of chains. */
@inline
export function libertiesOfAll(chains: v128): v128 {
  return i32x4.add(i32x4.shr_s(chains, 16), v128.and(i32x4.shr_u(chains, 13), i32x4.splat(HOLED_BIAS)))
}

/** Pseudo-liberties that the neighbours' chains, whose words these are, have elsewhere. */
@inline
export function elsewhere(words: v128, chains: v128): v128 {
  // The point is a liberty of its chain once for every neighbour in it.
  const again = i32x4.add(
    i32x4.eq(words, v128.shuffle<i32>(words, words, 1, 2, 3, 0)),
    i32x4.add(
      i32x4.eq(words, v128.shuffle<i32>(words, words, 2, 3, 0, 1)),
      i32x4.eq(words, v128.shuffle<i32>(words, words, 3, 0, 1, 2)),
    ),
  )
  return i32x4.sub(i32x4.add(libertiesOfAll(chains), again), i32x4.splat(1))
}

/** Which of the neighbours' chains have no liberty but this point. */
@inline
export function fatal(base: usize, p: usize, words: v128): v128 {
  return i32x4.eq(elsewhere(words, chainsAround(base, p)), i32x4.splat(0))
}

/**
 * How often one point can be a liberty of each chain. It touches two stones of a chain only if that has three, three only if it has five,
 * and four only if it has seven.
 */
@inline
export function mostOfOne(chains: v128): v128 {
  const stones = v128.and(chains, i32x4.splat(SIZES))
  return i32x4.min_s(i32x4.shr_s(i32x4.add(stones, i32x4.splat(1)), 1), i32x4.splat(4))
}

/** The sides where there is a chain of this colour that may be in atari. */
@inline
export function sidesNearAtari(base: usize, p: usize, color: u32): u32 {
  const chains = chainsAround(base, p)
  const few = i32x4.le_s(libertiesOfAll(chains), mostOfOne(chains))
  return i32x4.bitmask(v128.and(few, areOf(wordsAround(p), color)))
}

@inline
function markHoled(head: usize): void {
  const chain = load<i32>(head, CHAIN)
  // Only once.
  const isNew = i32((chain & <i32>HOLED) == 0)
  store<i32>(head, chain + isNew * (<i32>HOLED - HOLED_BIAS * ONE_LIBERTY), CHAIN)
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
  if (v128.any_true(fatal(base, p, wordsAround(p)))) return false
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

/** The only liberty of the chain with this head, or 0 when it has several. */
export function onlyLiberty(base: usize, head: usize): usize {
  // Once all pseudo-liberties are seen, the rest of the ring has none.
  let unseen = libertiesOf(head)
  let liberty: usize = 0
  let stone = head
  do {
    const empties = (sumAround(stone) & OPEN) >> EMPTY_BIT
    if (empties != 0) {
      const there = neighbourOn(stone, ctz(emptySides(stone)))
      if (empties != 1 || (liberty != 0 && liberty != there)) return 0
      liberty = there
      unseen--
      if (unseen == 0) return liberty
    }
    stone = base + load<u16>(stone, NEXT)
  } while (stone != head)
  return liberty
}

/** The only liberty of the chain at a stone, or 0. All its pseudo-liberties are of one point then. */
@inline
export function atariAt(base: usize, stone: usize): usize {
  const head = base + load<u16>(stone, HEAD)
  return libertiesOf(head) <= mostOfOneAt(head) ? onlyLiberty(base, head) : 0
}

/** `mostOfOne` for the chain with this head. */
@inline
export function mostOfOneAt(head: usize): i32 {
  return min<i32>(((<i32>load<u16>(head, STONES) & SIZES) + 1) >> 1, 4)
}

/** If the chain at a stone is in atari in a hole, that one is playable again. */
@inline
export function wakeLastLiberty(base: usize, stone: usize, count: u32): u32 {
  const liberty = atariAt(base, stone)
  return liberty != 0 && load<u8>(liberty, HOLE) != 0 ? wake(base, liberty, count) : count
}
