// The gamma-weighted playout (SIM-7): a move is drawn in proportion to its weight, which is the product of the gammas
// of the 3×3 pattern around it and of its nearness to the last move. Weights are whole numbers, so that sums have no
// rounding and the twin draws the same moves; row sums and totals are kept up to date, and a move changes only the
// weights around it. Nearness changes with every move, so it is kept nowhere: what the four points beside the last move
// have more, and the four diagonal to it, is part of the whole that a turn draws from. A table gives own eyes the
// weight 0; what turns out to be illegal when drawn weighs nothing for that turn, and as a hole (holes.ts) nothing
// until it comes back to the list.

import { addToBalance, addToCodes, around, grid, ko, list, live, setLive, signOf, takeOff } from "./grid"
import { makeHole } from "./holes"
import { areOf, chainsAround, chainsBeside, emptiesAmong, sidesAllowing, wordsAround } from "./sides"
import { putStone } from "./stones"
import {
  BLACK, CENTER, CODE, EAST, EMPTY_BIT, FEATURES, GAMMAS, HOLE, RECORD, ROOT_WEIGHTS, ROW, ROW_SUMS, SOUTH, WEIGHTS,
  WEIGHTS_LENGTH, WORD,
} from "./layout"
import { FEATURE_UNIT } from "./policies"
import { advance, output, setState, state } from "./random"

/** Black's weight and White's travel together, in the halves of one number: every sum is kept with one addition. */
let weights: usize = 0
let total: u64 = 0
let rootTotal: u64 = 0

/** The same of the points beside the last stone, all four together, and of those diagonal to it. */
let besideLast: u64 = 0
let diagonalToLast: u64 = 0

/** What a point weighs; 0 where a stone, the border or a hole is. */
@inline
function weigh(word: u32, code: usize, hole: u32): u64 {
  // The colour's bit for "empty" becomes a mask.
  return load<u64>(GAMMAS + (code << 3)) & -<u64>((word >> EMPTY_BIT) & u32(hole == 0))
}

/** Writes a point's weight down; answers by how much it grew. */
@inline
function change(at: usize, weight: u64): u64 {
  const growth = weight - load<u64>(at)
  store<u64>(at, weight)
  return growth
}

/** Weighs a point again. */
function refreshPoint(base: usize, point: usize): void {
  const p = base + point
  const weight = weigh(load<u32>(p, WORD), load<u16>(p, CODE), load<u8>(p, HOLE))
  const growth = change(weights + (point >> 1), weight)
  total += addToRow(weights + ROW_SUMS + ((point / ROW) << 3), growth)
}

@inline
function addToRow(sums: usize, growth: u64): u64 {
  store<u64>(sums, load<u64>(sums) + growth)
  return growth
}

/**
 * After a stone came or went: its own point and those around it, whose weights it adds up for the next turn. `isStone`
 * must be constant. A stone is known to come before it is there, so that its own point isn't asked. Stones beside a
 * hole never change, so that it is on a diagonal of what does: only there it is asked for.
 */
@inline
function refreshAround(base: usize, p: usize, isStone: bool): void {
  const point = p - base
  // The first point's north-western neighbour lies one before it.
  const at = weights + (point >> 1) - (CENTER >> 1)
  const above = p - ROW - RECORD
  const below = p + SOUTH - RECORD
  const northWest = weigh(load<u32>(above, WORD), load<u16>(above, CODE), load<u8>(above, HOLE))
  const north = weigh(load<u32>(above, EAST + WORD), load<u16>(above, EAST + CODE), 0)
  const northEast = weigh(load<u32>(above, EAST + EAST + WORD), load<u16>(above, EAST + EAST + CODE), load<u8>(above, EAST + EAST + HOLE))
  const west = weigh(load<u32>(p, WORD - RECORD), load<u16>(p, CODE - RECORD), 0)
  const middle = isStone ? 0 : weigh(load<u32>(p, WORD), load<u16>(p, CODE), 0)
  const east = weigh(load<u32>(p, EAST + WORD), load<u16>(p, EAST + CODE), 0)
  const southWest = weigh(load<u32>(below, WORD), load<u16>(below, CODE), load<u8>(below, HOLE))
  const south = weigh(load<u32>(below, EAST + WORD), load<u16>(below, EAST + CODE), 0)
  const southEast = weigh(load<u32>(below, EAST + EAST + WORD), load<u16>(below, EAST + EAST + CODE), load<u8>(below, EAST + EAST + HOLE))
  if (isStone) {
    besideLast = north + west + east + south
    diagonalToLast = northWest + northEast + southWest + southEast
  }
  const sums = weights + ROW_SUMS + ((point / ROW) << 3)
  total +=
    addToRow(sums - 8, change(at, northWest) + change(at + 8, north) + change(at + 16, northEast)) +
    addToRow(sums, change(at + (ROW >> 1), west) + change(at + (ROW >> 1) + 8, middle) + change(at + (ROW >> 1) + 16, east)) +
    addToRow(sums + 8, change(at + ROW, southWest) + change(at + ROW + 8, south) + change(at + ROW + 16, southEast))
}

