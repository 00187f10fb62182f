// What is known of moves before any simulation, as playouts that were won or lost: the priors of new nodes, in the
// manner of michi (Baudis 2015), and the order in which a node's moves are tried for the first time (TREE-9).

import { around, block, grid, neighbourOn, opponent } from "./grid"
import {
  isOn, knob, PRIOR_CAPTURE, PRIOR_CAPTURE_MANY, PRIOR_EDGE, PRIOR_EVEN, PRIOR_NEAR_1, PRIOR_NEAR_2, PRIOR_NEAR_3,
  PRIOR_LADDER, PRIOR_LEARNED, PRIOR_PASS, PRIOR_PATTERN, PRIOR_SELF_ATARI, PRIOR_THIRD_LINE,
} from "./knobs"
import {
  BLACK, COLOR, EMPTY, HEAD, HOLED, INDICES, KNOWLEDGE, NEXT, RECORD, ROW, SCRATCH, SCRATCH_PART, SIZE, STONES,
} from "./layout"
import { ladderMove } from "./ladder"
import { atariAt } from "./liberties"
import { libertiesAfter } from "./candidates"
import { invites } from "./mogo"
import { chanceOf } from "./evaluator"
import { region } from "./worker"

/** Adds playouts to what is known of a move, and how many of them were won. */
@inline
function note(point: u32, playouts: f64, wins: f64): void {
  const at = region + KNOWLEDGE + (<usize>(point >> 4) << 3)
  store<f32>(at, load<f32>(at) + <f32>playouts)
  store<f32>(at, load<f32>(at, 4) + <f32>wins, 4)
}

export function forgetKnowledge(): void {
  memory.fill(region + KNOWLEDGE, 0, INDICES << 3)
}

/** Adds what another node found out about the same move (TREE-7). */
export function noteRelative(point: u32, playouts: f64, mean: f64): void {
  note(point, playouts, playouts * mean)
}

/** Adds what learned weights say: a move starts with √p of the knob's playouts, all won (Pachi). */
export function noteChances(choices: usize, count: u32): void {
  const most = knob(PRIOR_LEARNED)
  for (let index: u32 = 0; index < count; index++) {
    const point: u32 = load<u16>(choices + (index << 1))
    const wins = most * <f64>sqrt<f32>(chanceOf(point))
    note(point, wins, wins)
  }
}

/** What every listed move starts with; the pass is point 0. */
export function noteAll(choices: usize, count: u32): void {
  const even = knob(PRIOR_EVEN)
  for (let index: u32 = 0; index < count; index++) {
    const point: u32 = load<u16>(choices + (index << 1))
    if (even != 0) note(point, even, even * 0.5)
    if (point == 0) note(0, knob(PRIOR_PASS), 0)
  }
}

/**
 * By rules written by hand, of each of the moves listed at `choices`; `last` is the stone that was played last, or 0.
 */
export function gatherKnowledge(choices: usize, count: u32, color: u32, last: usize): void {
  const pattern = knob(PRIOR_PATTERN)
  const selfAtari = knob(PRIOR_SELF_ATARI)
  const edge = knob(PRIOR_EDGE)
  const third = knob(PRIOR_THIRD_LINE)
  const bit = u32(color != BLACK)
  for (let index: u32 = 0; index < count; index++) {
    const point: u32 = load<u16>(choices + (index << 1))
    if (point == 0) continue
    const p = grid + point
    if (pattern != 0 && invites(p, bit) != 0) note(point, pattern, pattern)
    if (selfAtari != 0 && around(p) >> 6 < 2 && libertiesAfter(grid, p, color) < 2) note(point, selfAtari, 0)
    if (edge != 0 || third != 0) noteEdge(point, p, edge, third)
  }
  if (isOn(PRIOR_CAPTURE) || isOn(PRIOR_CAPTURE_MANY)) noteAtaris(color)
  if (isOn(PRIOR_LADDER)) noteLadders(opponent(color))
  if (last != 0 && (isOn(PRIOR_NEAR_1) || isOn(PRIOR_NEAR_2) || isOn(PRIOR_NEAR_3))) noteNear(last)
}

