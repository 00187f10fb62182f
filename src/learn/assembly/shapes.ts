// Shapes around a point (BT-1): the 3×3 square with the neighbours' ataris, then diamonds of radius 2 to 7, each
// containing the one before. A shape's key is the same under the eight symmetries of the board and when the colours
// are swapped.
//
// Every stone and every point beyond the edge adds one word for each symmetry; the words of a diamond are those of the
// smaller one and of the ring around it, so one walk outwards brings all keys. The smallest of the eight sums stands
// for the shape. Empty points add nothing: an open board costs little.
//
// An answer is a shape together with the place of the last move, where that is within the widest diamond: the same
// walk, with one more word for where the last move is.

import { block, grid } from "../../kernel/assembly/grid"
import { COLOR, EMPTY, HEAD, RECORD, ROW, SIZE } from "../../kernel/assembly/layout"
import { region } from "../../kernel/assembly/worker"
import { ANSWERS, LEVELS } from "./feature-numbers"
import {
  ATARI_WORDS, KINDS, LAST_WORDS, LIBERTY_COUNTS, MAP, MAP_ROW, MARGIN, OFFSETS, SHAPE_OFFSETS, SHAPE_WORDS, WORDS,
} from "./layout"

/** What the map holds: 0 empty, 1 own, 2 enemy, 3 beyond the edge; 4 is added for a stone in atari. */
const OWN: u8 = 1
const ENEMY: u8 = 2
const OUTSIDE: u8 = 3
const IN_ATARI: u8 = 4

/** Where the offsets of a level end. */
@inline
function levelEnd(level: u32): u32 {
  return level == 0 ? 8 : 2 * (level + 1) * (level + 2)
}

/** A well-mixed word for every number (the finalizer of MurmurHash3 by Appleby, 64 bits). */
function mix(number: u64): u64 {
  let word = (number + 1) * 0x9e3779b97f4a7c15
  word = (word ^ (word >> 33)) * 0xff51afd7ed558ccd
  word = (word ^ (word >> 33)) * 0xc4ceb9fe1a85ec53
  return word ^ (word >> 33)
}

/** Kinds of words beyond those of the map: the last move, and stones in atari from 5 on. */
const LAST_KIND: u32 = 4

/**
 * The word of what stands at an offset, seen through a symmetry: bit 0 mirrors x, bit 1 mirrors y, bit 2 swaps them.
 */
function wordOf(x: i32, y: i32, kind: u32, symmetry: u32): u64 {
  const u = (symmetry & 1) != 0 ? -x : x
  const v = (symmetry & 2) != 0 ? -y : y
  const column = (symmetry & 4) != 0 ? v : u
  const row = (symmetry & 4) != 0 ? u : v
  return mix(<u64>((row + <i32>MARGIN) * 15 + column + <i32>MARGIN) * 8 + kind)
}

let offsetsMade: u32 = 0
let areWordsMade: bool = false

function addOffset(x: i32, y: i32): void {
  store<i16>(SHAPE_OFFSETS + (<usize>offsetsMade << 1), <i16>(y * <i32>MAP_ROW + x))
  for (let symmetry: u32 = 0; symmetry < 8; symmetry++) {
    const at = <usize>symmetry << 3
    for (let kind: u32 = 1; kind <= 3; kind++)
      store<u64>(SHAPE_WORDS + <usize>offsetsMade * KINDS + <usize>(kind - 1) * WORDS + at, wordOf(x, y, kind, symmetry))
    store<u64>(LAST_WORDS + <usize>offsetsMade * WORDS + at, wordOf(x, y, LAST_KIND, symmetry))
    if (offsetsMade < 4)
      for (let kind: u32 = 1; kind <= 2; kind++)
        store<u64>(ATARI_WORDS + <usize>(offsetsMade * 2 + kind - 1) * WORDS + at, wordOf(x, y, 4 + kind, symmetry))
  }
  offsetsMade++
}

/** Adds the ring of points at this Manhattan distance. */
function addRing(distance: i32): void {
  for (let y = -distance; y <= distance; y++) {
    const x = distance - abs(y)
    addOffset(x, y)
    if (x != 0) addOffset(-x, y)
  }
}

/** Makes the table of words; every worker of a memory may do so, with the same result. */
export function makeShapeWords(): void {
  if (areWordsMade) return
  areWordsMade = true
  offsetsMade = 0
  addRing(1)
  addOffset(-1, -1)
  addOffset(1, -1)
  addOffset(-1, 1)
  addOffset(1, 1)
  // The diagonals are half of the second ring.
  addOffset(0, -2)
  addOffset(-2, 0)
  addOffset(2, 0)
  addOffset(0, 2)
  for (let distance = 3; distance <= <i32>MARGIN; distance++) addRing(distance)
}

/** Draws the board in use as the side to move sees it; liberties must be counted. */
export function drawMap(color: u32): void {
  const map = region + MAP
  const size: usize = load<u32>(block, SIZE)
  memory.fill(map, OUTSIDE, MAP_ROW * (size + 2 * MARGIN))
  for (let y: usize = 0; y < size; y++) {
    let p = grid + (y + 1) * ROW
    for (let at = map + (y + MARGIN) * MAP_ROW + MARGIN, end = at + size; at < end; at++) {
      store<u8>(at, kindOf(p, color))
      p += RECORD
    }
  }
}

