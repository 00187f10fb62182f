// More threads (TREE-13), on one tree or each on its own. A helper has a kernel of its own on the shared memory; it
// gets the position, runs simulations until the tree says stop, and answers. How a thread is started differs between
// Node and browsers: each hands in ports (node/helpers.ts; in a page, the module that makes the workers).

import { Kernel, type TreeSearch, type WasmMemory } from "../kernel/index.ts"
import type { Color, Position } from "../rules/index.ts"
import { startOf } from "./start.ts"
import { makeRoom } from "./trees.ts"

/** What a helper is asked: to join a memory, or to search there until the tree is stopped. */
export type HelperTask =
  | {
      readonly kind: "open"
      readonly memory: WasmMemory
      readonly worker: number
      readonly workers: number
      /** How many trees the memory is divided into: one for all workers, or one for each. */
      readonly trees: number
    }
  | {
      readonly kind: "search"
      readonly position: Position
      readonly color: Color
      readonly seed: number
      /**
       * On one tree: of all threads together; each thread ends when it sees that they are done. On its own: of this
       * helper.
       */
      readonly playouts: number
    }

/** The other side of a thread. Every task is answered once, when it is done; or the thread fails, for good. */
export interface HelperPort {
  send(task: HelperTask): void
  onDone(listener: () => void): void
  onFailure(listener: (reason: Error) => void): void
  close(): Promise<void>
}

/** The helpers of one searcher. */
export class HelperPool {
  readonly #ports: readonly HelperPort[]
  #busy = 0
  #failure: Error | undefined
  #wake: (() => void) | undefined

  constructor(ports: readonly HelperPort[]) {
    this.#ports = ports
    for (const port of ports) {
      port.onDone(() => {
        this.#busy--
        if (this.#busy === 0) this.#wake?.()
      })
      port.onFailure((reason) => {
        this.#failure = reason
        this.#wake?.()
      })
    }
  }

  get count(): number {
    return this.#ports.length
  }

  async open(memory: WasmMemory, trees = 1): Promise<void> {
    const workers = 1 + this.count
    this.#send((index) => ({ kind: "open", memory, worker: index + 1, workers, trees }))
    await this.idle()
  }

  /**
   * Each searches with a seed of its own, and the playouts that the list has for it. Throws when a thread has failed.
   */
  search(position: Position, color: Color, seed: number, playouts: readonly number[]): void {
    this.#check()
    this.#send((index) => ({
      kind: "search",
      position,
      color,
      seed: seed + (index + 1) * SEED_STEP,
      playouts: playouts[index]!,
    }))
  }

  /** Resolves when all tasks are done; a search ends when its tree is stopped, or by its playouts. */
  async idle(): Promise<void> {
    if (this.#busy > 0 && !this.#failure) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#check()
  }

  #check(): void {
    if (this.#failure) throw new Error(`a thread of the search failed: ${this.#failure.message}`)
  }

  async close(): Promise<void> {
    await Promise.all(this.#ports.map((port) => port.close()))
  }

  #send(task: (index: number) => HelperTask): void {
    for (const [index, port] of this.#ports.entries()) port.send(task(index))
    this.#busy += this.count
  }
}

/** Keeps helpers' seeds apart from those of the next moves. */
export const SEED_STEP = 1_000_003

/** Simulations between looks at the flag. */
const SLICE = 16

/** The helper itself: carries out tasks one after the other, in whatever kind of thread it lives. */
export class Helper {
  #kernel: Kernel | undefined
  #tree: TreeSearch | undefined
  #isAlone = false

  async carryOut(task: HelperTask): Promise<void> {
    if (task.kind === "open") {
      const { memory, worker, workers, trees } = task
      this.#isAlone = trees > 1
      this.#kernel = await Kernel.create({ memory, worker })
      this.#tree = this.#kernel.openTree(workers, this.#isAlone ? worker : 0, trees)
      return
    }
    const { position, color, seed, playouts } = task
    const { game, last, beforeLast, passes } = startOf(position, color)
    this.#kernel!.load(game.board)
    this.#tree!.begin({ color, seed, last, beforeLast, passes, moves: position.moves })
    if (this.#isAlone) searchAlone(this.#tree!, playouts)
    else searchTogether(this.#tree!, playouts)
  }
}

function searchTogether(tree: TreeSearch, playouts: number): void {
  // The thread that asked looks, too; but where it doesn't get its turn, others would go on for as long.
  while (!tree.isStopped && tree.margins().games < playouts) tree.run(SLICE)
}

function searchAlone(tree: TreeSearch, playouts: number): void {
  for (let left = playouts; left > 0 && !tree.isStopped;) {
    left -= tree.run(Math.min(SLICE, left))
    if (tree.isFull) makeRoom(tree)
  }
}
