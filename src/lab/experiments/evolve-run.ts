// One run of coevolution as a unit of an experiment, and its picture.

import { unwrap } from "../../base/result.ts"
import {
  completeSettings,
  Evolution,
  evolvePosition,
  leaderOf,
  leadsSince,
  runEvolution,
  takeSample,
  type Sample,
} from "../../evolve/index.ts"
import { makeVertex } from "../../rules/index.ts"
import { curves } from "../charts.ts"
import type { Picture, WorkContext } from "../experiment.ts"

export const EVOLVE_CODE = ["src/evolve/kernel.ts", "src/evolve/assembly/evolve.ts", "src/evolve/history.ts"]
const SIZE = 9

export interface RunTask {
  readonly position: "flower-six" | "multiple-cut"
  readonly steps: number
  readonly population: number
  readonly lineages: number
  readonly seed: number
}

export interface RunFinding {
  /** Steps of the samples. */
  readonly steps: readonly number[]
  /** For each measure of the position its share of the population at these steps. */
  readonly shares: Readonly<Record<string, readonly number[]>>
  /** The first move with most individuals, at these steps; null for none. */
  readonly leaders: readonly (string | null)[]
  /** Since when a winning move leads to the end; null where it does not. */
  readonly since: number | null
}

/** Samples of a run that are kept: figures need no more. */
const SAMPLES = 128

export async function runOne(task: RunTask, { signal, onProgress }: WorkContext): Promise<RunFinding> {
  const { steps, population, lineages, seed } = task
  const { board, first, komi, measures, winning } = evolvePosition(task.position)!
  const settings = unwrap(completeSettings({ board, first, komi, seed, population, lineages }))
  const evolution = await Evolution.create(settings)
  const history: Sample[] = []
  await runEvolution(evolution, {
    steps,
    every: Math.max(1, Math.floor(steps / SAMPLES)),
    measures,
    signal,
    onProgress: (done) => onProgress(done / steps),
    onSample: (sample) => history.push(sample),
  })
  history.push(takeSample(evolution, measures))
  const share = (count: number): number => Number((count / population).toFixed(4))
  return {
    steps: history.map(({ step }) => step),
    shares: Object.fromEntries(
      measures.map(({ label }, i) => [label, history.map((sample) => share(sample.measures[i]!))]),
    ),
    leaders: history.map((sample) => {
      const leader = leaderOf(sample)
      return leader === undefined ? null : makeVertex(leader, SIZE)
    }),
    since: leadsSince(history, winning) ?? null,
  }
}

export function courseOf(name: string, title: string, { steps, shares }: RunFinding): Picture {
  return curves({
    name,
    title,
    x: "steps",
    y: "% of the population",
    yRange: [0, 100],
    lines: Object.entries(shares).map(([label, values]) => ({
      label,
      points: values.map((value, i) => [steps[i]!, 100 * value] as const),
    })),
  })
}
