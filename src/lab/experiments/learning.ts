// Lew 2011, chapter 4, and Coulom 2007: memory of MM and LMP, that both reach the same gammas, and how well moves are
// predicted (BT-2, BT-4, BT-5, BT-6).

import { percent } from "../../base/format.ts"
import { unwrap } from "../../base/result.ts"
import { wilsonInterval } from "../../base/statistics.ts"
import {
  compareMemory,
  countData,
  featureSetOf,
  makeLearner,
  scaleData,
  train,
  type ChoiceBlock,
  type ChoiceSource,
  type DataCounts,
  type FeatureSet,
  type Prediction,
  type PredictionReport,
} from "../../learn/index.ts"
import { bundledWeights, evaluateFiles, GameSource, loadWeights } from "../../learn/node/index.ts"
import { curves } from "../charts.ts"
import { defineExperiment, type Parameter } from "../experiment.ts"
import { findRecords, PROFESSIONAL_GAMES } from "../needs.ts"
import { agrees, compareNumber, compareRange, differs } from "../verdict.ts"

const TEXT = "Lew 2011"
const SIZE = 19
/** Of the games that the text speaks of: 100 000, one move in 11. */
const THEIR_GAMES = 100_000
const THEIR_SHARE = 11

function sourceOf(features: FeatureSet, every: number, seed: number): GameSource {
  const files = [findRecords(PROFESSIONAL_GAMES)!]
  return new GameSource({ files, size: SIZE, features, sampling: { rate: 1 / every, seed }, threads: 1 })
}

function featuresOf(kind: "playout" | "moves"): FeatureSet {
  return kind === "playout" ? { kind } : featureSetOf(unwrap(loadWeights(bundledWeights("moves", SIZE))))
}

const EVERY = (quick: number, full: number): Parameter => ({
  meaning: `one of so many positions of ${PROFESSIONAL_GAMES}`,
  quick,
  full,
  low: 1,
  high: 100_000,
})

interface MemoryFinding {
  readonly counts: DataCounts
  readonly games: number
  readonly moves: number
}

async function countSource(kind: "playout" | "moves", every: number, seed: number): Promise<MemoryFinding> {
  const source = sourceOf(featuresOf(kind), every, seed)
  try {
    const counts = await countData(source)
    return { counts, games: source.report.games, moves: source.report.moves }
  } finally {
    await source.close()
  }
}

export const LEARNING_MEMORY = defineExperiment({
  id: "learning-memory",
  title: "Memory of MM and LMP",
  ids: ["BT-2", "BT-4"],
  source: { text: TEXT, place: "4.1" },
  about:
    "Choices and teams are counted on a sample of professional games and extrapolated to 100 000 games with one move in 11. MM holds all teams, as Coulom's program does; LMP holds one number for each choice and three for each feature.",
  code: ["src/learn/memory.ts"],
  needs: ["records"],
  parameters: { every: EVERY(200, 10) },
  units: ({ every }, seed) =>
    (["playout", "moves"] as const).map((kind) => ({ id: kind, task: { kind, every, seed } })),
  work: ({ kind, every, seed }: { kind: "playout" | "moves"; every: number; seed: number }) =>
    countSource(kind, every, seed),
  conclude: (found) => {
    const rows = found.map(({ task, finding }) => {
      const { counts, games, moves }: MemoryFinding = finding
      const choices = (THEIR_GAMES * (moves / games)) / THEIR_SHARE
      const memory = compareMemory(scaleData(counts, choices / counts.choices))
      return {
        kind: task.kind,
        ...counts,
        choices,
        teamsEach: counts.teams / counts.choices,
        gigabytes: memory.mm / 1e9,
        megabytes: memory.lmp / 1e6,
        ratio: memory.ratio,
      }
    })
    const [low, high] = rows.map(({ gigabytes }) => gigabytes).sort((a, b) => a - b) as [number, number]
    const lmp = rows.find(({ kind }) => kind === "playout")!.megabytes
    return {
      comparisons: [
        {
          what: "MM with all teams in memory",
          published: "memory-mm",
          theirs: "24 GB",
          ours: rows.map(({ kind, gigabytes }) => `${gigabytes.toFixed(1)} GB (${kind} features)`).join(", "),
          value: high,
          low,
          high,
          verdict:
            low <= 24 && high >= 24
              ? agrees("within what our two sets of features need")
              : differs("it depends on the features, which the text does not list"),
        },
        {
          what: "LMP's own numbers",
          published: "memory-lmp",
          theirs: "about 15 MB",
          ours: rows.map(({ kind, megabytes }) => `${megabytes.toFixed(1)} MB (${kind} features)`).join(", "),
          value: lmp,
          verdict: compareRange(
            { low: 14, high: 16 },
            { value: lmp, low: 0.95 * lmp, high: 1.05 * lmp },
            { precision: 2, why: "games of another length" },
          ),
        },
      ],
      tables: [
        {
          title: "Extrapolated to 100 000 games, one move in 11",
          head: [
            "features",
            "slots",
            "number of features",
            "choices",
            "teams a choice",
            "MM, GB",
            "LMP, MB",
            "ratio",
          ],
          rows: rows.map((row) => [
            row.kind,
            row.slots,
            row.features,
            Math.round(row.choices),
            row.teamsEach.toFixed(0),
            row.gigabytes.toFixed(1),
            row.megabytes.toFixed(1),
            row.ratio.toFixed(0),
          ]),
        },
      ],
      pictures: [],
      text: "The text's 15 MB are one number for each of 1.9 million choices, and its 24 GB lie between what our small and our large set of features need. Montego's own MM reads the data again for every slot, and needs less than LMP.",
    }
  },
})

