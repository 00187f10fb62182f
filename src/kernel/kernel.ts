// The host of the WebAssembly kernel: makes instances, loads positions, runs playouts. One instance belongs to one
// worker; instances on one shared memory have a region each.

import { messageOf } from "../base/failure.ts"
import { Random } from "../base/random.ts"
import { allPoints, Black, isOnBoard, isPass, PASS, White, type Board } from "../rules/index.ts"
import type { BoardRefusal, Color, Content, Move, PlayedMove, Point } from "../rules/index.ts"
import { hashNumber, stoneIndex, WHITE_TO_PLAY, ZOBRIST_HIGH, ZOBRIST_LOW } from "../rules/zobrist.ts"
import {
  BLACK,
  CODES,
  FEATURES,
  GAMMAS,
  HASH,
  KO_TAKEN,
  MOVES,
  OCCUPIED,
  OFF_BOARD,
  OWNERS,
  PATTERNS,
  RECORD,
  REGION_SIZE,
  REGIONS,
  ROOT,
  SUICIDE,
  SUMS,
  ZOBRIST,
  ZOBRIST_TURN,
  ZOBRIST_WHITE,
} from "./assembly/layout.ts"
import { POLICIES, switchesOf, type PolicyName } from "./policy.ts"
import type { PlayoutRequest, PlayoutSummary } from "./playout.ts"
import { checkGammas, featuresOf, provisionalGammas, swapCode, type Gammas } from "./gammas.ts"
import { putBoard, readOwners, readSums, type BoardExports } from "./host.ts"
import { weightBytes, weightsEnd, writeMoveWeights, type MoveWeights } from "./move-weights.ts"
import { netBytes, netEnd, writeNet, type NetImage } from "./net-memory.ts"
import { patternTable } from "./patterns.ts"
import { fromKernel, KERNEL_MAX_SIZE, toKernel } from "./points.ts"
import { runReference } from "./reference.ts"
import { TreeSearch, type SearchExports } from "./search.ts"
import { wasm, type WasmMemory, type WasmModule } from "./webassembly.ts"

/** What the module exports (assembly/index.ts). */
interface Exports extends SearchExports, BoardExports {
  start(worker: number): void
  refusal(point: number, color: number): number
  play(point: number, color: number): number
  seed(low: number, high: number): void
  run(
    policy: number,
    switches: number,
    games: number,
    first: number,
    komi: number,
    goal: number,
    last: number,
    owners: number,
  ): void
  runFill(games: number, first: number, komi: number, owners: number): void
  codeAt(point: number): number
  forget(): void
  moveCount(): number
  liberties(point: number): number
  colorAt(point: number): number
  headAt(point: number): number
  nextAt(point: number): number
  koPoint(): number
  isCaughtAt(point: number): number
  ladderMoveAt(point: number): number
}

/** The unit that a memory is made in. */
const PAGE = 65_536
/** Four nodes take three cache lines, and atomic additions want their eight bytes aligned. */
const TREE_ALIGNMENT = 64

const REFUSALS: ReadonlyMap<number, BoardRefusal> = new Map([
  [OFF_BOARD, "off-board"],
  [OCCUPIED, "occupied"],
  [SUICIDE, "suicide"],
  [KO_TAKEN, "ko"],
])

/** A module, a memory and a place in it, where they are the caller's. */
export interface KernelOptions {
  /** The module's bytes or the compiled module, for hosts that load it themselves. Default: what is embedded. */
  readonly module?: WasmModule | Uint8Array | ArrayBuffer
  /** A memory to share with other workers; default: one of its own. */
  readonly memory?: WasmMemory
  /** Which region of a shared memory is this instance's, from 0. */
  readonly worker?: number
}

/** Games of the method analyze-after. */
export type AnalyzeAfterRequest = Pick<PlayoutRequest, "games" | "first" | "komi" | "seed" | "owners">

/**
 * A memory with room for this number of workers, behind them for learned weights and a network, and for a tree of this
 * many bytes.
 */
export function makeKernelMemory(
  workers = 1,
  treeBytes = 0,
  weights?: MoveWeights,
  net?: NetImage,
): WasmMemory {
  const begin = regionsEnd(workers)
  const behindWeights = begin + (weights ? weightBytes(weights) : 0)
  const bytes = behindWeights + (net ? netBytes(net, workers) : 0) + treeBytes
  const memory = new (host().Memory)({ initial: Math.ceil(bytes / PAGE), maximum: 4096, shared: true })
  if (weights) writeMoveWeights(memory, begin, weights)
  if (net) writeNet(memory, behindWeights, net, workers)
  return memory
}

/** Where the regions of the workers end. */
function regionsEnd(workers: number): number {
  return REGIONS + REGION_SIZE * workers
}

let compiled: Promise<WasmModule> | undefined

/** Compiles the embedded module, once. */
export function compileKernel(): Promise<WasmModule> {
  compiled ??= compileEmbedded()
  return compiled
}

