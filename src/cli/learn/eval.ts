// `montego learn eval`: how well weights predict the moves of games (BT-6).

import { Command, Option } from "commander"
import { bundledWeights, evaluateFiles, findSize, loadWeights } from "../../learn/node/index.ts"
import { fail } from "../failure.ts"
import { wholeOption } from "../options.ts"
import { Progress } from "../progress.ts"
import {
  FILES,
  makeBoardOption,
  makeSampleOption,
  makeSeedOption,
  makeThreadsOption,
  requireFiles,
  threadsOf,
} from "./options.ts"
import { dataJson, dataLines, predictionLines } from "./report.ts"

const HELP = `
For every move of the games, the weights rank all legal moves. "top 5" is how often the played move is among the first
five; moves of equal strength stand in random order. The log-likelihood is the mean natural logarithm of the chance that
the weights gave to the played move. Measure on games that were not learned from.

With --json the last line is one object: positions, top1, top3, top5, top10 and logLikelihood, altogether and by phase.

Examples:
  montego learn eval valid.sgf.gz
  montego learn eval valid.sgf.gz --weights own.bin --json
  montego learn eval nine.sgf.gz --from-move 16        without the opening
  montego learn eval pro.sgf.gz --sample 1/20          a quick look`

interface EvalOptions {
  weights?: string
  size?: number
  fromMove: number
  sample: number
  seed: number
  threads?: number
  json?: boolean
}

export function evalCommand(): Command {
  return new Command("eval")
    .description("Measure how well weights predict the moves of games.")
    .argument("<files...>", FILES)
    .option("--weights <file>", "a weight file (default: the one that comes with montego for the board)")
    .addOption(
      new Option("--from-move <n>", "leave out the moves before this one").argParser(wholeOption).default(1),
    )
    .addOption(makeBoardOption())
    .addOption(makeSampleOption())
    .addOption(makeSeedOption())
    .addOption(makeThreadsOption())
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(evaluate)
}

async function evaluate(files: string[], options: EvalOptions): Promise<void> {
  requireFiles(files)
  const { fromMove, sample, seed, threads, json = false } = options
  const size = options.size ?? (await findSize({ files }))
  if (size === undefined) fail(`${files.join(", ")}: no game can be used`)
  const path = options.weights ?? bundledWeights("moves", size)
  const weights = loadWeights(path)
  if (!weights.ok) fail(weights.error)
  const progress = new Progress()
  const sampling = { rate: sample, seed, fromMove }
  const onProgress = (share: number): void => progress.show(share, "positions")
  const { prediction, report, unplayable } = await evaluateFiles(weights.value, {
    files,
    size,
    sampling,
    threads: threadsOf(threads),
    onProgress,
  }).finally(() => progress.end())
  if (prediction.positions === 0) fail(["there is no position to measure", ...dataLines(report)].join("\n"))
  const { kind } = weights.value
  if (json) {
    const data = dataJson(report)
    console.log(
      JSON.stringify({ weights: path, kind, size, fromMove, sample, seed, data, unplayable, ...prediction }),
    )
    return
  }
  console.log(`${path}: ${kind}, learned on ${weights.value.origin.size}×${weights.value.origin.size}`)
  for (const line of dataLines(report)) console.log(line)
  if (unplayable > 0)
    console.log(`${unplayable} positions are not counted: no playout would consider the move that was played`)
  for (const line of predictionLines(prediction)) console.log(line)
}