/** The blocks of a source in memory: a learner reads them many times. */
async function keep(source: GameSource): Promise<ChoiceSource> {
  const blocks: ChoiceBlock[] = []
  try {
    for await (const block of source.blocks()) blocks.push(block)
  } finally {
    await source.close()
  }
  const { slots, features } = source
  return {
    slots,
    features,
    async *blocks() {
      yield* blocks
    },
  }
}

const METHODS = ["mm", "lmp", "sgd"] as const
const TOLERANCE = 1e-4
const MOST_PASSES = 400
const SGD_PASSES = 20

interface Learned {
  readonly passes: number
  readonly logLikelihood: number
  readonly choices: number
  readonly gammas: readonly number[]
}

async function learnBy(method: (typeof METHODS)[number], every: number, seed: number): Promise<Learned> {
  const source = await keep(sourceOf({ kind: "playout" }, every, seed))
  const learner = makeLearner(method, { slots: source.slots, features: source.features, prior: 1 })
  const maxPasses = method === "sgd" ? SGD_PASSES : MOST_PASSES
  const { passes, last } = await train(learner, source, { tolerance: TOLERANCE, maxPasses })
  const gammas = [...learner.gammas].map((gamma) => Number(gamma.toPrecision(7)))
  return { passes, logLikelihood: last.logLikelihood, choices: last.choices, gammas }
}

export const LEARNING_ACCURACY = defineExperiment({
  id: "learning-accuracy",
  title: "MM and LMP reach the same gammas",
  ids: ["BT-2", "BT-3", "BT-4", "BT-5"],
  source: { text: TEXT, place: "4.7 and 4.8" },
  about:
    "MM and LMP learn the gammas of playout features on the same professional positions until none changes by more than 0.01 %, SGD in 20 passes. The thesis proves that LMP converges to the mode that MM finds.",
  code: ["src/learn/mm.ts", "src/learn/products.ts", "src/learn/sgd.ts"],
  needs: ["records"],
  parameters: { every: EVERY(400, 10) },
  units: ({ every }, seed) => METHODS.map((method) => ({ id: method, task: { method, every, seed } })),
  work: ({ method, every, seed }: { method: (typeof METHODS)[number]; every: number; seed: number }) =>
    learnBy(method, every, seed),
  conclude: (found) => {
    const of = (method: (typeof METHODS)[number]): Learned =>
      found.find(({ task }) => task.method === method)!.finding
    const gap = (one: Learned, other: Learned): number =>
      Math.max(...one.gammas.map((gamma, i) => Math.abs(gamma - other.gammas[i]!) / gamma))
    const [mm, lmp, sgd] = [of("mm"), of("lmp"), of("sgd")]
    const difference = gap(mm, lmp)
    return {
      comparisons: [
        {
          what: "largest difference of a gamma, LMP and MM",
          theirs: "the same mode",
          ours: `${percent(difference, 3)} %`,
          value: 100 * difference,
          verdict: difference < 0.01 ? agrees() : differs("one of them has not converged"),
        },
        {
          what: "log-likelihood, LMP and MM",
          theirs: "equal",
          ours: `${lmp.logLikelihood.toFixed(6)} and ${mm.logLikelihood.toFixed(6)}`,
          value: lmp.logLikelihood,
          verdict:
            Math.abs(lmp.logLikelihood - mm.logLikelihood) < 1e-3 ? agrees() : differs("not converged"),
        },
      ],
      tables: [
        {
          title: `${mm.choices} positions`,
          head: ["method", "passes", "log-likelihood", "largest difference from MM, %"],
          rows: [mm, lmp, sgd].map((learned, i) => [
            METHODS[i]!,
            learned.passes,
            learned.logLikelihood.toFixed(6),
            percent(gap(mm, learned), 2),
          ]),
        },
      ],
      pictures: [],
      text: "LMP and MM reach the same gammas, as the thesis proves. SGD comes near in few passes and does not settle.",
    }
  },
})

