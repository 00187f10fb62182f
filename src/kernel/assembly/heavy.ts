// The heavy playouts (SIM-6, SIM-7): one loop for all, which asks a policy for the move and keeps the books for it.

import { grid, live, opponent, setKo, setLive, setTracking, takenByBlack, takenByWhite, takeOff } from "./grid"
import { chooseGamma, weighGame, weighMove } from "./gamma"
import { CANDIDATES } from "./layout"
import { setMovesEnd } from "./light"
import { useCandidates } from "./candidates"
import { chooseMogo } from "./mogo"
import { place } from "./stones"

// Policies, as the host numbers them; 0 is the light playout.
export const MOGO: u32 = 1
export const GAMMA: u32 = 2

/** Like `playLight`, by another policy; `switches` are those of `mogo`, `before` the stone that was played last, or 0. */
export function playHeavy(
  policy: u32, region: usize, first: u32, cap: u32, goal: u32, moves: usize, switches: u32, before: usize,
): bool {
  const base = grid
  const room = region + CANDIDATES
  useCandidates(room)
  if (policy == GAMMA) weighGame(region)
  let color = first
  let passed = false
  let end = moves
  let last = before
  let cut = true
  setTracking(true)
  for (let left = cap; left != 0; left--) {
    const p = policy == MOGO ? chooseMogo(base, last, color, switches) : chooseGamma(region, base, color, last, room)
    store<u16>(end, <u16>(p == 0 ? color : <u32>(p - base) | color))
    end += 2
    last = p
    if (p != 0) {
      const count = takeOff(base, p, live)
      setLive(place(base, p, color, count, true))
      if (policy == GAMMA) weighMove(region, base, p, count)
      passed = false
      if (goal != 0 && (takenByBlack >= goal || takenByWhite >= goal)) {
        cut = false
        break
      }
    } else {
      setKo(0)
      if (passed) {
        cut = false
        break
      }
      passed = true
    }
    color = opponent(color)
  }
  setTracking(false)
  setMovesEnd(end)
  return cut
}
