// The layers of a network in integers (docs/net.md). Activations are 16 bits wide, channels last; sums are 32 bits wide
// and can't overflow, because the reader of the file has seen to it.

import { region } from "../../kernel/assembly/worker"
import { ADDED, CELLS, DENSE_STEP, GROUP, LAYER_HEAD, LIMIT, POINT_CELLS, SUMS_BYTES, TAPS, WASTE_CELL } from "./layout"

// What becomes of the sums of a convolution.
/** Keeps the sign. */
export const SIGNED: u32 = 0
export const RELU: u32 = 1
/** Added to what stands there, then as RELU. */
export const RESIDUAL: u32 = 2
/** With the numbers at ADDED, then as RELU. */
export const PLUS_ADDED: u32 = 3
/** The sums themselves, 32 bits each, SUMS_BYTES for a cell. */
export const SUMS: u32 = 4

// The board: lines, points, and where the list of cells ends.
let lines: u32 = 0
let points: u32 = 0
let cellsEnd: usize = 0

/** Lists the cells of a board's points and the taps. Rows share their border, so that a row has one cell more. */
export function layOut(size: u32): void {
  lines = size
  points = size * size
  let at = region + POINT_CELLS
  for (let y: u32 = 1; y <= size; y++)
    for (let x: u32 = 1; x <= size; x++, at += 4) store<u32>(at, y * (size + 1) + x)
  for (let rest = points; rest % 3 != 0; rest++, at += 4) store<u32>(at, <u32>WASTE_CELL)
  cellsEnd = at
  const row = <i32>size + 1
  let tap = region + TAPS
  for (let y = -1; y <= 1; y++) for (let x = -1; x <= 1; x++, tap += 4) store<i32>(tap, y * row + x)
}

/** The cell of the point with this number, row by row. */
@inline
export function cellOf(index: u32): usize {
  return <usize>load<u32>(region + POINT_CELLS + (<usize>index << 2))
}

// The layer that `openLayer` has opened; the next one follows it.
export let shift: i32 = 0
export let biases: usize = 0
export let weights: usize = 0

@inline
export function openLayer(layer: usize, outputs: u32): void {
  shift = load<i32>(layer)
  biases = layer + LAYER_HEAD
  weights = biases + (<usize>((outputs + 3) & ~3) << 2)
}

/** Behind the layer. */
@inline
function layerEnd(count: u32): usize {
  return (weights + (<usize>count << 1) + 15) & ~15
}

/** Four sums of a point: shifted, limited and stored as sixteen channels. */
@inline
export function finish(s0: v128, s1: v128, s2: v128, s3: v128, by: i32, target: usize, mode: u32, added: usize): void {
  let a = i32x4.shr_s(s0, by)
  let b = i32x4.shr_s(s1, by)
  let c = i32x4.shr_s(s2, by)
  let d = i32x4.shr_s(s3, by)
  if (mode == PLUS_ADDED) {
    a = i32x4.add(a, v128.load(added))
    b = i32x4.add(b, v128.load(added, 16))
    c = i32x4.add(c, v128.load(added, 32))
    d = i32x4.add(d, v128.load(added, 48))
  }
  // What is beyond 16 bits is beyond the limits, too: it may be cut off first.
  let low = i16x8.narrow_i32x4_s(a, b)
  let high = i16x8.narrow_i32x4_s(c, d)
  if (mode == RESIDUAL) {
    low = i16x8.add_sat_s(low, v128.load(target))
    high = i16x8.add_sat_s(high, v128.load(target, 16))
  }
  const most = i16x8.splat(<i16>LIMIT)
  const least = i16x8.splat(mode == SIGNED ? <i16>-LIMIT : 0)
  v128.store(target, i16x8.max_s(i16x8.min_s(low, most), least))
  v128.store(target, i16x8.max_s(i16x8.min_s(high, most), least), 16)
}

@inline
function keep(s0: v128, s1: v128, s2: v128, s3: v128, target: usize): void {
  v128.store(target, s0)
  v128.store(target, s1, 16)
  v128.store(target, s2, 32)
  v128.store(target, s3, 48)
}

/**
 * A convolution with a window of 3×3, or of one point (`taps` 1), multiplied out. Answers where the next layer is.
 */
export function convolve(
  layer: usize, input: usize, inputs: u32, output: usize, outputs: u32, taps: u32, mode: u32,
): usize {
  openLayer(layer, outputs)
  const groupBytes = <usize>(taps * inputs * GROUP) << 1
  // A window of one point is the middle of the nine.
  const firstTap = region + TAPS + (taps == 1 ? 16 : 0)
  const tapsEnd = firstTap + (<usize>taps << 2)
  let bias = biases
  let group = weights
  let added = region + ADDED
  for (let done: u32 = 0; done < outputs; done += GROUP) {
    sumGroup(
      input, <usize>inputs << 1, region + POINT_CELLS, cellsEnd, firstTap, tapsEnd, bias, group,
      output, <usize>outputs << 1, mode, added,
    )
    bias += <usize>GROUP << 2
    group += groupBytes
    added += <usize>GROUP << 2
    output += <usize>GROUP << 1
  }
  return layerEnd(outputs * taps * inputs)
}

