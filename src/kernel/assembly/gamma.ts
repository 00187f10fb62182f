// The gamma-weighted playout (SIM-7): a move is drawn in proportion to its weight, which is the product of the gammas of
// the 3×3 pattern around it, of the chains in atari that it would take or save, and of its nearness to the last move.
// Weights are whole numbers, so that sums have no rounding and the twin draws the same moves; row sums and totals are
// kept up to date, and a move changes only the weights near it and those of last liberties that it makes or ends. Nearness
// changes with every move, so it is added for the turn only. A table gives own eyes the weight 0; what turns out to be illegal
// when drawn weighs nothing for that turn, and as a hole (holes.ts) nothing until it comes back to the list.

import { noteAtaris, noteAtarisOfBoard } from "./atari"
import { addToBalance, addToCodes, around, grid, ko, list, live, setLive, signOf, takeOff } from "./grid"
import { makeHole } from "./holes"
import { areOf, chainsAround, chainsBeside, emptiesAmong, sidesAllowing, wordsAround } from "./sides"
import { putStone } from "./stones"
import {
  ATARI, BLACK, CENTER, CODE, EAST, EMPTY_BIT, FEATURES, GAMMAS, HOLE, NEAR, RECORD, ROOT_WEIGHTS, ROW,
  ROW_SUMS, SCRATCH, SOUTH, WEIGHTS, WEIGHTS_LENGTH, WORD,
} from "./layout"
import { FEATURE_UNIT } from "./policies"
import { advance, output, setState, state } from "./random"

/** Do ataris weigh anything, and nearness? */
let knowsAtari: bool = false
let knowsNear: bool = false

/** Black's weight and White's travel together, in the halves of one number: every sum is kept with one addition. */
let weights: usize = 0
let total: u64 = 0
let rootTotal: u64 = 0

/** The weights of a last liberty. */
function withAtari(weight: u64, atari: u32): u64 {
  const black = (weight & 0xffffffff) * load<u32>(FEATURES + (atari << 2)) / FEATURE_UNIT
  const white = (weight >> 32) * load<u32>(FEATURES + (atari << 2), 16) / FEATURE_UNIT
  return black | (white << 32)
}

/** What a point weighs; 0 where a stone, the border or a hole is. */
@inline
function weigh(word: u32, code: usize, hole: u32, atari: u32): u64 {
  // The colour's bit for "empty" becomes a mask.
  const weight = load<u64>(GAMMAS + (code << 3)) & -<u64>((word >> EMPTY_BIT) & u32(hole == 0))
  return atari != 0 ? withAtari(weight, atari) : weight
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
  const weight = weigh(load<u32>(p, WORD), load<u16>(p, CODE), load<u8>(p, HOLE), load<u8>(p, ATARI))
  const growth = change(weights + (point >> 1), weight)
  total += addToRow(weights + ROW_SUMS + ((point / ROW) << 3), growth)
}

@inline
function addToRow(sums: usize, growth: u64): u64 {
  store<u64>(sums, load<u64>(sums) + growth)
  return growth
}

/**
 * Weighs three points of a row again, the first of which is given with where its weight is; answers by how much they grew. Stones beside
 * a hole never change, so that it is on a diagonal of what does: it matters to the outer points of the rows above and below. To ask all
 * nine for holes and ataris, in one function, made these playouts 4 % slower.
 */
@inline
function refreshOuterRow(p: usize, at: usize): u64 {
  return (
    change(at, weigh(load<u32>(p, WORD), load<u16>(p, CODE), load<u8>(p, HOLE), 0)) +
    change(at + 8, weigh(load<u32>(p, EAST + WORD), load<u16>(p, EAST + CODE), 0, 0)) +
    change(at + 16, weigh(load<u32>(p, EAST + EAST + WORD), load<u16>(p, EAST + EAST + CODE), load<u8>(p, EAST + EAST + HOLE), 0))
  )
}

