// A network as a file (docs/net.md): architecture, origin and scores in the header, and all layers in one part. What
// could overflow in the module is refused here, so that the module needn't check.

import { makeContainer, parseContainer } from "../base/container.ts"
import { err, ok, type Result } from "../base/result.ts"
import { GLOBALS, GROUP, HALF_HEAD, HEAD, HIDDEN, LIMIT, OUTPUTS, PLANES } from "./assembly/layout.ts"

const KIND = { name: "montego-net", version: 1 }

const MOST_BLOCKS = 64
const MOST_CHANNELS = 256
/** Half points of the komi are 1/32 of a unit; the largest komi must stay within an activation. */
const LEAST_BITS = 5
const MOST_BITS = 12
const MOST_SHIFT = 30
const LARGEST_WEIGHT = 32_767
const LARGEST_SUM = 2 ** 31

/** What training noted about a network, for people. */
export type NetNotes = Readonly<Record<string, unknown>>

/** The size of a network. */
export interface NetShape {
  readonly blocks: number
  /** A multiple of 16. */
  readonly channels: number
}

/** A layer of a network. */
export interface NetLayer {
  readonly name: string
  readonly outputs: number
  /** 9 for a 3×3 window, 1 for a point or a list of numbers. */
  readonly taps: number
  /** Inputs for each tap. */
  readonly inputs: number
  readonly shift: number
  /** By output. A weight is its byte times the multiplier of its output. */
  readonly multipliers: Uint16Array
  readonly biases: Int32Array
  /** By output, tap and input. */
  readonly weights: Int8Array
}

/** A network as its file has it. */
export interface Net extends NetShape {
  /** One unit of every activation, logit and input is 2^bits. */
  readonly bits: number
  /** The board it was trained for, 0 for several. */
  readonly size: number
  readonly origin: NetNotes
  readonly scores: NetNotes
  /** In the order of the file. */
  readonly layers: readonly NetLayer[]
}

type LayerShape = Pick<NetLayer, "name" | "outputs" | "taps" | "inputs">

/** Whether a block adds pooled values: those with an odd number do, counted from 0. */
export function hasPool(block: number): boolean {
  return block % 2 === 1
}

/** All layers in the order of the file. */
export function layerShapes({ blocks, channels }: NetShape): LayerShape[] {
  const conv = (name: string, inputs: number): LayerShape => ({ name, outputs: channels, taps: 9, inputs })
  const dense = (name: string, outputs: number, inputs: number): LayerShape => ({
    name,
    outputs,
    taps: 1,
    inputs,
  })
  const inBlocks = Array.from({ length: blocks }, (_, block) => [
    conv(`block ${block} conv 1`, channels),
    ...(hasPool(block) ? [dense(`block ${block} pool`, channels, 2 * channels)] : []),
    conv(`block ${block} conv 2`, channels),
  ])
  return [
    conv("input", PLANES),
    dense("globals", channels, GLOBALS),
    ...inBlocks.flat(),
    dense("z", HEAD, channels),
    dense("f1", HIDDEN, 2 * HEAD),
    dense("f2", OUTPUTS, HIDDEN),
    dense("pw", 1, HALF_HEAD),
    dense("ow", 1, HALF_HEAD),
  ]
}

/** How many weights a network of this shape has. */
export function countWeights(shape: NetShape): number {
  return layerShapes(shape).reduce((sum, { outputs, taps, inputs }) => sum + outputs * taps * inputs, 0)
}

/** A network as the bytes of its file. */
export function makeNet({ blocks, channels, bits, size, origin, scores, layers }: Net): Uint8Array {
  const header = { blocks, channels, bits, planes: PLANES, globals: GLOBALS, size, origin, scores }
  const part = new Uint8Array(layers.reduce((sum, layer) => sum + layerBytes(layer), 0))
  const view = new DataView(part.buffer)
  let at = 0
  for (const { shift, multipliers, biases, weights } of layers) {
    part[at++] = shift
    for (const multiplier of multipliers) {
      view.setUint16(at, multiplier, true)
      at += 2
    }
    for (const bias of biases) {
      view.setInt32(at, bias, true)
      at += 4
    }
    part.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), at)
    at += weights.length
  }
  return makeContainer(KIND, { header, parts: { layers: part } })
}

function layerBytes({ outputs, taps, inputs }: LayerShape): number {
  return 1 + (2 + 4 + taps * inputs) * outputs
}

interface Header extends NetShape {
  readonly bits: number
  readonly planes: number
  readonly globals: number
  readonly size?: number
  readonly origin?: NetNotes
  readonly scores?: NetNotes
}