/**
 * Sixteen outputs at all cells of a list, whose sums begin with the numbers at `start`. Three cells at a time: twelve
 * sums stay in registers, and each pair of inputs is multiplied by the pairs of weights of four outputs at once.
 */
export function sumGroup(
  input: usize, inBytes: usize, cells: usize, cellsEnd: usize, firstTap: usize, tapsEnd: usize,
  start: usize, group: usize, output: usize, outBytes: usize, mode: u32, added: usize,
): void {
  const by = shift
  for (let at = cells; at < cellsEnd; at += 12) {
    const first = <usize>load<u32>(at)
    const second = <usize>load<u32>(at, 4)
    const third = <usize>load<u32>(at, 8)
    let a0 = v128.load(start)
    let a1 = v128.load(start, 16)
    let a2 = v128.load(start, 32)
    let a3 = v128.load(start, 48)
    let b0 = a0
    let b1 = a1
    let b2 = a2
    let b3 = a3
    let c0 = a0
    let c1 = a1
    let c2 = a2
    let c3 = a3
    let w = group
    for (let tap = firstTap; tap < tapsEnd; tap += 4) {
      const offset = load<i32>(tap)
      let a = input + (first + offset) * inBytes
      let b = input + (second + offset) * inBytes
      let c = input + (third + offset) * inBytes
      const end = a + inBytes
      do {
        let x = v128.load32_splat(a)
        let y = v128.load32_splat(b)
        let z = v128.load32_splat(c)
        let v = v128.load(w)
        a0 = i32x4.add(a0, i32x4.dot_i16x8_s(v, x))
        b0 = i32x4.add(b0, i32x4.dot_i16x8_s(v, y))
        c0 = i32x4.add(c0, i32x4.dot_i16x8_s(v, z))
        v = v128.load(w, 16)
        a1 = i32x4.add(a1, i32x4.dot_i16x8_s(v, x))
        b1 = i32x4.add(b1, i32x4.dot_i16x8_s(v, y))
        c1 = i32x4.add(c1, i32x4.dot_i16x8_s(v, z))
        v = v128.load(w, 32)
        a2 = i32x4.add(a2, i32x4.dot_i16x8_s(v, x))
        b2 = i32x4.add(b2, i32x4.dot_i16x8_s(v, y))
        c2 = i32x4.add(c2, i32x4.dot_i16x8_s(v, z))
        v = v128.load(w, 48)
        a3 = i32x4.add(a3, i32x4.dot_i16x8_s(v, x))
        b3 = i32x4.add(b3, i32x4.dot_i16x8_s(v, y))
        c3 = i32x4.add(c3, i32x4.dot_i16x8_s(v, z))
        x = v128.load32_splat(a, 4)
        y = v128.load32_splat(b, 4)
        z = v128.load32_splat(c, 4)
        v = v128.load(w, 64)
        a0 = i32x4.add(a0, i32x4.dot_i16x8_s(v, x))
        b0 = i32x4.add(b0, i32x4.dot_i16x8_s(v, y))
        c0 = i32x4.add(c0, i32x4.dot_i16x8_s(v, z))
        v = v128.load(w, 80)
        a1 = i32x4.add(a1, i32x4.dot_i16x8_s(v, x))
        b1 = i32x4.add(b1, i32x4.dot_i16x8_s(v, y))
        c1 = i32x4.add(c1, i32x4.dot_i16x8_s(v, z))
        v = v128.load(w, 96)
        a2 = i32x4.add(a2, i32x4.dot_i16x8_s(v, x))
        b2 = i32x4.add(b2, i32x4.dot_i16x8_s(v, y))
        c2 = i32x4.add(c2, i32x4.dot_i16x8_s(v, z))
        v = v128.load(w, 112)
        a3 = i32x4.add(a3, i32x4.dot_i16x8_s(v, x))
        b3 = i32x4.add(b3, i32x4.dot_i16x8_s(v, y))
        c3 = i32x4.add(c3, i32x4.dot_i16x8_s(v, z))
        w += 128
        a += 8
        b += 8
        c += 8
      } while (a < end)
    }
    if (mode == SUMS) {
      keep(a0, a1, a2, a3, output + first * SUMS_BYTES)
      keep(b0, b1, b2, b3, output + second * SUMS_BYTES)
      keep(c0, c1, c2, c3, output + third * SUMS_BYTES)
    } else {
      finish(a0, a1, a2, a3, by, output + first * outBytes, mode, added)
      finish(b0, b1, b2, b3, by, output + second * outBytes, mode, added)
      finish(c0, c1, c2, c3, by, output + third * outBytes, mode, added)
    }
  }
}

/** Sum of four lanes. */
@inline
function total(lanes: v128): i32 {
  const pairs = i32x4.add(lanes, i32x4.shuffle(lanes, lanes, 2, 3, 0, 1))
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1)
}

