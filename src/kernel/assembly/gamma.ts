// The gamma-weighted playout (SIM-7): a move is drawn in proportion to the weight of the 3×3 pattern around it. Weights
// are whole numbers, so that sums have no rounding and the twin draws the same moves; row sums and totals are kept up
// to date, and a move changes only the weights near it. A table gives own eyes the weight 0; what turns out to be
// illegal when drawn weighs nothing for that turn.

import { around, grid, ko, list, live } from "./grid"
import { isLegalClosed } from "./stones"
import {
  BLACK, CODE, COLOR, EAST, EMPTIES, EMPTY, GAMMAS, RECORD, ROOT_WEIGHTS, ROW, ROW_SUMS, SOUTH, WEIGHTS, WEIGHTS_LENGTH,
} from "./layout"
import { advance, output, setState, state } from "./random"

/** Black's weight and White's travel together, in the halves of one number: every sum is kept with one addition. */
let weights: usize = 0
let total: u64 = 0
let rootTotal: u64 = 0

/** Looks a point's weights up again, 0 where a stone or the border is; answers by how much they grew. Without a branch. */
@inline
function refresh(base: usize, p: usize): u64 {
  // The corner's north-west neighbour lies one record before the grid.
  const weight = weights + (<isize>(p - base) >> 1)
  const fresh = load<u64>(GAMMAS + (<usize>load<u16>(p, CODE) << 3)) & -u64(load<u8>(p, COLOR) == EMPTY)
  const growth = fresh - load<u64>(weight)
  store<u64>(weight, fresh)
  return growth
}

@inline
function addToRow(sums: usize, growth: u64): u64 {
  store<u64>(sums, load<u64>(sums) + growth)
  return growth
}

/** After a stone came or went: its own point and those around it. */
function refreshAround(base: usize, p: usize): void {
  const sums = weights + ROW_SUMS + (((p - base) / ROW) << 3)
  const above =
    refresh(base, p - ROW - RECORD) + refresh(base, p - ROW) + refresh(base, p - ROW + EAST)
  const beside = refresh(base, p - RECORD) + refresh(base, p) + refresh(base, p + EAST)
  const below =
    refresh(base, p - RECORD + SOUTH) + refresh(base, p + SOUTH) + refresh(base, p + EAST + SOUTH)
  total += addToRow(sums - 8, above) + addToRow(sums, beside) + addToRow(sums + 8, below)
}

/** Weighs the whole board in use, once for a run of playouts. */
export function weighRoot(region: usize): void {
  weights = region + WEIGHTS
  memory.fill(weights, 0, WEIGHTS_LENGTH)
  total = 0
  for (let at = list, end = list + (live << 1); at < end; at += 2) {
    const point: usize = load<u16>(at)
    total += addToRow(weights + ROW_SUMS + ((point / ROW) << 3), refresh(grid, grid + point))
  }
  memory.copy(region + ROOT_WEIGHTS, weights, WEIGHTS_LENGTH)
  rootTotal = total
}

/**
 * Draws a point in proportion to its weight; 0 when nothing that weighs anything is legal. `dropped` is room for what the turn
 * finds illegal.
 */
export function chooseGamma(base: usize, color: u32, dropped: usize): usize {
  // The half of each number that is this colour's.
  const half: usize = color == BLACK ? 0 : 4
  const rows = weights + ROW_SUMS + half
  const points = weights + half
  let left = <u32>(total >> (half << 3))
  let end = dropped
  let p: usize = 0
  while (left != 0) {
    const word = output(state)
    setState(advance(state))
    let rest = <u32>((<u64>word * <u64>left) >> 32)
    let row: usize = 1
    for (let sum = load<u32>(rows, 8); rest >= sum; sum = load<u32>(rows + (row << 3))) {
      rest -= sum
      row++
    }
    let point = row * ROW
    for (let weight = load<u32>(points + (point >> 1)); rest >= weight; weight = load<u32>(points + (point >> 1))) {
      rest -= weight
      point += RECORD
    }
    const drawn = base + point
    if ((around(drawn) & EMPTIES) != 0 || (<u32>point != ko && isLegalClosed(base, drawn, color))) {
      p = drawn
      break
    }
    // Illegal: it weighs nothing for the rest of this turn.
    const weight = load<u32>(points + (point >> 1))
    store<u32>(end, <u32>point)
    store<u32>(end, weight, 4)
    end += 8
    store<u32>(points + (point >> 1), 0)
    store<u32>(rows + (row << 3), load<u32>(rows + (row << 3)) - weight)
    left -= weight
  }
  for (let at = dropped; at < end; at += 8) {
    const point: usize = load<u32>(at)
    const row = rows + ((point / ROW) << 3)
    store<u32>(points + (point >> 1), load<u32>(at, 4))
    store<u32>(row, load<u32>(row) + load<u32>(at, 4))
  }
  return p
}

/** The share of a point's weight in the whole, after `weighRoot`. */
export function likelihoodOf(point: u32, color: u32): f32 {
  const half: usize = color == BLACK ? 0 : 4
  const sum = <u32>(total >> (half << 3))
  return sum == 0 ? 0 : <f32>load<u32>(weights + half + (point >> 1)) / <f32>sum
}

/** The weights of the root, for a new game; `weighRoot` comes first. */
export function weighGame(region: usize): void {
  weights = region + WEIGHTS
  memory.copy(weights, region + ROOT_WEIGHTS, WEIGHTS_LENGTH)
  total = rootTotal
}

/** After a move, when the list had `before` points: without holes, what is new on it is what was captured. */
export function weighMove(base: usize, p: usize, before: u32): void {
  for (let index = before; index < live; index++) refreshAround(base, base + load<u16>(list + (index << 1)))
  refreshAround(base, p)
}
