// `montego learn train`: gammas of features from games, by MM, SGD or LMP (BT-2 to BT-4).

import { rmSync } from "node:fs"
import { Command, InvalidArgumentError, Option } from "commander"
import { messageOf } from "../../base/failure.ts"
import { replaceFile } from "../../base/node/index.ts"
import { unwrap } from "../../base/result.ts"
import { VERSION } from "../../base/version.ts"
import {
  makeWeights,
  mergeShapes,
  METHODS,
  parseShapesFile,
  parseWeights,
  type FeatureSet,
  type Method,
  type PassReport,
  type Shapes,
  type Weights,
} from "../../learn/index.ts"
import {
  evaluateFiles,
  findSize,
  finishWeights,
  GameSource,
  identifyFiles,
  readReport,
  SpooledSource,
  trainFromFiles,
  type BlockSource,
  type Trained,
  type TrainingTask,
} from "../../learn/node/index.ts"
import { readWholeFile } from "../../record/node/files.ts"
import { fail } from "../failure.ts"
import { INTERRUPTED, listenForInterrupts } from "../interrupt.ts"
import { countUpTo, keptFile } from "../options.ts"
import { Progress } from "../progress.ts"
import {
  FILES,
  makeBoardOption,
  makeSampleOption,
  makeSeedOption,
  makeThreadsOption,
  positiveNumber,
  requireFiles,
  threadsOf,
} from "./options.ts"
import { dataLines, predictionLines } from "./report.ts"

const HELP = `
Every sampled position is a choice: the played move among all legal ones. A move is a team of features, its strength is
the product of their gammas, and training finds the gammas that make the played moves likely.

  --features full      shapes of a harvest, captures, ladders, distances …: for moves in the tree
  --features playout   3×3 patterns and nearness to the last move: for playouts

  --method sgd   one pass or a few; for full features
  --method lmp   to the exact maximum; for playout features
  --method mm    the same maximum, in more passes

A checkpoint lies beside --out until the weights are written: after each pass and, with SGD, every --checkpoint-every
blocks. The same command goes on there after Ctrl-C, a crash or kill -9, and ends with the same weights as without the
interruption; no game is counted twice. The number of threads does not change the result.

MM and LMP pass over the data many times. With playout features the first pass writes them to a file beside --out, about
300 bytes for a position on 19×19, which is removed at the end.

Records that can't be used (illegal moves, handicap, another board, broken files) are left out, counted and listed.

Examples:
  montego learn train pro.sgf.gz --features playout --method lmp --sample 1/11 --out playout19.bin
  montego learn harvest pro.sgf.gz --out pro.shapes
  montego learn train pro.sgf.gz --shapes pro.shapes --method sgd --sample 1/4 --valid valid.sgf.gz --out moves19.bin
  montego learn train nine.sgf.gz --shapes nine.shapes pro.shapes --method sgd --passes 4 --out moves9.bin

Play with what was learned:
  montego match --a uct:strong,moves-file=moves9.bin --b uct:strong --size 9 --playouts 5000
  montego match --a uct:strong,policy=gamma,playout-file=playout19.bin --b uct:strong,policy=gamma --size 19`

const KINDS = { full: "moves", playout: "playout" } as const
const MOST_PASSES = 100_000
const DEFAULT_PASSES: Readonly<Record<Method, number>> = { sgd: 1, mm: 200, lmp: 200 }
const DEFAULT_TOLERANCE = 0.01
const DEFAULT_RATE = 0.3
const DEFAULT_WARM_UP = 500_000
const MOST_WARM_UP = 1e9
const MOST_EVERY = 1_000_000

interface TrainOptions {
  features: keyof typeof KINDS
  shapes?: string[]
  method: Method
  sample: number
  seed: number
  size?: number
  passes?: number
  tolerance: number
  prior: number
  rate: number
  warmUp: number
  valid?: string[]
  out: string
  checkpoint?: string
  checkpointEvery: number
  threads?: number
}