/** Weighs the whole board in use, once for a run of playouts. */
export function weighRoot(region: usize): void {
  weights = region + WEIGHTS
  memory.fill(weights, 0, WEIGHTS_LENGTH)
  total = 0
  for (let at = list, end = list + (live << 1); at < end; at += 2) {
    refreshPoint(grid, load<u16>(at))
  }
  memory.copy(region + ROOT_WEIGHTS, weights, WEIGHTS_LENGTH)
  rootTotal = total
}

/** The weights of a point, by its distance from the address of another one's. */
@inline
function weightBeside(at: usize, distance: usize): u64 {
  return load<u64>(at + (<isize>distance >> 1))
}

/** Adds up the weights around the last stone, where `refreshAround` couldn't; 0 is a pass. */
function weighAround(base: usize, last: usize): void {
  besideLast = 0
  diagonalToLast = 0
  if (last == 0) return
  const at = weights + ((last - base) >> 1)
  besideLast = weightBeside(at, -ROW) + weightBeside(at, -RECORD) + weightBeside(at, EAST) + weightBeside(at, SOUTH)
  diagonalToLast =
    weightBeside(at, -ROW - RECORD) + weightBeside(at, -ROW + EAST) + weightBeside(at, SOUTH - RECORD) +
    weightBeside(at, SOUTH + EAST)
}

/** What points of this weight have more for a turn, because they are near the last move. */
@inline
function moreOf(weight: u32, gamma: u32): u32 {
  return <u32>(<u64>weight * (gamma - FEATURE_UNIT) / FEATURE_UNIT)
}

/**
 * Which of four points around the last stone the number falls on, that was drawn below `moreOf` all of them; answers
 * its distance. Nothing can be told ahead of where it falls, so there is no branch.
 */
@inline
function pick(rest: u32, gamma: u32, points: usize, a: usize, b: usize, c: usize, d: usize): usize {
  const left = <u32>(<u64>rest * FEATURE_UNIT / (gamma - FEATURE_UNIT))
  const first = load<u32>(points + (<isize>a >> 1))
  const second = first + load<u32>(points + (<isize>b >> 1))
  const third = second + load<u32>(points + (<isize>c >> 1))
  return select<usize>(select<usize>(a, b, left < first), select<usize>(c, d, left < third), left < second)
}

/** Adds `more`, which may be negative, to the weight of a point for the colour of this half. */
@inline
function addWeight(rows: usize, points: usize, half: usize, point: usize, more: u32): void {
  total += <u64><i64><i32>more << (half << 3)
  const row = rows + ((point / ROW) << 3)
  const at = points + (point >> 1)
  store<u32>(at, load<u32>(at) + more)
  store<u32>(row, load<u32>(row) + more)
}

/** What the last `seek` has left. */
let remains: u32 = 0

/**
 * How many of the numbers at an address, eight bytes apart, can be taken from `rest`. Nine at a time without a branch:
 * where a draw falls is unpredictable, so that stopping there costs more than going on. What was taken too much is
 * given back at the end. Written out, because a loop of nine made these playouts 4 % slower.
 */
@inline
function seek(at: usize, rest: u32): u32 {
  let left = rest
  let back: u32 = 0
  let count: u32 = 0
  let address = at
  let number: u32
  let over: u32
  do {
    count += 9
    number = load<u32>(address)
    left -= number
    over = <i32>left >> 31
    count += over
    back += number & over
    number = load<u32>(address, 8)
    left -= number
    over = <i32>left >> 31
    count += over
    back += number & over
    number = load<u32>(address, 16)
    left -= number
    over = <i32>left >> 31
    count += over
    back += number & over
    number = load<u32>(address, 24)
    left -= number
    over = <i32>left >> 31
    count += over
    back += number & over
    number = load<u32>(address, 32)
    left -= number
    over = <i32>left >> 31
    count += over
    back += number & over
    number = load<u32>(address, 40)
    left -= number
    over = <i32>left >> 31
    count += over
    back += number & over
    number = load<u32>(address, 48)
    left -= number
    over = <i32>left >> 31
    count += over
    back += number & over
    number = load<u32>(address, 56)
    left -= number
    over = <i32>left >> 31
    count += over
    back += number & over
    number = load<u32>(address, 64)
    left -= number
    over = <i32>left >> 31
    count += over
    back += number & over
    address += 72
  } while (<i32>left >= 0)
  remains = left + back
  return count
}