@inline
function refreshMiddleRow(p: usize, at: usize, isStone: bool): u64 {
  return (
    change(at, weigh(load<u32>(p, WORD), load<u16>(p, CODE), 0, 0)) +
    change(at + 8, isStone ? 0 : weigh(load<u32>(p, EAST + WORD), load<u16>(p, EAST + CODE), 0, 0)) +
    change(at + 16, weigh(load<u32>(p, EAST + EAST + WORD), load<u16>(p, EAST + EAST + CODE), 0, 0))
  )
}

/** Any row, where ataris weigh something. */
@inline
function refreshRowByAtari(p: usize, at: usize, isStone: bool): u64 {
  const middle = isStone ? change(at + 8, 0) : refreshByAtari(p + EAST, at + 8)
  return refreshByAtari(p, at) + middle + refreshByAtari(p + EAST + EAST, at + 16)
}

@inline
function refreshByAtari(p: usize, at: usize): u64 {
  return change(at, weigh(load<u32>(p, WORD), load<u16>(p, CODE), load<u8>(p, HOLE), load<u8>(p, ATARI)))
}

/**
 * After a stone came or went: its own point and those around it. `isStone` must be constant. A stone is known to come before it is there, so
 * that its own point isn't asked.
 */
@inline
function refreshAround(base: usize, p: usize, isStone: bool): void {
  const point = p - base
  // The first point's north-western neighbour lies one before it.
  const at = weights + (point >> 1) - (CENTER >> 1)
  const corner = p - ROW - RECORD
  let above: u64
  let beside: u64
  let below: u64
  if (knowsAtari) {
    above = refreshRowByAtari(corner, at, false)
    beside = refreshRowByAtari(corner + ROW, at + (ROW >> 1), isStone)
    below = refreshRowByAtari(corner + ROW + ROW, at + ROW, false)
  } else {
    above = refreshOuterRow(corner, at)
    beside = refreshMiddleRow(corner + ROW, at + (ROW >> 1), isStone)
    below = refreshOuterRow(corner + ROW + ROW, at + ROW)
  }
  const sums = weights + ROW_SUMS + ((point / ROW) << 3)
  total += addToRow(sums - 8, above) + addToRow(sums, beside) + addToRow(sums + 8, below)
}

/** The same for a point that was freed; a function, because most moves free none. */
function refreshFreed(base: usize, p: usize): void {
  refreshAround(base, p, false)
}

/** Weighs the whole board in use, once for a run of playouts. */
export function weighRoot(region: usize): void {
  knowsAtari = false
  for (let at = FEATURES; at < FEATURES + 32; at += 4) if (load<u32>(at) != FEATURE_UNIT) knowsAtari = true
  knowsNear = load<u32>(FEATURES, 32) != FEATURE_UNIT || load<u32>(FEATURES, 36) != FEATURE_UNIT
  if (knowsAtari) noteAtarisOfBoard(grid)
  weights = region + WEIGHTS
  memory.fill(weights, 0, WEIGHTS_LENGTH)
  total = 0
  for (let at = list, end = list + (live << 1); at < end; at += 2) {
    refreshPoint(grid, load<u16>(at))
  }
  memory.copy(region + ROOT_WEIGHTS, weights, WEIGHTS_LENGTH)
  rootTotal = total
}

/** Writes down what a point near the last move weighs more for this turn. */
@inline
function addNear(base: usize, p: usize, points: usize, factor: u32, at: usize): u32 {
  const more = <u32>(<u64>load<u32>(points + (<isize>(p - base) >> 1)) * (factor - FEATURE_UNIT) / FEATURE_UNIT)
  store<u32>(at, <u32>(p - base))
  store<u32>(at, more, 4)
  return more
}

/** Does so for the eight points around the last move; answers the sum. */
function addNearLast(base: usize, last: usize, points: usize, near: usize): u32 {
  const beside = load<u32>(FEATURES, 32)
  const diagonal = load<u32>(FEATURES, 36)
  return (
    addNear(base, last - ROW - RECORD, points, diagonal, near) + addNear(base, last - ROW, points, beside, near + 8) +
    addNear(base, last - ROW + EAST, points, diagonal, near + 16) + addNear(base, last - RECORD, points, beside, near + 24) +
    addNear(base, last + EAST, points, beside, near + 32) + addNear(base, last - RECORD + SOUTH, points, diagonal, near + 40) +
    addNear(base, last + SOUTH, points, beside, near + 48) + addNear(base, last + EAST + SOUTH, points, diagonal, near + 56)
  )
}

