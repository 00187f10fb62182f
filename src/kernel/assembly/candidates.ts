// The moves that a rule of a heavy playout has found so far, and what rules ask of a point.

import { around, emptySides, ko, neighbourOn, opponent } from "./grid"
import { atariAt } from "./holes"
import { COLOR, EMPTIES, EMPTY, NEXT } from "./layout"
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
  let first: usize = 0
  for (let side: u32 = 0; side < 4; side++) {
    const there = neighbourOn(p, side)
    const what: u32 = load<u8>(there, COLOR)
    if (what == EMPTY) {
      if (first != 0) return 2
      first = there
    } else if (what == opponent(color) && atariAt(base, there) == p) return 2
  }
  for (let side: u32 = 0; side < 4; side++) {
    const there = neighbourOn(p, side)
    if (load<u8>(there, COLOR) != color) continue
    let stone = there
    do {
      for (let sides = emptySides(stone); sides != 0; sides &= sides - 1) {
        const liberty = neighbourOn(stone, ctz(sides))
        if (liberty == p || liberty == first) continue
        if (first != 0) return 2
        first = liberty
      }
      stone = base + load<u16>(stone, NEXT)
    } while (stone != there)
  }
  return first != 0 ? 1 : 0
}

/** One of the candidates, or 0 when there is none. A single one needs no chance. */
export function drawn(base: usize): usize {
  if (found == 0) return 0
  const index = found == 1 ? 0 : below(found)
  return base + load<u16>(buffer + (index << 1))
}
