// Runs a coevolution in slices, so that other work of this thread gets its turn, and samples it at equal numbers of
// steps.

import { pause } from "../search/pause.ts"
import { takeSample, type Sample } from "./history.ts"
import type { Measure } from "./positions.ts"
import type { Coevolution } from "./settings.ts"

/** How long a run goes on, and what is sampled. */
export interface RunOptions {
  /** Steps in all since the founding. */
  readonly steps: number
  /** Steps between two samples. */
  readonly every: number
  readonly measures: readonly Measure[]
  readonly signal?: AbortSignal
  readonly onSample: (sample: Sample) => void
  /** Told now and then how many steps are done. */
  readonly onProgress?: (steps: number) => void
}

/** Steps between looks at the signal: some milliseconds. */
const SLICE = 256

/**
 * Runs steps and takes samples, until there are enough steps or the signal fires. Other threads may run steps of
 * the same populations meanwhile.
 */
export async function runEvolution(evolution: Coevolution, options: RunOptions): Promise<void> {
  const { steps, every, measures, signal, onSample, onProgress } = options
  const sample = (): void => onSample(takeSample(evolution, measures))
  const isOver = (): boolean => evolution.steps >= steps || signal?.aborted === true
  let next = Math.min(steps, (Math.floor(evolution.steps / every) + 1) * every)
  if (evolution.steps === 0) sample()
  while (!isOver()) {
    evolution.run(Math.max(1, Math.min(SLICE, next - evolution.steps)), steps)
    onProgress?.(evolution.steps)
    await pause()
    if (evolution.steps < next) continue
    // The last sample is for the end, when no other thread is at work any more.
    if (evolution.steps < steps) sample()
    next = Math.min(steps, (Math.floor(evolution.steps / every) + 1) * every)
  }
}

/** Samples of a run, about. */
const SAMPLES = 512

/** Steps between samples of a run of this length: a power of two, so that a run that is continued keeps its pace. */
export function sampleEvery(steps: number): number {
  return 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, steps / SAMPLES))))
}
