// A 3×3 convolution by tiles of 2×2 points (Winograd 1980; Lavin and Gray 2016, F(2×2, 3×3)): the 4×4 cells around a
// tile and the weights are transformed by additions, and 16 products an input and output take the place of 36. In
// integers this is exact: sums are counted modulo 2^32, the transformed weights are 4 times as large, and the host
// chooses this way only where 4 times the result fits in 32 bits (`image.ts`).
//
//   parts of the cells a b c d in one direction:   a − c, b + c, c − b, b − d
//   four times the weights e f g, likewise:        2e, e + f + g, e − f + g, 2g
//   results of the products p q r s:               p + q + r, q − r − s
//
// Activations are at least 0, so all parts but (b + c, b + c) stay within 16 bits. That one is stored less 32 768, and
// its sums begin with a correction: 32 768 times the sum of its weights.

import { region } from "../../kernel/assembly/worker"
import { biases, boardLines, finish, openLayer, shift, SUMS, sumGroup } from "./layers"
import { ADDED, GROUP, LARGE_PART, NO_SUMS, SUMS_BYTES, TAPS, TILE_NUMBERS, TILE_PARTS, TILES, WIDE_TILES } from "./layout"

/** The middle of the nine taps: a transformed tile is multiplied as if its window were one point. */
const ONE_TAP: usize = 16

// What a worker computes with: transformed cells, and the sums of a group of outputs by part and tile.
let parts: usize = 0
let sums: usize = 0

/**
 * Says where the transformed cells and the sums of this worker go, and lists the tiles of the board that is laid out:
 * all of them, and those that have a second column of points.
 */
export function placeTiles(address: usize, channels: u32): void {
  parts = address
  sums = parts + TILE_PARTS * TILES * (<usize>channels << 1)
  memory.fill(region + NO_SUMS, 0, SUMS_BYTES)
  const line = tilesInLine()
  let every = region + TILE_NUMBERS
  let wide = region + WIDE_TILES
  for (let tile: u32 = 0; tile < <u32>TILES; tile++, every += 4) {
    store<u32>(every, tile)
    if (tile < line * line && tile % line >= fullTiles()) continue
    store<u32>(wide, tile)
    wide += 4
  }
}

@inline
function tilesInLine(): u32 {
  return (boardLines() + 1) >> 1
}

/** Tiles of a line that have two points in it: on a board of odd size all but the last. */
@inline
function fullTiles(): u32 {
  return boardLines() >> 1
}

/** The convolution of a layer of 3×3 that the host has laid out for tiles. */
export function convolveTiles(layer: usize, input: usize, inputs: u32, output: usize, outputs: u32, mode: u32): void {
  openLayer(layer, outputs)
  const inBytes = <usize>inputs << 1
  const outBytes = <usize>outputs << 1
  const multipliers = biases + (<usize>outputs << 2)
  const corrections = multipliers + (<usize>outputs << 2)
  const middle = region + TAPS + ONE_TAP
  let weights = corrections + (<usize>outputs << 2)
  transformCells(input, inBytes)
  for (let done: u32 = 0; done < outputs; done += GROUP) {
    const place = <usize>done << 2
    for (let part: u32 = 0; part < TILE_PARTS; part++) {
      const start = part == LARGE_PART ? corrections + place : region + NO_SUMS
      // The last parts of a row or a column only count for the second point in it.
      const isLastInRow = (part & 3) == 3
      const tiles = (isLastInRow ? fullTiles() : tilesInLine()) * (part >= 12 ? fullTiles() : tilesInLine())
      const list = region + (isLastInRow ? WIDE_TILES : TILE_NUMBERS)
      sumGroup(
        parts + <usize>part * TILES * inBytes, inBytes, list, list + <usize>((tiles + 2) / 3) * 12, middle, middle + 4,
        start, weights, sums + <usize>part * TILES * SUMS_BYTES, 0, SUMS, 0,
      )
      weights += inBytes * GROUP
    }
    finishTiles(multipliers + place, biases + place, output + (<usize>done << 1), outBytes, mode, region + ADDED + place)
  }
}

/** Behind a layer for tiles. */
@inline
export function tiledLayerEnd(layer: usize, inputs: u32, outputs: u32): usize {
  openLayer(layer, outputs)
  return biases + 3 * (<usize>outputs << 2) + (<usize>(TILE_PARTS * inputs * outputs) << 1)
}

/** The parts of all tiles, eight channels at a time. */
function transformCells(input: usize, inBytes: usize): void {
  const line = tilesInLine()
  const row = <usize>(boardLines() + 1) * inBytes
  const stride = TILES * inBytes
  let tile: usize = parts
  for (let y: u32 = 0; y < line; y++)
    for (let x: u32 = 0; x < line; x++) {
      let at = input + (<usize>(y << 1) * row) + <usize>(x << 1) * inBytes
      for (const end = at + inBytes; at < end; at += 16, tile += 16)
        transformTile(at, row, inBytes, tile, stride)
    }
}

