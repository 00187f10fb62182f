// Chains in atari, found from pseudo-liberties: most chains have more of them than one point can give, and needn't be walked.

import { libertiesOf, neighbourOn, opponent } from "./grid"
import { HEAD, NEXT, SIZES, STONES } from "./layout"
import { areOf, chainsAround, elsewhere, emptySides, isOnAny, libertiesOfAll, mostOfOne, wordsAround } from "./sides"

/** The sides where there is a chain of this colour that may have no more than so many liberties, 1 or 2. */
@inline
export function sidesOfFew(base: usize, p: usize, color: u32, most: u32): u32 {
  const chains = chainsAround(base, p)
  const few = i32x4.le_s(libertiesOfAll(chains), i32x4.shl(mostOfOne(chains), most - 1))
  return i32x4.bitmask(v128.and(few, areOf(wordsAround(p), color)))
}

/**
 * Would a stone of this colour here take something, or join one of the `own` sides that is known to have more than so many liberties elsewhere, 1
 * or 2? No means that they have to be counted.
 */
@inline
export function isPlainlySafe(base: usize, p: usize, color: u32, words: v128, own: v128, most: u32): bool {
  const chains = chainsAround(base, p)
  const others = elsewhere(words, chains)
  const enough = v128.and(own, i32x4.gt_s(others, i32x4.shl(mostOfOne(chains), most - 1)))
  const taken = v128.and(areOf(words, opponent(color)), i32x4.eq(others, i32x4.splat(0)))
  return isOnAny(v128.or(enough, taken))
}

/** The only liberty of the chain with this head, or 0 when it has several. */
function onlyLiberty(base: usize, head: usize): usize {
  // Once all pseudo-liberties are seen, the rest of the ring has none.
  let unseen = libertiesOf(head)
  let liberty: usize = 0
  let stone = head
  do {
    const sides = emptySides(stone)
    if (sides != 0) {
      const there = neighbourOn(stone, ctz(sides))
      if ((sides & (sides - 1)) != 0 || (liberty != 0 && liberty != there)) return 0
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
