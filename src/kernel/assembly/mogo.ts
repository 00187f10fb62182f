// The heavy playout by rules (SIM-6), in the order of Lew 2011, 3.4.1: capture a chain in atari, save an own one, play a
// 3×3 pattern of Gelly et al. 2006 next to the last move, else any move. Each rule is a switch. What a rule finds is
// gathered first, and one of it is drawn.

import { add, drawn, forgetCandidates, found, isPlayable, libertiesAfter, offer } from "./candidates"
import { around, block, ko, list, live, neighbourOn, opponent, setLive, stonesOf, takeOff } from "./grid"
import { makeHole } from "./holes"
import { atariAt, sidesOfFew } from "./liberties"
import { isCaughtByRunning } from "./ladder"
import {
  BLACK, CODE, COLOR, EAST, EMPTIES, EMPTY, HEAD, INDEX, NEXT, PATTERNS, RECORD, ROW, SIZE, SOUTH,
} from "./layout"
import { offerLow } from "./low"
import { offerNakades } from "./nakade"
import {
  BOARD_SCOPE, CAPTURE, ESCAPE, LADDER, LOW, NAKADE, NO_SELF_ATARI, PATTERN, RANDOMNESS_SHIFT, SELF_ATARI_SHIFT,
} from "./policies"
import { isPlayableClosed } from "./stones"
import { advance, below, output, setState, state } from "./random"

/** Enemy chains in atari: the one that just moved, or all of the board. */
function offerCaptures(base: usize, last: usize, color: u32, switches: u32): void {
  if ((switches & BOARD_SCOPE) == 0) {
    if (last != 0) offerCapture(base, last, color)
    return
  }
  const size: usize = load<u32>(block, SIZE)
  for (let row = base + ROW; row <= base + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      if (load<u8>(p, COLOR) == opponent(color) && base + load<u16>(p, HEAD) == p) offerCapture(base, p, color)
    }
  }
}

@inline
function offerCapture(base: usize, stone: usize, color: u32): void {
  const liberty = atariAt(base, stone)
  if (liberty != 0) offer(base, liberty, color)
}

/** Own chains in atari: those that the last move touched, or all of the board. */
function offerEscapes(base: usize, last: usize, color: u32, switches: u32): void {
  if ((switches & BOARD_SCOPE) == 0) {
    if (last == 0) return
    for (let sides = sidesOfFew(base, last, color, 1); sides != 0; sides &= sides - 1) {
      offerEscape(base, neighbourOn(last, ctz(sides)), color, switches)
    }
    return
  }
  const size: usize = load<u32>(block, SIZE)
  for (let row = base + ROW; row <= base + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      if (load<u8>(p, COLOR) == color && base + load<u16>(p, HEAD) == p) offerEscape(base, p, color, switches)
    }
  }
}

/** Saves a chain in atari by taking a chain next to it, or by running to at least two liberties. */
function offerEscape(base: usize, member: usize, color: u32, switches: u32): void {
  const liberty = atariAt(base, member)
  if (liberty == 0) return
  const head = base + load<u16>(member, HEAD)
  let stone = head
  do {
    for (let sides = sidesOfFew(base, stone, opponent(color), 1); sides != 0; sides &= sides - 1) {
      offerCapture(base, neighbourOn(stone, ctz(sides)), color)
    }
    stone = base + load<u16>(stone, NEXT)
  } while (stone != head)
  if (libertiesAfter(base, liberty, color) < 2) return
  if ((switches & LADDER) != 0 && isCaughtByRunning(member, liberty, color)) return
  offer(base, liberty, color)
}

/** 1 when the point is empty and a pattern invites the colour of this bit. */
@inline
export function invites(p: usize, bit: u32): u32 {
  const invited = (<u32>load<u8>(PATTERNS + <usize>load<u16>(p, CODE)) >> bit) & 1
  return invited & u32(load<u8>(p, COLOR) == EMPTY)
}

