// Threads that describe games, in the order of the batches, so that learning gives the same numbers with any number of
// threads.

import { OrderedPool, workerFile } from "../../base/node/index.ts"
import type { DescribedGames, FeatureSet, HarvestedKeys } from "../dataset.ts"
import type { GameMoves, Sampling } from "../games.ts"

/** What a `DescribePool` is told that makes choices of games. */
export interface ChoicesProgram {
  readonly kind: "choices"
  readonly features: FeatureSet
  readonly sampling: Sampling
}

/** What a `DescribePool` is told that finds the keys of shapes. */
export interface KeysProgram {
  readonly kind: "keys"
  readonly sampling: Sampling
}

/** What the threads of a pool make of games. */
export type DescribeProgram = ChoicesProgram | KeysProgram

type Answer<P extends DescribeProgram> = P["kind"] extends "keys" ? HarvestedKeys : DescribedGames

/** Threads that describe games, in the order of their batches. */
export class DescribePool<P extends DescribeProgram> {
  readonly #pool: OrderedPool<readonly GameMoves[], Answer<P>>

  private constructor(pool: OrderedPool<readonly GameMoves[], Answer<P>>) {
    this.#pool = pool
  }

  static open<P extends DescribeProgram>(program: P, threads: number): DescribePool<P> {
    const file = workerFile(import.meta.url, "describe-worker.js")
    return new DescribePool(new OrderedPool({ program: file, data: program, threads }))
  }

  describe(
    batches: AsyncIterable<{ readonly games: readonly GameMoves[] }>,
  ): AsyncGenerator<Answer<P>, void, undefined> {
    return this.#pool.answers(gamesOf(batches))
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

async function* gamesOf(
  batches: AsyncIterable<{ readonly games: readonly GameMoves[] }>,
): AsyncGenerator<readonly GameMoves[], void, undefined> {
  for await (const { games } of batches) yield games
}
