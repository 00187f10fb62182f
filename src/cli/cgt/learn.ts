// `montego cgt learn`: learners on a sum of games (CGT-4, CGT-5).

import { Command, InvalidArgumentError, Option } from "commander"
import { makeChoice } from "../../base/nearest.ts"
import { Random } from "../../base/random.ts"
import {
  CgTdLearner,
  DEFAULT_CGTD,
  DEFAULT_LINEAR,
  DEFAULT_PATTERNS,
  LinearLearner,
  letterOf,
  PatternLearner,
  playRefusal,
  Study,
  studyIndifference,
  SumModel,
  type First,
  type Learner,
  type ScoringGame,
} from "../../cgt/index.ts"
import { pause } from "../../search/pause.ts"
import { csvOption, printCsv } from "../csv.ts"
import { fail } from "../failure.ts"
import { writePicture } from "../files.ts"
import { INTERRUPTED, untilInterrupted } from "../interrupt.ts"
import { countUpTo, outputFile, seedOption } from "../options.ts"
import { Progress } from "../progress.ts"
import {
  makeFixedJson,
  makeFixedText,
  makeLearnJson,
  makeLearnRows,
  makeLearnSvg,
  makeLearnText,
  type LearnSetting,
} from "./learn-report.ts"
import { SUM_ARGUMENT, sumFrom } from "./sum.ts"

export const METHODS = ["cgtd", "td", "monte-carlo", "patterns", "fixed"] as const
export type Method = (typeof METHODS)[number]

const DEFAULT_PLAYOUTS = 20_000
/** The learning rate of `fixed`, where nothing oscillates and the limit is wanted. */
const FIXED_ALPHA = 0.01
/** Looks at a learner that has no epochs. */
const LOOKS = 100

const HELP = `
A playout plays the sum to its end, with both players choosing by what was learned so far and at random with probability
ε; then the learner learns from the score.

  cgtd          a thermograph of four numbers for each position of a part; plays in the hottest part
  td            one weight for each position of a part, a state's value is their sum; TD(λ), the policy follows the
                weights of the last epoch
  monte-carlo   the same weights, learned from whole playouts
  patterns      a weight for each move, the mean score of the playouts in which it was made
  fixed         the weights of monte-carlo under perfect play: they make its moves indifferent

Settings that the thesis gives are the defaults: epochs of 1000 playouts, ε = 0.2, α = 0.001, λ = 0.9. It gives no α for
CG-TD; ours is ${DEFAULT_CGTD.alpha}. Players begin in turn unless --first names one. The picture has the temperatures (cgtd), what each move
adds to the value (td, monte-carlo), or the weights (patterns). Ctrl-C shows the playouts so far.

Examples:
  montego cgt learn --svg temperatures.svg
  montego cgt learn --method td --playouts 60000 --svg oscillation.svg
  montego cgt learn --method fixed
  montego cgt learn --method patterns --sees G:H
  montego cgt learn '{5|-5}+{9|1||0}+{2|-1}' --alpha 0.3 --json`

interface Options {
  method: Method
  playouts: number
  epoch: number
  alpha?: number
  epsilon?: number
  lambda: number
  first: First
  sees?: readonly [string, string]
  seed: number
  svg?: string
  json?: boolean
  csv?: boolean
}

export function learnSumCommand(): Command {
  return new Command("learn")
    .description("Learn from playouts how to play a sum of games.")
    .argument("[sum]", SUM_ARGUMENT)
    .option("--method <name>", `one of ${METHODS.join(", ")}`, methodOption, "cgtd")
    .option("--playouts <n>", "how many", countUpTo(1e8), DEFAULT_PLAYOUTS)
    .option("--epoch <n>", "td, monte-carlo: playouts with one policy", countUpTo(1e8), DEFAULT_LINEAR.epoch)
    .option("--alpha <x>", "learning rate (default: by method)", rateOption)
    .option(
      "--epsilon <p>",
      `how often a move is random (default: ${DEFAULT_LINEAR.epsilon}; fixed: 0)`,
      shareOption,
    )
    .option("--lambda <x>", "td: how far errors reach back", shareOption, DEFAULT_LINEAR.lambda)
    .addOption(new Option("--first <who>", "who begins").choices(["left", "right", "both"]).default("both"))
    .option("--sees <part:part>", "patterns: moves in the first part see the second one", seesOption)
    .option("--seed <n>", "the same seed gives the same numbers", seedOption, 1)
    .option("--svg <file>", "write the curves as a picture", outputFile)
    .addOption(csvOption("a row for each look and number"))
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(run)
}

function methodOption(text: string): Method {
  const method = METHODS.find((known) => known === text)
  if (!method) throw new InvalidArgumentError(`There is no ${makeChoice(text, METHODS)}.`)
  return method
}

function shareOption(text: string): number {
  const value = text.trim() === "" ? NaN : Number(text)
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError("It is a number from 0 to 1.")
  return value
}

