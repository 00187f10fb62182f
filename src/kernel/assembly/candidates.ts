// The moves that a rule of a heavy playout has found so far, and what rules ask of a point.

import { around, ko } from "./grid"
import { areOf, emptiesAmong, wordsAround } from "./sides"
import { EMPTIES } from "./layout"
import { isPlainlySafe, libertiesBeyond } from "./liberties"
import { below } from "./random"
import { isPlayableClosed } from "./stones"

/** Where candidates are gathered, and how many there are. */
export let buffer: usize = 0
export let found: u32 = 0

/** Where rules gather what they find. */
export function useCandidates(address: usize): void {
  buffer = address
}

/** Forgets what was found. */
@inline
export function forgetCandidates(): void {
  found = 0
}

@inline
export function isPlayable(base: usize, p: usize, color: u32): bool {
  const counts = around(p)
  return (counts & EMPTIES) != 0 || (<u32>(p - base) != ko && isPlayableClosed(base, p, color, counts))
}

/** Adds an empty point to the candidates, if it can be played and is not among them. */
export function offer(base: usize, p: usize, color: u32): void {
  const point = <u16>(p - base)
  for (let i: u32 = 0; i < found; i++) if (load<u16>(buffer + (i << 1)) == point) return
  if (!isPlayable(base, p, color)) return
  add(base, p)
}

/** Adds a point that is known to be fine. */
@inline
export function add(base: usize, p: usize): void {
  store<u16>(buffer + (found << 1), <u16>(p - base))
  found++
}

/** 1, or 2 for more: the liberties of the chain that a stone here would belong to; a capture counts as enough. */
export function libertiesAfter(base: usize, p: usize, color: u32): u32 {
  const words = wordsAround(p)
  const empties = emptiesAmong(words)
  const own = areOf(words, color)
  if (popcnt(empties) > 1 || isPlainlySafe(base, p, color, words, own, 1)) return 2
  return libertiesBeyond(base, p, 0, words, own)
}

/** One of the candidates, or 0 when there is none. A single one needs no chance. */
export function drawn(base: usize): usize {
  if (found == 0) return 0
  const index = found == 1 ? 0 : below(found)
  return base + load<u16>(buffer + (index << 1))
}
