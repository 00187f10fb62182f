// The host of Gobble's games in the kernel (SA-1, SA-3): an instance of its own, with room for the tables of values
// behind its region. What the games are stands in assembly/gobble.ts; reference.ts plays the same ones, readably.

import { Random } from "../base/random.ts"
import { OWNERS, REGION_SIZE, REGIONS, SUMS } from "../kernel/assembly/layout.ts"
import { putBoard, readOwners, readSums, type BoardExports } from "../kernel/host.ts"
import { compileKernel, makeKernelMemory } from "../kernel/kernel.ts"
import type { GameSums } from "../kernel/playout.ts"
import { KERNEL_MAX_SIZE, toKernel } from "../kernel/points.ts"
import { wasm, type WasmMemory, type WasmModule } from "../kernel/webassembly.ts"
import { allPoints, Black, PASS, POINTS, White } from "../rules/index.ts"
import type { Board, Color, Move } from "../rules/index.ts"
import { ENTRY, HALVES, LIST_HEAD, LISTS, MEAN } from "./assembly/layout.ts"

/** How many moves back a value looks: 0, every move by itself; 1, every move as an answer to the one before. */
export type GobbleOrder = 0 | 1

/** The position that Gobble's games begin from. */
export interface GobbleStart {
  readonly board: Board
  readonly color: Color
  readonly seed: number
  /** The move that led here; order 1 answers it. */
  readonly last?: Move
  /** Only for counting wins: values are margins without komi. */
  readonly komi?: number
  /** Capture Go (RUL-5). */
  readonly captureGoal?: number
}

/** A batch of games and its place in the annealing. */
export interface GobbleBatch {
  readonly games: number
  /** The number of the first one, and that from which nothing is swapped any more. */
  readonly from: number
  readonly cooling: number
  /** Probability of swapping neighbours at game 0. */
  readonly swap: number
  /** Share of the moves that are wholly random. */
  readonly random: number
}

/** What one side's points are worth, by point. */
export interface GobbleValues {
  /** Mean margin, as Black sees it, of the games in which this side was the first to play there; 0 without games. */
  readonly values: Float64Array
  readonly games: Float64Array
  /** Share of them that this side won. */
  readonly winRates: Float64Array
}

/** What all games of Gobble together come to. */
export type GobbleTotals = Omit<GameSums, "moves">

/** Gobble's games, by the kernel or by its twin. */
export interface Gobble {
  /** Forgets everything and takes a position. */
  begin(start: GobbleStart): void
  /** Plays on; chance goes on where it was, so that the batches' sizes don't matter. */
  run(batch: GobbleBatch): void
  /** The values of a side: of all its moves, or in order 1 of its answers to the position's last move. */
  values(color: Color): GobbleValues
  totals(): GobbleTotals
  /** By point: share of the games in which it ended as Black's less the share as White's. */
  owners(): Float64Array
}

interface Exports extends BoardExports {
  start(worker: number): void
  seed(low: number, high: number): void
  forget(): void
  openGobble(address: number, order: number): number
  runGobble(
    games: number,
    from: number,
    cooling: number,
    swap: number,
    random: number,
    first: number,
    komi: number,
    goal: number,
    last: number,
  ): void
}

const TABLES = REGIONS + REGION_SIZE

/** Bytes of the tables on the largest board. */
function tableBytes(order: GobbleOrder): number {
  const points = KERNEL_MAX_SIZE ** 2
  const lists = order === 0 ? 2 : 2 * (points + 1)
  return LISTS + lists * (LIST_HEAD + (ENTRY + 4) * points + 7)
}

/** Gobble's games in the WebAssembly kernel. */
export class GobbleKernel implements Gobble {
  readonly #exports: Exports
  readonly #memory: WasmMemory
  readonly #order: GobbleOrder
  #listSize = 0
  #start: GobbleStart | undefined

  private constructor(exports: Exports, memory: WasmMemory, order: GobbleOrder) {
    this.#exports = exports
    this.#memory = memory
    this.#order = order
    exports.start(0)
  }

  /** The module is compiled from what is embedded, unless it is given. @throws where there is no WebAssembly. */
  static async create(order: GobbleOrder, module?: WasmModule): Promise<GobbleKernel> {
    const memory = makeKernelMemory(1, tableBytes(order))
    const instance = await wasm!.instantiate(module ?? (await compileKernel()), { env: { memory } })
    return new GobbleKernel(instance.exports as unknown as Exports, memory, order)
  }

  /** On a board of at most 19×19. */
  begin(start: GobbleStart): void {
    const { board } = start
    const { low, high } = new Random(start.seed).state
    this.#start = start
    putBoard(this.#exports, board)
    this.#exports.seed(low, high)
    this.#exports.forget()
    this.#listSize = this.#exports.openGobble(TABLES, this.#order)
  }

  run({ games, from, cooling, swap, random }: GobbleBatch): void {
    const { color, komi = 0, captureGoal = 0, last = PASS } = this.#begun()
    this.#exports.runGobble(games, from, cooling, swap, random, color, komi, captureGoal, toKernel(last))
  }

  values(color: Color): GobbleValues {
    const { board, last = PASS } = this.#begun()
    const points = allPoints(board.size)
    const answered = this.#order === 0 || last === PASS ? 0 : 1 + points.findIndex((point) => point === last)
    const list = TABLES + LISTS + (2 * answered + Number(color === White)) * this.#listSize
    const entries = new DataView(this.#memory.buffer, list + LIST_HEAD, ENTRY * points.length)
    const [values, games, winRates] = [0, 1, 2].map(() => new Float64Array(POINTS))
    for (const [number, point] of points.entries()) {
      const at = number * ENTRY
      const count = entries.getUint32(at, true)
      const mean = entries.getFloat64(at + MEAN, true)
      games![point] = count
      values![point] = color === Black || mean === 0 ? mean : -mean
      winRates![point] = count > 0 ? entries.getUint32(at + HALVES, true) / (2 * count) : 0
    }
    return { values: values!, games: games!, winRates: winRates! }
  }

  totals(): GobbleTotals {
    const { moves: _, ...totals } = readSums(this.#memory, REGIONS + SUMS)
    return totals
  }

  owners(): Float64Array {
    return readOwners(this.#memory, REGIONS + OWNERS, this.#begun().board.size, this.totals().games)
  }

  #begun(): GobbleStart {
    if (!this.#start) throw new Error("begin with a position first")
    return this.#start
  }
}

export function summarize(
  games: number,
  sum: number,
  squares: number,
  blackWins: number,
  whiteWins: number,
  cutOff: number,
): GobbleTotals {
  const meanMargin = games > 0 ? sum / games : 0
  const spread = games > 0 ? Math.sqrt(Math.max(0, squares / games - meanMargin * meanMargin)) : 0
  return { games, meanMargin, spread, blackWins, whiteWins, cutOff }
}
