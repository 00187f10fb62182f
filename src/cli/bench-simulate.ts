// `montego bench simulate`: the three methods of 2008 beside the kernel, as in Chelaru's table 5.1: simulations a
// second over many short runs, with the published figures next to ours; and how far each method is from the exact
// game, which the text did not measure.

import { Command, InvalidArgumentError } from "commander"
import { Random } from "../base/random.ts"
import { Kernel, type PlayoutRequest } from "../kernel/index.ts"
import { Black, Board } from "../rules/index.ts"
import {
  AnalyzeAfterSimulation,
  emptyPosition,
  ExactSimulation,
  FateGraphSimulation,
  measureBias,
  NaiveSimulation,
  studyMethods,
  studyPositions,
  type BiasRow,
  type Simulation,
} from "../simulate/index.ts"
import { benchSizeOption, secondsOption } from "./bench-options.ts"
import { machineLine, thisMachine } from "./bench-machine.ts"
import { biasLines, figuresOf, PUBLISHED, speedLines, type Speed } from "./bench-tables.ts"
import { csvOption, printCsv } from "./csv.ts"
import { seedOption, wholeOption } from "./options.ts"
import { Progress } from "./progress.ts"
import { binsOf, makeHistogramSvg, writePicture } from "./svg.ts"

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
    .option("--svg <file>", "write the histograms as a picture")
    .addOption(csvOption("a row for each run of a method"))
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(async ({ size, runs, full, biasGames, seed, svg, json, csv, ...options }: Options) => {
      const seconds = full ? FULL_SECONDS : options.seconds
      const speeds = await measureSpeeds({ size, runs, seconds, seed })
      const bias = biasGames === 0 || csv ? [] : biasTable(size, biasGames, seed)
      if (svg !== undefined) writePicture(svg, histogram(speeds, size))
      if (csv) {
        printCsv(
          speeds.flatMap(({ name, rates }) => rates.map((rate, i) => ({ method: name, run: i + 1, rate }))),
        )
        return
      }
      const machine = thisMachine()
      if (json) {
        const methods = speeds.map(({ name, rates }) => ({ name, ...figuresOf(rates), rates }))
        console.log(JSON.stringify({ machine, size, runs, seconds, methods, published: PUBLISHED, bias }))
        return
      }
      const heading = `${size}×${size}, ${runs} runs of ${seconds} s, simulations a second`
      console.log([machineLine(machine), heading, "", ...speedLines(speeds, size, BINS)].join("\n"))
      if (bias.length > 0) console.log(["", ...biasLines(bias)].join("\n"))
    })
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

interface Method {
  readonly name: string
  /** Plays for so long; answers games a second. */
  rate(seconds: number): number
}

interface SpeedPlan {
  readonly size: number
  readonly runs: number
  readonly seconds: number
  readonly seed: number
}

/** The methods take turns, so that what disturbs the machine disturbs all of them. */
async function measureSpeeds({ size, runs, seconds, seed }: SpeedPlan): Promise<Speed[]> {
  const board = new Board(size)
  const simulations = [new NaiveSimulation(), new FateGraphSimulation(), new AnalyzeAfterSimulation()]
  const methods: Method[] = [
    ...simulations.map((simulation) => simulationMethod(simulation, board, new Random(seed))),
    ...kernelMethods(await Kernel.create(), board, new Random(seed)),
  ]
  const progress = new Progress()
  const rates = methods.map((): number[] => [])
  for (const method of methods) method.rate(seconds / 2)
  for (let run = 0; run < runs; run++) {
    for (const [index, method] of methods.entries()) {
      progress.show((run + index / methods.length) / runs, `run ${run + 1} of ${runs}: ${method.name}`)
      rates[index]!.push(method.rate(seconds))
    }
  }
  progress.end()
  return methods.map(({ name }, index) => ({ name, rates: rates[index]! }))
}

function simulationMethod(simulation: Simulation, board: Board, random: Random): Method {
  const rate = (seconds: number): number => {
    const began = performance.now()
    let games = 0
    let spent = 0
    for (; spent < seconds; spent = (performance.now() - began) / 1000) {
      simulation.run(board, Black, random)
      games++
    }
    return games / spent
  }
  return { name: simulation.name, rate }
}

const KERNEL_BATCH = 256

function kernelMethods(kernel: Kernel, board: Board, random: Random): Method[] {
  kernel.load(board)
  const method = (name: string, play: (request: PlayoutRequest) => unknown): Method => ({
    name,
    rate(seconds) {
      const began = performance.now()
      let games = 0
      let spent = 0
      for (; spent < seconds; spent = (performance.now() - began) / 1000) {
        play({ games: KERNEL_BATCH, first: Black, komi: 0, seed: random.next(), owners: true })
        games += KERNEL_BATCH
      }
      return games / spent
    },
  })
  return [
    method("kernel analyze-after", (request) => kernel.runAnalyzeAfter(request)),
    method("kernel light", (request) => kernel.run(request)),
  ]
}

function biasTable(size: number, runs: number, seed: number): BiasRow[] {
  const empty = [...new Set([9, size])].map(emptyPosition)
  const positions = [...empty, ...studyPositions()]
  const progress = new Progress()
  const rows = positions.flatMap((position, index) => {
    progress.show(index / positions.length, `bias: ${position.name}`)
    return measureBias({
      positions: [position],
      methods: studyMethods(),
      reference: new ExactSimulation(),
      runs,
      seed: seed + index,
    })
  })
  progress.end()
  return rows
}

function histogram(speeds: readonly Speed[], size: number): string {
  const panels = speeds.map(({ name, rates }) => ({ title: name, bins: binsOf(rates, BINS) }))
  return makeHistogramSvg(`Simulations a second on ${size}×${size}`, "a second", panels)
}