/** Up to this number of lines the middle of the board is as good as the third line. */
const SMALL: u32 = 11

/** Far from all stones the first two lines are small and the third is good. */
function noteEdge(point: u32, p: usize, edge: f64, third: f64): void {
  const size = load<u32>(block, SIZE)
  const row = point / <u32>ROW - 1
  const column = (point % <u32>ROW) / <u32>RECORD
  const line = min(min(row, size - 1 - row), min(column, size - 1 - column))
  if ((line > 2 && size > SMALL) || isNearStone(<i32>row, <i32>column, <i32>size)) return
  if (line >= 2) note(point, third, third)
  else note(point, edge, 0)
}

/** Is there a stone within three steps? */
function isNearStone(row: i32, column: i32, size: i32): bool {
  for (let y = max(0, row - 3); y <= min(size - 1, row + 3); y++) {
    const reach = 3 - abs(y - row)
    for (let x = max(0, column - reach); x <= min(size - 1, column + reach); x++) {
      if (load<u8>(grid + <usize>(y + 1) * ROW + <usize>x * RECORD, COLOR) != EMPTY) return true
    }
  }
  return false
}

/** Moves that take a chain in atari or save an own one, anywhere. */
function noteAtaris(color: u32): void {
  const size: usize = load<u32>(block, SIZE)
  for (let row = grid + ROW; row <= grid + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      const there: u32 = load<u8>(p, COLOR)
      if (there == EMPTY || grid + load<u16>(p, HEAD) != p) continue
      const liberty = atariAt(grid, p)
      if (liberty == 0) continue
      if (there == color && libertiesAfter(grid, liberty, color) < 2) continue
      const stones = <u32>load<u16>(p, STONES) & ~HOLED
      const wins = knob(stones == 1 ? PRIOR_CAPTURE : PRIOR_CAPTURE_MANY)
      note(<u32>(liberty - grid), wins, wins)
    }
  }
}

/** Moves that catch a chain of the enemy with two liberties, anywhere. */
function noteLadders(enemy: u32): void {
  const size: usize = load<u32>(block, SIZE)
  const wins = knob(PRIOR_LADDER)
  for (let row = grid + ROW; row <= grid + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      if (load<u8>(p, COLOR) != enemy || grid + load<u16>(p, HEAD) != p) continue
      const move = ladderMove(p, enemy)
      if (move != 0) note(<u32>(move - grid), wins, wins)
    }
  }
}

/** How far a point may be from the last move to be called near. */
const NEAR: u32 = 3

/** Points near the last move; a chain counts as one point (the common fate graph of Graepel et al. 2001). */
function noteNear(last: usize): void {
  const distances = region + SCRATCH
  const queue = distances + SCRATCH_PART
  memory.fill(distances, 255, INDICES)
  let end = enqueueChain(distances, queue, last, 0)
  for (let at = queue; at < end; at += 2) {
    const p = grid + load<u16>(at)
    const distance: u32 = load<u8>(distances + ((p - grid) >> 4))
    if (distance == NEAR) return
    for (let side: u32 = 0; side < 4; side++) {
      const there = neighbourOn(p, side)
      if (load<u8>(there, COLOR) == 0 || load<u8>(distances + ((there - grid) >> 4)) != 255) continue
      end = enqueueChain(distances, end, there, distance + 1)
      const wins = knob(PRIOR_NEAR_1 + distance)
      if (load<u8>(there, COLOR) == EMPTY) note(<u32>(there - grid), wins, wins)
    }
  }
}

/** A chain's stones, or an empty point alone: its ring is itself. */
function enqueueChain(distances: usize, queue: usize, first: usize, distance: u32): usize {
  let end = queue
  let stone = first
  do {
    store<u8>(distances + ((stone - grid) >> 4), <u8>distance)
    store<u16>(end, <u16>(stone - grid))
    end += 2
    stone = load<u8>(stone, COLOR) == EMPTY ? first : grid + load<u16>(stone, NEXT)
  } while (stone != first)
  return end
}
