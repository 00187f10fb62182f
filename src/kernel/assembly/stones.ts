// Putting stones down: chains as rings with pseudo-liberties, joins, captures, simple ko, and what is legal.

import {
  addTaken, addToBalance, addToCodes, around, block, deriveCode, grid, libertiesOf, list, neighbourOn, opponent,
  setBalance, setKo, setLive, signOf, stonesOf, tracking, writeHeader,
} from "./grid"
import { beyond, isTrueEye, wakeChainAt, wakeDiagonals } from "./holes"
import {
  BLACK, BORDER, CODE, COLOR, EAST, EMPTY, ENDLESS, HEAD, HOLE, HOLED, HOLED_BIAS, INDEX, LIBERTIES, NEXT, RECORD,
  ROW, SIZE, SOUTH, STONES, WHITE,
} from "./layout"

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
  setLive(count)
  setBalance(sum)
  writeHeader()
}

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
  addTaken(taken & -u32(color == BLACK), taken & -u32(color == WHITE))
  addToBalance(<i32>taken * signOf(color))
  // A lone stone that took one and has one liberty could be taken back at once.
  const isAlone = u32(load<u16>(p, STONES) == 1) & u32(base + load<u16>(p, HEAD) == p)
  const isKo = u32(taken == 1) & isAlone & u32(libertiesOf(p) == 1)
  setKo(load<u16>(list + (before << 1)) & -isKo)
  for (let sides = wakes; sides != 0; sides &= sides - 1) {
    count = wakeChainAt(base, neighbourOn(p, ctz(sides)), count)
  }
  return count
}

/** Takes one pseudo-liberty from a chain; answers one less than what is left, so that "none" is negative. */
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
  setKo(0)
  addToBalance(signOf(color))
  if ((taken & LOW) != 0 || own <= 0) count = settle(base, p, color, own <= 0, count)

  // 3. An eye of the enemy's on a diagonal may have become false.
  const holes =
    <u32>load<u8>(p - ROW - RECORD, HOLE) | <u32>load<u8>(p - ROW, EAST + HOLE) |
    <u32>load<u8>(p - RECORD, SOUTH + HOLE) | <u32>load<u8>(p, EAST + SOUTH + HOLE)
  if (holes & opponent(color)) count = wakeDiagonals(base, p, opponent(color), count)
  return count
}

/** Both together, for a move that is known to be legal. */
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

/** Keeps an own chain alive, or takes an enemy one: 1 when this neighbour makes the move legal. */
@inline
function helps(color: u32, there: u32, left: i32): i32 {
  return (i32(left != 0) ^ i32(there != color)) & i32(there != BORDER)
}

/** May a point without empty neighbours be played: no suicide? Ko is the caller's. */
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
@inline
export function isOwnEye(p: usize, color: u32, counts: u32): bool {
  return (counts & stonesOf(opponent(color))) == 0 && isTrueEye(p, opponent(color))
}

/** Legal, and no own eye: is it worth playing in a simulation? */
@inline
export function isPlayableClosed(base: usize, p: usize, color: u32, counts: u32): bool {
  return !isOwnEye(p, color, counts) && isLegalClosed(base, p, color)
}
