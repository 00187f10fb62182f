// The board: chains as rings with pseudo-liberties, and the list of points worth trying.
//
// What is new against the usual fast board is what the list leaves out. A point in it costs a try whenever it is
// drawn, and late in a game most empty points are eyes: true eyes of one side, suicide for the other. So a
// drawn point that turns out to be such an eye is taken off the list and marked as a *hole*. It comes back only
// when it may have become playable: when an enemy stone on a diagonal makes the eye false, or when a chain around
// it is left with this one liberty. Nothing else can change it: no stone around it can be taken while it is
// empty. So what is drawn from the list stays exactly uniform over the playable moves.

import {
  BALANCE, BLACK, BLACKS, BORDER, COLOR, EAST, EDGE, EMPTIES, EMPTY, ENDLESS, GRID, HASH, HEAD, HEADER_SIZE, HOLE,
  CODE, HOLED, HOLED_BIAS, INDEX, KO, LIBERTIES, LIST_SIZE, LIVE, NEXT, RECORD, ROW, ROWS_AROUND, SIZE, SOUTH, STONES,
  STONE_BITS, TAKEN_BY_BLACK, TAKEN_BY_WHITE, WHITE, WHITES, ZOBRIST, ZOBRIST_WHITE,
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
  grid = address + GRID
}

// @ts-ignore: decorator
@inline
export function setLive(count: u32): void {
  live = count
}