/** A dense layer of 16-bit inputs; results are 32 bits wide and not limited. Answers where the next layer is. */
export function dense(layer: usize, input: usize, inputs: u32, output: usize, outputs: u32): usize {
  openLayer(layer, outputs)
  const row = (inputs + DENSE_STEP - 1) & ~(DENSE_STEP - 1)
  const end = input + (<usize>row << 1)
  let w = weights
  for (let index: u32 = 0; index < outputs; index++) {
    let sums = i32x4.splat(0)
    for (let at = input; at < end; at += 16, w += 16)
      sums = i32x4.add(sums, i32x4.dot_i16x8_s(v128.load(at), v128.load(w)))
    const place = <usize>index << 2
    store<i32>(output + place, (total(sums) + load<i32>(biases + place)) >> shift)
  }
  return layerEnd(outputs * row)
}

/** 32-bit numbers as activations of 16 bits from 0 to LIMIT. */
export function limitToActivations(from: usize, to: usize, count: u32): void {
  for (let index: u32 = 0; index < count; index++)
    store<i16>(to + (<usize>index << 1), <i16>max<i32>(0, min<i32>(LIMIT, load<i32>(from + (<usize>index << 2)))))
}

/** Means and maxima over the board, with negative values as 0: all means, then all maxima. */
export function pool(input: usize, channels: u32, output: usize): void {
  const bytes = <usize>channels << 1
  const none = i32x4.splat(0)
  for (let offset: usize = 0; offset < bytes; offset += 16) {
    let low = none
    let high = none
    let most = none
    for (let index: u32 = 0; index < points; index++) {
      const values = i16x8.max_s(v128.load(input + offset + cellOf(index) * bytes), none)
      low = i32x4.add(low, i32x4.extend_low_i16x8_s(values))
      high = i32x4.add(high, i32x4.extend_high_i16x8_s(values))
      most = i16x8.max_s(most, values)
    }
    v128.store(output + offset, i16x8.narrow_i32x4_s(divided(low), divided(high)))
    v128.store(output + bytes + offset, most)
  }
}

/** Four sums divided by the number of points, rounded down. */
function divided(sums: v128): v128 {
  let means = i32x4.splat(<i32>(<u32>i32x4.extract_lane(sums, 0) / points))
  means = i32x4.replace_lane(means, 1, <i32>(<u32>i32x4.extract_lane(sums, 1) / points))
  means = i32x4.replace_lane(means, 2, <i32>(<u32>i32x4.extract_lane(sums, 2) / points))
  return i32x4.replace_lane(means, 3, <i32>(<u32>i32x4.extract_lane(sums, 3) / points))
}

/** Adds the numbers at ADDED to all points and limits to 0 … LIMIT. */
export function addToAll(board: usize, channels: u32): void {
  const bytes = <usize>channels << 1
  const none = i16x8.splat(0)
  const most = i16x8.splat(<i16>LIMIT)
  for (let offset: usize = 0; offset < bytes; offset += 16) {
    const added = addedFor(offset)
    for (let index: u32 = 0; index < points; index++) {
      const at = board + offset + cellOf(index) * bytes
      v128.store(at, i16x8.max_s(i16x8.min_s(i16x8.add_sat_s(v128.load(at), added), most), none))
    }
  }
}

/** Eight of the numbers at ADDED in 16 bits; what is cut off is beyond the limits with any activation. */
@inline
function addedFor(offset: usize): v128 {
  const at = region + ADDED + (offset << 1)
  return i16x8.narrow_i32x4_s(v128.load(at), v128.load(at, 16))
}

/**
 * A layer of one output at every point, on half of the channels: their values, plus the numbers at `added` if there are
 * some, limited to 0 … LIMIT. Writes a number by the point's index in `indices`. Answers where the next layer is.
 */
export function project(
  layer: usize, input: usize, cellBytes: usize, channels: u32, added: usize, indices: usize, output: usize,
): usize {
  openLayer(layer, 1)
  const none = i16x8.splat(0)
  const most = i16x8.splat(<i16>LIMIT)
  const end = <usize>channels << 1
  for (let index: u32 = 0; index < points; index++) {
    const cell = input + cellOf(index) * cellBytes
    let sums = i32x4.splat(0)
    for (let offset: usize = 0; offset < end; offset += 16) {
      let values = v128.load(cell + offset)
      if (added != 0) {
        const at = added + (offset << 1)
        values = i16x8.add_sat_s(values, i16x8.narrow_i32x4_s(v128.load(at), v128.load(at, 16)))
      }
      values = i16x8.max_s(i16x8.min_s(values, most), none)
      sums = i32x4.add(sums, i32x4.dot_i16x8_s(values, v128.load(weights + offset)))
    }
    const point = <usize>load<u16>(indices + (<usize>index << 1))
    store<i32>(output + (point >> 2), (total(sums) + load<i32>(biases)) >> shift)
  }
  return layerEnd(channels)
}

/** Bytes of a board with this many channels. */
@inline
export function boardBytes(channels: u32): usize {
  return (CELLS * <usize>channels) << 1
}

export function pointCount(): u32 {
  return points
}

export function boardLines(): u32 {
  return lines
}
