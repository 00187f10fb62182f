// Chelaru 2008, tables 5.1 and 5.2 (speed of simulations), the spread of scores, and the bias of the methods, which
// the texts did not measure (SIM-1 to SIM-5).

import { mean, variance } from "../../base/statistics.ts"
import { signed } from "../../base/format.ts"
import { Kernel } from "../../kernel/index.ts"
import { Black, Board } from "../../rules/index.ts"
import {
  biasRows,
  emptyPosition,
  ExactSimulation,
  rateOf,
  studyMethods,
  studyPositions,
  timedMethods,
  type BiasRow,
} from "../../simulate/index.ts"
import { distribution } from "../charts.ts"
import { defineExperiment, type Comparison, type Conclusion } from "../experiment.ts"
import { publishedValues, type PublishedId } from "../published.ts"
import { short } from "../text.ts"
import { agrees, compareNumber, differs, estimate, notComparable } from "../verdict.ts"

const SIZE = 19

interface SpeedTask {
  /** Which of the repeated runs: all methods take turns in each. */
  readonly run: number
  readonly seconds: number
  readonly seed: number
}

type Rates = Readonly<Record<string, number>>

/** Rates of all methods in one run, after half a run to warm up. */
async function measureRates(
  { run, seconds, seed }: SpeedTask,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Rates> {
  const methods = await timedMethods(SIZE, seed + run)
  const rates: Record<string, number> = {}
  for (const [i, method] of methods.entries()) {
    await rateOf(method, seconds / 2, signal)
    rates[method.name] = Number((await rateOf(method, seconds, signal)).toFixed(2))
    onProgress((i + 1) / methods.length)
  }
  return rates
}

const SPEEDS = [
  ["athlon-naive", "naive", "Athlon XP 2700+", 2],
  ["athlon-analyze-after", "analyze-after", "Athlon XP 2700+", 2],
  ["pentium-naive", "naive", "Pentium III, 1 GHz", 0],
  ["pentium-analyze-after", "analyze-after", "Pentium III, 1 GHz", 0],
] as const satisfies readonly (readonly [PublishedId, string, string, number])[]

/** How much faster analyze-after was than the naive method, on both machines. */
const THEIR_RATIOS = [1058.62 / 95.41, 412.75 / 42.84] as const

function concludeSpeed(rates: readonly Rates[]): Conclusion {
  const names = Object.keys(rates[0]!)
  const of = (name: string): number[] => rates.map((run) => run[name]!)
  const compared = SPEEDS.map(([published, name, machine, mu]): Comparison => {
    const values = publishedValues(published)
    const ours = of(name)
    return {
      what: `${name}, ${machine}`,
      published,
      theirs: `μ ${values[mu]}, σ ${values[mu + 1]}${mu > 0 ? `, ${values[0]} to ${values[1]}` : ""}`,
      ours: `μ ${short(mean(ours))}, σ ${short(deviation(ours))}, ${short(Math.min(...ours))} to ${short(Math.max(...ours))}`,
      value: mean(ours),
      verdict: notComparable("another machine, twenty years later"),
    }
  })
  const ratios = rates.map((run) => run["analyze-after"]! / run["naive"]!)
  const [low, high] = [Math.min(...THEIR_RATIOS), Math.max(...THEIR_RATIOS)]
  const ratio: Comparison = {
    what: "analyze-after by naive",
    theirs: `${high.toFixed(1)} and ${low.toFixed(1)} times`,
    ours: `${mean(ratios).toFixed(1)} times`,
    value: mean(ratios),
    verdict:
      mean(ratios) > low / 2 && mean(ratios) < 2 * high
        ? agrees("of the same order")
        : differs("the programs differ: ours is not the text's C"),
  }
  return {
    comparisons: [...compared, ratio],
    tables: [
      {
        title: "Simulations a second on 19×19",
        head: ["method", "least", "most", "μ", "σ", "runs"],
        rows: names.map((name) => {
          const all = of(name)
          const [least, most] = [Math.min(...all), Math.max(...all)]
          return [name, short(least), short(most), short(mean(all)), short(deviation(all)), all.length]
        }),
      },
    ],
    pictures: [
      distribution(
        "histograms",
        "Simulations a second on 19×19 (figures 5.1 to 5.4)",
        "a second",
        names.map((label) => ({ label, values: of(label) })),
      ),
    ],
    text: `Seconds can't be compared over twenty years; ratios can. Filling the board first is ${mean(ratios).toFixed(1)} times as fast as the naive method here, ${high.toFixed(1)} and ${low.toFixed(1)} times in the text. The exact kernel in WebAssembly is faster than all three, so the approximations no longer pay.`,
  }
}

function deviation(values: readonly number[]): number {
  return values.length > 1 ? Math.sqrt(variance(values)) : 0
}

export const SIMULATION_SPEED = defineExperiment({
  id: "simulation-speed",
  title: "Speed of random simulations",
  ids: ["SIM-1", "SIM-2", "SIM-3", "SIM-4"],
  source: { text: "Chelaru 2008", place: "5.1, tables 5.1 and 5.2, figures 5.1 to 5.4" },
  about:
    "Simulations a second from the empty 19×19 board by the naive method, the common fate graph and analyze-after, and by the kernel. The methods take turns in every run. The text has 100 runs of 5 s.",
  code: ["src/simulate/speed.ts", "src/simulate/naive.ts", "src/simulate/analyzeafter.ts"],
  isAlone: true,
  parameters: {
    runs: { meaning: "runs of every method", quick: 8, full: 100, low: 2, high: 1000 },
    milliseconds: { meaning: "time of a run", quick: 250, full: 5000, low: 10, high: 60_000 },
  },
  units: ({ runs, milliseconds }, seed) =>
    Array.from({ length: runs }, (_, run) => ({
      id: `run ${run + 1}`,
      task: { run, seconds: milliseconds / 1000, seed } satisfies SpeedTask,
    })),
  work: (task: SpeedTask, { signal, onProgress }) => measureRates(task, signal, onProgress),
  conclude: (found) => concludeSpeed(found.map(({ finding }): Rates => finding)),
})

interface SpreadFinding {
  readonly games: number
  readonly spread: number
  readonly meanMargin: number
  readonly perSecond: number
}

async function measureSpread(games: number, seed: number): Promise<SpreadFinding> {
  const kernel = await Kernel.create()
  kernel.load(new Board(9))
  const request = { games, first: Black, komi: 0, seed, owners: false } as const
  const began = performance.now()
  const { spread, meanMargin } = kernel.run(request)
  return { games, spread, meanMargin, perSecond: games / ((performance.now() - began) / 1000) }
}

export const SCORE_SPREAD = defineExperiment({
  id: "score-spread",
  title: "Spread of the score of a light playout on 9×9",
  ids: ["SIM-4", "SIM-5"],
  source: { text: "Lew 2011", place: "3.2.2; Chelaru 2008, 3.2.2" },
  about:
    "Uniform playouts of the kernel from the empty 9×9 board: the standard deviation of their score, and how many a second. The texts say about 45 points, about 35, and about 10 000 a second.",
  code: ["src/kernel/kernel.ts", "src/kernel/assembly/light.ts"],
  isAlone: true,
  parameters: {
    games: { meaning: "playouts", quick: 200_000, full: 2_000_000, low: 100, high: 100_000_000 },
  },
  units: ({ games }, seed) => [{ id: "playouts", task: { games, seed } }],
  work: ({ games, seed }: { games: number; seed: number }) => measureSpread(games, seed),
  conclude: (found) => {
    const { games, spread, meanMargin, perSecond } = found[0]!.finding
    // The standard error of a standard deviation, for a distribution near the normal.
    const ours = estimate(spread, spread / Math.sqrt(2 * games))
    const row = (published: PublishedId, text: string, theirs: number): Comparison => ({
      what: `standard deviation of the score, ${text}`,
      published,
      theirs: `about ${theirs}`,
      ours: `${spread.toFixed(2)} ± ${(ours.high - spread).toFixed(2)}`,
      ...ours,
      verdict: compareNumber(theirs, ours, {
        theirError: 3,
        precision: 1,
        why: `the texts disagree with each other, too; ours is exact play with the eye rule of SIM-5`,
      }),
    })
    return {
      comparisons: [
        row("spread-chelaru", "Chelaru", 35),
        row("spread-lew", "Lew", 45),
        {
          what: "playouts a second, “present CPUs” of 2008",
          published: "rate-2008",
          theirs: "about 10 000",
          ours: `${short(perSecond)}, one thread`,
          value: perSecond,
          verdict: notComparable("another machine"),
        },
      ],
      tables: [],
      pictures: [],
      text: `A score has a standard deviation of ${spread.toFixed(1)} points and a mean of ${signed(meanMargin, 2)} for Black, who moves first. The texts' numbers are rounded and from different playouts.`,
    }
  },
})

interface BiasTask {
  readonly position: string
  readonly games: number
  readonly seed: number
}

const BIAS_POSITIONS = [emptyPosition(9), ...studyPositions()]

export const SIMULATION_BIAS = defineExperiment({
  id: "simulation-bias",
  title: "How far the methods of 2008 are from exact games",
  ids: ["SIM-2", "SIM-3", "SIM-4"],
  source: { text: "Chelaru 2008", place: "4.3.1; the text did not measure it" },
  about:
    "Each approximate method and the exact game play the same positions out: mean score, spread, length and owner map, with standard errors by the jackknife.",
  code: ["src/simulate/bias.ts", "src/simulate/study.ts"],
  parameters: {
    games: {
      meaning: "games of each method and position",
      quick: 300,
      full: 10_000,
      low: 20,
      high: 1_000_000,
    },
  },
  units: ({ games }, seed) =>
    BIAS_POSITIONS.map(({ name }, i) => ({
      id: name,
      task: { position: name, games, seed: seed + i } satisfies BiasTask,
    })),
  work: ({ position, games, seed }: BiasTask, { onProgress }) => {
    const positions = BIAS_POSITIONS.filter(({ name }) => name === position)
    const methods = studyMethods()
    const rows: BiasRow[] = []
    for (const row of biasRows({ positions, methods, reference: new ExactSimulation(), runs: games, seed })) {
      rows.push(row)
      onProgress(rows.length / methods.length)
    }
    return Promise.resolve(rows)
  },
  conclude: (found) => {
    const rows = found.flatMap(({ finding }): readonly BiasRow[] => finding)
    const far = rows.filter(({ margin }) => Math.abs(margin.difference) > 3 * margin.error)
    return {
      comparisons: [
        {
          what: "mean score of the methods against exact games",
          theirs: "taken for good approximations",
          ours: `${far.length} of ${rows.length} rows differ by more than 3 standard errors`,
          verdict: notComparable("the text did not measure it"),
        },
      ],
      tables: [
        {
          title: "Difference from the exact game (standard error)",
          head: ["position", "method", "score", "spread", "moves", "owner map", "by chance"],
          rows: rows.map(({ position, method, margin, spread, moves, owner }) => [
            position,
            method,
            `${signed(margin.difference, 2)} (${margin.error.toFixed(2)})`,
            `${signed(spread.difference, 2)} (${spread.error.toFixed(2)})`,
            `${signed(moves.difference, 1)} (${moves.error.toFixed(1)})`,
            owner.difference.toFixed(3),
            owner.noise.toFixed(3),
          ]),
        },
      ],
      pictures: [],
      text: `The approximations are not free: in ${far.length} of ${rows.length} rows the mean score is off by more than three standard errors. docs/simulations.md explains each cause.`,
    }
  },
})