/** Points around the last move where a pattern invites this colour; which ones is found without a branch. */
function offerPatterns(base: usize, last: usize, color: u32, switches: u32): void {
  const bit = u32(color != BLACK)
  let invited =
    invites(last - ROW - RECORD, bit) | (invites(last - ROW, bit) << 1) | (invites(last - ROW + EAST, bit) << 2) |
    (invites(last - RECORD, bit) << 3) | (invites(last + EAST, bit) << 5) | (invites(last - RECORD + SOUTH, bit) << 6) |
    (invites(last + SOUTH, bit) << 7) | (invites(last + EAST + SOUTH, bit) << 8)
  for (; invited != 0; invited &= invited - 1) {
    // Bits count the 3×3 square row by row, its middle included.
    const place = ctz(invited)
    const p = last - ROW - RECORD + (place / 3) * ROW + (place % 3) * RECORD
    if ((switches & NO_SELF_ATARI) != 0 && libertiesAfter(base, p, color) < 2) continue
    if (!isPlayable(base, p, color)) continue
    add(base, p)
  }
}

/** The move of the first rule that has one, or 0. */
function byRules(base: usize, last: usize, color: u32, switches: u32): usize {
  forgetCandidates()
  if ((switches & CAPTURE) != 0) offerCaptures(base, last, color, switches)
  if (found == 0 && (switches & ESCAPE) != 0) offerEscapes(base, last, color, switches)
  if (found == 0 && last != 0 && (switches & LOW) != 0) offerLow(base, last, color)
  if (found == 0 && last != 0 && (switches & NAKADE) != 0) offerNakades(base, last, color)
  if (found == 0 && last != 0 && (switches & PATTERN) != 0) offerPatterns(base, last, color, switches)
  return drawn(base)
}

/** Would two or more own stones be left with one liberty? `counts` are the point's neighbours by kind. */
@inline
function isBadSelfAtari(base: usize, p: usize, color: u32, counts: u32): bool {
  if (counts >> 6 >= 2 || (counts & stonesOf(color)) == 0) return false
  return libertiesAfter(base, p, color) < 2
}

@inline
function putAt(base: usize, slot: u32, point: u32): void {
  store<u16>(list + (slot << 1), <u16>point)
  store<u16>(base + point, <u16>slot, INDEX)
}

/** True with a chance of so many 256ths; certainty needs no draw. */
@inline
function happens(chance: u32): bool {
  if (chance == 0) return false
  const word = output(state)
  setState(advance(state))
  return word >> 24 < chance
}

@inline
function permits(base: usize, p: usize, color: u32, counts: u32, switches: u32): bool {
  if ((switches & NO_SELF_ATARI) == 0 || !isBadSelfAtari(base, p, color, counts)) return true
  return happens((switches >> SELF_ATARI_SHIFT) & 255)
}

/** Any playable move with equal probability, or 0; like the light playout's choice, with the index kept. */
function byChance(base: usize, color: u32, switches: u32): usize {
  let tries = live
  while (tries != 0) {
    const slot = below(tries)
    const point: u32 = load<u16>(list + (slot << 1))
    const p = base + point
    const counts = around(p)
    const playable = (counts & EMPTIES) != 0 || (point != ko && isPlayableClosed(base, p, color, counts))
    if (playable && permits(base, p, color, counts, switches)) return p
    tries--
    putAt(base, slot, load<u16>(list + (tries << 1)))
    putAt(base, tries, point)
    if (!playable && makeHole(base, p, counts)) setLive(takeOff(base, p, live))
  }
  return 0
}

/** The move of a rule, or any move; 0 for a pass. `last` is the stone that was played last, or 0. */
export function chooseMogo(base: usize, last: usize, color: u32, switches: u32): usize {
  const p = happens(switches >> RANDOMNESS_SHIFT) ? 0 : byRules(base, last, color, switches)
  return p != 0 ? p : byChance(base, color, switches)
}
