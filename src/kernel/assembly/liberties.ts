// Chains in atari, found from pseudo-liberties: most chains have more of them than one point can give, and needn't be walked.

import { emptySides, libertiesOf, neighbourOn, sumAround } from "./grid"
import { EMPTY_BIT, HEAD, NEXT, OPEN, SIZES, STONES } from "./layout"
import { areOf, chainsAround, libertiesOfAll, mostOfOne, wordsAround } from "./sides"

/** The sides where there is a chain of this colour that may be in atari. */
@inline
export function sidesNearAtari(base: usize, p: usize, color: u32): u32 {
  const chains = chainsAround(base, p)
  const few = i32x4.le_s(libertiesOfAll(chains), mostOfOne(chains))
  return i32x4.bitmask(v128.and(few, areOf(wordsAround(p), color)))
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
