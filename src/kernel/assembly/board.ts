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
  return color * BLACKS
}

/** 1 for Black, -1 for White. */
// @ts-ignore: decorator
@inline
export function signOf(color: u32): i32 {
  return 1 - (<i32>color >> 2)
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

// @ts-ignore: decorator
@inline
function give(base: usize, neighbour: usize): void {
  const head = base + load<u16>(neighbour, HEAD)
  store<i16>(head, load<i16>(head, LIBERTIES) + 1, LIBERTIES)
}

/** Joins two chains; the smaller takes the other's name. A tie keeps `a`. */
function join(base: usize, a: u32, b: u32): void {
  const first: u32 = load<u16>(base + a, STONES)
  const second: u32 = load<u16>(base + b, STONES)
  const turn = (a ^ b) & -u32((first & ~HOLED) < (second & ~HOLED))
  const kept = base + (a ^ turn)
  const absorbed = base + (b ^ turn)
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

/** Joins the own chains on these sides; the stone is in the first one's ring already. */
function joinSides(base: usize, p: usize, color: u32): void {
  const own =
    u32(load<u8>(p - ROW, COLOR) == color) | (u32(load<u8>(p - RECORD, COLOR) == color) << 1) |
    (u32(load<u8>(p, EAST + COLOR) == color) << 2) | (u32(load<u8>(p, SOUTH + COLOR) == color) << 3)
  for (let sides = own & (own - 1); sides != 0; sides &= sides - 1) {
    const a: u32 = load<u16>(neighbourOn(p, ctz(sides)), HEAD)
    const b: u32 = load<u16>(p, HEAD)
    if (a != b) join(base, a, b)
  }
}

/** The neighbour on a side: 0 north, 1 west, 2 east, 3 south. */
// @ts-ignore: decorator
@inline
function neighbourOn(p: usize, side: u32): usize {
  return side < 2 ? (side == 0 ? p - ROW : p - RECORD) : side == 2 ? p + EAST : p + SOUTH
}

/**
 * Removes a chain; its points go to the end of the list of `count`. Answers the new count. One pass is enough: what the
 * stones of the chain give to each other falls on points that have endless liberties by then.
 */
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

/** 1 when the neighbour's chain is the enemy's, and out of liberties or nearly so. */
// @ts-ignore: decorator
@inline
function isLow(base: usize, neighbour: usize, enemy: u32): u32 {
  // The sign bit of one less: inside u32(…) the compiler would compare without a sign.
  const left: i32 = load<i16>(base + load<u16>(neighbour, HEAD), LIBERTIES)
  return u32(load<u8>(neighbour, COLOR) == enemy) & (<u32>(left - 1) >> 31)
}

/** After a move: captures on the sides that ran low, ko, and holes that must come back. */
function settle(base: usize, p: usize, color: u32, isOwnLow: bool, before: u32): u32 {
  const enemy = opponent(color)
  const low =
    isLow(base, p - ROW, enemy) | (isLow(base, p - RECORD, enemy) << 1) | (isLow(base, p + EAST, enemy) << 2) |
    (isLow(base, p + SOUTH, enemy) << 3)
  let count = before
  // The own chain is among all four sides.
  let wakes: u32 = isOwnLow ? 15 : 0
  for (let sides = low; sides != 0; sides &= sides - 1) {
    const head = base + load<u16>(neighbourOn(p, ctz(sides)), HEAD)
    // A chain that is on two sides is gone at the second: its points are empty, with endless liberties.
    if (libertiesOf(head) == 0) count = remove(base, head, count)
    else wakes |= sides & -sides
  }
  const taken = count - before
  takenByBlack += taken & -u32(color == BLACK)
  takenByWhite += taken & -u32(color == WHITE)
  balance += <i32>taken * signOf(color)
  // A lone stone that took one and has one liberty could be taken back at once.
  const isAlone = u32(load<u16>(p, STONES) == 1) & u32(base + load<u16>(p, HEAD) == p)
  const isKo = u32(taken == 1) & isAlone & u32(libertiesOf(p) == 1)
  ko = load<u16>(list + (before << 1)) & -isKo
  for (let sides = wakes; sides != 0; sides &= sides - 1) {
    count = wakeChainAt(base, neighbourOn(p, ctz(sides)), count)
  }
  return count
}

/** Takes one pseudo-liberty from a chain; answers one less than what is left, so that "none" is negative. */
// @ts-ignore: decorator
@inline
function takeOne(chain: usize): i32 {
  const left = <i32>load<i16>(chain, LIBERTIES) - 1
  store<i16>(chain, <i16>left, LIBERTIES)
  return left - 1
}

// What `takeLiberties` answers, beside the head in the low 16 bits.
/** An enemy chain is out of liberties, or a holed one nearly so, and must be looked at. */
const LOW: u32 = 0x10000
/** There are own neighbours of more than one chain. */
const MIXED: u32 = 0x20000

/**
 * Takes a pseudo-liberty from every neighbour's chain, and gathers on the way what a move needs to know: which chain
 * the stone joins (the first own one in the order north, west, east, south, or itself), and the flags above. Masks stand
 * in place of branches, because nobody can predict what is around a random point; and one neighbour after the
 * other, because all four at once need more registers than there are.
 */
// @ts-ignore: decorator
@inline
export function takeLiberties(base: usize, p: usize, color: u32): u32 {
  let head = <u32>(p - base)
  let low = 0
  let mixed: u32 = 0
  let seen = 0
  const nameSouth: u32 = load<u16>(p, SOUTH + HEAD)
  const ownSouth = -i32(load<u8>(p, SOUTH + COLOR) == color)
  const leftSouth = takeOne(base + nameSouth)
  low |= leftSouth & ~ownSouth
  mixed |= (head ^ nameSouth) & ownSouth & seen
  head ^= (head ^ nameSouth) & ownSouth
  seen |= ownSouth

  const nameEast: u32 = load<u16>(p, EAST + HEAD)
  const ownEast = -i32(load<u8>(p, EAST + COLOR) == color)
  const leftEast = takeOne(base + nameEast)
  low |= leftEast & ~ownEast
  mixed |= (head ^ nameEast) & ownEast & seen
  head ^= (head ^ nameEast) & ownEast
  seen |= ownEast

  const nameWest: u32 = load<u16>(p - RECORD, HEAD)
  const ownWest = -i32(load<u8>(p - RECORD, COLOR) == color)
  const leftWest = takeOne(base + nameWest)
  low |= leftWest & ~ownWest
  mixed |= (head ^ nameWest) & ownWest & seen
  head ^= (head ^ nameWest) & ownWest
  seen |= ownWest

  const nameNorth: u32 = load<u16>(p - ROW, HEAD)
  const ownNorth = -i32(load<u8>(p - ROW, COLOR) == color)
  const leftNorth = takeOne(base + nameNorth)
  low |= leftNorth & ~ownNorth
  mixed |= (head ^ nameNorth) & ownNorth & seen
  head ^= (head ^ nameNorth) & ownNorth
  seen |= ownNorth
  return head | ((<u32>low >> 31) << 16) | (u32(mixed != 0) << 17)
}

/** Gives back what `takeLiberties` took. */
// @ts-ignore: decorator
@inline
export function giveBack(base: usize, p: usize): void {
  give(base, p - ROW)
  give(base, p - RECORD)
  give(base, p + EAST)
  give(base, p + SOUTH)
}

/**
 * Puts a stone down that is known to be legal, after `takeLiberties`, whose answer is `taken`; `counts` are the point's
 * neighbours by kind. The point must be off the list already, which has `before` points; answers how many it has afterwards.
 * `tracked` also keeps the pattern codes, and must be constant: the light playout is compiled without them.
 */
// @ts-ignore: decorator
@inline
export function settleStone(
  base: usize, p: usize, color: u32, counts: u32, taken: u32, before: u32, tracked: bool,
): u32 {
  let count = before
  if (tracked) addToCodes(p, color == BLACK ? 1 : 2)

  // 1. The stone enters the ring of its chain, which may be its own.
  const point = <u32>(p - base)
  const head = taken & 0xffff
  const chain = base + head
  store<u8>(p, <u8>color, COLOR)
  store<u16>(p, <u16>head, HEAD)
  store<u16>(p, <u16>point, NEXT)
  store<u16>(p, 0, LIBERTIES)
  store<u16>(p, 0, STONES)
  store<u16>(p, load<u16>(chain, NEXT), NEXT)
  store<u16>(chain, <u16>point, NEXT)
  store<u16>(chain, load<u16>(chain, STONES) + 1, STONES)
  const own = <i32>load<i16>(chain, LIBERTIES) + <i32>(counts >> 6)
  store<i16>(chain, <i16>own, LIBERTIES)
  if ((taken & MIXED) != 0) joinSides(base, p, color)

  // 2. Whatever has run low is looked at: captures, and eyes of chains in atari.
  ko = 0
  balance += signOf(color)
  if ((taken & LOW) != 0 || own <= 0) count = settle(base, p, color, own <= 0, count)

  // 3. An eye of the enemy's on a diagonal may have become false.
  const holes =
    <u32>load<u8>(p - ROW - RECORD, HOLE) | <u32>load<u8>(p - ROW, EAST + HOLE) |
    <u32>load<u8>(p - RECORD, SOUTH + HOLE) | <u32>load<u8>(p, EAST + SOUTH + HOLE)
  if (holes & opponent(color)) count = wakeDiagonals(base, p, opponent(color), count)
  return count
}

/** Both together, for a move that is known to be legal. */
// @ts-ignore: decorator
@inline
export function place(base: usize, p: usize, color: u32, counts: u32, before: u32): u32 {
  return settleStone(base, p, color, counts, takeLiberties(base, p, color), before, true)
}

/** After `takeLiberties`, for a point without empty neighbours: is the move legal? */
export function isLegalTaken(base: usize, p: usize, color: u32): bool {
  return (
    helps(color, load<u8>(p - ROW, COLOR), libertiesOf(base + load<u16>(p - ROW, HEAD))) |
    helps(color, load<u8>(p - RECORD, COLOR), libertiesOf(base + load<u16>(p - RECORD, HEAD))) |
    helps(color, load<u8>(p, EAST + COLOR), libertiesOf(base + load<u16>(p, EAST + HEAD))) |
    helps(color, load<u8>(p, SOUTH + COLOR), libertiesOf(base + load<u16>(p, SOUTH + HEAD)))
  ) != 0
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

/** Is a point without empty neighbours an own eye? */
// @ts-ignore: decorator
@inline
export function isOwnEye(p: usize, color: u32, counts: u32): bool {
  return (counts & stonesOf(opponent(color))) == 0 && isTrueEye(p, opponent(color))
}

/** Legal, and no own eye: is it worth playing in a simulation? */
// @ts-ignore: decorator
@inline
export function isPlayableClosed(base: usize, p: usize, color: u32, counts: u32): bool {
  return !isOwnEye(p, color, counts) && isLegalClosed(base, p, color)
}

// @ts-ignore: decorator
@inline
function markHoled(head: usize): void {
  const stones: u32 = load<u16>(head, STONES)
  store<u16>(head, <u16>(stones | HOLED), STONES)
  // Only once.
  const bias = HOLED_BIAS * i32((stones & HOLED) == 0)
  store<i16>(head, <i16>(<i32>load<i16>(head, LIBERTIES) - bias), LIBERTIES)
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
  const inAtari =
    i32(beyond(base, north, west, east, south) == 0) | i32(beyond(base, west, north, east, south) == 0) |
    i32(beyond(base, east, north, west, south) == 0) | i32(beyond(base, south, north, west, east) == 0)
  if (inAtari) return false
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
