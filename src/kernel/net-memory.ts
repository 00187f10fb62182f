// A network in a kernel's memory: its image, the same for all workers, and behind it room for each worker's
// activations. What the image means, the module knows (net/assembly) and src/net.

import { NET } from "./assembly/layout.ts"
import type { WasmMemory } from "./webassembly.ts"

/** A network as the module reads it. */
export interface NetImage {
  readonly bytes: Uint8Array
  /** What one worker needs for an evaluation. */
  readonly activationBytes: number
}

const ALIGNMENT = 64

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
}

/** Bytes of a network in a memory with this number of workers. */
export function netBytes({ bytes, activationBytes }: NetImage, workers: number): number {
  return ALIGNMENT + aligned(bytes.length) + workers * aligned(activationBytes)
}

/** Writes the network behind an address and tells all workers of the memory. */
export function writeNet(memory: WasmMemory, after: number, image: NetImage, workers: number): void {
  const address = aligned(after)
  const activations = address + aligned(image.bytes.length)
  const stride = aligned(image.activationBytes)
  new Uint8Array(memory.buffer, address, image.bytes.length).set(image.bytes)
  new Uint32Array(memory.buffer, NET, 4).set([address, activations, stride, activations + workers * stride])
}

/** Where the network of a memory ends; 0 when it has none. */
export function netEnd(memory: WasmMemory): number {
  return new Uint32Array(memory.buffer, NET, 4)[3]!
}
