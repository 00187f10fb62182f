// `montego net eval`: how well a network predicts the moves of games, and who wins them.

import { Command } from "commander"
import { isSampled, phaseEnds, playsOf, type GameMoves, type Sampling } from "../../learn/index.ts"
import { DataReport, findSize, GameFiles } from "../../learn/node/index.ts"
import { addSums, emptySums, komiOf, reportOf, winnerSign } from "../../net/index.ts"
import type { MeasuredGame, Net, NetPrediction, NetReport, NetSums } from "../../net/index.ts"
import { openMeasurePool } from "../../net/node/index.ts"
import { isPass } from "../../rules/index.ts"
import { fail } from "../failure.ts"
import { interruptible } from "../interrupt.ts"
import {
  FILES,
  makeBoardOption,
  makeSampleOption,
  makeSeedOption,
  makeThreadsOption,
  requireFiles,
  threadsOf,
} from "../learn/options.ts"
import { dataJson, dataLines } from "../learn/report.ts"
import { Progress } from "../progress.ts"
import { makeNetOption, requireNet } from "./options.ts"

const HELP = `
In every position the network ranks all legal moves and the pass. "top 5" is how often the played move is among the
first five; moves of equal chance stand in random order. The log-likelihood is the mean natural logarithm of the chance
that the network gave to the played move. "brier" is the mean squared error of its chance to win, over games with a known
winner (0.25 is what a coin gets), and the last table tells how often positions with a given chance were won. Measure on
games that were not learned from.

With --json the last line is one object: positions, top1, top5, brier and more, altogether and by phase. Ctrl-C shows
what was measured until then.

Examples:
  montego net eval valid.sgf.gz
  montego net eval valid.sgf.gz --net own.bin --json
  montego net eval pro.sgf.gz --sample 1/20            a quick look`

const BATCH_MOVES = 4000

interface EvalOptions {
  net?: string
  size?: number
  sample: number
  seed: number
  threads?: number
  json?: boolean
}

export function evalCommand(): Command {
  return new Command("eval")
    .description("Measure how well a network predicts moves and winners of games.")
    .argument("<files...>", FILES)
    .addOption(makeNetOption())
    .addOption(makeBoardOption())
    .addOption(makeSampleOption())
    .addOption(makeSeedOption())
    .addOption(makeThreadsOption())
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action((files: string[], options: EvalOptions) =>
      interruptible((signal) => evaluate(files, options, signal), "measured"),
    )
}

async function evaluate(files: string[], options: EvalOptions, signal: AbortSignal): Promise<void> {
  requireFiles(files)
  const size = options.size ?? (await findSize({ files }))
  if (size === undefined) fail(`${files.join(", ")}: no game can be used`)
  const { file, net } = requireNet(options.net, size)
  const ends = phaseEnds(size * size)
  const report = new DataReport()
  const sums = await measureFiles(files, net, ends, size, options, report, signal)
  const measured = reportOf(sums, ends)
  if (measured.positions === 0) fail(["there is no position to measure", ...dataLines(report)].join("\n"))
  if (options.json) {
    const { sample, seed } = options
    console.log(JSON.stringify({ net: file, size, sample, seed, data: dataJson(report), ...measured }))
    return
  }
  console.log(`${file}: ${net.blocks}×${net.channels}`)
  for (const line of dataLines(report)) console.log(line)
  for (const line of reportLines(measured)) console.log(line)
}

async function measureFiles(
  files: readonly string[],
  net: Net,
  ends: readonly number[],
  size: number,
  { sample, seed, threads }: EvalOptions,
  report: DataReport,
  signal: AbortSignal,
): Promise<NetSums> {
  const progress = new Progress()
  const pool = openMeasurePool(net, ends, threadsOf(threads))
  const sums = emptySums(ends)
  let positions = 0
  try {
    const onProgress = (share: number): void => progress.show(share, `${positions} positions`)
    const batches = new GameFiles({ files, size }).batches(BATCH_MOVES / sample, report, onProgress)
    for await (const part of pool.answers(measuredGames(batches, { rate: sample, seed }))) {
      addSums(sums, part)
      positions = sums.phases.reduce((sum, phase) => sum + phase[0]!, 0)
      if (signal.aborted) break
    }
    return sums
  } finally {
    progress.end()
    await pool.close()
  }
}

async function* measuredGames(
  batches: AsyncIterable<{ readonly games: readonly GameMoves[] }>,
  sampling: Sampling,
): AsyncGenerator<MeasuredGame[], void, undefined> {
  for await (const { games } of batches) yield games.map((game) => measuredGame(game, sampling))
}

function measuredGame(game: GameMoves, sampling: Sampling): MeasuredGame {
  const moves = playsOf(game)
  const winner = winnerSign(game.outcome)
  return {
    size: game.size,
    moves,
    picks: [...moves.keys()].filter(
      (index) => !isPass(moves[index]!.move) && isSampled(sampling, game.number, index + 1),
    ),
    komi: komiOf(game),
    territory: game.scoring === "territory",
    ...(winner === undefined ? {} : { winner }),
  }
}

const HEAD = "  moves    positions    top 1    top 3    top 5   top 10   log-likelihood     brier"

function reportLines({ phases, calibration, ...all }: NetReport): string[] {
  return [
    HEAD,
    ...phases.map((phase) =>
      row(phase.to === undefined ? `${phase.from}–` : `${phase.from}–${phase.to}`, phase),
    ),
    row("all", all),
    "",
    "chance to win    positions   predicted     won",
    ...calibration.map(
      ({ from, to, positions, predicted, won }) =>
        `${`${percent(from, 0)}–${percent(to, 0)}`.padStart(13)} ${String(positions).padStart(12)} ` +
        `${percent(predicted, 1).padStart(11)} ${percent(won, 1).padStart(7)}`,
    ),
  ]
}

function percent(share: number, digits: number): string {
  return `${(100 * share).toFixed(digits)} %`
}

function row(name: string, prediction: NetPrediction): string {
  const { positions, top1, top3, top5, top10, logLikelihood, valued, brier } = prediction
  const shares = [top1, top3, top5, top10].map((share) => percent(share, 2).padStart(9))
  const error = valued === 0 ? "–" : brier.toFixed(4)
  return (
    `${name.padStart(9)} ${String(positions).padStart(10)} ${shares.join("")} ` +
    `${logLikelihood.toFixed(4).padStart(16)} ${error.padStart(9)}`
  )
}
