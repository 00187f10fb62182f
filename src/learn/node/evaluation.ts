// How well weights predict the games of files (BT-6).

import { measurePrediction, phaseEnds, type PredictionReport } from "../prediction.ts"
import type { Sampling } from "../games.ts"
import { featureSetOf, type Weights } from "../weights.ts"
import { DataReport, GameFiles, type GameFilesOptions } from "./game-files.ts"
import { GameSource } from "./game-source.ts"

/** Which games are predicted. */
export interface EvaluationOptions extends GameFilesOptions {
  readonly sampling: Sampling
  readonly threads: number
  readonly onProgress?: (share: number) => void
}

/** How well weights predict files of games. */
export interface Evaluation {
  readonly prediction: PredictionReport
  readonly report: DataReport
  readonly size: number | undefined
  /** Positions that are not counted, because no playout would consider the played move. */
  readonly unplayable: number
}

/** How well weights predict the moves of files of games. */
export async function evaluateFiles(
  weights: Weights,
  { onProgress, ...options }: EvaluationOptions,
): Promise<Evaluation> {
  const size = options.size ?? (await findSize(options))
  const source = new GameSource({ ...options, size, features: featureSetOf(weights) })
  try {
    const watched = {
      slots: source.slots,
      features: source.features,
      blocks: () => source.blocks(onProgress ? { onProgress } : {}),
    }
    const ends = phaseEnds((size ?? weights.origin.size) ** 2)
    const prediction = await measurePrediction(watched, weights.gammas, ends)
    const { report, unplayable } = source
    return { prediction, report, size, unplayable }
  } finally {
    await source.close()
  }
}

/** The board of the first game that can be used. */
export async function findSize(options: GameFilesOptions): Promise<number | undefined> {
  const files = new GameFiles(options)
  for await (const _ of files.batches(1, new DataReport())) break
  return files.size
}
