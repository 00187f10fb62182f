// A network as the module's memory wants it: weights of 16 bits in the order in which they are read. Those of a 3×3
// convolution are transformed for tiles (`assembly/tiles.ts`), where its sums allow that; others are multiplied out.

import type { NetImage } from "../kernel/index.ts"
import {
  CELLS,
  DENSE_STEP,
  DIRECT,
  GROUP,
  HEAD,
  IMAGE_BITS,
  IMAGE_BLOCKS,
  IMAGE_CHANNELS,
  IMAGE_HEAD,
  LARGE_PART,
  LAYER_HEAD,
  LAYER_WAY,
  LIMIT,
  PLANES,
  SUMS_BYTES,
  TILE_PARTS,
  TILED,
  TILES,
} from "./assembly/layout.ts"
import type { Net, NetLayer } from "./file.ts"

const ALIGNMENT = 16

/**
 * A network in the form that the evaluator has in memory. `way` decides how 3×3 convolutions are computed; the results
 * are the same.
 */
export function makeImage(net: Net, way: (layer: NetLayer) => number = quickestWay): NetImage {
  const isTiled = (layer: NetLayer): boolean => layer.taps === 9 && way(layer) === TILED
  const lengths = net.layers.map((layer) => layerLength(layer, isTiled(layer)))
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, IMAGE_HEAD))
  const view = new DataView(bytes.buffer)
  view.setUint32(IMAGE_BLOCKS, net.blocks, true)
  view.setUint32(IMAGE_CHANNELS, net.channels, true)
  view.setUint32(IMAGE_BITS, net.bits, true)
  let at = IMAGE_HEAD
  for (const [index, layer] of net.layers.entries()) {
    if (isTiled(layer)) writeTiledLayer(view, at, layer)
    else writeLayer(view, at, layer)
    at += lengths[index]!
  }
  const boards = 2 * CELLS * (2 * net.channels + PLANES + HEAD)
  const tiles = TILE_PARTS * TILES * (2 * net.channels + SUMS_BYTES)
  return { bytes, activationBytes: boards + tiles }
}

/**
 * The quickest way to compute a layer: by tiles, if four times each result fits in 32 bits (activations are at
 * least 0 and at most LIMIT).
 */
export function quickestWay({ outputs, taps, inputs, weights }: NetLayer): number {
  const length = taps * inputs
  for (let output = 0; output < outputs; output++) {
    let [above, below] = [0, 0]
    for (const weight of weights.subarray(output * length, (output + 1) * length))
      if (weight > 0) above += weight
      else below -= weight
    if (4 * LIMIT * Math.max(above, below) >= 2 ** 31) return DIRECT
  }
  return TILED
}

/** Convolutions are computed by groups of outputs; the layer z is one with a window of one point. */
function isConvolution({ name, taps }: NetLayer): boolean {
  return taps === 9 || name === "z"
}

function padded(count: number, step: number): number {
  return Math.ceil(count / step) * step
}

function biasBytes({ outputs }: NetLayer): number {
  return 4 * padded(outputs, 4)
}

function weightCount(layer: NetLayer): number {
  const { outputs, taps, inputs } = layer
  return isConvolution(layer) ? outputs * taps * inputs : outputs * padded(inputs, DENSE_STEP)
}

function layerLength(layer: NetLayer, isTiled: boolean): number {
  if (isTiled) return LAYER_HEAD + 3 * biasBytes(layer) + 2 * TILE_PARTS * layer.outputs * layer.inputs
  return padded(LAYER_HEAD + biasBytes(layer) + 2 * weightCount(layer), ALIGNMENT)
}

function writeLayer(view: DataView, start: number, layer: NetLayer): void {
  const { outputs, taps, inputs, multipliers, weights } = layer
  writeBiases(view, start, layer)
  const begin = start + LAYER_HEAD + biasBytes(layer)
  const placeOf = isConvolution(layer) ? convolutionPlace(layer) : densePlace(layer)
  let from = 0
  for (let output = 0; output < outputs; output++)
    for (let tap = 0; tap < taps; tap++)
      for (let input = 0; input < inputs; input++)
        view.setInt16(begin + 2 * placeOf(output, tap, input), weights[from++]! * multipliers[output]!, true)
}

function writeBiases(view: DataView, start: number, { outputs, shift, biases }: NetLayer): void {
  view.setInt32(start, shift, true)
  const rounding = shift === 0 ? 0 : 2 ** (shift - 1)
  for (let output = 0; output < outputs; output++)
    view.setInt32(start + LAYER_HEAD + 4 * output, biases[output]! + rounding, true)
}

function writeTiledLayer(view: DataView, start: number, layer: NetLayer): void {
  const { outputs, taps, inputs, multipliers, weights } = layer
  view.setUint32(start + LAYER_WAY, TILED, true)
  writeBiases(view, start, layer)
  const ofMultipliers = start + LAYER_HEAD + biasBytes(layer)
  const ofCorrections = ofMultipliers + biasBytes(layer)
  const begin = ofCorrections + biasBytes(layer)
  const placeOf = convolutionPlace({ ...layer, taps: TILE_PARTS })
  // A network has tens of thousands of windows: to make arrays for each would take most of the time to load it.
  const [window, columns, tile] = [new Int32Array(taps), new Int32Array(12), new Int32Array(TILE_PARTS)]
  for (let output = 0; output < outputs; output++) {
    let largePart = 0
    for (let input = 0; input < inputs; input++) {
      for (let tap = 0; tap < taps; tap++) window[tap] = weights[(output * taps + tap) * inputs + input]!
      fillTile(window, columns, tile)
      for (let part = 0; part < TILE_PARTS; part++)
        view.setInt16(begin + 2 * placeOf(output, part, input), tile[part]!, true)
      largePart += tile[LARGE_PART]!
    }
    view.setInt32(ofMultipliers + 4 * output, multipliers[output]!, true)
    view.setInt32(ofCorrections + 4 * output, Math.imul(32_768, largePart), true)
  }
}

/** Fills a tile with the weights of a 3×3 window, by rows, as four times their 16 parts. */
function fillTile(window: Int32Array, columns: Int32Array, tile: Int32Array): void {
  for (let column = 0; column < 3; column++) fillTwice(window, column, columns, column, 3)
  for (let part = 0; part < 4; part++) fillTwice(columns, 3 * part, tile, 4 * part, 1)
}

/** Three weights in one direction, a step apart, as twice their four parts. */
function fillTwice(from: Int32Array, first: number, to: Int32Array, at: number, step: number): void {
  const [e, f, g] = [from[first]!, from[first + step]!, from[first + 2 * step]!]
  to[at] = 2 * e
  to[at + step] = e + f + g
  to[at + 2 * step] = e - f + g
  to[at + 3 * step] = 2 * g
}

type Place = (output: number, tap: number, input: number) => number

/** By group of outputs, tap, pair of inputs, output; both inputs of a pair beside each other. */
function convolutionPlace({ taps, inputs }: NetLayer): Place {
  return (output, tap, input) => {
    const [group, member] = [Math.floor(output / GROUP), output % GROUP]
    const pair = (group * taps + tap) * (inputs / 2) + Math.floor(input / 2)
    return (pair * GROUP + member) * 2 + (input % 2)
  }
}

function densePlace({ inputs }: NetLayer): Place {
  const row = padded(inputs, DENSE_STEP)
  return (output, _tap, input) => output * row + input
}
