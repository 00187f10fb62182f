// The light playout (SIM-4, SIM-5): every playable move with exactly the same probability.

import { around, grid, ko, list, live, opponent, setKo, setLive, takenByBlack, takenByWhite } from "./grid"
import { makeHole } from "./holes"
import { giveBack, isLegalTaken, isOwnEye, settleStone, takeLiberties } from "./stones"
import { EMPTIES } from "./layout"
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
  let color = first
  let left = cap
  let passed = false
  let cut = true
  let end = moves
  let count = live
  // The next word is made one draw ahead: it is ready when a mispredicted branch restarts the choice.
  let generator = state
  let word = output(generator)
  generator = advance(generator)
  while (left != 0) {
    left--
    let tries = count
    let p: usize = 0
    while (tries != 0) {
      const product = <u64>word * <u64>tries
      word = output(generator)
      generator = advance(generator)
      const slot = points + ((<usize>(product >> 32)) << 1)
      const point: u32 = load<u16>(slot)
      const drawn = base + point
      const counts = around(drawn)
      const closed = (counts & EMPTIES) == 0
      if (!closed || (point != ko && !isOwnEye(drawn, color, counts))) {
        const taken = takeLiberties(base, drawn, color)
        if (!closed || isLegalTaken(base, drawn, color)) {
          count--
          store<u16>(slot, load<u16>(points + (count << 1)))
          count = settleStone(base, drawn, color, counts, taken, count, false)
          p = drawn
          break
        }
        giveBack(base, drawn)
      }
      // Not playable now: behind the prefix that is still drawn from, or off the list for good.
      tries--
      const last = points + (tries << 1)
      store<u16>(slot, load<u16>(last))
      if (makeHole(base, drawn, counts)) {
        count--
        store<u16>(last, load<u16>(points + (count << 1)))
      } else store<u16>(last, <u16>point)
    }
    if (p != 0) {
      store<u16>(end, <u16>(<u32>(p - base) | color))
      end += 2
      passed = false
      if (goal != 0 && (takenByBlack >= goal || takenByWhite >= goal)) {
        cut = false
        break
      }
    } else {
      setKo(0)
      store<u16>(end, <u16>color)
      end += 2
      if (passed) {
        cut = false
        break
      }
      passed = true
    }
    color = opponent(color)
  }
  movesEnd = end
  setLive(count)
  setState((generator - INCREMENT) * INVERSE)
  return cut
}