/** Reads the bytes of a network's file. The reason says why it can't be used, for a message that names the file. */
export function parseNet(bytes: Uint8Array): Result<Net, string> {
  const container = parseContainer(bytes, KIND)
  if (!container.ok) return container
  const header = container.value.header as Header
  const fault = headerFault(header)
  if (fault !== undefined) return err(fault)
  const { blocks, channels, bits, size = 0, origin = {}, scores = {} } = header
  const part = container.value.parts["layers"]
  const shapes = layerShapes(header)
  const wanted = shapes.reduce((sum, shape) => sum + layerBytes(shape), 0)
  if (part?.length !== wanted)
    return err(`its layers have ${part?.length ?? 0} bytes; ${blocks}×${channels} has ${wanted}`)
  const layers = readLayers(part, shapes)
  const weak = overflowFault(layers)
  return weak === undefined ? ok({ blocks, channels, bits, size, origin, scores, layers }) : err(weak)
}

function headerFault(header: Header | null): string | undefined {
  const { blocks, channels, bits, planes, globals, size = 0 } = header ?? ({} as Partial<Header>)
  const isIn = (value: unknown, from: number, to: number): boolean =>
    Number.isInteger(value) && (value as number) >= from && (value as number) <= to
  if (!isIn(blocks, 1, MOST_BLOCKS)) return `it has ${blocks} blocks; 1 to ${MOST_BLOCKS} can be computed`
  if (!isIn(channels, GROUP, MOST_CHANNELS) || channels! % GROUP !== 0)
    return `it has ${channels} channels; multiples of ${GROUP} up to ${MOST_CHANNELS} can be computed`
  if (!isIn(bits, LEAST_BITS, MOST_BITS))
    return `its unit has ${bits} bits; ${LEAST_BITS} to ${MOST_BITS} can be computed`
  if (planes !== PLANES || globals !== GLOBALS)
    return `made for ${planes} planes and ${globals} globals; this program has ${PLANES} and ${GLOBALS}`
  return isIn(size, 0, 19) ? undefined : `made for a board of size ${size}`
}

function readLayers(part: Uint8Array, shapes: readonly LayerShape[]): NetLayer[] {
  const view = new DataView(part.buffer, part.byteOffset, part.length)
  let at = 0
  return shapes.map((shape) => {
    const { outputs, taps, inputs } = shape
    const shift = part[at]!
    at += 1
    const multipliers = Uint16Array.from({ length: outputs }, (_, o) => view.getUint16(at + 2 * o, true))
    at += 2 * outputs
    const biases = Int32Array.from({ length: outputs }, (_, o) => view.getInt32(at + 4 * o, true))
    at += 4 * outputs
    const length = outputs * taps * inputs
    const weights = new Int8Array(part.slice(at, at + length).buffer)
    at += length
    return { ...shape, shift, multipliers, biases, weights }
  })
}

/** All sums must stay below 2^31, and all weights must fit 16 bits. */
function overflowFault(layers: readonly NetLayer[]): string | undefined {
  for (const layer of layers) {
    if (layer.shift > MOST_SHIFT)
      return `layer ${layer.name} has a shift of ${layer.shift}, over ${MOST_SHIFT}`
    for (let output = 0; output < layer.outputs; output++) {
      const { most, sum } = boundOf(layer, output)
      if (most > LARGEST_WEIGHT)
        return `layer ${layer.name}, output ${output}: a weight of ${most} does not fit 16 bits`
      if (sum >= LARGEST_SUM) return `layer ${layer.name}, output ${output} could overflow 32 bits`
    }
  }
  // The first convolution and the globals are added after their shifts.
  const [input, globals] = layers as [NetLayer, NetLayer]
  for (let output = 0; output < input.outputs; output++) {
    const sum = [input, globals].reduce(
      (all, layer) => all + boundOf(layer, output).sum / 2 ** layer.shift,
      0,
    )
    if (sum >= LARGEST_SUM)
      return `layers input and globals, output ${output} together could overflow 32 bits`
  }
  return undefined
}

interface Bound {
  /** The largest weight, and the bound of the sum with bias and rounding. */
  readonly most: number
  readonly sum: number
}

function boundOf({ taps, inputs, shift, multipliers, biases, weights }: NetLayer, output: number): Bound {
  const length = taps * inputs
  let [most, sum] = [0, 0]
  for (let at = output * length; at < (output + 1) * length; at++) {
    most = Math.max(most, Math.abs(weights[at]!))
    sum += Math.abs(weights[at]!)
  }
  const multiplier = multipliers[output]!
  return {
    most: most * multiplier,
    sum: sum * multiplier * (LIMIT + 1) + Math.abs(biases[output]!) + 2 ** shift,
  }
}
