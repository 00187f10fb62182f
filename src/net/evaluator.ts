// The host of a network in the kernel: an instance of its own that plays games move by move and evaluates positions.

import { INDICES, REGIONS } from "../kernel/assembly/layout.ts"
import { putBoard, type BoardExports } from "../kernel/host.ts"
import type { NetImage } from "../kernel/index.ts"
import { compileKernel, makeKernelMemory } from "../kernel/kernel.ts"
import { kernelIndex, toKernel } from "../kernel/points.ts"
import { wasm, type WasmMemory, type WasmModule } from "../kernel/webassembly.ts"
import { allPoints, Black, PASS } from "../rules/index.ts"
import type { Board, Color, Move, PlayedMove, Point } from "../rules/index.ts"
import {
  NET_CHANCES,
  OUTPUT_LOGITS,
  OWNER_LOGITS,
  PLANES,
  POLICY_LOGITS,
  SCORE_OUTPUT,
  WIN_OUTPUT,
} from "./assembly/layout.ts"
import type { Net } from "./file.ts"
import { tellMoves } from "../kernel/history.ts"
import { makeImage } from "./image.ts"

/** What a network is asked about, beside the board. */
export interface NetQuestion {
  readonly color: Color
  readonly komi: number
  /** Is territory counted, as in Japan, and not area? */
  readonly territory?: boolean
  /** The moves that led to the position, the last one at the end; the last five count. */
  readonly moves?: readonly PlayedMove[]
}

/** What a network thinks of a position. */
export interface Judgement {
  /** By point: the chance of each legal move. Superko is not looked at. */
  readonly chances: ReadonlyMap<Point, number>
  readonly passChance: number
  /** The chance that the side to move wins, a draw counting half. */
  readonly value: number
  /** Its expected margin with komi, in points. */
  readonly score: number
  /** By point: the chance that it becomes the side's to move. */
  readonly owners: ReadonlyMap<Point, number>
}

/** The numbers behind a judgement, in units of 2^-bits, points row by row from the top. */
export interface NetLogits {
  /** The last one is the pass. */
  readonly policy: Int32Array
  /** Win, draw, loss. */
  readonly outcome: Int32Array
  readonly score: number
  readonly owners: Int32Array
}

interface Exports extends BoardExports {
  start(worker: number): void
  play(point: number, color: number): number
  openNet(isWanted: number): number
  rememberMove(index: number, word: number): void
  evaluateRoot(color: number, komi: number, territory: number): void
  netChance(move: number): number
  netValue(): number
  netScore(): number
  netOwner(point: number): number
  netPlanes(): number
}

/** A network in the kernel: chances of moves and of winning for a position. */
export class NetEvaluator {
  readonly #exports: Exports
  readonly #memory: WasmMemory
  #size = 0

  private constructor(exports: Exports, memory: WasmMemory) {
    this.#exports = exports
    this.#memory = memory
  }

  /** An evaluator with an empty 19×19 board and a kernel of its own. */
  static create(net: Net, module?: WasmModule): Promise<NetEvaluator> {
    return NetEvaluator.ofImage(makeImage(net), module)
  }

  /** As `create`, for a network in the form that searches get. */
  static async ofImage(image: NetImage, module?: WasmModule): Promise<NetEvaluator> {
    if (!wasm) throw new Error("networks need WebAssembly, which this runtime lacks")
    const memory = makeKernelMemory(1, 0, undefined, image)
    const instance = await wasm.instantiate(module ?? (await compileKernel()), { env: { memory } })
    const exports = instance.exports as unknown as Exports
    exports.start(0)
    const evaluator = new NetEvaluator(exports, memory)
    evaluator.reset(19)
    return evaluator
  }

  /** Empties the board and gives it this size, at most 19×19. */
  reset(size: number): void {
    this.#exports.reset(size)
    this.#exports.settleRoot(0, Black, 0, 0)
    this.#size = size
    this.#exports.openNet(1)
  }

  /** Takes over the stones, the ko and the prisoners of a board of at most 19×19. */
  load(board: Board): void {
    putBoard(this.#exports, board)
    this.#size = board.size
    this.#exports.openNet(1)
  }

  /** Whether the move was legal; it is played then. Superko is not asked for. */
  play(color: Color, move: Move): boolean {
    return this.#exports.play(toKernel(move), color) === 0
  }

  /** Evaluates the position; the other methods tell the results until the next call. */
  evaluate({ color, komi, territory = false, moves = [] }: NetQuestion): void {
    tellMoves(this.#exports, moves)
    this.#exports.evaluateRoot(color, komi, Number(territory))
  }

  /** The chance of a legal move or a pass; 0 for other moves. */
  chanceOf(move: Move): number {
    return this.#exports.netChance(toKernel(move))
  }

  /** How many moves of the last evaluation are likelier than this one, and how many as likely, itself included. */
  rankOf(move: Move): { readonly better: number; readonly equal: number } {
    const chances = new Float32Array(this.#memory.buffer, REGIONS + NET_CHANCES, INDICES)
    const own = this.chanceOf(move)
    let [better, equal] = [0, 0]
    for (const chance of chances) {
      if (chance > own) better++
      else if (chance === own) equal++
    }
    return { better, equal }
  }

  /** The chance that the side to move wins, by the last evaluation; a draw counts half. */
  get value(): number {
    return this.#exports.netValue()
  }

  /** The margin that the last evaluation expects for the side to move, with komi, in points. */
  get score(): number {
    return this.#exports.netScore()
  }

  /** The chance that the point becomes the side's to move, by the last evaluation. */
  ownerOf(point: Point): number {
    return this.#exports.netOwner(toKernel(point))
  }

  /** Evaluates the position and tells everything about it. */
  judge(question: NetQuestion): Judgement {
    this.evaluate(question)
    const points = allPoints(this.#size)
    const chances = points.map((point) => [point, this.chanceOf(point)] as const)
    return {
      chances: new Map(chances.filter(([, chance]) => chance > 0)),
      passChance: this.chanceOf(PASS),
      value: this.value,
      score: this.score,
      owners: new Map(points.map((point) => [point, this.ownerOf(point)])),
    }
  }

  /** The numbers behind the last evaluation. */
  get logits(): NetLogits {
    const at = (offset: number): Int32Array => new Int32Array(this.#memory.buffer, REGIONS + offset)
    const [policy, owners, outputs] = [at(POLICY_LOGITS), at(OWNER_LOGITS), at(OUTPUT_LOGITS)]
    const points = allPoints(this.#size)
    return {
      policy: Int32Array.from([...points.map((point) => policy[kernelIndex(point)]!), policy[0]!]),
      outcome: outputs.slice(WIN_OUTPUT, SCORE_OUTPUT),
      score: outputs[SCORE_OUTPUT]!,
      owners: Int32Array.from(points, (point) => owners[kernelIndex(point)]!),
    }
  }

  /** The planes of the last evaluation: all of one point, row by row from the top. For tests. */
  get planes(): Int16Array {
    const size = this.#size
    const cells = new Int16Array(this.#memory.buffer, this.#exports.netPlanes())
    const planes = new Int16Array(size * size * PLANES)
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const from = ((y + 1) * (size + 1) + x + 1) * PLANES
        planes.set(cells.subarray(from, from + PLANES), (y * size + x) * PLANES)
      }
    return planes
  }
}
