// The grid that everything is played on: the block in use, what its header says while it is in use, neighbours and
// pattern codes. It knows no rule.

import {
  BALANCE, BLACK, BLACKS, BORDER, CODE, CENTER, COLOR, COLOR_SHIFT, EAST, EMPTY, ENDLESS, GRID, HEAD, HEADER_SIZE,
  INDEX, KO, LIBERTIES, LIVE, NEXT, NORTH, RECORD, ROW, ROWS_AROUND, SIZE, SOUTH, TAKEN_BY_BLACK, TAKEN_BY_WHITE,
  WEST, WHITE, WORD,
} from "./layout"

/** The block that is played on, its list and its grid. */
export let block: usize = 0
export let list: usize = 0
export let grid: usize = 0

// The header's fields while a board is in use; `load` and `keep` move them.
export let live: u32 = 0
export let ko: u32 = 0
export let balance: i32 = 0
export let takenByBlack: u32 = 0
export let takenByWhite: u32 = 0

/** Whether pattern codes are kept up to date: heavy playouts read them, light ones save the work. */
export let tracking: bool = false

export function setTracking(on: bool): void {
  tracking = on
}

export function useBlock(address: usize): void {
  block = address
  list = address + HEADER_SIZE
  grid = address + GRID - CENTER
}

@inline
export function setLive(count: u32): void {
  live = count
}

@inline
export function setKo(point: u32): void {
  ko = point
}

@inline
export function addToBalance(points: i32): void {
  balance += points
}

@inline
export function addTaken(byBlack: u32, byWhite: u32): void {
  takenByBlack += byBlack
  takenByWhite += byWhite
}

@inline
export function setBalance(points: i32): void {
  balance = points
}

export function readHeader(): void {
  live = load<u32>(block, LIVE)
  ko = load<u32>(block, KO)
  balance = load<i32>(block, BALANCE)
  takenByBlack = load<u32>(block, TAKEN_BY_BLACK)
  takenByWhite = load<u32>(block, TAKEN_BY_WHITE)
}

export function writeHeader(): void {
  store<u32>(block, live, LIVE)
  store<u32>(block, ko, KO)
  store<i32>(block, balance, BALANCE)
  store<u32>(block, takenByBlack, TAKEN_BY_BLACK)
  store<u32>(block, takenByWhite, TAKEN_BY_WHITE)
}

/** Bytes of a board's block that are in use on this size. */
@inline
export function blockLength(size: usize): usize {
  return GRID + (size + ROWS_AROUND) * ROW
}

@inline
export function opponent(color: u32): u32 {
  return BLACK + WHITE - color
}

/** The nibble of a neighbour count that holds this colour's stones. */
@inline
export function stonesOf(color: u32): u32 {
  return color * BLACKS
}

/** 1 for Black, -1 for White. */
@inline
export function signOf(color: u32): i32 {
  return 1 - (<i32>color >> 2)
}

/** How many neighbours of each kind the point has: the words add up to that, above the names. */
@inline
export function around(p: usize): u32 {
  const sum = load<u32>(p, NORTH + WORD) + load<u32>(p, WEST + WORD) + load<u32>(p, EAST + WORD) + load<u32>(p, SOUTH + WORD)
  return sum >> COLOR_SHIFT
}

/** Empties the board of the block in use. */
export function clear(size: usize): void {
  memory.fill(block, 0, blockLength(19))
  for (let p = grid, end = grid + (19 + ROWS_AROUND) * ROW; p < end; p += RECORD) {
    const point = <u16>(p - grid)
    store<u16>(p, point, HEAD)
    store<u16>(p, point, NEXT)
    store<i16>(p, <i16>ENDLESS, LIBERTIES)
    store<u8>(p, <u8>BORDER, COLOR)
  }
  let index: u32 = 0
  for (let y: usize = 0; y < size; y++) {
    for (let x: usize = 0; x < size; x++) {
      const p = grid + (y + 1) * ROW + x * RECORD
      store<u8>(p, <u8>EMPTY, COLOR)
      store<u16>(list + (index << 1), <u16>(p - grid))
      store<u16>(p, <u16>index, INDEX)
      index++
    }
  }
  store<u32>(block, <u32>size, SIZE)
  store<u32>(block, index, LIVE)
  readHeader()
}

/** Two bits for what stands on a point. */
@inline
function codeOf(p: usize): u32 {
  const color: u32 = load<u8>(p, COLOR)
  return color == EMPTY ? 0 : color == BLACK ? 1 : color == WHITE ? 2 : 3
}

export function deriveCode(p: usize): u32 {
  return (
    codeOf(p - ROW - RECORD) | (codeOf(p - ROW) << 2) | (codeOf(p - ROW + EAST) << 4) | (codeOf(p - RECORD) << 6) |
    (codeOf(p + EAST) << 8) | (codeOf(p - RECORD + SOUTH) << 10) | (codeOf(p + SOUTH) << 12) |
    (codeOf(p + EAST + SOUTH) << 14)
  )
}

/** Adds a stone's two bits to the codes of the points around it; the same value again, negated, takes them away. */
@inline
export function addToCodes(p: usize, value: i32): void {
  addToCode(p - ROW - RECORD, value << 14)
  addToCode(p - ROW, value << 12)
  addToCode(p - ROW + EAST, value << 10)
  addToCode(p - RECORD, value << 8)
  addToCode(p + EAST, value << 6)
  addToCode(p - RECORD + SOUTH, value << 4)
  addToCode(p + SOUTH, value << 2)
  addToCode(p + EAST + SOUTH, value)
}

@inline
function addToCode(p: usize, bits: i32): void {
  store<u16>(p, <u16>(<i32>load<u16>(p, CODE) + bits), CODE)
}

/** Takes a point off the list; the last one takes its place. */
@inline
export function takeOff(base: usize, p: usize, count: u32): u32 {
  const last: u32 = load<u16>(list + ((count - 1) << 1))
  const index: u32 = load<u16>(p, INDEX)
  store<u16>(list + (index << 1), <u16>last)
  store<u16>(base + last, <u16>index, INDEX)
  return count - 1
}

/** Pseudo-liberties of the chain with this head. */
@inline
export function libertiesOf(head: usize): i32 {
  return load<i16>(head, LIBERTIES)
}

/** The distance of the neighbour on each side, 16 bits each, plus ROW, so that no number is negative. */
const STEPS: u64 = (ROW + NORTH) | ((ROW + WEST) << 16) | (<u64>(ROW + EAST) << 32) | (<u64>(ROW + SOUTH) << 48)

/** The neighbour on a side: 0 north, 1 west, 2 east, 3 south; without a branch. */
@inline
export function neighbourOn(p: usize, side: u32): usize {
  return p + (<usize>(STEPS >> (side << 4)) & 0xffff) - ROW
}
