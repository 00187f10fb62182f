// `montego bench simulate`: the three methods of 2008 beside the kernel, as in Chelaru's table 5.1: simulations a
// second over many short runs, with the published figures next to ours; and how far each method is from the exact
// game, which the text did not measure.

import { setImmediate as pause } from "node:timers/promises"
import { Command, InvalidArgumentError } from "commander"
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
import { benchSizeOption, secondsOption } from "./options.ts"
import { machineLine, thisMachine } from "../../base/node/index.ts"
import { biasLines, figuresOf, PUBLISHED, speedLines, type Speed } from "./tables.ts"
import { interruptible } from "../interrupt.ts"
import { csvOption, printCsv } from "../csv.ts"
import { seedOption, wholeOption, outputFile } from "../options.ts"
import { Progress } from "../progress.ts"
import { binsOf, histograms } from "../../draw/index.ts"
import { writePicture } from "../files.ts"

const HELP = `
The published runs were of 5 s (--full); the default of 0.5 s takes some five minutes in all.
The kernel counts the owner of every point too, as the other methods do.

Examples:
  montego bench simulate --runs 10
  montego bench simulate --full --svg speeds.svg
  montego bench simulate --size 9 --bias-games 5000 --json`

const RUN_SECONDS = 0.5
const FULL_SECONDS = 5
const BINS = 12

interface Options {
  size: number
  runs: number
  seconds: number
  full?: boolean
  biasGames: number
  seed: number
  svg?: string
  json?: boolean
  csv?: boolean
}

export function simulateCommand(): Command {
  return new Command("simulate")
    .description("The three methods of 2008 beside the kernel: speed and bias.")
    .option("--size <n>", "board size", benchSizeOption, 19)
    .option("--runs <n>", "runs of each method", runsOption, 100)
    .option("--seconds <s>", "time of a run", secondsOption, RUN_SECONDS)
    .option("--full", `runs of ${FULL_SECONDS} s, as published`)
    .option("--bias-games <n>", "games for each row of the bias table; 0: none", biasOption, 1000)
    .option("--seed <n>", "seed", seedOption, 1)
    .option("--svg <file>", "write the histograms as a picture", outputFile)
    .addOption(csvOption("a row for each run of a method"))
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action((options: Options) => interruptible((signal) => simulate(options, signal), "measured"))
}

async function simulate(options: Options, signal: AbortSignal): Promise<void> {
  const { size, runs, full, biasGames, seed, svg, json, csv } = options
  const seconds = full ? FULL_SECONDS : options.seconds
  const speeds = await measureSpeeds({ size, runs, seconds, seed, signal })
  const bias = biasGames === 0 || csv ? [] : await biasTable(size, biasGames, seed, signal)
  if (svg !== undefined) writePicture(svg, histogram(speeds, size))
  if (csv) {
    const rows = speeds.map(({ name, rates }) => rates.map((rate, i) => ({ method: name, run: i + 1, rate })))
    printCsv(rows.flat())
    return
  }
  const machine = thisMachine()
  const done = speeds.at(-1)?.rates.length ?? 0
  if (json) {
    const methods = speeds.map(({ name, rates }) => ({ name, ...figuresOf(rates), rates }))
    console.log(JSON.stringify({ machine, size, runs: done, seconds, methods, published: PUBLISHED, bias }))
    return
  }
  const count = done < runs ? `${done} of ${runs}` : runs
  const heading = `${size}×${size}, ${count} runs of ${seconds} s, simulations a second`
  console.log([machineLine(machine), heading, "", ...speedLines(speeds, size, BINS)].join("\n"))
  if (bias.length > 0) console.log(["", ...biasLines(bias)].join("\n"))
}

function runsOption(text: string): number {
  const runs = wholeOption(text)
  if (runs < 2) throw new InvalidArgumentError("A deviation needs two runs or more.")
  return runs
}

function biasOption(text: string): number {
  const games = wholeOption(text)
  if (games === 1) throw new InvalidArgumentError("An error needs two games or more.")
  return games
}

interface SpeedPlan {
  readonly size: number
  readonly runs: number
  readonly seconds: number
  readonly seed: number
  readonly signal: AbortSignal
}

/**
 * The methods take turns, so that what disturbs the machine disturbs all of them. A run that Ctrl-C cut short is
 * dropped.
 */
async function measureSpeeds({ size, runs, seconds, seed, signal }: SpeedPlan): Promise<Speed[]> {
  const methods = await timedMethods(size, seed)
  const progress = new Progress()
  const rates = methods.map((): number[] => [])
  for (const method of methods) await rateOf(method, seconds / 2, signal)
  for (let run = 0; run < runs; run++) {
    for (const [index, method] of methods.entries()) {
      progress.show((run + index / methods.length) / runs, `run ${run + 1} of ${runs}: ${method.name}`)
      const rate = await rateOf(method, seconds, signal)
      if (!signal.aborted) rates[index]!.push(rate)
    }
  }
  progress.end()
  return methods
    .map(({ name }, index) => ({ name, rates: rates[index]! }))
    .filter((speed) => speed.rates.length > 0)
}

async function biasTable(size: number, runs: number, seed: number, signal: AbortSignal): Promise<BiasRow[]> {
  const empty = [...new Set([9, size])].map(emptyPosition)
  const positions = [...empty, ...studyPositions()]
  const methods = studyMethods()
  const progress = new Progress()
  const rows: BiasRow[] = []
  for (const [index, position] of positions.entries()) {
    if (signal.aborted) break
    const reference = new ExactSimulation()
    for (const row of biasRows({ positions: [position], methods, reference, runs, seed: seed + index })) {
      rows.push(row)
      progress.show(rows.length / (positions.length * methods.length), `bias: ${position.name}`)
      // Ctrl-C is heard between two rows.
      await pause()
      if (signal.aborted) break
    }
  }
  progress.end()
  return rows
}

function histogram(speeds: readonly Speed[], size: number): string {
  const panels = speeds.map(({ name, rates }) => ({ title: name, bins: binsOf(rates, BINS) }))
  return histograms(`Simulations a second on ${size}×${size}`, "a second", panels)
}
