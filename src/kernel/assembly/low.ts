// Chains with two liberties: the next move may put them into atari. The rule is Fuego's in outline: play a liberty that
// gains liberties for the own chain, or take one from the enemy's where he would gain by it.

import { atariAt } from "./holes"
import { emptySides, libertiesOf, neighbourOn, opponent } from "./grid"
import { COLOR, EMPTY, HEAD, NEXT } from "./layout"
import { libertiesAfter, offer } from "./candidates"

/** The two liberties that were found, the lower point first. */
let lower: usize = 0
let upper: usize = 0

/** Eight stones' sides at most touch two points. */
const MOST_PSEUDO: i32 = 8

/** Has the chain at this stone exactly two liberties? */
function hasTwo(base: usize, stone: usize): bool {
  const head = base + load<u16>(stone, HEAD)
  const pseudo = libertiesOf(head)
  if (pseudo > MOST_PSEUDO || pseudo < 2) return false
  // One stone touches every liberty once.
  if (load<u16>(head, NEXT) == load<u16>(head, HEAD) && pseudo != 2) return false
  let first: usize = 0
  let second: usize = 0
  let at = head
  do {
    for (let sides = emptySides(at); sides != 0; sides &= sides - 1) {
      const there = neighbourOn(at, ctz(sides))
      if (there == first || there == second) continue
      if (second != 0) return false
      if (first != 0) second = there
      else first = there
    }
    at = base + load<u16>(at, NEXT)
  } while (at != head)
  lower = min(first, second)
  upper = max(first, second)
  return second != 0
}

/** Would a stone here have three liberties or more, or take something? */
function gains(base: usize, p: usize, color: u32): bool {
  let first: usize = 0
  let second: usize = 0
  for (let side: u32 = 0; side < 4; side++) {
    const there = neighbourOn(p, side)
    const what: u32 = load<u8>(there, COLOR)
    if (what == opponent(color) && atariAt(base, there) == p) return true
    if (what == EMPTY) {
      if (second != 0) return true
      if (first != 0) second = there
      else first = there
    }
  }
  for (let side: u32 = 0; side < 4; side++) {
    const start = neighbourOn(p, side)
    if (load<u8>(start, COLOR) != color) continue
    let stone = start
    do {
      for (let sides = emptySides(stone); sides != 0; sides &= sides - 1) {
        const there = neighbourOn(stone, ctz(sides))
        if (there == p || there == first || there == second) continue
        if (second != 0) return true
        if (first != 0) second = there
        else first = there
      }
      stone = base + load<u16>(stone, NEXT)
    } while (stone != start)
  }
  return false
}

/** Around the last move: own chains that it touched, then its own chain. */
export function offerLow(base: usize, last: usize, color: u32): void {
  for (let side: u32 = 0; side < 4; side++) {
    const there = neighbourOn(last, side)
    if (load<u8>(there, COLOR) != color || !hasTwo(base, there)) continue
    const a = lower
    const b = upper
    if (gains(base, a, color)) offer(base, a, color)
    if (gains(base, b, color)) offer(base, b, color)
  }
  if (!hasTwo(base, last)) return
  const a = lower
  const b = upper
  if (gains(base, a, opponent(color)) && libertiesAfter(base, a, color) >= 2) offer(base, a, color)
  if (gains(base, b, opponent(color)) && libertiesAfter(base, b, color) >= 2) offer(base, b, color)
}