/**
 * Draws a point in proportion to its weight and plays there; answers the point, or 0 when nothing that weighs anything
 * is legal. `last` is the stone that was played last, or 0; `dropped` is room for what the turn finds illegal.
 */
@inline
export function moveByGammas(base: usize, color: u32, last: usize, dropped: usize): usize {
  // The half of each number that is this colour's.
  const half: usize = color == BLACK ? 0 : 4
  const rows = weights + ROW_SUMS + half
  const points = weights + half
  const gammaBeside = load<u32>(FEATURES)
  const gammaDiagonal = load<u32>(FEATURES, 4)
  let end = dropped
  let p: usize = 0
  let words = i32x4.splat(0)
  let own = words
  let chains = words
  let open: u32 = 0
  for (;;) {
    const beside = moreOf(<u32>(besideLast >> (half << 3)), gammaBeside)
    const near = beside + moreOf(<u32>(diagonalToLast >> (half << 3)), gammaDiagonal)
    const left = <u32>(total >> (half << 3)) + near
    if (left == 0) break
    const word = output(state)
    setState(advance(state))
    const rest = <u32>((<u64>word * <u64>left) >> 32)
    let point: usize = 0
    if (rest < near) {
      const at = points + ((last - base) >> 1)
      const distance = rest < beside
        ? pick(rest, gammaBeside, at, -ROW, -RECORD, EAST, SOUTH)
        : pick(rest - beside, gammaDiagonal, at, -ROW - RECORD, -ROW + EAST, SOUTH - RECORD, SOUTH + EAST)
      point = last - base + distance
    } else {
      point = (<usize>seek(rows + 8, rest - near) + 1) * ROW
      point += <usize>seek(points + (point >> 1), remains) * RECORD
    }
    const drawn = base + point
    words = wordsAround(drawn)
    own = areOf(words, color)
    chains = chainsBeside(words, chainsAround(base, drawn))
    open = emptiesAmong(words)
    if (sidesAllowing(own, chains, open) != 0 && <u32>point != ko) {
      p = drawn
      break
    }
    // Illegal: it weighs nothing for the rest of this turn, or for longer.
    if (makeHole(base, drawn, around(drawn))) {
      setLive(takeOff(base, drawn, live))
      refreshPoint(base, point)
    } else {
      const weight = load<u32>(points + (point >> 1))
      store<u32>(end, <u32>point)
      store<u32>(end, weight, 4)
      end += 8
      addWeight(rows, points, half, point, -weight)
    }
    weighAround(base, last)
  }
  for (let at = dropped; at < end; at += 8) addWeight(rows, points, half, load<u32>(at), load<u32>(at, 4))
  if (p == 0) {
    weighAround(base, 0)
    return 0
  }

  // The next draw waits for the weights, so they come before the unpredictable branches.
  const count = takeOff(base, p, live)
  addToCodes(p, color == BLACK ? 1 : 2)
  refreshAround(base, p, true)
  addToBalance(signOf(color))
  setLive(putStone(base, p, color, open, words, own, chains, count))
  if (count != live) refreshAllFreed(base, p, count)
  return p
}

/** What is new on the list, which had `before` points, was captured, or was a hole. */
function refreshAllFreed(base: usize, last: usize, before: u32): void {
  for (let index = before; index < live; index++) refreshAround(base, base + load<u16>(list + (index << 1)), false)
  weighAround(base, last)
}

/** The share of a point's weight in the whole, after `weighRoot`. */
export function likelihoodOf(point: u32, color: u32): f32 {
  const half: usize = color == BLACK ? 0 : 4
  const sum = <u32>(total >> (half << 3))
  return sum == 0 ? 0 : <f32>load<u32>(weights + half + (point >> 1)) / <f32>sum
}

/** The weights of the root, for a new game; `weighRoot` comes first. `last` is the stone that was played last, or 0. */
export function weighGame(region: usize, last: usize): void {
  weights = region + WEIGHTS
  memory.copy(weights, region + ROOT_WEIGHTS, WEIGHTS_LENGTH)
  total = rootTotal
  weighAround(grid, last)
}
