// Putting stones down: chains as rings with pseudo-liberties, joins, captures, simple ko, and what is legal.

import {
  addTaken, addToBalance, addToCodes, around, block, deriveCode, grid, libertiesOf, list, neighbourOn, opponent,
  setBalance, setKo, setLive, signOf, stonesOf, sumAround, tracking, writeHeader,
} from "./grid"
import { isTrueEye, wakeLastLiberty, wakeDiagonals } from "./holes"
import { areOf, chainsAround, fatal, libertiesOfAll, mostOfOne, wordsAround } from "./sides"
import {
  BLACK, CHAIN, CODE, COLOR, COLOR_SHIFT, EAST, EMPTY, ENDLESS, HEAD, HOLE, HOLED, HOLED_BIAS, INDEX, LIBERTIES, NAME, NEXT, NORTH, ONE_LIBERTY, OPEN, RECORD,
  ROW, SIZE, SIZES, SOUTH, STONES, WEST, WHITE, WORD,
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
  store<i32>(head, load<i32>(head, CHAIN) + ONE_LIBERTY, CHAIN)
}

/** Joins two chains; the smaller takes the other's name. A tie keeps `a`. */
function join(base: usize, a: u32, b: u32): void {
  const first = load<i32>(base + a, CHAIN)
  const second = load<i32>(base + b, CHAIN)
  const turn = (a ^ b) & -u32((first & SIZES) < (second & SIZES))
  const kept = base + (a ^ turn)
  const absorbed = base + (b ^ turn)
  // Two marks would be carried into the liberties, and two biases be one too many.
  const twice = (first & second & <i32>HOLED) >> 15
  store<i32>(kept, first + second + twice * (HOLED_BIAS * ONE_LIBERTY - <i32>HOLED), CHAIN)
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

/** The stone enters the first own chain's ring, and the others join it; answers `low`, negative too if the chain has run low. */
function linkMixed(base: usize, p: usize, color: u32, liberties: i32, low: i32): i32 {
  const words = wordsAround(p)
  const own = areOf(words, color)
  const first = load<u32>(neighbourOn(p, ctz(i32x4.bitmask(own))), WORD)
  const chain = base + (first & NAME)
  store<u32>(p, first, WORD)
  store<u16>(p, load<u16>(chain, NEXT), NEXT)
  store<u16>(chain, <u16>(p - base), NEXT)
  store<i32>(chain, load<i32>(chain, CHAIN) + liberties + 1, CHAIN)
  let rest = v128.andnot(own, i32x4.eq(words, i32x4.splat(first)))
  do {
    const other = load<u32>(neighbourOn(p, ctz(i32x4.bitmask(rest))), WORD)
    join(base, other & NAME, load<u16>(p, HEAD))
    rest = v128.andnot(rest, i32x4.eq(words, i32x4.splat(other)))
  } while (v128.any_true(rest))
  return low | (load<i32>(base + load<u16>(p, HEAD), CHAIN) - ONE_LIBERTY)
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

/** After a move: captures on the sides that ran low, ko, and holes that must come back. */
function settle(base: usize, p: usize, color: u32, before: u32): u32 {
  const words = wordsAround(p)
  const chains = chainsAround(base, p)
  const enemies = areOf(words, opponent(color))
  const liberties = libertiesOfAll(chains)
  const out = i32x4.eq(liberties, i32x4.splat(0))
  let count = before
  for (let sides = i32x4.bitmask(v128.and(enemies, out)); sides != 0; sides &= sides - 1) {
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
  const holed = i32x4.shr_s(i32x4.shl(chains, 16), 31)
  const few = v128.and(holed, i32x4.le_s(liberties, mostOfOne(chains)))
  const own = i32x4.bitmask(v128.and(few, areOf(words, color)))
  const wakes = i32x4.bitmask(v128.and(few, v128.andnot(enemies, out))) | (own & -own)
  for (let sides = wakes; sides != 0; sides &= sides - 1) {
    count = wakeLastLiberty(base, neighbourOn(p, ctz(sides)), count)
  }
  return count
}

/** Takes one pseudo-liberty from a neighbour's chain; answers one less than what is left, so that "none" is negative. */
@inline
function takeOne(base: usize, word: u32): i32 {
  const chain = base + (word & NAME)
  const left = load<i32>(chain, CHAIN) - ONE_LIBERTY
  store<i32>(chain, left, CHAIN)
  return left - ONE_LIBERTY
}

/** All ones where the word isn't this colour's, else 0. */
@inline
function others(word: u32, own: u32): u32 {
  return <u32>(<i32>(NAME - (word ^ own)) >> 31)
}

/**
 * Puts a stone down that is known to be legal; `sum` is what its neighbours' words add up to. The point must be off the
 * list already, which has `before` points; answers how many it has afterwards. The balance is the caller's. Masks stand in place of
 * branches, because nobody can predict what is around a random point. `tracked` also keeps the pattern codes, and must be
 * constant: the light playout is compiled without them.
 */
@inline
export function putStone(base: usize, p: usize, color: u32, sum: u32, before: u32, tracked: bool): u32 {
  let count = before
  if (tracked) addToCodes(p, color == BLACK ? 1 : 2)

  // 1. A liberty less for every neighbour's chain. `all` and `any` are the own words' bits: equal when they are one chain's.
  const own = color << COLOR_SHIFT
  const south = load<u32>(p, SOUTH + WORD)
  let other = others(south, own)
  let word = south | other
  let low = takeOne(base, south) & other
  let all = word
  let any = word ^ other

  const east = load<u32>(p, EAST + WORD)
  other = others(east, own)
  word = east | other
  low |= takeOne(base, east) & other
  all &= word
  any |= word ^ other

  const west = load<u32>(p, WEST + WORD)
  other = others(west, own)
  word = west | other
  low |= takeOne(base, west) & other
  all &= word
  any |= word ^ other

  const north = load<u32>(p, NORTH + WORD)
  other = others(north, own)
  word = north | other
  low |= takeOne(base, north) & other
  all &= word
  any |= word ^ other

  // 2. The stone enters the ring of its chain, which may be its own.
  const point = <u32>(p - base)
  const liberties = <i32>((sum & OPEN) >> 6)
  if ((any & ~all) != 0) low = linkMixed(base, p, color, liberties, low)
  else {
    const name = select<u32>(all, point | own, any)
    const chain = base + (name & NAME)
    const chained = select<i32>(load<i32>(chain, CHAIN), 0, any) + liberties + 1
    store<u32>(p, name, WORD)
    store<u16>(p, <u16>select<u32>(load<u16>(chain, NEXT), point, any), NEXT)
    store<u16>(chain, <u16>point, NEXT)
    store<i32>(chain, chained, CHAIN)
    low |= chained - ONE_LIBERTY
  }

  // 3. Whatever has run low is looked at: captures, and eyes of chains in atari.
  setKo(0)
  if (low < 0) count = settle(base, p, color, count)

  // 4. An eye of the enemy's on a diagonal may have become false.
  const holes =
    <u32>load<u8>(p, NORTH + WEST + HOLE) | <u32>load<u8>(p, NORTH + EAST + HOLE) |
    <u32>load<u8>(p, SOUTH + WEST + HOLE) | <u32>load<u8>(p, SOUTH + EAST + HOLE)
  if (holes & opponent(color)) count = wakeDiagonals(base, p, opponent(color), count)
  return count
}

/** Puts a stone down that is known to be legal, for whoever has not looked at the neighbours. */
@inline
export function place(base: usize, p: usize, color: u32, before: u32, tracked: bool): u32 {
  addToBalance(signOf(color))
  return putStone(base, p, color, sumAround(p), before, tracked)
}

/** May a point without empty neighbours be played: no suicide? Ko is the caller's. */
@inline
export function isLegalClosed(base: usize, p: usize, color: u32): bool {
  const words = wordsAround(p)
  // An own chain that lives on makes it legal, and an enemy one that doesn't. The border lives, and is nobody's.
  return v128.any_true(v128.xor(areOf(words, color), fatal(base, p, words)))
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
