// The light playout (SIM-4, SIM-5): every playable move with exactly the same probability.

import {
  addToBalance, around, grid, ko, list, live, opponent, setKo, setLive, signOf, takenByBlack, takenByWhite,
} from "./grid"
import { isTrueEye, makeHole } from "./holes"
import { areOf, chainsAround, chainsBeside, emptiesAmong, sidesAllowing, wordsAround } from "./sides"
import { putStone } from "./stones"
import { BORDER, STONE_BITS } from "./layout"
import { advance, INCREMENT, INVERSE, output, setState, state } from "./random"

/** Where the last playout's moves end; they begin at the address that was handed in. */
export let movesEnd: usize = 0

export function setMovesEnd(address: usize): void {
  movesEnd = address
}

/**
 * Plays uniformly until both sides pass, or `cap` moves, or one side has taken `goal` stones (Capture Go; 0 for
 * none). Answers whether it was cut off at the cap.
 */
export function playLight(first: u32, cap: u32, goal: u32, moves: usize): bool {
  const base = grid
  const points = list
  const limit = moves + (cap << 1)
  let color = first
  let end = moves
  let count = live
  let cut = true
  // The next word is made one draw ahead: it is ready when a mispredicted branch restarts the choice.
  let generator = state
  let word = output(generator)
  generator = advance(generator)
  while (end != limit) {
    let tries = count
    let p: usize = 0
    while (tries != 0) {
      const product = <u64>word * <u64>tries
      word = output(generator)
      generator = advance(generator)
      const slot = points + ((<usize>(product >> 32)) << 1)
      const point: u32 = load<u16>(slot)
      const drawn = base + point
      const words = wordsAround(drawn)
      const own = areOf(words, color)
      const left = chainsBeside(words, chainsAround(base, drawn))
      const open = emptiesAmong(words)
      let legal = sidesAllowing(own, left, open)
      // Own stones or the border on all four sides: an eye is left alone.
      if (i32x4.bitmask(v128.or(own, areOf(words, BORDER))) == 15) legal &= u32(isTrueEye(drawn, opponent(color))) - 1
      if (legal != 0 && point != ko) {
        count--
        store<u16>(slot, load<u16>(points + (count << 1)))
        count = putStone(base, drawn, color, open, words, own, left, count)
        p = drawn
        break
      }
      // Not playable now: behind the prefix that is still drawn from, or off the list for good.
      tries--
      const last = points + (tries << 1)
      store<u16>(slot, load<u16>(last))
      if (makeHole(base, drawn, around(drawn))) {
        count--
        store<u16>(last, load<u16>(points + (count << 1)))
      } else store<u16>(last, <u16>point)
    }
    if (p != 0) {
      store<u16>(end, <u16>(<u32>(p - base) | color))
      end += 2
      if (goal != 0 && (takenByBlack >= goal || takenByWhite >= goal)) {
        cut = false
        break
      }
    } else {
      setKo(0)
      addToBalance(-signOf(color))
      const passed = end != moves && load<u16>(end - 2) <= STONE_BITS
      store<u16>(end, <u16>color)
      end += 2
      if (passed) {
        cut = false
        break
      }
    }
    color = opponent(color)
  }
  // Sides alternate: what is left of the balance is the odd turn.
  addToBalance(signOf(first) * <i32>((end - moves) >> 1 & 1))
  movesEnd = end
  setLive(count)
  setState((generator - INCREMENT) * INVERSE)
  return cut
}
