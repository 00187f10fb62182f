// The heavy playouts (SIM-6, SIM-7): one loop for all, in which a policy makes the moves.

import { grid, live, opponent, setKo, setLive, setTracking, takenByBlack, takenByWhite, takeOff } from "./grid"
import { moveByGammas, weighGame } from "./gamma"
import { CANDIDATES } from "./layout"
import { setMovesEnd } from "./light"
import { useCandidates } from "./candidates"
import { chooseMogo } from "./mogo"
import { GAMMA, MOGO } from "./policies"
import { place } from "./stones"

/** Plays by MoGo's rules; answers where, or 0. */
@inline
function moveByRules(base: usize, last: usize, color: u32, switches: u32): usize {
  const p = chooseMogo(base, last, color, switches)
  if (p != 0) setLive(place(base, p, color, takeOff(base, p, live), true))
  return p
}

/** The loop; `policy` must be constant: each has a copy of it. */
@inline
function play(
  policy: u32, region: usize, first: u32, cap: u32, goal: u32, moves: usize, switches: u32, before: usize,
): bool {
  const base = grid
  const room = region + CANDIDATES
  useCandidates(room)
  if (policy == GAMMA) weighGame(region, before)
  let color = first
  let passed = false
  let end = moves
  let last = before
  let cut = true
  setTracking(true)
  for (let left = cap; left != 0; left--) {
    const p = policy == MOGO ? moveByRules(base, last, color, switches) : moveByGammas(base, color, last, room)
    store<u16>(end, <u16>(p == 0 ? color : <u32>(p - base) | color))
    end += 2
    last = p
    if (p != 0) {
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

/** Like `playLight`, by MoGo's rules; `before` is the stone that was played last, or 0. */
export function playMogo(
  region: usize, first: u32, cap: u32, goal: u32, moves: usize, switches: u32, before: usize,
): bool {
  return play(MOGO, region, first, cap, goal, moves, switches, before)
}

/** The same by gammas. */
export function playGamma(region: usize, first: u32, cap: u32, goal: u32, moves: usize, before: usize): bool {
  return play(GAMMA, region, first, cap, goal, moves, 0, before)
}
