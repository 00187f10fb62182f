// A network as the module's memory wants it: weights multiplied out to 16 bits in the order in which they are read.

import type { NetImage } from "../kernel/index.ts"
import {
  CELLS,
  DENSE_STEP,
  GROUP,
  HEAD,
  IMAGE_BITS,
  IMAGE_BLOCKS,
  IMAGE_CHANNELS,
  IMAGE_HEAD,
  LAYER_HEAD,
  PLANES,
} from "./assembly/layout.ts"
import type { Net, NetLayer } from "./file.ts"

const ALIGNMENT = 16

export function makeImage(net: Net): NetImage {
  const lengths = net.layers.map(layerLength)
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, IMAGE_HEAD))
  const view = new DataView(bytes.buffer)
  view.setUint32(IMAGE_BLOCKS, net.blocks, true)
  view.setUint32(IMAGE_CHANNELS, net.channels, true)
  view.setUint32(IMAGE_BITS, net.bits, true)
  let at = IMAGE_HEAD
  for (const [index, layer] of net.layers.entries()) {
    writeLayer(view, at, layer)
    at += lengths[index]!
  }
  return { bytes, activationBytes: 2 * CELLS * (2 * net.channels + PLANES + HEAD) }
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

function layerLength(layer: NetLayer): number {
  return padded(LAYER_HEAD + biasBytes(layer) + 2 * weightCount(layer), ALIGNMENT)
}

function writeLayer(view: DataView, start: number, layer: NetLayer): void {
  const { outputs, taps, inputs, shift, multipliers, biases, weights } = layer
  view.setInt32(start, shift, true)
  const rounding = shift === 0 ? 0 : 2 ** (shift - 1)
  for (let output = 0; output < outputs; output++)
    view.setInt32(start + LAYER_HEAD + 4 * output, biases[output]! + rounding, true)
  const begin = start + LAYER_HEAD + biasBytes(layer)
  const placeOf = isConvolution(layer) ? convolutionPlace(layer) : densePlace(layer)
  let from = 0
  for (let output = 0; output < outputs; output++)
    for (let tap = 0; tap < taps; tap++)
      for (let input = 0; input < inputs; input++)
        view.setInt16(begin + 2 * placeOf(output, tap, input), weights[from++]! * multipliers[output]!, true)
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
