// The gamma-weighted playout (SIM-7): a move is drawn in proportion to the weight of the 3×3 pattern around it. Weights
// are whole numbers, so that sums have no rounding and the twin draws the same moves; row sums and totals are kept up
// to date, and a move changes only the weights near it. A table gives own eyes the weight 0; what turns out to be
// illegal when drawn weighs nothing for that turn.

import {
  around, grid, isLegalClosed, ko, list, live, opponent, place, setKo, setLive, setTracking, takeOff, takenByBlack, takenByWhite,
} from "./board"
import {
  BLACK, CODE, COLOR, EAST, EMPTIES, EMPTY, GAMMAS, RECORD, ROOT_WEIGHTS, ROW, ROW_SUMS, SOUTH, WEIGHTS, WEIGHTS_LENGTH, WHITE_PART,
} from "./layout"
import { setMovesEnd } from "./light"
import { advance, output, setState, state } from "./random"

/** u32 by point, Black's; White's lie WHITE_PART behind, and each side's row sums ROW_SUMS behind its weights. */
let weights: usize = 0
let totalBlack: u32 = 0
let totalWhite: u32 = 0

/** The code with the colours swapped: White looks up what Black would see in his place. */
// @ts-ignore: decorator
@inline
function swapped(code: u32): u32 {
  return ((code & 0x5555) << 1) | ((code & 0xaaaa) >> 1)
}

/** Adds to a point's weight and to the sums above it. */
// @ts-ignore: decorator
@inline
function change(side: usize, point: usize, row: usize, difference: u32): void {
  const weight = side + (point >> 2)
  store<u32>(weight, load<u32>(weight) + difference)
  const sum = side + ROW_SUMS + (row << 2)
  store<u32>(sum, load<u32>(sum) + difference)
}

/** Looks a point's weights up again. */
function refresh(base: usize, p: usize): void {
  const point = p - base
  let black: u32 = 0
  let white: u32 = 0
  if (load<u8>(p, COLOR) == EMPTY) {
    const code: u32 = load<u16>(p, CODE)
    black = load<u32>(GAMMAS + (<usize>code << 2))
    white = load<u32>(GAMMAS + (<usize>swapped(code) << 2))
  }
  const row = point / ROW
  const moreBlack = black - load<u32>(weights + (point >> 2))
  const moreWhite = white - load<u32>(weights + WHITE_PART + (point >> 2))
  change(weights, point, row, moreBlack)
  change(weights + WHITE_PART, point, row, moreWhite)
  totalBlack += moreBlack
  totalWhite += moreWhite
}

// @ts-ignore: decorator
@inline
function refreshEmpty(base: usize, p: usize): void {
  if (load<u8>(p, COLOR) == EMPTY) refresh(base, p)
}

/** After a stone came or went: its own point and the empty ones around it. */
function refreshAround(base: usize, p: usize): void {
  refresh(base, p)
  refreshEmpty(base, p - ROW - RECORD)
  refreshEmpty(base, p - ROW)
  refreshEmpty(base, p - ROW + EAST)
  refreshEmpty(base, p - RECORD)
  refreshEmpty(base, p + EAST)
  refreshEmpty(base, p - RECORD + SOUTH)
  refreshEmpty(base, p + SOUTH)
  refreshEmpty(base, p + EAST + SOUTH)
}

/** Weighs the whole board in use, once for a run of playouts. */
export function weighRoot(region: usize): void {
  weights = region + WEIGHTS
  memory.fill(weights, 0, WEIGHTS_LENGTH)
  totalBlack = 0
  totalWhite = 0
  for (let at = list, end = list + (live << 1); at < end; at += 2) refresh(grid, grid + load<u16>(at))
  memory.copy(region + ROOT_WEIGHTS, weights, WEIGHTS_LENGTH)
  rootBlack = totalBlack
  rootWhite = totalWhite
}

let rootBlack: u32 = 0
let rootWhite: u32 = 0

/** Draws a point in proportion to its weight; 0 when nothing that weighs anything is legal. */
function draw(base: usize, color: u32, dropped: usize): usize {
  const side = color == BLACK ? weights : weights + WHITE_PART
  let total = color == BLACK ? totalBlack : totalWhite
  let end = dropped
  let p: usize = 0
  while (total != 0) {
    const word = output(state)
    setState(advance(state))
    let rest = <u32>((<u64>word * <u64>total) >> 32)
    let row: usize = 1
    for (; rest >= load<u32>(side + ROW_SUMS + (row << 2)); row++) rest -= load<u32>(side + ROW_SUMS + (row << 2))
    let point = row * ROW
    for (; rest >= load<u32>(side + (point >> 2)); point += RECORD) rest -= load<u32>(side + (point >> 2))
    const drawn = base + point
    if ((around(drawn) & EMPTIES) != 0 || (<u32>point != ko && isLegalClosed(base, drawn, color))) {
      p = drawn
      break
    }
    const weight = load<u32>(side + (point >> 2))
    store<u32>(end, <u32>point)
    store<u32>(end, weight, 4)
    end += 8
    change(side, point, row, 0 - weight)
    total -= weight
  }
  for (let at = dropped; at < end; at += 8) change(side, load<u32>(at), <usize>load<u32>(at) / ROW, load<u32>(at, 4))
  return p
}

/** Like `playLight`, by weights; `weighRoot` comes first. `dropped` is room for what a turn finds illegal. */
export function playGamma(region: usize, first: u32, cap: u32, goal: u32, moves: usize, dropped: usize): bool {
  const base = grid
  weights = region + WEIGHTS
  memory.copy(weights, region + ROOT_WEIGHTS, WEIGHTS_LENGTH)
  totalBlack = rootBlack
  totalWhite = rootWhite
  let color = first
  let passed = false
  let end = moves
  let cut = true
  setTracking(true)
  for (let left = cap; left != 0; left--) {
    const p = draw(base, color, dropped)
    store<u16>(end, <u16>(p == 0 ? color : <u32>(p - base) | color))
    end += 2
    if (p != 0) {
      const before = takeOff(base, p, live)
      setLive(place(base, p, color, around(p), before, true))
      // Without holes, what is new on the list is what was captured.
      for (let index = before; index < live; index++) refreshAround(base, base + load<u16>(list + (index << 1)))
      refreshAround(base, p)
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