/** Eight channels of a tile: by rows, then by columns. */
@inline
function transformTile(at: usize, row: usize, cell: usize, to: usize, stride: usize): void {
  const below = at + row
  const third = below + row
  const last = third + row
  for (let part: u32 = 0; part < 4; part++) {
    let a: v128, b: v128, c: v128, d: v128
    if (part == 0) {
      a = i16x8.sub(v128.load(at), v128.load(third))
      b = i16x8.sub(v128.load(at + cell), v128.load(third + cell))
      c = i16x8.sub(v128.load(at + 2 * cell), v128.load(third + 2 * cell))
      d = i16x8.sub(v128.load(at + 3 * cell), v128.load(third + 3 * cell))
    } else if (part == 1) {
      a = i16x8.add(v128.load(below), v128.load(third))
      b = i16x8.add(v128.load(below + cell), v128.load(third + cell))
      c = i16x8.add(v128.load(below + 2 * cell), v128.load(third + 2 * cell))
      d = i16x8.add(v128.load(below + 3 * cell), v128.load(third + 3 * cell))
    } else if (part == 2) {
      a = i16x8.sub(v128.load(third), v128.load(below))
      b = i16x8.sub(v128.load(third + cell), v128.load(below + cell))
      c = i16x8.sub(v128.load(third + 2 * cell), v128.load(below + 2 * cell))
      d = i16x8.sub(v128.load(third + 3 * cell), v128.load(below + 3 * cell))
    } else {
      a = i16x8.sub(v128.load(below), v128.load(last))
      b = i16x8.sub(v128.load(below + cell), v128.load(last + cell))
      c = i16x8.sub(v128.load(below + 2 * cell), v128.load(last + 2 * cell))
      d = i16x8.sub(v128.load(below + 3 * cell), v128.load(last + 3 * cell))
    }
    let both = i16x8.add(b, c)
    // Modulo 2^16, less 32 768 is the other sign bit.
    if (part == 1) both = v128.xor(both, i16x8.splat(-32768))
    v128.store(to, i16x8.sub(a, c))
    v128.store(to + stride, both)
    v128.store(to + 2 * stride, i16x8.sub(c, b))
    v128.store(to + 3 * stride, i16x8.sub(b, d))
    to += 4 * stride
  }
}

/** Sums of a group become its results at the points of all tiles. */
function finishTiles(
  multipliers: usize, firstBias: usize, output: usize, outBytes: usize, mode: u32, added: usize,
): void {
  const size = boardLines()
  let tile = sums
  for (let y: u32 = 1; y <= size; y += 2) {
    for (let x: u32 = 1; x <= size; x += 2, tile += SUMS_BYTES) {
      for (let lane: usize = 0; lane < SUMS_BYTES; lane += 16)
        gatherTile(tile + lane, v128.load(multipliers + lane), v128.load(firstBias + lane))
      // Points beyond the last line of a board with an odd size are no points.
      const at = output + (<usize>(y * (size + 1) + x)) * outBytes
      finishPoint(tile, at, mode, added)
      if (x < size) finishPoint(tile + STEP, at + outBytes, mode, added)
      if (y == size) continue
      const next = at + <usize>(size + 1) * outBytes
      finishPoint(tile + 2 * STEP, next, mode, added)
      if (x < size) finishPoint(tile + 3 * STEP, next + outBytes, mode, added)
    }
  }
}

/** From one part of a tile to the next. */
const STEP: usize = TILES * SUMS_BYTES

/** Four outputs: the sums of the 16 parts become those of the four points, in the place of the first four parts. */
@inline
function gatherTile(at: usize, multiplier: v128, bias: v128): void {
  const a0 = gathered(at, 0)
  const a1 = gathered(at, STEP)
  const a2 = gathered(at, 2 * STEP)
  const a3 = gathered(at, 3 * STEP)
  const b0 = lowered(at, 0)
  const b1 = lowered(at, STEP)
  const b2 = lowered(at, 2 * STEP)
  const b3 = lowered(at, 3 * STEP)
  v128.store(at, scaled(i32x4.add(i32x4.add(a0, a1), a2), multiplier, bias))
  v128.store(at + STEP, scaled(i32x4.sub(i32x4.sub(a1, a2), a3), multiplier, bias))
  v128.store(at + 2 * STEP, scaled(i32x4.add(i32x4.add(b0, b1), b2), multiplier, bias))
  v128.store(at + 3 * STEP, scaled(i32x4.sub(i32x4.sub(b1, b2), b3), multiplier, bias))
}

/** The upper row of a column of parts. */
@inline
function gathered(at: usize, column: usize): v128 {
  const from = at + column
  return i32x4.add(i32x4.add(v128.load(from), v128.load(from + 4 * STEP)), v128.load(from + 8 * STEP))
}

/** The lower row. */
@inline
function lowered(at: usize, column: usize): v128 {
  const from = at + column
  return i32x4.sub(i32x4.sub(v128.load(from + 4 * STEP), v128.load(from + 8 * STEP)), v128.load(from + 12 * STEP))
}

/** Four times the sum of bytes times activations becomes the sum of weights times activations, with the bias. */
@inline
function scaled(fourfold: v128, multiplier: v128, bias: v128): v128 {
  return i32x4.add(i32x4.mul(i32x4.shr_s(fourfold, 2), multiplier), bias)
}

@inline
function finishPoint(at: usize, target: usize, mode: u32, added: usize): void {
  finish(v128.load(at), v128.load(at, 16), v128.load(at, 32), v128.load(at, 48), shift, target, mode, added)
}