/** A point weighs no more than usual; answers by how much less. */
function dropNear(near: usize, point: u32): u32 {
  for (let at = near; at < near + 64; at += 8) {
    if (load<u32>(at) != point) continue
    const more = load<u32>(at, 4)
    store<u32>(at, 0, 4)
    return more
  }
  return 0
}

/** A point weighs so much more for one colour, or less; the total is not told. */
@inline
function addWeight(rows: usize, points: usize, point: usize, more: u32): void {
  const row = rows + ((point / ROW) << 3)
  const at = points + (point >> 1)
  store<u32>(at, load<u32>(at) + more)
  store<u32>(row, load<u32>(row) + more)
}

/** What the last `seek` has left. */
let remains: u32 = 0

/**
 * How many of the numbers at an address, eight bytes apart, can be taken from `rest`. Nine at a time without a branch: where a draw
 * falls nobody can predict, so that stopping there costs more than going on. What was taken too much is given back at the end. Written out,
 * because a loop of nine made these playouts 4 % slower.
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
 * Draws a point in proportion to its weight and plays there; answers the point, or 0 when nothing that weighs anything is legal. `last` is the
 * stone that was played last, or 0; `dropped` is room for what the turn finds illegal.
 */
@inline
export function moveByGammas(region: usize, base: usize, color: u32, last: usize, dropped: usize): usize {
  // The half of each number that is this colour's.
  const half: usize = color == BLACK ? 0 : 4
  const rows = weights + ROW_SUMS + half
  const points = weights + half
  const near = region + NEAR
  let extra = knowsNear && last != 0 ? addNearLast(base, last, points, near) : 0
  let left = <u32>(total >> (half << 3)) + extra
  let end = dropped
  let p: usize = 0
  let words = i32x4.splat(0)
  let own = words
  let chains = words
  let open: u32 = 0
  while (left != 0) {
    const word = output(state)
    setState(advance(state))
    let rest = <u32>((<u64>word * <u64>left) >> 32)
    let point: usize = 0
    if (rest < extra) {
      let at = near
      for (let more = load<u32>(at, 4); rest >= more; more = load<u32>(at, 4)) {
        rest -= more
        at += 8
      }
      point = load<u32>(at)
    } else {
      rest -= extra
      point = (<usize>seek(rows + 8, rest) + 1) * ROW
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
    const weight = load<u32>(points + (point >> 1))
    if (makeHole(base, drawn, around(drawn))) {
      setLive(takeOff(base, drawn, live))
      refreshPoint(base, point)
    } else {
      store<u32>(end, <u32>point)
      store<u32>(end, weight, 4)
      end += 8
      addWeight(rows, points, point, -weight)
    }
    const more = extra != 0 ? dropNear(near, <u32>point) : 0
    extra -= more
    left -= weight + more
  }
  for (let at = dropped; at < end; at += 8) addWeight(rows, points, load<u32>(at), load<u32>(at, 4))
  if (p == 0) return 0

  // The next draw waits for the weights, so they come first, before the branches that nobody can predict.
  const count = takeOff(base, p, live)
  addToCodes(p, color == BLACK ? 1 : 2)
  refreshAround(base, p, true)
  addToBalance(signOf(color))
  setLive(putStone(base, p, color, open, words, own, chains, count))
  if (knowsAtari) refreshAtaris(region, base, p, count)
  // What is new on the list was captured, or was a hole.
  for (let index = count; index < live; index++) refreshFreed(base, base + load<u16>(list + (index << 1)))
  return p
}

/** After a move, when the list had `before` points. */
function refreshAtaris(region: usize, base: usize, p: usize, before: u32): void {
  const changed = region + SCRATCH
  const end = noteAtaris(base, p, before, changed)
  for (let at = changed; at < end; at += 2) refreshPoint(base, load<u16>(at))
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