@inline
function kindOf(p: usize, color: u32): u8 {
  const there: u32 = load<u8>(p, COLOR)
  if (there == EMPTY) return 0
  const atari = load<u8>(region + LIBERTY_COUNTS + (load<u16>(p, HEAD) >> 4)) == 1 ? IN_ATARI : 0
  return (there == color ? OWN : ENEMY) + atari
}

/** Where a point of the grid is on the map. */
@inline
export function placeOnMap(point: u32): usize {
  const row = <usize>point / ROW - 1
  const column = (<usize>point % ROW) / RECORD
  return region + MAP + (row + MARGIN) * MAP_ROW + column + MARGIN
}

@inline
function wordsAt(place: usize, offset: u32): usize {
  const there: u32 = load<u8>(place + load<i16>(SHAPE_OFFSETS + (<usize>offset << 1)))
  if (there == 0) return 0
  const kind = there & 3
  if (offset < 4 && (there & IN_ATARI) != 0) return ATARI_WORDS + <usize>(offset * 2 + kind - 1) * WORDS
  return SHAPE_WORDS + <usize>offset * KINDS + <usize>(kind - 1) * WORDS
}

@inline
function least(sums: v128): u64 {
  const a = <u64>i64x2.extract_lane(sums, 0)
  const b = <u64>i64x2.extract_lane(sums, 1)
  return a < b ? a : b
}

@inline
function leastOfAll(a: v128, b: v128, c: v128, d: v128): u64 {
  return min(min(least(a), least(b)), min(least(c), least(d)))
}

/**
 * Where the words of the last move are as seen from a place of the map; 0 when it is too far away, or there is none.
 */
@inline
function lastWords(place: usize, last: usize): usize {
  if (last == 0) return 0
  const map = region + MAP
  const dx = abs(<i32>((last - map) % MAP_ROW) - <i32>((place - map) % MAP_ROW))
  const dy = abs(<i32>((last - map) / MAP_ROW) - <i32>((place - map) / MAP_ROW))
  const steps = <u32>(dx + dy)
  return steps > <u32>MARGIN ? 0 : findLast(<i32>last - <i32>place, steps)
}

/**
 * The same for a last move that is near: its offset is among those with as many steps, or for up to two among the
 * first.
 */
function findLast(delta: i32, steps: u32): usize {
  for (let offset: u32 = steps < 3 ? 0 : 2 * (steps - 1) * steps; offset < OFFSETS; offset++)
    if (<i32>load<i16>(SHAPE_OFFSETS + (<usize>offset << 1)) == delta) return LAST_WORDS + <usize>offset * WORDS
  return 0
}

/** The table of known shapes: key and feature number, u32 each, from the address on; 2^bits entries. */
let dictionary: usize = 0
let dictionaryBits: u32 = 0

export function useDictionary(address: usize, bits: u32): void {
  dictionary = address
  dictionaryBits = bits
}

/** The number of a shape, or 0 when it is not known. The host fills the table in the same way (shapes.ts). */
@inline
function numberOf(key: u32): u32 {
  const mask = (<usize>1 << dictionaryBits) - 1
  let at = <usize>key & mask
  let entry = load<u64>(dictionary + (at << 3))
  while (entry != 0 && <u32>entry != key) {
    at = (at + 1) & mask
    entry = load<u64>(dictionary + (at << 3))
  }
  return <u32>(entry >> 32)
}

/** The feature of a sum at a level, or without a dictionary its key; a key is never 0, which marks a free entry. */
@inline
function numberOfSum(sum: u64, level: u32): u32 {
  const key = <u32>(mix(sum + level) >> 32) | 1
  return dictionary == 0 ? key : numberOf(key)
}

/**
 * Writes the numbers of the shapes around a place of the map, u32 each, from the smallest to the largest that is
 * known, and behind them those of the answers; a shape that is unknown has only larger ones that are unknown. Without
 * a dictionary it writes the keys of all. `last` is the last move's place, or 0.
 */
export function describeShapes(place: usize, last: usize, to: usize): void {
  const marks = lastWords(place, last)
  let a = i64x2.splat(0)
  let b = a
  let c = a
  let d = a
  let offset: u32 = 0
  let isKnown = true
  let isAnswer = marks != 0
  for (let level: u32 = 0; level < LEVELS; level++) {
    for (const end = levelEnd(level); offset < end; offset++) {
      const words = wordsAt(place, offset)
      if (words == 0) continue
      a = i64x2.add(a, v128.load(words))
      b = i64x2.add(b, v128.load(words, 16))
      c = i64x2.add(c, v128.load(words, 32))
      d = i64x2.add(d, v128.load(words, 48))
    }
    if (isKnown) {
      const number = numberOfSum(leastOfAll(a, b, c, d), level)
      store<u32>(to + (<usize>level << 2), number)
      isKnown = number != 0
    }
    if (isAnswer && level < ANSWERS) {
      const sum = leastOfAll(
        i64x2.add(a, v128.load(marks)), i64x2.add(b, v128.load(marks, 16)),
        i64x2.add(c, v128.load(marks, 32)), i64x2.add(d, v128.load(marks, 48)),
      )
      const number = numberOfSum(sum, LEVELS + level)
      store<u32>(to + (<usize>(LEVELS + level) << 2), number)
      isAnswer = number != 0
    }
    if (!isKnown && !(isAnswer && level + 1 < ANSWERS)) return
  }
}
