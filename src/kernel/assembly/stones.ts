// Putting stones down: chains as rings with pseudo-liberties, joins, captures, simple ko, and what is legal.

import {
  addTaken, addToBalance, addToCodes, around, block, deriveCode, grid, libertiesOf, list, neighbourOn, opponent,
  setBalance, setKo, setLive, signOf, stonesOf, tracking, writeHeader,
} from "./grid"
import { isTrueEye, wakeLastLiberty, wakeDiagonals } from "./holes"
import {
  areHoled, areOf, areOut, chainsAround, chainsBeside, emptiesAmong, isOnAny, libertiesOfAll, mostOfOne,
  setChainsAround, sidesAllowing, wordsAround,
} from "./sides"
import {
  BLACK, CHAIN, CODE, COLOR, COLOR_SHIFT, EAST, EMPTY, ENDLESS, HEAD, HOLE, HOLED, HOLED_SHIFT, INDEX, LIBERTIES,
  NAME, NEXT, NORTH, ONE_LIBERTY, RECORD, ROW, SIZE, SIZES, SOUTH, STONES, WEST, WHITE, WORD,
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
      joinNeighbour(grid, p, p - RECORD, color)
      joinNeighbour(grid, p, p + EAST, color)
      joinNeighbour(grid, p, p + SOUTH, color)
    }
  }
  setLive(count)
  setBalance(sum)
  writeHeader()
}

@inline
function give(base: usize, neighbour: usize): void {
  const head = base + load<u16>(neighbour, HEAD)
  store<i32>(head, load<i32>(head, CHAIN) + ONE_LIBERTY, CHAIN)
}

/** Joins two chains; the smaller takes the other's name, which is the answer. A tie keeps `a`. */
function join(base: usize, a: u32, b: u32): u32 {
  const first = load<i32>(base + a, CHAIN)
  const second = load<i32>(base + b, CHAIN)
  const turn = (a ^ b) & -u32((first & SIZES) < (second & SIZES))
  const kept = base + (a ^ turn)
  const absorbed = base + (b ^ turn)
  // Two marks would be carried into the liberties.
  store<i32>(kept, first + second - (first & second & <i32>HOLED), CHAIN)
  const word = load<u32>(kept, WORD)
  // By threes, so that the end is easier to predict; round the ring again does no harm.
  let stone = absorbed
  let rest = select<i32>(first, second, turn != 0) & SIZES
  do {
    store<u32>(stone, word, WORD)
    stone = base + load<u16>(stone, NEXT)
    store<u32>(stone, word, WORD)
    stone = base + load<u16>(stone, NEXT)
    store<u32>(stone, word, WORD)
    stone = base + load<u16>(stone, NEXT)
    rest -= 3
  } while (rest > 0)
  const swap = load<u16>(kept, NEXT)
  store<u16>(kept, load<u16>(absorbed, NEXT), NEXT)
  store<u16>(absorbed, swap, NEXT)
  return a ^ turn
}

