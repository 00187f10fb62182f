// The host of the kernel's coevolution (assembly/evolve.ts): makes the memory that both populations live in, runs
// steps, reads individuals. More threads join the same memory with an instance of the module each.

import { err, ok, unwrap, type Result } from "../base/result.ts"
import { putBoard, readOwners, readSums, type BoardExports } from "../kernel/host.ts"
import { compileKernel, makeKernelMemory } from "../kernel/kernel.ts"
import type { GameSums } from "../kernel/playout.ts"
import { fromKernel, KERNEL_MAX_SIZE, toKernel } from "../kernel/points.ts"
import { wasm, type WasmMemory, type WasmModule } from "../kernel/webassembly.ts"
import { Black, PASS, White } from "../rules/index.ts"
import type { Color, Move } from "../rules/index.ts"
import {
  BEGUN,
  CHAMPIONS,
  CROSSING,
  FIRST,
  GOAL,
  INNER,
  KEY_HIGH,
  KEY_LOW,
  KOMI,
  LINEAGES,
  MOST_NODES,
  MUTATION,
  NOTHING,
  OPENINGS,
  OWNERS_TOO,
  PASSED,
  POPULATION,
  STOP,
  STRATEGY_SIZE,
  SUCCESSION,
  UNADVISED,
} from "./assembly/layout.ts"
import {
  completeSettings,
  makeNodeCode,
  MOST_STEPS,
  parseNodeCode,
  runKey,
  type Coevolution,
  type CompleteSettings,
  type EvolutionSettings,
  type OpeningResult,
} from "./settings.ts"
import { isWhole, type Strategy } from "./strategy.ts"

/** What the module exports for coevolution, and for loading a position. */
interface EvolutionExports extends BoardExports {
  start(worker: number): void
  forget(): void
  populationsAddress(workers: number): number
  openPopulations(address: number): void
  individualsAddress(): number
  foundPopulations(): void
  evolve(most: number, limit: number): number
  sumsAddress(): number
  ownersAddress(): number
}

const STRATEGY_WORDS = STRATEGY_SIZE / 2
/** Bytes for a lineage: two champions and a claim; for an individual of each side with its claim. */
const LINEAGE_ROOM = 2 * STRATEGY_SIZE + 1
const INDIVIDUAL_ROOM = 2 * (STRATEGY_SIZE + 1)

/** The workers and the module of a run. */
export interface EvolutionOptions {
  /** Threads that will run steps, this one included. Default: 1. */
  readonly workers?: number
  /** The compiled module, for hosts that load it themselves. Default: what is embedded. */
  readonly module?: WasmModule
  /**
   * An evolution that is over and whose memory may be used again, where it is large enough; it must not be used
   * afterwards.
   */
  readonly after?: Evolution | undefined
}

/** What another thread needs to join; it can be posted. */
export interface EvolutionSeat {
  readonly module: WasmModule
  readonly memory: WasmMemory
  readonly worker: number
  readonly workers: number
}

/** A thread that runs steps on populations that another thread has made. */
export class EvolutionHelper {
  readonly #exports: EvolutionExports

  private constructor(exports: EvolutionExports) {
    this.#exports = exports
  }

  static async join({ module, memory, worker, workers }: EvolutionSeat): Promise<EvolutionHelper> {
    const exports = await instantiate(module, memory)
    exports.start(worker)
    exports.openPopulations(exports.populationsAddress(workers))
    return new EvolutionHelper(exports)
  }

  /** Runs steps until all threads together have run `limit`, or one calls `stop`. */
  run(limit: number): number {
    return this.#exports.evolve(MOST_STEPS, limit)
  }
}

async function instantiate(module: WasmModule, memory: WasmMemory): Promise<EvolutionExports> {
  if (!wasm) throw new Error("this runtime has no WebAssembly: use ReferenceEvolution, the slower twin")
  const { exports } = await wasm.instantiate(module, { env: { memory } })
  return exports as unknown as EvolutionExports
}

type Place = Omit<EvolutionSeat, "worker">

function roomFor({ population, lineages }: CompleteSettings): number {
  return CHAMPIONS + lineages * LINEAGE_ROOM + population * INDIVIDUAL_ROOM + STRATEGY_SIZE
}