export function trainCommand(): Command {
  return new Command("train")
    .description("Learn the gammas of features from games.")
    .argument("<files...>", FILES)
    .addOption(
      new Option("--features <set>", "what moves are described by")
        .choices(Object.keys(KINDS))
        .default("full"),
    )
    .option("--shapes <files...>", "shapes of montego learn harvest, for full features")
    .addOption(new Option("--method <name>", "how to learn").choices(METHODS).default("sgd"))
    .addOption(makeSampleOption())
    .addOption(makeSeedOption())
    .addOption(makeBoardOption())
    .option(
      "--passes <n>",
      "passes over the data (default: sgd 1; mm and lmp until --tolerance)",
      countUpTo(MOST_PASSES),
    )
    .addOption(
      new Option("--tolerance <share>", "mm and lmp end when no gamma changes by more than this share")
        .argParser(positiveNumber)
        .default(DEFAULT_TOLERANCE),
    )
    .addOption(new Option("--prior <n>", "strength of the prior").argParser(positiveNumber).default(1))
    .addOption(
      new Option("--rate <n>", "first step of sgd, below 1").argParser(rateOption).default(DEFAULT_RATE),
    )
    .addOption(
      new Option("--warm-up <positions>", "lmp first converges on this many positions, then takes in all")
        .argParser(countUpTo(MOST_WARM_UP))
        .default(DEFAULT_WARM_UP),
    )
    .option("--valid <files...>", "games to measure the result on; the scores go into the file")
    .requiredOption("--out <file>", "the weight file to write", keptFile)
    .option("--checkpoint <file>", "where an interrupted training is kept (default: beside --out)", keptFile)
    .addOption(
      new Option("--checkpoint-every <blocks>", "blocks of positions between checkpoints of sgd")
        .argParser(countUpTo(MOST_EVERY))
        .default(64),
    )
    .addOption(makeThreadsOption())
    .addHelpText("after", HELP)
    .action(train)
}

function rateOption(text: string): number {
  const rate = positiveNumber(text)
  if (rate >= 1) throw new InvalidArgumentError("It is above 0 and below 1.")
  return rate
}

async function train(files: string[], options: TrainOptions): Promise<void> {
  requireFiles([...files, ...(options.valid ?? []), ...(options.shapes ?? [])])
  const { method, prior, rate, sample, seed } = options
  const features = featuresOf(options)
  const { signal, stop } = listenForInterrupts()
  const data = await identifyFiles(files)
  const size = options.size ?? (await findSize({ files }))
  if (size === undefined) fail(`${files.join(", ")}: no game can be used`)
  const task: TrainingTask = {
    data,
    size,
    features,
    sampling: { rate: sample, seed },
    method,
    prior,
    ...(method === "sgd" ? { rate } : {}),
    ...(method === "lmp" ? { first: options.warmUp } : {}),
  }
  const source = new GameSource({
    files,
    size,
    features,
    sampling: task.sampling,
    threads: threadsOf(options.threads),
  })
  const spool = features.kind === "playout" && method !== "sgd" ? openSpool(source, options) : undefined
  try {
    const trained = await runTraining(source, spool ?? source, task, options, signal)
    if (!trained.isInterrupted) await writeWeights(files, source, task, trained, options)
    else {
      process.stderr.write(`montego: interrupted; ${resumeText(options)}\n`)
      process.exitCode = INTERRUPTED
    }
  } finally {
    stop()
    await spool?.close()
    await source.close()
  }
}

/** What MM and LMP read again and again. */
function openSpool(source: GameSource, { out }: TrainOptions): SpooledSource {
  try {
    return new SpooledSource(source, `${out}.spool`)
  } catch (error) {
    return fail(`${out}.spool can't be written: ${messageOf(error)}`)
  }
}

function checkpointOf({ checkpoint, out }: TrainOptions): string {
  return checkpoint ?? `${out}.checkpoint`
}

function resumeText(options: TrainOptions): string {
  return `the same command goes on from ${checkpointOf(options)}`
}

function featuresOf({ features, shapes = [] }: TrainOptions): FeatureSet {
  const kind = KINDS[features]
  if (kind === "playout") {
    if (shapes.length > 0) fail("--shapes: playout features have none")
    return { kind }
  }
  if (shapes.length === 0) fail("--shapes: which shapes? Make them with montego learn harvest")
  return { kind, keys: mergeShapes(shapes.map(readShapes)).keys }
}