const TOPS = [1, 3, 5, 10] as const

export const MOVE_PREDICTION = defineExperiment({
  id: "move-prediction",
  title: "Prediction of professional moves",
  ids: ["BT-6"],
  source: { text: "Coulom 2007", place: "4; the model of Lew 2011, 4" },
  about: `The weights of the package rank all legal moves of positions from ${PROFESSIONAL_GAMES}, games that were not learned from: how often is the played move among the first k?`,
  code: ["src/learn/prediction.ts", "src/learn/features.ts"],
  needs: ["records"],
  parameters: { every: EVERY(100, 1) },
  units: ({ every }, seed) => [{ id: "positions", task: { every, seed } }],
  work: async ({ every, seed }: { every: number; seed: number }, { onProgress }) => {
    const weights = unwrap(loadWeights(bundledWeights("moves", SIZE)))
    const files = [findRecords(PROFESSIONAL_GAMES)!]
    const sampling = { rate: 1 / every, seed }
    const { prediction } = await evaluateFiles(weights, {
      files,
      size: SIZE,
      sampling,
      threads: 1,
      onProgress,
    })
    return prediction
  },
  conclude: (found) => {
    const prediction: PredictionReport = found[0]!.finding
    const { positions, top1 } = prediction
    const { low, high } = wilsonInterval(top1 * positions, positions)
    const rows: readonly (Prediction & { readonly from?: number; readonly to?: number })[] = [
      prediction,
      ...prediction.phases,
    ]
    const tops = (row: Prediction): number[] => [row.top1, row.top3, row.top5, row.top10]
    return {
      comparisons: [
        {
          what: "first choice is the played move, 19×19 professionals",
          published: "coulom-top1",
          theirs: "34.9 %",
          ours: `${percent(top1, 2)} % [${percent(low, 1)}, ${percent(high, 1)}]`,
          value: 100 * top1,
          low: 100 * low,
          high: 100 * high,
          verdict: compareNumber(
            34.9,
            { value: 100 * top1, low: 100 * low, high: 100 * high },
            {
              theirError: 0.5,
              precision: 2,
              why: "ours is higher: other games, more features and larger shapes",
            },
          ),
        },
      ],
      tables: [
        {
          title: "By phase of the game",
          head: ["moves", "positions", ...TOPS.map((top) => `top ${top}, %`), "log-likelihood"],
          rows: rows.map((row) => [
            row.from === undefined ? "all" : `${row.from}–${row.to ?? ""}`,
            row.positions,
            ...tops(row).map((share) => percent(share, 1)),
            row.logLikelihood.toFixed(3),
          ]),
        },
      ],
      pictures: [
        curves({
          name: "top-k",
          title: "Share of played moves among the first k",
          x: "k",
          y: "%",
          yRange: [0, 100],
          lines: rows.map((row) => ({
            label: row.from === undefined ? "all moves" : `moves ${row.from} to ${row.to ?? "the end"}`,
            points: tops(row).map((share, i) => [TOPS[i]!, 100 * share] as const),
          })),
        }),
      ],
      text: `The played move is the first choice in ${percent(top1)} % of ${positions} positions. Coulom's 34.9 % come from another collection with fewer features.`,
    }
  },
})
