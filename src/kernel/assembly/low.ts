// Chains with two liberties: the next move may put them into atari. The rule is Fuego's in outline: play a liberty that
// gains liberties for the own chain, or take one from the enemy's where he would gain by it.

import { anyLiberty, isPlainlySafe, libertiesBeyond, libertyBut, mostOfOneAt, sidesOfFew, timesOf } from "./liberties"
import { areOf, wordsAround } from "./sides"
import { libertiesOf, neighbourOn, opponent } from "./grid"
import { HEAD, WORD } from "./layout"
import { libertiesAfter, offer } from "./candidates"

/** The two liberties that were found, the lower point first. */
let lower: usize = 0
let upper: usize = 0

/** Has the chain at this stone exactly two liberties? */
function hasTwo(base: usize, stone: usize): bool {
  const head = base + load<u16>(stone, HEAD)
  const liberties = libertiesOf(head)
  // Two points can't give more.
  if (liberties > 2 * mostOfOneAt(head) || liberties < 2) return false
  const word = load<u32>(head, WORD)
  const first = anyLiberty(base, head)
  const rest = liberties - timesOf(first, word)
  if (rest == 0) return false
  const second = libertyBut(base, head, first, 0)
  lower = min(first, second)
  upper = max(first, second)
  return timesOf(second, word) == rest
}

/**
 * Would a stone at one liberty of a chain of this colour, which has one `other`, have three liberties or more, or take
 * something? `word` is the chain's.
 */
function gains(base: usize, p: usize, other: usize, word: u32, color: u32): bool {
  const words = wordsAround(p)
  const own = v128.andnot(areOf(words, color), i32x4.eq(words, i32x4.splat(word)))
  return isPlainlySafe(base, p, color, words, own, 2) || libertiesBeyond(base, p, other, words, own) > 1
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
