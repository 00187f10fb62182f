// `montego net eval`: how well a network predicts the moves of games, and who wins them.

import { Command } from "commander"
import type { OrderedPool } from "../../base/node/index.ts"
import { isSampled, phaseEnds, playsOf, type GameMoves, type Sampling } from "../../learn/index.ts"
import { DataReport, findSize, GameFiles } from "../../learn/node/index.ts"
import { addSums, emptySums, komiOf, reportOf, winnerSign } from "../../net/index.ts"
import type {
  CalibrationBin,
  MeasuredGame,
  NetPhase,
  NetPrediction,
  NetReport,
  NetSums,
} from "../../net/index.ts"
import { openMeasurePool } from "../../net/node/index.ts"
import { makePlayer } from "../../players/index.ts"
import { NODE_ENVIRONMENT } from "../../players/node/index.ts"
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
import { openBesidePool } from "./beside-pool.ts"
import { makeNetOption, requireNet } from "./options.ts"

const HELP = `
In every position the network ranks all legal moves and the pass. "top 5" is how often the played move is among the
first five; moves of equal chance stand in random order. The log-likelihood is the mean natural logarithm of the chance
that the network gave to the played move. "brier" is the mean squared error of its chance to win, over games with a known
winner (0.25 is what a coin gets), and the last table tells how often positions with a given chance were won. Measure on
games that were not learned from.

--beside asks a player for its chance to win in the same positions, by as many playouts as its name says, and prints its
error and its table beside those of the network.

With --json the last line is one object: positions, top1, top5, brier and more, altogether and by phase. Ctrl-C shows
what was measured until then.

Examples:
  montego net eval valid.sgf.gz
  montego net eval valid.sgf.gz --net own.bin --json
  montego net eval pro.sgf.gz --sample 1/20            a quick look
  montego net eval valid.sgf.gz --sample 1/50 --beside uct:strong,playouts=2000`

const BATCH_MOVES = 4000
/** A player takes its time for each position. */
const BESIDE_MOVES = 100

interface EvalOptions {
  net?: string
  size?: number
  sample: number
  seed: number
  threads?: number
  beside?: string
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
    .option("--beside <player>", "measure a player's chances to win in the same positions")
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action((files: string[], options: EvalOptions) =>
      interruptible((signal) => evaluate(files, options, signal), "measured"),
    )
}

async function evaluate(files: string[], options: EvalOptions, signal: AbortSignal): Promise<void> {
  requireFiles(files)
  if (options.beside !== undefined) await requireReporting(options.beside)
  const size = options.size ?? (await findSize({ files }))
  if (size === undefined) fail(`${files.join(", ")}: no game can be used`)
  const { file, net } = requireNet(options.net, size)
  const ends = phaseEnds(size * size)
  const report = new DataReport()
  const task = { files, ends, size, options, signal }
  const threads = threadsOf(options.threads)
  const measured = reportOf(await measureFiles(openMeasurePool(net, ends, threads), task, report), ends)
  if (measured.positions === 0) fail(["there is no position to measure", ...dataLines(report)].join("\n"))
  const beside = options.beside === undefined ? undefined : await measureBeside(options.beside, task)
  if (options.json) {
    const { sample, seed } = options
    const found = { net: file, size, sample, seed, data: dataJson(report), ...measured }
    console.log(JSON.stringify(beside ? { ...found, beside } : found))
    return
  }
  console.log(`${file}: ${net.blocks}×${net.channels}`)
  for (const line of dataLines(report)) console.log(line)
  for (const line of reportLines(measured)) console.log(line)
  for (const line of beside ? besideLines(beside) : []) console.log(line)
}

interface Task {
  readonly files: readonly string[]
  readonly ends: readonly number[]
  readonly size: number
  readonly options: EvalOptions
  readonly signal: AbortSignal
}

/** What a player thought of who wins. */
interface Opinion extends Pick<NetReport, "valued" | "brier" | "calibration"> {
  readonly player: string
  readonly phases: readonly Pick<NetPhase, "from" | "to" | "valued" | "brier">[]
}

async function requireReporting(name: string): Promise<void> {
  const player = makePlayer(name, {}, NODE_ENVIRONMENT)
  if (!player.ok) fail(player.error)
  const isReporting = player.value.analyze !== undefined
  await player.value.close()
  if (!isReporting) fail(`${name} tells no chance to win`)
}

async function measureBeside(player: string, task: Task): Promise<Opinion> {
  const { ends, options } = task
  const pool = openBesidePool({ player, ends, seed: options.seed }, threadsOf(options.threads))
  const { valued, brier, calibration, phases } = reportOf(
    await measureFiles(pool, task, new DataReport(), BESIDE_MOVES),
    ends,
  )
  return { player, valued, brier, calibration, phases: phases.map(valuesOf) }
}

function valuesOf({ from, to, valued, brier }: NetPhase): Opinion["phases"][number] {
  return { from, ...(to === undefined ? {} : { to }), valued, brier }
}

async function measureFiles(
  pool: OrderedPool<readonly MeasuredGame[], NetSums>,
  { files, ends, size, options: { sample, seed }, signal }: Task,
  report: DataReport,
  batchMoves = BATCH_MOVES,
): Promise<NetSums> {
  const progress = new Progress()
  const sums = emptySums(ends)
  let positions = 0
  try {
    const onProgress = (share: number): void => progress.show(share, `${positions} positions`)
    const batches = new GameFiles({ files, size }).batches(batchMoves / sample, report, onProgress)
    for await (const part of pool.answers(measuredGames(batches, { rate: sample, seed }))) {
      addSums(sums, part)
      positions = sums.bins.reduce((sum, bin) => sum + bin[0]!, 0)
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
    ...phases.map((phase) => row(phaseName(phase), phase)),
    row("all", all),
    ...calibrationLines(calibration),
  ]
}

function calibrationLines(calibration: readonly CalibrationBin[]): string[] {
  return [
    "",
    "chance to win    positions   predicted     won",
    ...calibration.map(
      ({ from, to, positions, predicted, won }) =>
        `${`${percent(from, 0)}–${percent(to, 0)}`.padStart(13)} ${String(positions).padStart(12)} ` +
        `${percent(predicted, 1).padStart(11)} ${percent(won, 1).padStart(7)}`,
    ),
  ]
}

function besideLines({ player, phases, valued, brier, calibration }: Opinion): string[] {
  const line = (name: string, count: number, error: number): string =>
    `${name.padStart(9)} ${String(count).padStart(10)} ${(count === 0 ? "–" : error.toFixed(4)).padStart(9)}`
  return [
    "",
    `${player} in the same positions, where the winner is known:`,
    "  moves    positions     brier",
    ...phases.map((phase) => line(phaseName(phase), phase.valued, phase.brier)),
    line("all", valued, brier),
    ...calibrationLines(calibration),
  ]
}

function phaseName({ from, to }: Pick<NetPhase, "from" | "to">): string {
  return to === undefined ? `${from}–` : `${from}–${to}`
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