/** A run of coevolution in the WebAssembly kernel. */
export class Evolution implements Coevolution {
  readonly settings: CompleteSettings
  readonly #exports: EvolutionExports
  readonly #memory: WasmMemory
  readonly #module: WasmModule
  readonly #workers: number
  readonly #address: number
  readonly #individuals: number
  /** The whole memory: it doesn't grow. */
  readonly #words: Uint16Array

  private constructor(settings: CompleteSettings, exports: EvolutionExports, place: Place) {
    const { memory, module, workers } = place
    this.settings = settings
    this.#exports = exports
    this.#memory = memory
    this.#module = module
    this.#workers = workers
    this.#words = new Uint16Array(memory.buffer)
    this.#address = exports.populationsAddress(workers)
    exports.start(0)
    exports.forget()
    putBoard(exports, settings.board)
    new Uint8Array(memory.buffer, this.#address, roomFor(settings)).fill(0)
    this.#writeHead()
    exports.openPopulations(this.#address)
    this.#individuals = exports.individualsAddress()
    exports.foundPopulations()
  }

  /** Random populations. Throws when the settings are not allowed: `completeSettings` tells a user why. */
  static async create(
    given: EvolutionSettings,
    { workers = 1, module, after }: EvolutionOptions = {},
  ): Promise<Evolution> {
    const settings = unwrap(completeSettings(given))
    if (settings.board.size > KERNEL_MAX_SIZE)
      throw new RangeError(`the kernel has room for ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}`)
    if (after && after.#hasRoom(settings, workers))
      return new Evolution(settings, after.#exports, after.seat(0))
    const memory = makeKernelMemory(workers, roomFor(settings))
    const compiled = module ?? (await compileKernel())
    const exports = await instantiate(compiled, memory)
    return new Evolution(settings, exports, { memory, module: compiled, workers })
  }

  #hasRoom(settings: CompleteSettings, workers: number): boolean {
    const room = this.#memory.buffer.byteLength - this.#address
    return workers === this.#workers && roomFor(settings) <= room
  }

  #writeHead(): void {
    const { first, passed, population, lineages, seed, owners, komi, captureGoal } = this.settings
    const { crossover, mutation, inner, succession } = this.settings
    const head = this.#head()
    const key = runKey(seed)
    head.setUint32(POPULATION, population, true)
    head.setUint32(LINEAGES, lineages, true)
    head.setUint32(FIRST, first, true)
    head.setUint32(PASSED, Number(passed), true)
    head.setUint32(KEY_LOW, key.low, true)
    head.setUint32(KEY_HIGH, key.high, true)
    head.setUint32(OWNERS_TOO, Number(owners), true)
    head.setUint32(GOAL, captureGoal, true)
    const probabilities = [
      [CROSSING, crossover],
      [MUTATION, mutation],
      [INNER, inner],
      [SUCCESSION, succession],
    ] as const
    for (const [at, value] of probabilities) head.setFloat64(at, value * 0x1_0000_0000, true)
    head.setFloat64(KOMI, komi, true)
  }

  /** For thread number `worker`, from 1. */
  seat(worker: number): EvolutionSeat {
    return { module: this.#module, memory: this.#memory, worker, workers: this.#workers }
  }

  get steps(): number {
    return Atomics.load(this.#flags(), BEGUN / 4)
  }

  run(most: number, limit = MOST_STEPS): number {
    return this.#exports.evolve(most, limit)
  }

  /** Makes all threads end after their step; `resume` lets them run again. */
  stop(): void {
    Atomics.store(this.#flags(), STOP / 4, 1)
  }

  resume(): void {
    Atomics.store(this.#flags(), STOP / 4, 0)
  }

  strategy(color: Color, index: number): Strategy {
    return this.#read(this.#individual(color, index))
  }

  champion(color: Color, lineage: number): Strategy {
    return this.#read(this.#champion(color, lineage))
  }

  /**
   * Reads where others may be writing: what is replaced at this very moment may be misread, which is one of thousands,
   * but never leads outside.
   */
  advice(color: Color, index: number, opponentMoves: readonly Move[]): Move | undefined {
    const first = this.#individual(color, index) / 2
    const end = first + STRATEGY_WORDS
    let node = first + 1
    for (const move of opponentMoves) {
      if (this.#words[node] === NOTHING) return undefined
      node = followWords(this.#words, node, end, toKernel(move))
    }
    return node < end ? moveOf(this.#words[node]!) : undefined
  }

  sums(): GameSums {
    return readSums(this.#memory, this.#exports.sumsAddress())
  }

  owners(): Float64Array {
    const { board } = this.settings
    return readOwners(this.#memory, this.#exports.ownersAddress(), board.size, this.sums().games)
  }

  openingResult(move: Move | undefined): OpeningResult {
    const index = move === undefined ? UNADVISED : toKernel(move) / 16
    const at = OPENINGS + 8 * index
    return { games: this.#head().getUint32(at, true), wins: this.#head().getUint32(at + 4, true) }
  }

  /** All strategies, each as its length and the codes of its nodes: Black's, White's, Black's champions, White's. */
  save(): Uint16Array {
    const codes: number[] = []
    for (const strategy of this.#all()) {
      codes.push(strategy.length)
      for (const node of strategy) codes.push(makeNodeCode(this.settings.board.size, node))
    }
    return Uint16Array.from(codes)
  }

  /** The populations that `save` returned after `steps` steps; the error says what is wrong with them. */
  restore(codes: Uint16Array, steps: number): Result<void, string> {
    const { board, population, lineages } = this.settings
    const strategies: Strategy[] = []
    let at = 0
    while (at < codes.length) {
      const length = codes[at]!
      const nodes = Array.from(codes.subarray(at + 1, at + 1 + length), (code) =>
        parseNodeCode(board.size, code),
      )
      if (nodes.includes(null)) return err(`strategy ${strategies.length + 1} has a node that is no move`)
      const strategy = nodes as Strategy
      if (strategy.length !== length || !isWhole(strategy))
        return err(`strategy ${strategies.length + 1} is no whole tree`)
      strategies.push(strategy)
      at += 1 + length
    }
    const count = 2 * (population + lineages)
    if (strategies.length !== count) return err(`there are ${strategies.length} strategies, not ${count}`)
    for (const [index, address] of this.#addresses().entries()) this.#write(address, strategies[index]!)
    Atomics.store(this.#flags(), BEGUN / 4, steps)
    return ok(undefined)
  }

  #all(): Strategy[] {
    return this.#addresses().map((address) => this.#read(address))
  }

  #addresses(): number[] {
    const { population, lineages } = this.settings
    const sides = [Black, White] as const
    return [
      ...sides.flatMap((color) =>
        Array.from({ length: population }, (_, index) => this.#individual(color, index)),
      ),
      ...sides.flatMap((color) =>
        Array.from({ length: lineages }, (_, lineage) => this.#champion(color, lineage)),
      ),
    ]
  }

  #individual(color: Color, index: number): number {
    const side = color === Black ? 0 : this.settings.population
    return this.#individuals + (side + index) * STRATEGY_SIZE
  }

  #champion(color: Color, lineage: number): number {
    return this.#address + CHAMPIONS + (2 * lineage + (color === Black ? 0 : 1)) * STRATEGY_SIZE
  }

  #read(address: number): Strategy {
    const words = new Uint16Array(this.#memory.buffer, address, STRATEGY_WORDS)
    return Array.from(words.subarray(1, 1 + Math.min(words[0]!, MOST_NODES)), moveOf)
  }

  #write(address: number, strategy: Strategy): void {
    const words = new Uint16Array(this.#memory.buffer, address, STRATEGY_WORDS)
    words.set([strategy.length, ...strategy.map((node) => (node === undefined ? NOTHING : toKernel(node)))])
  }

  #head(): DataView {
    return new DataView(this.#memory.buffer, this.#address, CHAMPIONS)
  }

  #flags(): Int32Array {
    return new Int32Array(this.#memory.buffer, this.#address, 2)
  }
}

function moveOf(word: number): Move | undefined {
  if (word === NOTHING) return undefined
  return word === 0 ? PASS : fromKernel(word)
}

function followWords(words: Uint16Array, decision: number, end: number, move: number): number {
  let exception = decision + 1
  while (exception < end && words[exception] !== NOTHING) {
    if (words[exception] === move) return exception + 1
    exception = behindWords(words, exception + 1, end)
  }
  return exception + 1
}

function behindWords(words: Uint16Array, node: number, end: number): number {
  let at = node
  for (let missing = 1; missing > 0 && at < end; at++) missing += words[at] === NOTHING ? -1 : 1
  return at
}
