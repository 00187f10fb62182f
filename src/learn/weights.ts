// Learned gammas as a file: where they come from in the header, plain features as single precision numbers, and of each
// harvested shape its key and its gamma. Keys are sorted, so that most differences take two bytes; a shape's gamma is
// one byte on a logarithmic scale. docs/learning.md has the loss by rounding.

import { crc32 } from "../base/crc32.ts"
import { err, ok, type Result } from "../base/result.ts"
import { bytesOf, makeContainer, parseContainer } from "../base/container.ts"
import { PLAIN_FEATURES, SLOTS } from "./features.ts"
import { drawPattern, patternClasses, PLAYOUT_SLOTS, playoutNumbers } from "./playout-features.ts"
import type { FeatureSet } from "./dataset.ts"
import type { Prediction } from "./prediction.ts"

/** Boards up to this size use the weights of 9×9. */
const LARGEST_SMALL = 11

/** The board whose weights a board of this size uses. */
export function weightsSize(size: number): 9 | 19 {
  return size <= LARGEST_SMALL ? 9 : 19
}

/** For playouts, or for moves of the tree. */
export type WeightsKind = FeatureSet["kind"]

/** A file that weights were learned from. */
export interface DataFile {
  readonly name: string
  readonly sha256: string
}

/** What weights were learned from, and how. */
export interface WeightsOrigin {
  /** Version of the program that made them. */
  readonly montego: string
  /** The board that they were learned on. */
  readonly size: number
  readonly files: readonly DataFile[]
  readonly games: number
  /** Positions that were learned from, in each pass. */
  readonly positions: number
  readonly method: string
  readonly prior: number
  readonly rate?: number
  readonly sample: number
  readonly seed: number
  readonly passes: number
  /** How well they predict games that were not learned from. */
  readonly scores?: Prediction & { readonly files: readonly DataFile[] }
}

/** A shape as it was found on a board, for people. */
export interface ShapeExample {
  readonly feature: number
  readonly slot: string
  /** X moves at *, O is the enemy, x and o are stones in atari, @ is the last move, # lies beyond the edge. */
  readonly rows: readonly string[]
  /** Standard error of log gamma. */
  readonly error: number
}

/** Learned gammas, with their errors, examples and origin. */
export interface Weights {
  readonly kind: WeightsKind
  readonly origin: WeightsOrigin
  /** Ascending; empty for playouts. */
  readonly keys: Uint32Array
  /** By feature number; number 0 is no feature and has 1. */
  readonly gammas: Float64Array
  /** By feature number, of the features that are no shapes: standard error of log gamma; 0 where it is not known. */
  readonly errors: Float64Array
  readonly examples: readonly ShapeExample[]
}

interface Header {
  readonly kind: WeightsKind
  readonly fingerprint: string
  readonly origin: WeightsOrigin
  readonly shapes: number
  /** Log gamma of a shape is its byte times this. */
  readonly step: number
  readonly examples: readonly ShapeExample[]
}

const KIND = { name: "montego-weights", version: 1 }
const LARGEST_BYTE = 127

/** A fingerprint of the features that weights of this kind are for: it changes with every slot and every value. */
export function fingerprintOf(kind: WeightsKind): string {
  const slots = kind === "moves" ? SLOTS : PLAYOUT_SLOTS
  const names = slots.map(({ name, values }) => [name, values])
  const list = kind === "moves" ? names : [names, patternClasses().codes.map(drawPattern)]
  const sum = crc32(new TextEncoder().encode(JSON.stringify(list)))
  return sum.toString(16).padStart(8, "0")
}

/** How many features have single precision. */
function plainCount(kind: WeightsKind): number {
  return kind === "moves" ? PLAIN_FEATURES : playoutNumbers().features
}

/** Weights as the bytes of their file. */
export function makeWeights({ kind, origin, keys, gammas, errors, examples }: Weights): Uint8Array {
  const plain = plainCount(kind)
  const logs = Float64Array.from(gammas.subarray(plain + 1), Math.log)
  const largest = logs.reduce((most, log) => Math.max(most, Math.abs(log)), 0)
  const step = largest / LARGEST_BYTE || 1
  const header: Header = {
    kind,
    fingerprint: fingerprintOf(kind),
    origin,
    shapes: keys.length,
    step,
    examples,
  }
  const parts = {
    plain: bytesOf(Float32Array.from(gammas.subarray(1, plain + 1))),
    errors: bytesOf(Float32Array.from(errors.subarray(1, plain + 1))),
    keys: packKeys(keys),
    shapes: new Uint8Array(Int8Array.from(logs, (log) => Math.round(log / step)).buffer),
  }
  return makeContainer(KIND, { header, parts })
}

/** Reads the bytes of a weight file. The reason says why it can't be used, for a message that names the file. */
export function parseWeights(bytes: Uint8Array): Result<Weights, string> {
  const container = parseContainer(bytes, KIND)
  if (!container.ok) return container
  // The checksum is right, so the header is what `makeWeights` wrote.
  const { kind, fingerprint, origin, shapes, step, examples } = container.value.header as Header
  if (fingerprint !== fingerprintOf(kind))
    return err(`made for another list of features (${fingerprint}, this program has ${fingerprintOf(kind)})`)
  const parts = container.value.parts as Record<"plain" | "errors" | "keys" | "shapes", Uint8Array>
  const plain = plainCount(kind)
  const keys = unpackKeys(parts.keys, shapes)
  const gammas = new Float64Array(plain + shapes + 1).fill(1)
  gammas.set(new Float32Array(parts.plain.buffer), 1)
  gammas.set(
    Float64Array.from(new Int8Array(parts.shapes.buffer), (byte) => Math.exp(byte * step)),
    plain + 1,
  )
  const errors = new Float64Array(plain + 1)
  errors.set(new Float32Array(parts.errors.buffer), 1)
  return ok({ kind, origin, keys, gammas, errors, examples })
}

/** Keys are odd (assembly/shapes.ts), so half of a difference says all. Seven bits a byte, the lowest first. */
function packKeys(keys: Uint32Array): Uint8Array {
  const bytes: number[] = []
  let previous = -1
  for (const key of keys) {
    let rest = (key - previous) / 2
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
    previous = key
  }
  return Uint8Array.from(bytes)
}

function unpackKeys(bytes: Uint8Array, count: number): Uint32Array {
  const keys = new Uint32Array(count)
  let previous = -1
  for (let i = 0, at = 0; i < count; i++) {
    let difference = 0
    for (let unit = 2; ; unit *= 128) {
      const byte = bytes[at++]!
      difference += (byte % 128) * unit
      if (byte < 128) break
    }
    previous += difference
    keys[i] = previous
  }
  return keys
}

/** The features that the weights are of. */
export function featureSetOf({ kind, keys }: Weights): FeatureSet {
  return kind === "moves" ? { kind, keys } : { kind }
}