/** The bytes are a file of their own in a bundle, so that the workers of a page share them. */
async function compileEmbedded(): Promise<WasmModule> {
  const { KERNEL_WASM } = await import("./wasm.ts")
  return compile(Uint8Array.from(atob(KERNEL_WASM), (sign) => sign.charCodeAt(0)))
}

async function compile(bytes: Uint8Array | ArrayBuffer): Promise<WasmModule> {
  try {
    return await host().compile(bytes)
  } catch (cause) {
    if (!wasm) throw cause
    throw new Error(
      "WebAssembly with SIMD, threads and bulk memory is missing here (browsers have it since 2023)",
      { cause },
    )
  }
}

/** What this runtime lacks for the kernel, as a sentence; undefined where it has all. `runReference` needs nothing. */
export async function kernelLack(): Promise<string | undefined> {
  try {
    await compileKernel()
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function host(): NonNullable<typeof wasm> {
  if (!wasm) throw new Error("WebAssembly is missing here")
  return wasm
}

/** The WebAssembly kernel: playouts from a board, with their sums. */
export class Kernel {
  readonly #exports: Exports
  readonly #memory: WasmMemory
  readonly #region: number
  #size = 0
  // Tables are made when a policy first needs them: they take longer than a thousand light playouts.
  #hasPatterns = false

  private constructor(exports: Exports, memory: WasmMemory, worker: number) {
    this.#exports = exports
    this.#memory = memory
    this.#region = REGIONS + REGION_SIZE * worker
    this.#writeZobrist()
    exports.start(worker)
  }

  static async create({
    module,
    memory = makeKernelMemory(),
    worker = 0,
  }: KernelOptions = {}): Promise<Kernel> {
    const isBytes = module instanceof Uint8Array || module instanceof ArrayBuffer
    const code = isBytes ? await compile(module) : (module ?? (await compileKernel()))
    const instance = await host().instantiate(code, { env: { memory } })
    return new Kernel(instance.exports as unknown as Exports, memory, worker)
  }

  /** Weights for the policy `gamma`. All workers of a shared memory have the same. */
  setGammas(gammas: Gammas): void {
    checkGammas(gammas)
    const { patterns } = gammas
    const { beside, diagonal } = featuresOf(gammas)
    const table = new Uint32Array(this.#memory.buffer, GAMMAS, 2 * CODES)
    for (let code = 0; code < CODES; code++) {
      table[2 * code] = patterns[code]!
      table[2 * code + 1] = patterns[swapCode(code)]!
    }
    new Uint32Array(this.#memory.buffer, FEATURES, 2).set([beside, diagonal])
  }

  /**
   * The tree of a memory that `makeKernelMemory` made for this number of workers: all of them open the same one, or
   * the room is divided into as many trees as `parts` says, and each opens those it wants. Give a tree knobs and
   * `clear` it before use.
   */
  openTree(workers = 1, part = 0, parts = 1): TreeSearch {
    for (const policy of ["mogo", "gamma"] as const) this.#fillTables(policy)
    const regions = Array.from({ length: workers }, (_, worker) => REGIONS + REGION_SIZE * worker)
    const begin = Math.max(regionsEnd(workers), weightsEnd(this.#memory), netEnd(this.#memory))
    const share = (this.#memory.buffer.byteLength - begin) / parts
    const length = Math.floor(share / TREE_ALIGNMENT) * TREE_ALIGNMENT
    return new TreeSearch(this.#exports, this.#memory, regions, { address: begin + part * length, length })
  }

  /** Takes over the stones, the ko and the prisoners of a board of at most 19×19. */
  load(board: Board): void {
    putBoard(this.#exports, board)
    this.#size = board.size
  }

  /** Plays on the loaded position; answers why not when it is refused. */
  play(color: Color, move: Move): BoardRefusal | undefined {
    if (!isPass(move) && !isOnBoard(this.#size, move)) return "off-board"
    return REFUSALS.get(this.#exports.play(toKernel(move), color))
  }

  refusal(color: Color, move: Move): BoardRefusal | undefined {
    if (isPass(move)) return undefined
    if (!isOnBoard(this.#size, move)) return "off-board"
    return REFUSALS.get(this.#exports.refusal(toKernel(move), color))
  }

  /** All points where this colour may play. */
  legalMoves(color: Color): Point[] {
    return allPoints(this.#size).filter((point) => this.refusal(color, point) === undefined)
  }

  at(point: Point): Content {
    return this.#exports.colorAt(toKernel(point)) as Content
  }

  get ko(): Move {
    const point = this.#exports.koPoint()
    return point === 0 ? PASS : fromKernel(point)
  }

  /** The hash of the stones, equal to `Board.hash`. */
  get hash(): number {
    const [low, high] = new Int32Array(this.#memory.buffer, this.#region + ROOT + HASH, 2)
    return hashNumber(low!, high!)
  }

  /** The stones of the chain at this point, from its head along its ring. */
  chain(point: Point): Point[] {
    const head = this.#exports.headAt(toKernel(point))
    const stones: Point[] = []
    for (let stone = head; stones.length === 0 || stone !== head; stone = this.#exports.nextAt(stone)) {
      stones.push(fromKernel(stone))
    }
    return stones
  }

  /** Liberties of the chain at this point, each counted once for every stone that touches it. */
  pseudoLiberties(point: Point): number {
    return this.#exports.liberties(toKernel(point))
  }

  /** The eight points around, two bits each from the north-west row by row: 0 empty, 1 black, 2 white, 3 border. */
  patternCode(point: Point): number {
    return this.#exports.codeAt(toKernel(point))
  }

  /**
   * Is the chain at this point, in atari and its side to move, caught in a ladder whatever it does? It may run, or
   * take a chain next to it that chases it. False for every other point; also when the ladder is too long or too
   * branched to be read (assembly/ladder.ts).
   */
  isCaughtInLadder(point: Point): boolean {
    return this.#exports.isCaughtAt(toKernel(point)) !== 0
  }

  /** Where the enemy, who is to move, catches the chain at this point, which has two liberties, in a ladder. */
  ladderMove(point: Point): Point | undefined {
    const move = this.#exports.ladderMoveAt(toKernel(point))
    return move === 0 ? undefined : fromKernel(move)
  }

  /** Runs playouts from the loaded position. */
  run(request: PlayoutRequest): PlayoutSummary {
    const {
      games,
      first,
      komi,
      captureGoal = 0,
      owners = false,
      policy = "light",
      rules,
      last = PASS,
    } = request
    this.#fillTables(policy)
    this.#begin(request.seed)
    this.#exports.run(
      POLICIES[policy],
      switchesOf(rules),
      games,
      first,
      komi,
      captureGoal,
      toKernel(last),
      Number(owners),
    )
    return this.#summary(owners)
  }

  /**
   * Runs games of analyze-after (SIM-3) from the loaded position: the method of `AnalyzeAfterSimulation`, which also
   * plays on boards over 19×19. Its games have no passes.
   */
  runAnalyzeAfter({ games, first, komi, seed, owners = false }: AnalyzeAfterRequest): PlayoutSummary {
    this.#begin(seed)
    this.#exports.runFill(games, first, komi, Number(owners))
    return this.#summary(owners)
  }

  #begin(seed: number): void {
    const { low, high } = new Random(seed).state
    this.#exports.seed(low, high)
    this.#exports.forget()
  }

  #summary(owners: boolean): PlayoutSummary {
    const sums = readSums(this.#memory, this.#region + SUMS)
    const summary = { ...sums, lastGame: sums.games > 0 ? this.lastGame() : [] }
    return owners ? { ...summary, owners: this.#owners(sums.games) } : summary
  }

  /** The moves of the last game that was played out, by `run` or by a simulation of the tree. */
  lastGame(): PlayedMove[] {
    const words = new Uint16Array(this.#memory.buffer, this.#region + MOVES, this.#exports.moveCount())
    return Array.from(words, (word) => ({
      color: word % RECORD === BLACK ? Black : White,
      move: word < RECORD ? PASS : fromKernel(word - (word % RECORD)),
    }))
  }

  #owners(games: number): Float64Array {
    return readOwners(this.#memory, this.#region + OWNERS, this.#size, games)
  }

  #fillTables(policy: PolicyName): void {
    if (policy === "mogo" && !this.#hasPatterns) {
      new Uint8Array(this.#memory.buffer, PATTERNS, CODES).set(patternTable())
      this.#hasPatterns = true
    }
    // Another worker of the memory may have written learned ones.
    const hasGammas = new Uint32Array(this.#memory.buffer, FEATURES, 1)[0] !== 0
    if (policy === "gamma" && !hasGammas) this.setGammas(provisionalGammas())
  }

  /** The rules' own random words, so that both hash a position to the same number. */
  #writeZobrist(): void {
    const words = new Int32Array(this.#memory.buffer)
    for (const point of allPoints(KERNEL_MAX_SIZE)) {
      for (const color of [Black, White] as const) {
        const at = (ZOBRIST + (color === Black ? 0 : ZOBRIST_WHITE) + toKernel(point) / 2) / 4
        words[at] = ZOBRIST_LOW[stoneIndex(color, point)]!
        words[at + 1] = ZOBRIST_HIGH[stoneIndex(color, point)]!
      }
    }
    words.set([WHITE_TO_PLAY.low, WHITE_TO_PLAY.high], ZOBRIST_TURN / 4)
  }
}

/** Playouts on any board: by the kernel where it has room, else by its slower twin. */
export function runPlayouts(
  kernel: Kernel | undefined,
  board: Board,
  request: PlayoutRequest,
): PlayoutSummary {
  if (!kernel || board.size > KERNEL_MAX_SIZE) return runReference(board, request)
  kernel.load(board)
  return kernel.run(request)
}
