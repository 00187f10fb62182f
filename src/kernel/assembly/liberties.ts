// Few liberties, found from pseudo-liberties: most chains have more of them than one point can give, and needn't be
// walked. Of the others one liberty is looked for; how many of the pseudo-liberties are this point's is seen around it,
// and so whether there is another.

import { libertiesOf, neighbourOn, opponent } from "./grid"
import { HEAD, NAME, NEXT, SIZES, STONES, WORD } from "./layout"
import { areOf, chainsAround, elsewhere, emptiesAmong, emptySides, isOnAny, libertiesOfAll, mostOfOne, wordsAround } from "./sides"

/** The sides where there is a chain of this colour that may have at most `most` liberties, 1 or 2. */
@inline
export function sidesOfFew(base: usize, p: usize, color: u32, most: u32): u32 {
  const chains = chainsAround(base, p)
  const few = i32x4.le_s(libertiesOfAll(chains), i32x4.shl(mostOfOne(chains), most - 1))
  return i32x4.bitmask(v128.and(few, areOf(wordsAround(p), color)))
}

/**
 * Would a stone of this colour here take something, or join one of the `own` sides that is known to have more than
 * `most` liberties elsewhere, 1 or 2? No means that they have to be counted.
 */
@inline
export function isPlainlySafe(base: usize, p: usize, color: u32, words: v128, own: v128, most: u32): bool {
  const chains = chainsAround(base, p)
  const others = elsewhere(words, chains)
  const enough = v128.and(own, i32x4.gt_s(others, i32x4.shl(mostOfOne(chains), most - 1)))
  const taken = v128.and(areOf(words, opponent(color)), i32x4.eq(others, i32x4.splat(0)))
  return isOnAny(v128.or(enough, taken))
}

/** How often an empty point is a pseudo-liberty of the chain with this word. */
@inline
export function timesOf(p: usize, word: u32): i32 {
  return <i32>popcnt(i32x4.bitmask(i32x4.eq(wordsAround(p), i32x4.splat(word))))
}

/** Some liberty of the chain with this head; there must be one. */
@inline
export function anyLiberty(base: usize, head: usize): usize {
  let stone = head
  let sides = emptySides(stone)
  while (sides == 0) {
    stone = base + load<u16>(stone, NEXT)
    sides = emptySides(stone)
  }
  return neighbourOn(stone, ctz(sides))
}

/** Some liberty of the chain with this head that is neither of two points; there must be one. */
export function libertyBut(base: usize, head: usize, a: usize, b: usize): usize {
  let stone = head
  let liberty: usize = 0
  do {
    for (let sides = emptySides(stone); sides != 0; sides &= sides - 1) {
      const there = neighbourOn(stone, ctz(sides))
      if (there != a && there != b) liberty = there
    }
    stone = base + load<u16>(stone, NEXT)
  } while (liberty == 0)
  return liberty
}

/**
 * The only liberty of the chain with this head, or 0: whichever is found first has all its pseudo-liberties, or not.
 */
function onlyLiberty(base: usize, head: usize): usize {
  const liberty = anyLiberty(base, head)
  return timesOf(liberty, load<u32>(head, WORD)) == libertiesOf(head) ? liberty : 0
}

/** The only liberty of the chain at a stone, or 0. All its pseudo-liberties are of one point then, and there is one. */
@inline
export function atariAt(base: usize, stone: usize): usize {
  const head = base + load<u16>(stone, HEAD)
  return <u32>(libertiesOf(head) - 1) < <u32>mostOfOneAt(head) ? onlyLiberty(base, head) : 0
}

/** `mostOfOne` for the chain with this head. */
@inline
export function mostOfOneAt(head: usize): i32 {
  return min<i32>(((<i32>load<u16>(head, STONES) & SIZES) + 1) >> 1, 4)
}

/**
 * 0, 1, or 2 for more: the liberties that a stone here would have with the chains on its `own` sides, but for one
 * `other` point.
 */
export function libertiesBeyond(base: usize, p: usize, other: usize, words: v128, own: v128): u32 {
  let one: usize = 0
  for (let sides = emptiesAmong(words); sides != 0; sides &= sides - 1) {
    const there = neighbourOn(p, ctz(sides))
    if (there == other) continue
    if (one != 0) return 2
    one = there
  }
  for (let owns = i32x4.bitmask(own); owns != 0; owns &= owns - 1) {
    const word = load<u32>(neighbourOn(p, ctz(owns)), WORD)
    const head = base + (word & NAME)
    // Pseudo-liberties that are none of the points which are known.
    let rest = libertiesOf(head) - timesOf(p, word)
    if (other != 0) rest -= timesOf(other, word)
    if (one != 0) rest -= timesOf(one, word)
    if (rest == 0) continue
    if (one != 0) return 2
    one = libertyBut(base, head, p, other)
    if (rest != timesOf(one, word)) return 2
  }
  return u32(one != 0)
}