function rateOption(text: string): number {
  const value = shareOption(text)
  if (value === 0) throw new InvalidArgumentError("It is above 0.")
  return value
}

function seesOption(text: string): readonly [string, string] {
  const [from, to, ...rest] = text.split(":")
  if (!from || !to || rest.length > 0 || from === to)
    throw new InvalidArgumentError("It is two parts by their letters, such as G:H.")
  return [from, to]
}

async function run(text: string | undefined, options: Options): Promise<void> {
  const sum = sumFrom(text)
  const refusal = playRefusal(sum)
  if (refusal !== undefined) fail(refusal)
  if (options.method === "fixed") showFixed(sum, options)
  else await learn(sum, options)
}

function settingOf(sum: readonly ScoringGame[], options: Options): LearnSetting {
  const { method, playouts, lambda, epoch, first, seed } = options
  const [alpha, epsilon] = [alphaOf(options), epsilonOf(options)]
  return { sum, method, playouts, alpha, epsilon, lambda, epoch, first, seed }
}

function alphaOf({ method, alpha }: Options): number {
  if (alpha !== undefined) return alpha
  if (method === "cgtd") return DEFAULT_CGTD.alpha
  return method === "fixed" ? FIXED_ALPHA : DEFAULT_LINEAR.alpha
}

/** Straying from perfect play would teach the moves beside it. */
function epsilonOf({ method, epsilon }: Options): number {
  return epsilon ?? (method === "fixed" ? 0 : DEFAULT_LINEAR.epsilon)
}

function showFixed(sum: readonly ScoringGame[], options: Options): void {
  const { playouts, first, seed } = options
  if (options.svg !== undefined || options.csv) fail("--method fixed has no curves: take --json")
  const settings = {
    ...DEFAULT_LINEAR,
    method: "monte-carlo",
    epsilon: epsilonOf(options),
    alpha: alphaOf(options),
    first: first === "right" ? first : "left",
  } as const
  const found = studyIndifference(sum, settings, playouts, new Random(seed))
  if (!found) fail("the sum has too many states for perfect play")
  const setting = { ...settingOf(sum, options), first: settings.first }
  console.log(options.json ? makeFixedJson(setting, found) : makeFixedText(setting, found))
}

async function learn(sum: readonly ScoringGame[], options: Options): Promise<void> {
  const model = new SumModel(sum)
  const study = new Study(makeLearner(model, options))
  await follow(study, options)
  const setting = settingOf(sum, options)
  if (options.svg !== undefined) writePicture(options.svg, makeLearnSvg(setting, study))
  if (options.csv) printCsv(makeLearnRows(study))
  else console.log(options.json ? makeLearnJson(setting, study) : makeLearnText(setting, study))
}

function makeLearner(model: SumModel, options: Options): Learner {
  const { method, epoch, lambda, first, seed } = options
  if (options.sees && method !== "patterns") fail("--sees is for --method patterns")
  const random = new Random(seed)
  const [alpha, epsilon] = [alphaOf(options), epsilonOf(options)]
  if (method === "cgtd") return new CgTdLearner(model, { alpha, epsilon, first }, random)
  if (method === "patterns") {
    const sees = options.sees && seenParts(model, options.sees)
    return new PatternLearner(model, { ...DEFAULT_PATTERNS, epsilon, first, ...(sees && { sees }) }, random)
  }
  const linear = method === "td" ? "td" : "monte-carlo"
  return new LinearLearner(model, { method: linear, epoch, epsilon, alpha, lambda, first }, random)
}

function seenParts(model: SumModel, names: readonly [string, string]): ReadonlyMap<number, number> {
  const letters = model.start.map((_, part) => letterOf(part))
  const [from, to] = names.map((name) => letters.indexOf(name))
  if (from === -1 || to === -1) fail(`--sees: the parts of this sum are ${letters.join(", ")}`)
  return new Map([[from!, to!]])
}

/** Milliseconds after which Ctrl-C gets its turn. */
const SLICE_MS = 50

/** Learns, and looks at the end of each epoch, or at equal distances. */
async function follow(study: Study, { method, playouts, epoch }: Options): Promise<void> {
  const isLinear = method === "td" || method === "monte-carlo"
  const between = isLinear ? Math.min(epoch, playouts) : Math.max(1, Math.floor(playouts / LOOKS))
  const progress = new Progress()
  let paused = performance.now()
  const isInterrupted = await untilInterrupted(async (signal) => {
    while (study.learner.playouts < playouts && !signal.aborted) {
      study.run(1)
      const { playouts: done } = study.learner
      if (done % between === 0 || done === playouts) study.look()
      if (performance.now() - paused < SLICE_MS) continue
      progress.show(done / playouts, `${done} of ${playouts} playouts`)
      await pause()
      paused = performance.now()
    }
  })
  progress.end()
  if (study.looks.at(-1)?.playouts !== study.learner.playouts) study.look()
  if (isInterrupted) process.exitCode = INTERRUPTED
}
