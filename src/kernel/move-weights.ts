// Learned weights of moves in a kernel's memory: gammas by feature, and the dictionary that gives shapes their
// numbers. What the features are, the module knows (learn/assembly) and the list in src/learn; here they are numbers.

import { MOVE_WEIGHTS } from "./assembly/layout.ts"
import type { WasmMemory } from "./webassembly.ts"

/** Strengths of the features of moves (BT-1), for priors and progressive bias (TREE-8). */
export interface MoveWeights {
  /** The keys of the known shapes, each once. */
  readonly keys: Uint32Array
  /**
   * By feature number: number 0 is no feature and has 1; then the plain features, then the shapes in the order of
   * `keys`.
   */
  readonly gammas: Float32Array
}

/** Key and number, u32 each. */
const ENTRY_BYTES = 8
const ALIGNMENT = 64

/** A dictionary is at most half full. */
function dictionaryBits(shapes: number): number {
  return Math.max(1, Math.ceil(Math.log2(2 * Math.max(1, shapes))))
}

/** Bytes of a dictionary for this number of shapes. */
export function dictionaryBytes(shapes: number): number {
  return ENTRY_BYTES << dictionaryBits(shapes)
}

/** Bytes of all weights in a memory. */
export function weightBytes({ keys, gammas }: MoveWeights): number {
  const bytes = dictionaryBytes(keys.length) + gammas.byteLength
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
}

/** Writes keys and numbers where the module looks for them; answers the size of the dictionary as a power of two. */
export function writeDictionary(
  memory: WasmMemory,
  address: number,
  keys: Uint32Array,
  first: number,
): number {
  const bits = dictionaryBits(keys.length)
  const table = new Uint32Array(memory.buffer, address, 2 << bits)
  const mask = (1 << bits) - 1
  table.fill(0)
  for (const [index, key] of keys.entries()) {
    let at = key & mask
    while (table[2 * at] !== 0) at = (at + 1) & mask
    table[2 * at] = key
    table[2 * at + 1] = first + index
  }
  return bits
}

/** Writes the weights to an address and tells all workers of the memory. */
export function writeMoveWeights(memory: WasmMemory, address: number, weights: MoveWeights): void {
  const { keys, gammas } = weights
  const bits = writeDictionary(memory, address, keys, gammas.length - keys.length)
  const at = address + dictionaryBytes(keys.length)
  new Float32Array(memory.buffer, at, gammas.length).set(gammas)
  new Uint32Array(memory.buffer, MOVE_WEIGHTS, 4).set([at, address, bits, address + weightBytes(weights)])
}

/** Where the weights of a memory end; 0 when it has none. */
export function weightsEnd(memory: WasmMemory): number {
  return new Uint32Array(memory.buffer, MOVE_WEIGHTS, 4)[3]!
}
