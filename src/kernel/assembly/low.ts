// Chains with two liberties: the next move may put them into atari. The rule is Fuego's in outline: play a liberty that
// gains liberties for the own chain, or take one from the enemy's where he would gain by it.

import { isPlainlySafe, mostOfOneAt, sidesOfFew } from "./liberties"
import { areOf, emptiesAmong, emptySides, wordsAround } from "./sides"
import { libertiesOf, neighbourOn, opponent } from "./grid"
import { HEAD, NEXT, WORD } from "./layout"
import { libertiesAfter, offer } from "./candidates"

/** The two liberties that were found, the lower point first. */
let lower: usize = 0
let upper: usize = 0

/** Has the chain at this stone exactly two liberties? */
function hasTwo(base: usize, stone: usize): bool {
  const head = base + load<u16>(stone, HEAD)
  // Two points can't give more.
  let unseen = libertiesOf(head)
  if (unseen > 2 * mostOfOneAt(head) || unseen < 2) return false
  let first: usize = 0
  let second: usize = 0
  let at = head
  do {
    for (let sides = emptySides(at); sides != 0; sides &= sides - 1) {
      const there = neighbourOn(at, ctz(sides))
      unseen--
      if (there == first || there == second) continue
      if (second != 0) return false
      if (first != 0) second = there
      else first = there
    }
    at = base + load<u16>(at, NEXT)
  } while (unseen != 0)
  lower = min(first, second)
  upper = max(first, second)
  return second != 0
}

/**
 * Would a stone at one liberty of a chain of this colour, which has one `other`, have three liberties or more, or take something? `word` is the
 * chain's.
 */
function gains(base: usize, p: usize, other: usize, word: u32, color: u32): bool {
  const words = wordsAround(p)
  const own = v128.andnot(areOf(words, color), i32x4.eq(words, i32x4.splat(word)))
  if (isPlainlySafe(base, p, color, words, own, 2)) return true
  let second: usize = 0
  for (let sides = emptiesAmong(words); sides != 0; sides &= sides - 1) {
    const there = neighbourOn(p, ctz(sides))
    if (there == other) continue
    if (second != 0) return true
    second = there
  }
  for (let owns = i32x4.bitmask(own); owns != 0; owns &= owns - 1) {
    const start = neighbourOn(p, ctz(owns))
    let stone = start
    do {
      for (let sides = emptySides(stone); sides != 0; sides &= sides - 1) {
        const there = neighbourOn(stone, ctz(sides))
        if (there == p || there == other || there == second) continue
        if (second != 0) return true
        second = there
      }
      stone = base + load<u16>(stone, NEXT)
    } while (stone != start)
  }
  return false
}

/** Around the last move: own chains that it touched, then its own chain. */
export function offerLow(base: usize, last: usize, color: u32): void {
  for (let sides = sidesOfFew(base, last, color, 2); sides != 0; sides &= sides - 1) {
    const there = neighbourOn(last, ctz(sides))
    if (!hasTwo(base, there)) continue
    const word = load<u32>(there, WORD)
    const a = lower
    const b = upper
    if (gains(base, a, b, word, color)) offer(base, a, color)
    if (gains(base, b, a, word, color)) offer(base, b, color)
  }
  if (!hasTwo(base, last)) return
  const word = load<u32>(last, WORD)
  const a = lower
  const b = upper
  if (gains(base, a, b, word, opponent(color)) && libertiesAfter(base, a, color) >= 2) offer(base, a, color)
  if (gains(base, b, a, word, opponent(color)) && libertiesAfter(base, b, color) >= 2) offer(base, b, color)
}
