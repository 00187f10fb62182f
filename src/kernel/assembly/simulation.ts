// One simulation from the board in use to the end, what it is worth, and the sums that a run of them adds up.

import { block, blockLength, readHeader, setKo, takenByBlack, takenByWhite, useBlock } from "./grid"
import { playGamma, playMogo } from "./heavy"
import {
  KO_FOR, ROOT, SCRATCH, SUM_BLACK_WINS, SUM_CUT_OFF, SUM_GAMES, SUM_MARGINS, SUM_MOVES, SUM_SQUARES, SUM_WHITE_WINS,
  SUMS, WORK,
} from "./layout"
import { movesEnd, playLight } from "./light"
import { GAMMA, LIGHT, MOGO, MOVES_PER_POINT, NO_SELF_ATARI } from "./policies"
import { addOwners, fillAndCount, hasOpenRegion, margin } from "./score"
import { region } from "./worker"

/** A fresh copy of the root to play on. The ko binds only the side that would take back; `first` is the host's colour. */
export function startFromRoot(size: u32, first: u32): void {
  useBlock(region + WORK)
  memory.copy(region + WORK, region + ROOT, blockLength(size))
  readHeader()
  if (first != load<u32>(block, KO_FOR)) setKo(0)
}

/** Plays the board in use to its end; answers Black's margin, and adds to the sums. */
export function playOut(
  policy: u32, switches: u32, first: u32, goal: u32, last: usize, moves: usize, size: u32, komi: f64, owners: bool,
): i32 {
  const cap = MOVES_PER_POINT * size * size
  const cut =
    policy == LIGHT
      ? playLight(first, cap, goal, moves)
      : policy == MOGO
        ? playMogo(region, first, cap, goal, moves, switches, last)
        : playGamma(region, first, cap, goal, moves, last)
  // A game that was cut off, or in which a rule forbade moves or they weighed nothing, may have open regions; it is counted as it stands.
  const mayPassEarly = policy == GAMMA || (policy == MOGO && (switches & NO_SELF_ATARI) != 0)
  const open = cut || (mayPassEarly && hasOpenRegion())
  return countGame(open, goal, <u32>(movesEnd - moves) >> 1, size, komi, cut, owners)
}

/** Counts the board in use as it stands. */
export function countGame(open: bool, goal: u32, moves: u32, size: u32, komi: f64, cut: bool, owners: bool): i32 {
  const area = open || (goal != 0 && owners) ? fillAndCount(size, region + SCRATCH) : margin()
  const points = goal != 0 ? captureMargin(goal) : area
  addResult(points, komi, moves, cut)
  if (owners) addOwners(region, size)
  return points
}

/** Capture Go: who reached the goal; nobody when both sides passed. */
function captureMargin(goal: u32): i32 {
  return i32(takenByBlack >= goal) - i32(takenByWhite >= goal)
}

/** Adds a game to the sums. */
export function addResult(points: i32, komi: f64, moves: u32, cut: bool): void {
  const sums = region + SUMS
  add(sums + SUM_GAMES, 1)
  add(sums + SUM_MARGINS, points)
  add(sums + SUM_SQUARES, <f64>points * <f64>points)
  add(sums + SUM_BLACK_WINS, f64(<f64>points > komi))
  add(sums + SUM_WHITE_WINS, f64(<f64>points < komi))
  add(sums + SUM_MOVES, moves)
  add(sums + SUM_CUT_OFF, f64(cut))
}

@inline
function add(address: usize, value: f64): void {
  store<f64>(address, load<f64>(address) + value)
}
