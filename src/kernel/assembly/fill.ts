// Analyze-after (SIM-3; Chelaru 2008), draw for draw the method of src/simulate/analyzeafter.ts: fill the board in
// random order without regard to capture, own eyes left open; then take the chains in order of their newest stone, and
// remove each that has no empty neighbour by then. Chains are gathered once, so a game costs a few passes over the
// points.

import { around, grid, list, live, neighbourOn, opponent, stonesOf } from "./grid"
import { isTrueEye } from "./holes"
import { COLOR, COLOR_SHIFT, EMPTIES, EMPTY, NEXT, RECORD, ROW, SCRATCH_PART, STONES, WORD } from "./layout"
import { setMovesEnd } from "./light"
import { below } from "./random"

// Fields of a point that the other playouts use otherwise.
/** u16: the number of its chain. */
const CHAIN: usize = STONES
/** u16: when its stone came, from 1; 0 for stones of the position. */
const MOMENT: usize = NEXT

const UNGATHERED: u16 = 0xffff

/** Without the chain's name, which this playout does not use. */
@inline
function setColor(p: usize, color: u32): void {
  store<u32>(p, color << COLOR_SHIFT, WORD)
}

@inline
function isEye(p: usize, color: u32): bool {
  return (around(p) & (EMPTIES | stonesOf(opponent(color)))) == 0 && isTrueEye(p, opponent(color))
}

/** Plays one game on the board in use; `scratch` has room for four lists. The board is settled, but not counted. */
export function playFill(size: usize, first: u32, moves: usize, scratch: usize): void {
  const base = grid
  const end = base + (size + 1) * ROW
  for (let row = base + ROW; row < end; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      store<u16>(p, UNGATHERED, CHAIN)
      store<u16>(p, 0, MOMENT)
    }
  }
  const last = fill(base, first, moves)
  settle(base, size, moves, last, scratch)
  setMovesEnd(last)
}

/** Every empty point is drawn once; a side that draws an own eye leaves it open for good and draws again. */
function fill(base: usize, first: u32, moves: usize): usize {
  let color = first
  let end = moves
  for (let left = live; left != 0; ) {
    const slot = list + (below(left) << 1)
    const point: u32 = load<u16>(slot)
    left--
    store<u16>(slot, load<u16>(list + (left << 1)))
    const p = base + point
    if (isEye(p, color)) continue
    setColor(p, color)
    store<u16>(end, <u16>(point | color))
    end += 2
    store<u16>(p, <u16>((end - moves) >> 1), MOMENT)
    color = opponent(color)
  }
  return end
}

/** Removes what would have been captured. */
function settle(base: usize, size: usize, moves: usize, last: usize, scratch: usize): void {
  const newest = scratch + 2 * SCRATCH_PART
  const old = scratch + 3 * SCRATCH_PART
  const chains = gather(base, size, scratch)
  let oldChains: u32 = 0
  for (let chain: u32 = 0; chain < chains; chain++) {
    if (load<u16>(newest + (chain << 1)) != 0) continue
    store<u16>(old + (oldChains << 1), <u16>chain)
    oldChains++
  }
  for (; oldChains != 0; oldChains--) {
    const slot = old + (below(oldChains) << 1)
    decide(base, scratch, load<u16>(slot))
    store<u16>(slot, load<u16>(old + ((oldChains - 1) << 1)))
  }
  for (let at = moves, moment: u32 = 1; at < last; at += 2, moment++) {
    const chain: u32 = load<u16>(base + (<usize>load<u16>(at) & ~15), CHAIN)
    if (load<u16>(newest + (chain << 1)) == moment) decide(base, scratch, chain)
  }
}

/** Numbers the chains; answers how many there are. */
function gather(base: usize, size: usize, scratch: usize): u32 {
  const begin = scratch + SCRATCH_PART
  const newest = scratch + 2 * SCRATCH_PART
  let chains: u32 = 0
  let end = scratch
  for (let row = base + ROW; row < base + (size + 1) * ROW; row += ROW) {
    for (let start = row; start < row + size * RECORD; start += RECORD) {
      const color: u32 = load<u8>(start, COLOR)
      if (color == EMPTY || load<u16>(start, CHAIN) != UNGATHERED) continue
      store<u16>(begin + (chains << 1), <u16>((end - scratch) >> 1))
      let latest: u32 = 0
      let at = end
      end = addMember(base, start, end, chains)
      for (; at < end; at += 2) {
        const stone = base + load<u16>(at)
        latest = max<u32>(latest, load<u16>(stone, MOMENT))
        for (let side: u32 = 0; side < 4; side++) {
          const there = neighbourOn(stone, side)
          if (load<u8>(there, COLOR) == color && load<u16>(there, CHAIN) == UNGATHERED) {
            end = addMember(base, there, end, chains)
          }
        }
      }
      store<u16>(newest + (chains << 1), <u16>latest)
      chains++
    }
  }
  store<u16>(begin + (chains << 1), <u16>((end - scratch) >> 1))
  return chains
}

@inline
function addMember(base: usize, stone: usize, end: usize, chain: u32): usize {
  store<u16>(stone, <u16>chain, CHAIN)
  store<u16>(end, <u16>(stone - base))
  return end + 2
}

/** A chain stays if one of its neighbours is empty so far; those not decided yet still have their stones. */
function decide(base: usize, scratch: usize, chain: u32): void {
  const begin = scratch + SCRATCH_PART + (chain << 1)
  const first = scratch + ((<usize>load<u16>(begin)) << 1)
  const end = scratch + ((<usize>load<u16>(begin, 2)) << 1)
  for (let at = first; at < end; at += 2) if ((around(base + load<u16>(at)) & EMPTIES) != 0) return
  for (let at = first; at < end; at += 2) setColor(base + load<u16>(at), EMPTY)
}