function readShapes(file: string): Shapes {
  const bytes = readWholeFile(file)
  if (!bytes.ok) fail(bytes.error)
  const parsed = parseShapesFile(bytes.value)
  return parsed.ok ? parsed.value.shapes : fail(`${file}: ${parsed.error}`)
}

async function runTraining(
  source: GameSource,
  blocks: BlockSource,
  task: TrainingTask,
  options: TrainOptions,
  signal: AbortSignal,
): Promise<Trained> {
  const { method, tolerance, checkpointEvery: every } = options
  const passes = options.passes ?? DEFAULT_PASSES[method]
  // Without --passes it is open how many there will be: the bar is then that of the pass.
  const isBounded = method === "sgd" || options.passes !== undefined
  let progress = new Progress()
  const checkpoint = checkpointOf(options)
  process.stderr.write(`montego: ${method} with ${source.features} features; checkpoints in ${checkpoint}\n`)
  const trained = await trainFromFiles(blocks, task, {
    passes,
    tolerance,
    checkpoint,
    every,
    signal,
    onProgress: (share, done, choices) =>
      progress.show(isBounded ? (done + share) / passes : share, `pass ${done + 1}, ${choices} positions`),
    onPass: (report, done) => {
      progress.say(passText(report, done))
      if (!isBounded) progress = new Progress()
    },
    onResume: (done, choices) =>
      progress.say(`montego: goes on after ${done} passes and ${choices} positions of the next one`),
  }).finally(() => progress.end())
  if (!trained.ok) fail(trained.error)
  if (!trained.value.isInterrupted && trained.value.choices === 0)
    fail(["there is no position to learn from", ...dataLines(source.report)].join("\n"))
  return trained.value
}

function passText({ choices, logLikelihood, change }: PassReport, passes: number): string {
  return `pass ${passes}: ${choices} positions, log-likelihood ${logLikelihood.toFixed(4)}, largest change ${(100 * change).toFixed(3)} %`
}

async function writeWeights(
  files: readonly string[],
  source: GameSource,
  { data, size, sampling, features, prior, rate }: TrainingTask,
  { learner, choices }: Trained,
  options: TrainOptions,
): Promise<void> {
  const { method, valid = [], out } = options
  // A training that had ended before it was killed reads nothing again.
  const report = source.report.games > 0 ? source.report : await readReport({ files, size })
  const origin = {
    montego: VERSION,
    size: size!,
    files: data,
    games: report.games,
    positions: choices,
    method,
    prior,
    ...(rate === undefined ? {} : { rate }),
    sample: sampling.rate,
    seed: sampling.seed,
    passes: learner.passes,
  }
  const { gammas } = learner
  const made = await finishWeights({ files, features, source, gammas, prior, choices, origin })
  for (const line of dataLines(report)) console.log(line)
  const weights = valid.length === 0 ? made : await withScores(made, valid, options)
  const bytes = makeWeights(weights)
  try {
    replaceFile(out, bytes)
  } catch (error) {
    fail(`${out} can't be written: ${messageOf(error)}; ${resumeText(options)}`)
  }
  rmSync(checkpointOf(options), { force: true })
  console.log(`${out}: ${gammas.length - 1} features from ${choices} positions, ${bytes.length} bytes`)
}

/** Measured with the gammas as the file has them, rounding included. */
async function withScores(
  weights: Weights,
  files: readonly string[],
  options: TrainOptions,
): Promise<Weights> {
  const rounded = unwrap(parseWeights(makeWeights(weights)))
  const progress = new Progress()
  const { prediction } = await evaluateFiles(rounded, {
    files,
    size: weights.origin.size,
    sampling: { rate: 1, seed: options.seed },
    threads: threadsOf(options.threads),
    onProgress: (share) => progress.show(share, "of the games measured"),
  }).finally(() => progress.end())
  for (const line of predictionLines(prediction)) console.log(line)
  const { phases: _, ...scores } = prediction
  return {
    ...weights,
    origin: { ...weights.origin, scores: { ...scores, files: await identifyFiles(files) } },
  }
}
