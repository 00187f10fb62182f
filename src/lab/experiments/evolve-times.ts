// Drake & Chen 2008, figures 8 and 9: when the winning move leads for good, by lineages and by population (EVO-2).

import { mean, variance } from "../../base/statistics.ts"
import { curves } from "../charts.ts"
import { defineExperiment, type Found, type Unit } from "../experiment.ts"
import { agrees, differs, open } from "../verdict.ts"
import { EVOLVE_CODE, runOne, type RunFinding, type RunTask } from "./evolve-run.ts"

const TEXT = "Drake & Chen 2008"

/** Mean time of permanent discovery for a list of settings. */
interface Timed {
  readonly key: number
  readonly found: number
  readonly runs: number
  readonly mean: number
  readonly error: number
}

function timesOf(
  found: readonly Found<RunTask, RunFinding>[],
  keyOf: (task: RunTask) => number,
  steps: number,
): Timed[] {
  const keys = [...new Set(found.map(({ task }) => keyOf(task)))]
  return keys.map((key) => {
    const runs = found.filter(({ task }) => keyOf(task) === key)
    // A run without a discovery has at least its whole length.
    const times = runs.map(({ finding }) => finding.since ?? steps)
    const error = times.length > 1 ? Math.sqrt(variance(times) / times.length) : NaN
    const seen = runs.filter(({ finding }) => finding.since !== null).length
    return { key, found: seen, runs: runs.length, mean: mean(times), error }
  })
}

function timesTable(title: string, name: string, rows: readonly Timed[]) {
  return {
    title,
    head: [name, "found", "runs", "mean step", "standard error"],
    rows: rows.map(({ key, found, runs, mean: middle, error }) => [
      key,
      found,
      runs,
      Math.round(middle),
      Number.isNaN(error) ? "–" : Math.round(error),
    ]),
  }
}

function timesPicture(title: string, x: string, rows: readonly Timed[]) {
  const points = rows.map(({ key, mean: middle }) => [key, middle] as const)
  return curves({
    name: "times",
    title,
    x: `${x} (logarithmic)`,
    y: "steps",
    isLog: true,
    yRange: [0, 0],
    lines: [{ label: "mean step since which E2 leads for good", points }],
  })
}

const LINEAGES = [1, 4, 16, 64, 256] as const
const POPULATIONS = [512, 2048, 8192, 32_768] as const

function timedUnits(
  runs: number,
  steps: number,
  settings: readonly { readonly population: number; readonly lineages: number }[],
  seed: number,
): Unit<RunTask>[] {
  return settings.flatMap(({ population, lineages }) =>
    Array.from({ length: runs }, (_, run) => ({
      id: `${lineages} lineages, ${population} individuals, run ${run + 1}`,
      task: { position: "flower-six", steps, population, lineages, seed: seed + run } as const,
    })),
  )
}

export const EVOLVE_LINEAGES = defineExperiment({
  id: "evolve-lineages",
  title: "Coevolution: time of discovery by the number of lineages",
  ids: ["EVO-2", "EVO-5"],
  source: { text: TEXT, place: "6, figure 8" },
  about:
    "Flower six with a population of 8192: the step since which E2 leads for good, mean over runs with 1 to 256 lineages (the text's threads). The text has 20 runs of 2²¹ steps; a run in which E2 never leads for good counts as its whole length.",
  code: EVOLVE_CODE,
  parameters: {
    runs: { meaning: "runs of each number of lineages", quick: 2, full: 20, low: 1, high: 1000 },
    steps: { meaning: "steps of a run", quick: 2 ** 17, full: 2 ** 21, low: 1024, high: 2 ** 28 },
    population: { meaning: "individuals", quick: 2048, full: 8192, low: 512, high: 131_072 },
  },
  units: ({ runs, steps, population }, seed) =>
    timedUnits(
      runs,
      steps,
      LINEAGES.map((lineages) => ({ population, lineages })),
      seed,
    ),
  work: (task: RunTask, context) => runOne(task, context),
  conclude: (found, { steps, runs }) => {
    const rows = timesOf(found, ({ lineages }) => lineages, steps)
    const best = rows.reduce((one, other) => (other.mean < one.mean ? other : one))
    const ours = rows.find(({ key }) => key === 64)!
    // Whether another number is better than 64 by more than two standard errors of the difference.
    const gap = (ours.mean - best.mean) / Math.hypot(ours.error, best.error)
    return {
      comparisons: [
        {
          what: "best number of lineages",
          published: "evolve-lineages",
          theirs: "64",
          ours: `${best.key} has the least mean (${Math.round(best.mean)} steps); 64 has ${Math.round(ours.mean)}`,
          value: best.key,
          verdict:
            runs < 10
              ? open(`too few to tell: ${runs} runs of each`)
              : best.key === 64
                ? agrees()
                : gap > 2
                  ? differs(`${best.key} lineages find E2 earlier`)
                  : open(`too few to tell: ${best.key} is ahead of 64 by ${gap.toFixed(1)} standard errors`),
        },
      ],
      tables: [timesTable("Since when E2 leads for good", "lineages", rows)],
      pictures: [timesPicture("Time of permanent discovery (figure 8)", "lineages", rows)],
      text: `The least mean is that of ${best.key} lineages. Single runs differ by more than the settings do, so few runs decide nothing.`,
    }
  },
})

export const EVOLVE_POPULATION = defineExperiment({
  id: "evolve-population",
  title: "Coevolution: time of discovery by the size of the population",
  ids: ["EVO-2", "EVO-5"],
  source: { text: TEXT, place: "7, figure 9" },
  about:
    "Flower six with 64 lineages: the step since which E2 leads for good, mean over runs with populations of 512 to 32 768.",
  code: EVOLVE_CODE,
  parameters: {
    runs: { meaning: "runs of each population", quick: 2, full: 20, low: 1, high: 1000 },
    steps: { meaning: "steps of a run", quick: 2 ** 17, full: 2 ** 21, low: 1024, high: 2 ** 28 },
  },
  units: ({ runs, steps }, seed) =>
    timedUnits(
      runs,
      steps,
      POPULATIONS.map((population) => ({ population, lineages: 64 })),
      seed,
    ),
  work: (task: RunTask, context) => runOne(task, context),
  conclude: (found, { steps, runs }) => {
    const rows = timesOf(found, ({ population }) => population, steps)
    const [first, last] = [rows[0]!, rows.at(-1)!]
    const gap = (first.mean - last.mean) / Math.hypot(first.error, last.error)
    return {
      comparisons: [
        {
          what: "larger populations find E2 earlier",
          theirs: "the time falls with the population (figure 9)",
          ours: `${Math.round(first.mean)} steps with ${first.key} individuals, ${Math.round(last.mean)} with ${last.key}`,
          value: gap,
          verdict:
            runs < 10
              ? open(`too few to tell: ${runs} runs of each`)
              : gap > 2
                ? agrees()
                : gap < -2
                  ? differs("the smallest population is earlier here")
                  : open("too few to tell: the errors overlap"),
        },
      ],
      tables: [timesTable("Since when E2 leads for good", "population", rows)],
      pictures: [timesPicture("Time of permanent discovery (figure 9)", "individuals", rows)],
      text: "The larger the population, the less often E2 loses the lead again; single runs differ much.",
    }
  },
})
