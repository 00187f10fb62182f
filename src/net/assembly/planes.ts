// What the network sees of the board in use: planes with channels last, and numbers about the whole position.

import { around, grid, neighbourOn, opponent } from "../../kernel/assembly/grid"
import {
  COLOR, EMPTIES, EMPTY, HEAD as CHAIN_HEAD, LAST_MOVES, LIBERTIES, NEXT, WHITE,
} from "../../kernel/assembly/layout"
import { isNoSuicide } from "../../kernel/assembly/stones"
import { region } from "../../kernel/assembly/worker"
import { cellOf } from "./layers"
import {
  GLOBAL_INPUTS, KO_PLANE, KOMI_PART, LEGAL_PLANE, LIBERTY_PLANES, MOST_KOMI, MOVE_PLANES, NET_LIBERTIES,
  NET_POINTS, NET_STAMPS, ON_BOARD, PLANES, STONE,
} from "./layout"

/** Liberties are told up to this number. */
const MOST_LIBERTIES: u32 = 4
/** A chain with more pseudo-liberties has more than three liberties: a point gives at most four. */
const CLEARLY_MANY: i32 = 12

let stamp: u32 = 0

/** Liberties of the chain with this head, 4 for more. */
function countLiberties(head: usize): u32 {
  if (<i32>load<i16>(head, LIBERTIES) > CLEARLY_MANY) return MOST_LIBERTIES
  stamp = (stamp + 1) & 0xffff
  if (stamp == 0) {
    memory.fill(region + NET_STAMPS, 0, 1024)
    stamp = 1
  }
  let count: u32 = 0
  let stone = head
  do {
    for (let side: u32 = 0; side < 4; side++) {
      const there = neighbourOn(stone, side)
      const mark = region + NET_STAMPS + ((there - grid) >> 4 << 1)
      if (load<u8>(there, COLOR) != EMPTY || load<u16>(mark) == <u16>stamp) continue
      store<u16>(mark, <u16>stamp)
      if (++count == MOST_LIBERTIES) return count
    }
    stone = grid + load<u16>(stone, NEXT)
  } while (stone != head)
  return count
}

/** May this side play here? `koHere` is the point that the ko forbids it. */
@inline
function isLegal(p: usize, color: u32, koHere: u32): bool {
  if ((around(p) & EMPTIES) != 0) return true
  return <u32>(p - grid) != koHere && isNoSuicide(grid, p, color)
}

@inline
function set(cell: usize, plane: u32, unit: i32): void {
  store<i16>(cell + (<usize>plane << 1), <i16>unit)
}

/**
 * Writes the planes for the side to move; `history` has the last moves, the newest first. `unit` is what stands for 1.
 */
export function writePlanes(planes: usize, points: u32, color: u32, koHere: u32, history: usize, unit: i32): void {
  const enemy = opponent(color)
  for (let index: u32 = 0; index < points; index++) {
    const point = <u32>load<u16>(region + NET_POINTS + (<usize>index << 1))
    const p = grid + point
    const cell = planes + cellOf(index) * (<usize>PLANES << 1)
    v128.store(cell, i16x8.splat(0))
    v128.store(cell, i16x8.splat(0), 16)
    set(cell, ON_BOARD, unit)
    if (point == koHere) set(cell, KO_PLANE, unit)
    for (let back: u32 = 0; back < LAST_MOVES; back++)
      if ((<u32>load<u16>(history + (<usize>back << 1)) & ~15) == point) set(cell, MOVE_PLANES + back, unit)
    const stone: u32 = load<u8>(p, COLOR)
    if (stone == EMPTY) {
      if (isLegal(p, color, koHere)) set(cell, LEGAL_PLANE, unit)
      continue
    }
    const theirs = u32(stone == enemy)
    set(cell, STONE + theirs, unit)
    const liberties = libertiesAt(p)
    if (liberties < MOST_LIBERTIES) set(cell, LIBERTY_PLANES + 3 * theirs + liberties - 1, unit)
  }
}

/** Liberties of the chain at a stone; counted when the first of its stones asks (`forgetLiberties` comes before). */
@inline
function libertiesAt(stone: usize): u32 {
  const head = grid + load<u16>(stone, CHAIN_HEAD)
  const at = region + NET_LIBERTIES + ((head - grid) >> 4)
  let liberties: u32 = load<u8>(at)
  if (liberties == 0) {
    liberties = countLiberties(head)
    store<u8>(at, <u8>liberties)
  }
  return liberties
}

export function forgetLiberties(): void {
  memory.fill(region + NET_LIBERTIES, 0, 448)
}

/** Komi as the side to move sees it, whether the last move was a pass, and whether territory is counted. */
export function writeGlobals(color: u32, komi: f64, territory: bool, history: usize, unit: i32): void {
  const at = region + GLOBAL_INPUTS
  const halves = <i32>max<f64>(-MOST_KOMI, min<f64>(MOST_KOMI, floor<f64>(2 * komi + 0.5)))
  const last: u32 = load<u16>(history)
  v128.store(at, i16x8.splat(0))
  store<i16>(at, <i16>((color == WHITE ? halves : -halves) * (unit / KOMI_PART)))
  store<i16>(at, last != 0 && last < 16 ? <i16>unit : 0, 2)
  store<i16>(at, territory ? <i16>unit : 0, 4)
}