// @ts-ignore: decorator
@inline
export function setKo(point: u32): void {
  ko = point
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
// @ts-ignore: decorator
@inline
export function blockLength(size: usize): usize {
  return GRID + (size + ROWS_AROUND) * ROW
}

// @ts-ignore: decorator
@inline
export function opponent(color: u32): u32 {
  return BLACK + WHITE - color
}

/** The nibble of a neighbour count that holds this colour's stones. */
// @ts-ignore: decorator
@inline
export function stonesOf(color: u32): u32 {
  return color == BLACK ? BLACKS : WHITES
}

/** How many neighbours of each kind the point has. */
// @ts-ignore: decorator
@inline
export function around(p: usize): u32 {
  return (
    <u32>load<u8>(p - ROW, COLOR) + <u32>load<u8>(p - RECORD, COLOR) +
    <u32>load<u8>(p, EAST + COLOR) + <u32>load<u8>(p, SOUTH + COLOR)
  )
}

/** Empties the board of the block in use. */
export function clear(size: usize): void {
  memory.fill(block, 0, blockLength(19))
  for (let p = grid, end = block + blockLength(19); p < end; p += RECORD) {
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
      store<u8>(p, u8(x == 0 || y == 0 || x == size - 1 || y == size - 1), EDGE)
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
// @ts-ignore: decorator
@inline
function codeOf(p: usize): u32 {
  const color: u32 = load<u8>(p, COLOR)
  return color == EMPTY ? 0 : color == BLACK ? 1 : color == WHITE ? 2 : 3
}

function deriveCode(p: usize): u32 {
  return (
    codeOf(p - ROW - RECORD) | (codeOf(p - ROW) << 2) | (codeOf(p - ROW + EAST) << 4) | (codeOf(p - RECORD) << 6) |
    (codeOf(p + EAST) << 8) | (codeOf(p - RECORD + SOUTH) << 10) | (codeOf(p + SOUTH) << 12) |
    (codeOf(p + EAST + SOUTH) << 14)
  )
}

/** Adds a stone's two bits to the codes of the points around it; the same value again, negated, takes them away. */
// @ts-ignore: decorator
@inline
function addToCodes(p: usize, value: i32): void {
  addToCode(p - ROW - RECORD, value << 14)
  addToCode(p - ROW, value << 12)
  addToCode(p - ROW + EAST, value << 10)
  addToCode(p - RECORD, value << 8)
  addToCode(p + EAST, value << 6)
  addToCode(p - RECORD + SOUTH, value << 4)
  addToCode(p + SOUTH, value << 2)
  addToCode(p + EAST + SOUTH, value)
}

// @ts-ignore: decorator
@inline
function addToCode(p: usize, bits: i32): void {
  store<u16>(p, <u16>(<i32>load<u16>(p, CODE) + bits), CODE)
}

/** Takes a point off the list; the last one takes its place. */
// @ts-ignore: decorator
@inline
export function takeOff(base: usize, p: usize, count: u32): u32 {
  const last: u32 = load<u16>(list + ((count - 1) << 1))
  const index: u32 = load<u16>(p, INDEX)
  store<u16>(list + (index << 1), <u16>last)
  store<u16>(base + last, <u16>index, INDEX)
  return count - 1
}

/**
 * Derives chains, list and balance from the colours of the grid alone. The order of everything follows from the
 * position, not from how it came about.
 */
export function derive(): void {
  const size: usize = load<u32>(block, SIZE)
  const first = grid + ROW
  let count: u32 = 0
  let sum: i32 = 0
  for (let row = first; row < first + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      const color: u32 = load<u8>(p, COLOR)
      const point = <u16>(p - grid)
      store<u16>(p, point, HEAD)
      store<u16>(p, point, NEXT)
      store<u8>(p, 0, HOLE)
      store<u16>(p, <u16>deriveCode(p), CODE)
      store<u16>(p, color == EMPTY ? 0 : 1, STONES)
      store<i16>(p, color == EMPTY ? <i16>ENDLESS : <i16>(around(p) >> 6), LIBERTIES)
      if (color == EMPTY) {
        store<u16>(list + (count << 1), point)
        store<u16>(p, <u16>count, INDEX)
        count++
      } else sum += color == BLACK ? 1 : -1
    }
  }
  for (let row = first; row < first + size * ROW; row += ROW) {
    for (let p = row; p < row + size * RECORD; p += RECORD) {
      const color: u32 = load<u8>(p, COLOR)
      if (color == EMPTY) continue
      joinNeighbour(grid, p, p - ROW, color)
      joinOthers(grid, p, color)
    }
  }
  live = count
  balance = sum
  writeHeader()
}

/** Pseudo-liberties of the chain with this head. */
// @ts-ignore: decorator
@inline
export function libertiesOf(head: usize): i32 {
  return <i32>load<i16>(head, LIBERTIES) + ((<i32>load<u16>(head, STONES) >> 15) * HOLED_BIAS)
}

/** Takes one pseudo-liberty from the neighbour's chain; below zero when the chain must be looked at. */
// @ts-ignore: decorator
@inline
function take(base: usize, neighbour: usize): i32 {
  const head = base + load<u16>(neighbour, HEAD)
  const left = <i32>load<i16>(head, LIBERTIES) - 1
  store<i16>(head, <i16>left, LIBERTIES)
  return left - 1
}

// @ts-ignore: decorator
@inline
function give(base: usize, neighbour: usize): void {
  const head = base + load<u16>(neighbour, HEAD)
  store<i16>(head, load<i16>(head, LIBERTIES) + 1, LIBERTIES)
}

/** Joins two chains; the smaller takes the other's name. A tie keeps `a`. */
function join(base: usize, a: u32, b: u32): void {
  let kept = base + a
  let absorbed = base + b
  const first: u32 = load<u16>(kept, STONES)
  const second: u32 = load<u16>(absorbed, STONES)
  if ((first & ~HOLED) < (second & ~HOLED)) {
    const swap = kept
    kept = absorbed
    absorbed = swap
  }
  // Two biases would be one too many.
  const bias = (first & second & HOLED) != 0 ? HOLED_BIAS : 0
  store<i16>(kept, <i16>(<i32>load<i16>(kept, LIBERTIES) + <i32>load<i16>(absorbed, LIBERTIES) + bias), LIBERTIES)
  store<u16>(kept, <u16>(((first | second) & HOLED) | ((first + second) & ~HOLED)), STONES)
  const name = <u16>(kept - base)
  let stone = absorbed
  do {
    store<u16>(stone, name, HEAD)
    stone = base + load<u16>(stone, NEXT)
  } while (stone != absorbed)
  const swap = load<u16>(kept, NEXT)
  store<u16>(kept, load<u16>(absorbed, NEXT), NEXT)
  store<u16>(absorbed, swap, NEXT)
}

// @ts-ignore: decorator
@inline
function joinNeighbour(base: usize, p: usize, neighbour: usize, color: u32): void {
  if (load<u8>(neighbour, COLOR) != color) return
  const a: u32 = load<u16>(neighbour, HEAD)
  const b: u32 = load<u16>(p, HEAD)
  if (a != b) join(base, a, b)
}

function joinOthers(base: usize, p: usize, color: u32): void {
  joinNeighbour(base, p, p - RECORD, color)
  joinNeighbour(base, p, p + EAST, color)
  joinNeighbour(base, p, p + SOUTH, color)
}

/** Removes a chain; its points go to the end of the list of `count`. Answers the new count. */
function remove(base: usize, head: usize, count: u32): u32 {
  if (tracking) forgetCodes(base, head)
  let stone = head
  do {
    const point = <u16>(stone - base)
    store<u8>(stone, <u8>EMPTY, COLOR)
    store<u16>(stone, point, HEAD)
    store<i16>(stone, <i16>ENDLESS, LIBERTIES)
    store<u16>(stone, 0, STONES)
    store<u16>(stone, <u16>count, INDEX)
    store<u16>(list + (count << 1), point)
    count++
    stone = base + load<u16>(stone, NEXT)
  } while (stone != head)
  do {
    give(base, stone - ROW)
    give(base, stone - RECORD)
    give(base, stone + EAST)
    give(base, stone + SOUTH)
    stone = base + load<u16>(stone, NEXT)
  } while (stone != head)
  return count
}

function forgetCodes(base: usize, head: usize): void {
  const value = load<u8>(head, COLOR) == BLACK ? -1 : -2
  let stone = head
  do {
    addToCodes(stone, value)
    stone = base + load<u16>(stone, NEXT)
  } while (stone != head)
}

// @ts-ignore: decorator
@inline
function captureNeighbour(base: usize, neighbour: usize, enemy: u32, count: u32): u32 {
  if (load<u8>(neighbour, COLOR) != enemy) return count
  const head = base + load<u16>(neighbour, HEAD)
  return libertiesOf(head) == 0 ? remove(base, head, count) : count
}

/** After a move: captures, ko, and holes that must come back. */
function settle(base: usize, p: usize, color: u32, before: u32): u32 {
  const enemy = opponent(color)
  let count = captureNeighbour(base, p - ROW, enemy, before)
  count = captureNeighbour(base, p - RECORD, enemy, count)
  count = captureNeighbour(base, p + EAST, enemy, count)
  count = captureNeighbour(base, p + SOUTH, enemy, count)
  const taken = count - before
  if (taken != 0) {
    if (color == BLACK) {
      takenByBlack += taken
      balance += taken
    } else {
      takenByWhite += taken
      balance -= taken
    }
    // A lone stone that took one and has one liberty could be taken back at once.
    const alone = load<u16>(p, STONES) == 1 && base + load<u16>(p, HEAD) == p
    if (taken == 1 && alone && libertiesOf(p) == 1) ko = load<u16>(list + (before << 1))
  }
  count = wakeChainAt(base, p - ROW, count)
  count = wakeChainAt(base, p - RECORD, count)
  count = wakeChainAt(base, p + EAST, count)
  return wakeChainAt(base, p + SOUTH, count)
}

/**
 * Puts a stone down that is known to be legal; `counts` are the point's neighbours by kind. It must be off the list
 * already, which has `before` points; answers how many it has afterwards. `tracked` also keeps the pattern codes, and
 * must be constant: the light playout is compiled without them.
 */
// @ts-ignore: decorator
@inline
export function place(base: usize, p: usize, color: u32, counts: u32, before: u32, tracked: bool): u32 {
  let count = before
  if (tracked) addToCodes(p, color == BLACK ? 1 : 2)
  // 1. Every neighbour's chain loses a pseudo-liberty.
  const north = p - ROW
  const west = p - RECORD
  const headNorth: u32 = load<u16>(north, HEAD)
  const headWest: u32 = load<u16>(west, HEAD)
  const headEast: u32 = load<u16>(p, EAST + HEAD)
  const headSouth: u32 = load<u16>(p, SOUTH + HEAD)
  const lowNorth = take(base, north)
  const lowWest = take(base, west)
  const lowEast = take(base, p + EAST)
  const lowSouth = take(base, p + SOUTH)

  // 2. The stone joins the first own neighbour, or stands alone; masks in place of branches that nobody can predict.
  const ownNorth = -i32(load<u8>(north, COLOR) == color)
  const ownWest = -i32(load<u8>(west, COLOR) == color)
  const ownEast = -i32(load<u8>(p, EAST + COLOR) == color)
  const ownSouth = -i32(load<u8>(p, SOUTH + COLOR) == color)
  const point = <u32>(p - base)
  store<u8>(p, <u8>color, COLOR)
  store<u16>(p, <u16>point, NEXT)
  store<u16>(p, 0, LIBERTIES)
  store<u16>(p, 0, STONES)
  let head = point
  head ^= (head ^ headSouth) & ownSouth
  head ^= (head ^ headEast) & ownEast
  head ^= (head ^ headWest) & ownWest
  head ^= (head ^ headNorth) & ownNorth
  const chain = base + head
  store<u16>(p, <u16>head, HEAD)
  store<u16>(p, load<u16>(chain, NEXT), NEXT)
  store<u16>(chain, <u16>point, NEXT)
  store<u16>(chain, load<u16>(chain, STONES) + 1, STONES)
  store<i16>(chain, load<i16>(chain, LIBERTIES) + <i16>(counts >> 6), LIBERTIES)
  if (((headWest ^ head) & ownWest) | ((headEast ^ head) & ownEast) | ((headSouth ^ head) & ownSouth)) {
    joinOthers(base, p, color)
  }

  // 3. Whatever has run low is looked at: captures, and eyes of chains in atari.
  ko = 0
  balance += color == BLACK ? 1 : -1
  const own = <i32>load<i16>(base + load<u16>(p, HEAD), LIBERTIES) - 1
  const low = (lowNorth & ~ownNorth) | (lowWest & ~ownWest) | (lowEast & ~ownEast) | (lowSouth & ~ownSouth) | own
  if (low < 0) count = settle(base, p, color, count)

  // 4. An eye of the enemy's on a diagonal may have become false.
  const holes =
    <u32>load<u8>(p - ROW - RECORD, HOLE) | <u32>load<u8>(p - ROW, EAST + HOLE) |
    <u32>load<u8>(p - RECORD, SOUTH + HOLE) | <u32>load<u8>(p, EAST + SOUTH + HOLE)
  if (holes & opponent(color)) count = wakeDiagonals(base, p, opponent(color), count)
  return count
}

/** All neighbours are own: do the diagonals leave it an eye (SIM-5)? */
// @ts-ignore: decorator
@inline
export function isTrueEye(p: usize, enemy: u32): bool {
  return (
    u32(load<u8>(p - ROW - RECORD, COLOR) == enemy) + u32(load<u8>(p - ROW, EAST + COLOR) == enemy) +
    u32(load<u8>(p - RECORD, SOUTH + COLOR) == enemy) + u32(load<u8>(p, EAST + SOUTH + COLOR) == enemy) +
    <u32>load<u8>(p, EDGE) < 2
  )
}

/** Pseudo-liberties that the neighbour's chain keeps when this point is filled. */
// @ts-ignore: decorator
@inline
function beyond(base: usize, head: u32, a: u32, b: u32, c: u32): i32 {
  return libertiesOf(base + head) - 1 - i32(head == a) - i32(head == b) - i32(head == c)
}

/** Keeps an own chain alive, or takes an enemy one: 1 when this neighbour makes the move legal. */
// @ts-ignore: decorator
@inline
function helps(color: u32, there: u32, left: i32): i32 {
  return (i32(left != 0) ^ i32(there != color)) & i32(there != BORDER)
}

/** May a point without empty neighbours be played: no suicide? Ko is the caller's. */
// @ts-ignore: decorator
@inline
export function isLegalClosed(base: usize, p: usize, color: u32): bool {
  const north: u32 = load<u16>(p - ROW, HEAD)
  const west: u32 = load<u16>(p - RECORD, HEAD)
  const east: u32 = load<u16>(p, EAST + HEAD)
  const south: u32 = load<u16>(p, SOUTH + HEAD)
  return (
    (helps(color, load<u8>(p - ROW, COLOR), beyond(base, north, west, east, south)) |
      helps(color, load<u8>(p - RECORD, COLOR), beyond(base, west, north, east, south)) |
      helps(color, load<u8>(p, EAST + COLOR), beyond(base, east, north, west, south)) |
      helps(color, load<u8>(p, SOUTH + COLOR), beyond(base, south, north, west, east))) != 0
  )
}

/** Legal, and no own eye: is it worth playing in a simulation? */
// @ts-ignore: decorator
@inline
export function isPlayableClosed(base: usize, p: usize, color: u32, counts: u32): bool {
  if ((counts & stonesOf(opponent(color))) == 0 && isTrueEye(p, opponent(color))) return false
  return isLegalClosed(base, p, color)
}

// @ts-ignore: decorator
@inline
function markHoled(head: usize): void {
  const stones: u32 = load<u16>(head, STONES)
  if ((stones & HOLED) != 0) return
  store<u16>(head, <u16>(stones | HOLED), STONES)
  store<i16>(head, load<i16>(head, LIBERTIES) - <i16>HOLED_BIAS, LIBERTIES)
}

/**
 * A point that was drawn and can't be played: if it is an eye that neither side can play, it becomes a hole.
 * The caller takes it off the list.
 */
export function makeHole(base: usize, p: usize, counts: u32): bool {
  const blacks = counts & BLACKS
  const whites = counts & WHITES
  if ((counts & EMPTIES) != 0 || (blacks != 0) == (whites != 0)) return false
  const owner = blacks != 0 ? BLACK : WHITE
  if (!isTrueEye(p, opponent(owner))) return false
  const north: u32 = load<u16>(p - ROW, HEAD)
  const west: u32 = load<u16>(p - RECORD, HEAD)
  const east: u32 = load<u16>(p, EAST + HEAD)
  const south: u32 = load<u16>(p, SOUTH + HEAD)
  // A chain around it that has no other liberty could be taken by playing here.
  if (beyond(base, north, west, east, south) == 0 || beyond(base, west, north, east, south) == 0) return false
  if (beyond(base, east, north, west, south) == 0 || beyond(base, south, north, west, east) == 0) return false
  markHoled(base + north)
  markHoled(base + west)
  markHoled(base + east)
  markHoled(base + south)
  store<u8>(p, <u8>owner, HOLE)
  balance += owner == BLACK ? 1 : -1
  return true
}

/** Puts a hole back on the list. */
function wake(base: usize, p: usize, count: u32): u32 {
  balance -= load<u8>(p, HOLE) == BLACK ? 1 : -1
  store<u8>(p, 0, HOLE)
  store<u16>(p, <u16>count, INDEX)
  store<u16>(list + (count << 1), <u16>(p - base))
  return count + 1
}

function wakeDiagonals(base: usize, p: usize, owner: u32, before: u32): u32 {
  let count = wakeIfFalse(base, p - ROW - RECORD, owner, before)
  count = wakeIfFalse(base, p - ROW + EAST, owner, count)
  count = wakeIfFalse(base, p - RECORD + SOUTH, owner, count)
  return wakeIfFalse(base, p + EAST + SOUTH, owner, count)
}

// @ts-ignore: decorator
@inline
function wakeIfFalse(base: usize, p: usize, owner: u32, count: u32): u32 {
  return load<u8>(p, HOLE) == owner && !isTrueEye(p, opponent(owner)) ? wake(base, p, count) : count
}

// @ts-ignore: decorator
@inline
function wakeChainAt(base: usize, neighbour: usize, count: u32): u32 {
  const head = base + load<u16>(neighbour, HEAD)
  const low = (<u32>load<u16>(head, STONES) & HOLED) != 0 && load<i16>(head, LIBERTIES) <= 0
  return low ? wakeChain(base, head, count) : count
}

// @ts-ignore: decorator
@inline
function isOther(there: usize, liberty: usize): bool {
  return load<u8>(there, COLOR) == EMPTY && there != liberty
}

/** The only liberty of the chain with this head, or 0 when it has several. */
export function onlyLiberty(base: usize, head: usize): usize {
  let liberty: usize = 0
  let stone = head
  do {
    if (isOther(stone - ROW, liberty)) {
      if (liberty != 0) return 0
      liberty = stone - ROW
    }
    if (isOther(stone - RECORD, liberty)) {
      if (liberty != 0) return 0
      liberty = stone - RECORD
    }
    if (isOther(stone + EAST, liberty)) {
      if (liberty != 0) return 0
      liberty = stone + EAST
    }
    if (isOther(stone + SOUTH, liberty)) {
      if (liberty != 0) return 0
      liberty = stone + SOUTH
    }
    stone = base + load<u16>(stone, NEXT)
  } while (stone != head)
  return liberty
}

/** A holed chain with few pseudo-liberties: if it is in atari in a hole, that one is playable again. */
function wakeChain(base: usize, head: usize, count: u32): u32 {
  const liberty = onlyLiberty(base, head)
  return liberty != 0 && load<u8>(liberty, HOLE) != 0 ? wake(base, liberty, count) : count
}