@inline
function joinNeighbour(base: usize, p: usize, neighbour: usize, color: u32): void {
  if (load<u8>(neighbour, COLOR) != color) return
  const a: u32 = load<u16>(neighbour, HEAD)
  const b: u32 = load<u16>(p, HEAD)
  if (a != b) join(base, a, b)
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
    store<u32>(stone, <u32>point | (EMPTY << COLOR_SHIFT), WORD)
    store<i32>(stone, ENDLESS * ONE_LIBERTY, CHAIN)
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

/**
 * After a move: captures, ko, and holes that must come back. `own` are the own sides, `left` is what is left of the
 * others' chains.
 */
function settle(base: usize, p: usize, color: u32, own: v128, left: v128, before: u32): u32 {
  const out = areOut(left)
  let count = before
  for (let sides = i32x4.bitmask(v128.andnot(out, own)); sides != 0; sides &= sides - 1) {
    const head = base + load<u16>(neighbourOn(p, ctz(sides)), HEAD)
    // A chain that is on two sides is gone at the second: its points are empty, with endless liberties.
    if (load<i32>(head, CHAIN) < ONE_LIBERTY) count = remove(base, head, count)
  }
  const taken = count - before
  addTaken(taken & -u32(color == BLACK), taken & -u32(color == WHITE))
  addToBalance(<i32>taken * signOf(color))
  // A lone stone that took one and has one liberty could be taken back at once.
  const isAlone = u32(load<u16>(p, STONES) == 1) & u32(base + load<u16>(p, HEAD) == p)
  const isKo = u32(taken == 1) & isAlone & u32(libertiesOf(p) == 1)
  setKo(load<u16>(list + (before << 1)) & -isKo)
  const few = v128.and(areHoled(left), i32x4.le_s(libertiesOfAll(left), mostOfOne(left)))
  const owns = i32x4.bitmask(own)
  const wakes = i32x4.bitmask(v128.andnot(v128.andnot(few, out), own)) | (owns & -owns)
  for (let sides = wakes; sides != 0; sides &= sides - 1) {
    count = wakeLastLiberty(base, neighbourOn(p, ctz(sides)), count)
  }
  return count
}

/** Negative when a chain must be looked at: out of liberties, or holed and nearly so. */
@inline
function slack(chain: i32): i32 {
  return chain - ((chain & <i32>HOLED) << HOLED_SHIFT) - ONE_LIBERTY
}

/**
 * Beside several own chains the stone enters the first one's ring, and the others join it. What is left to do is done
 * here, too: the compiler would put vectors that are needed after a call on the stack even where there is none.
 */
function putMixed(
  base: usize, p: usize, color: u32, words: v128, own: v128, left: v128, liberties: i32, slacks: v128, count: u32,
): u32 {
  const first = load<u32>(neighbourOn(p, ctz(i32x4.bitmask(own))), WORD)
  const chain = base + (first & NAME)
  store<u32>(p, first, WORD)
  store<u16>(p, load<u16>(chain, NEXT), NEXT)
  store<u16>(chain, <u16>(p - base), NEXT)
  store<i32>(chain, load<i32>(chain, CHAIN) + liberties + 1, CHAIN)
  let name = first & NAME
  let sides = i32x4.bitmask(v128.andnot(own, i32x4.eq(words, i32x4.splat(first))))
  do {
    const other = load<u32>(neighbourOn(p, ctz(sides)), WORD)
    sides &= ~i32x4.bitmask(i32x4.eq(words, i32x4.splat(other)))
    name = join(base, other & NAME, name)
  } while (sides != 0)
  const low = -<i32>i32x4.bitmask(v128.andnot(slacks, own))
  return (low | slack(load<i32>(base + name, CHAIN))) < 0 ? settle(base, p, color, own, left, count) : count
}

/**
 * Puts a stone down that is known to be legal. The caller hands in what it knows of the neighbours: which are `open`,
 * their words, which are own, and what is left of their chains. The point must be off the list already, which has
 * `before` points; answers how many it has afterwards. The caller keeps the balance and the pattern codes. Masks stand
 * in place of branches, because the neighbourhood of a random point is unpredictable.
 */
@inline
export function putStone(
  base: usize, p: usize, color: u32, open: u32, words: v128, own: v128, left: v128, before: u32,
): u32 {
  let count = before
  setChainsAround(base, p, left)
  setKo(0)
  // `slack` of all sides, in liberties. Shifts only: other constants than 0 and -1 cost three instructions each time.
  const eye = i32x4.shl(i32x4.shr_u(i32x4.shl(left, 16), 31), 15 + HOLED_SHIFT)
  const slacks = i32x4.add(i32x4.shr_s(i32x4.sub(left, eye), 16), i32x4.splat(-1))

  // 1. The stone enters the ring of its chain, which may be its own. `whole` is the bits of all own words, in every
  //    lane.
  //    Whatever has run low is looked at: captures, and eyes of chains in atari.
  const owns = v128.and(words, own)
  const half = v128.or(owns, v128.shuffle<i32>(owns, owns, 2, 3, 0, 1))
  const whole = v128.or(half, v128.shuffle<i32>(half, half, 1, 0, 3, 2))
  const empties = popcnt(open)
  const liberties = <i32>empties * ONE_LIBERTY
  if (isOnAny(v128.andnot(own, i32x4.eq(words, whole)))) {
    count = putMixed(base, p, color, words, own, left, liberties, slacks, count)
  } else {
    const any = <u32>i32x4.extract_lane(whole, 0)
    const point = <u32>(p - base)
    const name = select<u32>(any, point | (color << COLOR_SHIFT), any)
    const chain = base + (name & NAME)
    const chained = select<i32>(load<i32>(chain, CHAIN), 0, any) + liberties + 1
    store<u32>(p, name, WORD)
    store<u16>(p, <u16>select<u32>(load<u16>(chain, NEXT), point, any), NEXT)
    store<u16>(chain, <u16>point, NEXT)
    store<i32>(chain, chained, CHAIN)
    // Own sides get the stone's liberties. Read from memory, they would come later.
    if (isOnAny(i32x4.add(slacks, v128.and(own, i32x4.splat(empties))))) count = settle(base, p, color, own, left, count)
  }

  // 2. An eye of the enemy's on a diagonal may have become false.
  const holes =
    <u32>load<u8>(p, NORTH + WEST + HOLE) | <u32>load<u8>(p, NORTH + EAST + HOLE) |
    <u32>load<u8>(p, SOUTH + WEST + HOLE) | <u32>load<u8>(p, SOUTH + EAST + HOLE)
  if (holes & opponent(color)) count = wakeDiagonals(base, p, opponent(color), count)
  return count
}

/**
 * The same for callers that have not read the neighbours, with the balance; `tracked`, a constant, also keeps the
 * codes.
 */
@inline
export function place(base: usize, p: usize, color: u32, before: u32, tracked: bool): u32 {
  addToBalance(signOf(color))
  if (tracked) addToCodes(p, color == BLACK ? 1 : 2)
  const words = wordsAround(p)
  const left = chainsBeside(words, chainsAround(base, p))
  return putStone(base, p, color, emptiesAmong(words), words, areOf(words, color), left, before)
}

/** May an empty point be played, but for ko? Without a branch. */
@inline
export function isNoSuicide(base: usize, p: usize, color: u32): bool {
  const words = wordsAround(p)
  return sidesAllowing(areOf(words, color), chainsBeside(words, chainsAround(base, p)), emptiesAmong(words)) != 0
}

/** Is a point without empty neighbours an own eye? */
@inline
function isOwnEye(p: usize, color: u32, counts: u32): bool {
  return (counts & stonesOf(opponent(color))) == 0 && isTrueEye(p, opponent(color))
}

/** Legal, and no own eye: is it worth playing in a simulation? */
@inline
export function isPlayableClosed(base: usize, p: usize, color: u32, counts: u32): bool {
  return !isOwnEye(p, color, counts) && isNoSuicide(base, p, color)
}
