// Choices from files of games, described in threads: what learners and measurements read.

import type { ChoiceBlock, ChoiceSource } from "../choices.ts"
import { BLOCK_CHOICES, shapeOf, type FeatureSet } from "../dataset.ts"
import type { Sampling } from "../games.ts"
import { DescribePool, type ChoicesProgram } from "./describe-pool.ts"
import { DataReport, GameFiles, type GameFilesOptions } from "./game-files.ts"

/** Which choices of which games are made. */
export interface GameSourceOptions extends GameFilesOptions {
  readonly features: FeatureSet
  readonly sampling: Sampling
  readonly threads: number
}

/** Where a pass begins, and who hears how far it is. */
export interface PassOptions {
  /** Blocks to leave out at the beginning; they are read but not described. */
  readonly skip?: number
  /** Gets the share of the bytes that are read. */
  readonly onProgress?: (share: number) => void
}

/** A source that can begin later, and tells how far it is. */
export interface BlockSource extends ChoiceSource {
  blocks(options?: PassOptions): AsyncIterable<ChoiceBlock>
}

/** Choices from files of games, described in threads. */
export class GameSource implements BlockSource {
  readonly slots: number
  readonly features: number
  /** Of the last pass. */
  report: DataReport = new DataReport()
  /** Positions of the last pass whose move no playout would consider. */
  unplayable = 0
  readonly #files: GameFiles
  readonly #pool: DescribePool<ChoicesProgram>
  readonly #batchMoves: number

  constructor({ features, sampling, threads, ...files }: GameSourceOptions) {
    const { slots, features: count } = shapeOf(features)
    this.slots = slots
    this.features = count
    this.#files = new GameFiles(files)
    this.#pool = DescribePool.open({ kind: "choices", features, sampling }, threads)
    this.#batchMoves = BLOCK_CHOICES[features.kind] / sampling.rate
  }

  get size(): number | undefined {
    return this.#files.size
  }

  async *blocks({ skip = 0, onProgress }: PassOptions = {}): AsyncGenerator<ChoiceBlock, void, undefined> {
    const report = new DataReport()
    this.report = report
    this.unplayable = 0
    const batches = this.#files.batches(this.#batchMoves, report, onProgress)
    for await (const { block, unplayable } of this.#pool.describe(behind(batches, skip))) {
      this.unplayable += unplayable
      yield block
    }
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

async function* behind<T>(items: AsyncIterable<T>, skip: number): AsyncGenerator<T, void, undefined> {
  let index = 0
  for await (const item of items) if (index++ >= skip) yield item
}
