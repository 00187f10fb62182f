// The host of the features in the kernel: an instance of its own with room for the dictionary of shapes. It plays
// games move by move and describes the legal moves of each position as teams of features. What the features are
// stands in features.ts.

import { REGION_SIZE, REGIONS } from "../kernel/assembly/layout.ts"
import { putBoard, type BoardExports } from "../kernel/host.ts"
import { compileKernel, makeKernelMemory } from "../kernel/kernel.ts"
import { dictionaryBytes, writeDictionary } from "../kernel/move-weights.ts"
import { fromKernel, KERNEL_MAX_SIZE, toKernel } from "../kernel/points.ts"
import { wasm, type WasmMemory, type WasmModule } from "../kernel/webassembly.ts"
import { Black } from "../rules/index.ts"
import type { Board, Color, Move, Point } from "../rules/index.ts"
import { LEGAL, TEAMS } from "./assembly/layout.ts"
import { PLAIN_FEATURES, SHAPE_SLOTS, SLOTS } from "./features.ts"

interface Exports extends BoardExports {
  start(worker: number): void
  play(point: number, color: number): number
  openFeatures(address: number, bits: number): void
  describeRoot(color: number, last: number, before: number): number
  describeShapesAt(point: number, color: number, last: number): void
  describePlayoutMoves(color: number, last: number): number
}

/** Behind the only worker's region. */
const DICTIONARY = REGIONS + REGION_SIZE

/** The turn that is described: the side to move, and the last two moves. */
export interface Turn {
  readonly color: Color
  /** The last move and the one before it; a pass or nothing counts as none. */
  readonly last?: Move
  readonly beforeLast?: Move
}

/** The legal moves of a position as teams. The arrays are windows on the kernel's memory, good until its next call. */
export interface DescribedMoves {
  readonly count: number
  /** The kernel's numbers of the points; `pointOf` tells the rules' ones. */
  readonly points: Uint16Array
  /** `SLOTS.length` features a move, in the order of the slots; 0 for none. */
  readonly teams: Uint32Array
}

/** Finds the features of all moves of a position, in the kernel. */
export class FeatureReader {
  readonly #exports: Exports
  readonly #points: Uint16Array
  readonly #teams: Uint32Array

  private constructor(exports: Exports, memory: WasmMemory) {
    this.#exports = exports
    this.#points = new Uint16Array(memory.buffer, REGIONS + LEGAL, KERNEL_MAX_SIZE ** 2)
    this.#teams = new Uint32Array(memory.buffer, REGIONS + TEAMS, KERNEL_MAX_SIZE ** 2 * SLOTS.length)
  }

  /** `keys` are the shapes that have numbers, in the order of these; without any, `shapeKeys` tells keys. */
  static async create(keys: Uint32Array = new Uint32Array(0), module?: WasmModule): Promise<FeatureReader> {
    const isHarvest = keys.length === 0
    const memory = makeKernelMemory(1, isHarvest ? 0 : dictionaryBytes(keys.length))
    if (!wasm) throw new Error("features need WebAssembly, which this runtime lacks")
    const instance = await wasm.instantiate(module ?? (await compileKernel()), { env: { memory } })
    const exports = instance.exports as unknown as Exports
    exports.start(0)
    const bits = isHarvest ? 0 : writeDictionary(memory, DICTIONARY, keys, PLAIN_FEATURES + 1)
    exports.openFeatures(isHarvest ? 0 : DICTIONARY, bits)
    return new FeatureReader(exports, memory)
  }

  /** An empty board of at most 19×19. */
  reset(size: number): void {
    this.#exports.reset(size)
    // Pattern codes know the edge only when the root has been settled.
    this.#exports.settleRoot(0, Black, 0, 0)
  }

  load(board: Board): void {
    putBoard(this.#exports, board)
  }

  /** Whether the move was legal; it is played then. Superko is not asked for. */
  play(color: Color, move: Move): boolean {
    return this.#exports.play(toKernel(move), color) === 0
  }

  describe({ color, last, beforeLast }: Turn): DescribedMoves {
    const count = this.#exports.describeRoot(color, kernelPoint(last), kernelPoint(beforeLast))
    return { count, points: this.#points, teams: this.#teams }
  }

  /**
   * The moves that a playout would consider, with what it can afford to know: two numbers a move, its pattern code as
   * Black sees it and its nearness (1 beside the last move, 2 diagonal).
   */
  describeForPlayout({ color, last }: Turn): DescribedMoves {
    const count = this.#exports.describePlayoutMoves(color, kernelPoint(last))
    return { count, points: this.#points, teams: this.#teams }
  }

  /** The keys of the shapes around a point, by slot; 0 where the slot has none. Only for a reader without shapes. */
  shapeKeys(point: Point, { color, last }: Turn): Uint32Array {
    this.#exports.describeShapesAt(toKernel(point), color, kernelPoint(last))
    return this.#teams.subarray(0, SHAPE_SLOTS.length)
  }
}

function kernelPoint(move: Move | undefined): number {
  return move === undefined ? 0 : toKernel(move)
}

/** The point of a number of the kernel. */
export function pointOf(number: number): Point {
  return fromKernel(number)
}
