// `montego bandits`: what exploring costs and brings (BAN-1): policies on arms of unknown worth, the published table
// beside ours.

import { Command, InvalidArgumentError, Option } from "commander"
import {
  BANDIT_POLICIES,
  checkTrials,
  DEFAULT_EPSILON,
  Experiment,
  makeBandit,
  PUBLISHED_ARMS,
  PUBLISHED_ROUNDS,
  type Bandit,
  type BanditPolicy,
} from "../../bandits/index.ts"
import { pause } from "../../search/pause.ts"
import { makeChoice } from "../../base/nearest.ts"
import { makeRegretSvg, makeBanditsJson, makeBanditsRows, makeBanditsText, type Finished } from "./report.ts"
import { csvOption, printCsv } from "../csv.ts"
import { fail } from "../failure.ts"
import { INTERRUPTED, untilInterrupted } from "../interrupt.ts"
import { seedOption, wholeOption, outputFile } from "../options.ts"
import { Progress } from "../progress.ts"
import { writePicture } from "../files.ts"

const DEFAULT_TRIALS = 1000

const HELP = `
An arm rewards with a probability that the policy is not told. Who always pulls the arm that looks best may be stuck with a worse
one; who tries too much wastes pulls. That is the choice of a tree search at every node, and it uses the same formulas.

  random           any arm
  epsilon-greedy   the best mean so far, but with probability ε any arm
  ucb1             the highest mean + √(2 ln t / n): t pulls in all, n of this arm
  ucb1-tuned       the same with a bound for the arm's variance: √((ln t / n) · min(¼, V))

The regret is what the best arm would have brought on average less what the pulled ones do. On the arms 0.35, 0.5, 0.65 the cells of
Brady 2024 (means of 10 trials) are shown beside ours, with how many standard deviations of such a mean they are away; beyond 2.5 a cell
is called not reproducible. Ctrl-C shows the trials so far.

Examples:
  montego bandits
  montego bandits --trials 200 --svg regret.svg
  montego bandits --arms 0.1,0.2,0.9 --rounds 100,1000 --policies ucb1,ucb1-tuned
  montego bandits --policies epsilon-greedy --epsilon 0.02 --json`

interface Options {
  arms: readonly number[]
  rounds: readonly number[]
  trials: number
  policies: readonly BanditPolicy[]
  epsilon: number
  seed: number
  json?: boolean
  csv?: boolean
  svg?: string
}

export function banditsCommand(): Command {
  return new Command("bandits")
    .description("Let policies of choice play on arms of unknown worth: rewards and regret.")
    .addOption(listOption("--arms <p,p…>", "probabilities of reward", numbersOption, PUBLISHED_ARMS))
    .addOption(
      listOption("--rounds <n,n…>", "after how many pulls to look, rising", numbersOption, PUBLISHED_ROUNDS),
    )
    .option("--trials <n>", "repetitions, each from the start", wholeOption, DEFAULT_TRIALS)
    .addOption(listOption("--policies <name,name…>", "which", policiesOption, BANDIT_POLICIES))
    .option("--epsilon <p>", "ε of epsilon-greedy", numberOption, DEFAULT_EPSILON)
    .option("--seed <n>", "the same seed gives the same numbers", seedOption, 1)
    .option("--svg <file>", "write the regret over time as a picture", outputFile)
    .addOption(csvOption("a row for each policy and number of pulls"))
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(run)
}

/** Help shows the default as it is typed. */
function listOption<T>(
  flags: string,
  description: string,
  parse: (text: string) => readonly T[],
  list: readonly T[],
): Option {
  return new Option(flags, description).argParser(parse).default(list, list.join(","))
}

function numberOption(text: string): number {
  const value = text.trim() === "" ? NaN : Number(text)
  if (Number.isNaN(value)) throw new InvalidArgumentError(`"${text}" is no number.`)
  return value
}

function numbersOption(text: string): readonly number[] {
  return text.split(",").map(numberOption)
}

function policiesOption(text: string): readonly BanditPolicy[] {
  const names = text.split(",").map((name) => name.trim())
  return [...new Set(names)].map((name) => {
    const policy = BANDIT_POLICIES.find((known) => known === name)
    if (!policy) throw new InvalidArgumentError(`There is no ${makeChoice(name, BANDIT_POLICIES)}.`)
    return policy
  })
}

async function run(options: Options): Promise<void> {
  const { arms, rounds, trials, policies, epsilon, seed, svg } = options
  const bandit = makeBandit(arms)
  if (!bandit.ok) fail(`--arms: ${bandit.error}`)
  const checked = checkTrials({ policy: "random", rounds, trials, epsilon, seed })
  if (!checked.ok) fail(checked.error)
  const { experiments, seconds } = await play(bandit.value, options)
  const curve = curveRounds(rounds)
  const finished: Finished[] = experiments.map((experiment) => {
    const { policy, trials: done, checkpoints } = experiment.result()
    return {
      policy,
      trials: done,
      checkpoints: checkpoints.filter(({ rounds: count }) => rounds.includes(count)),
      curve: checkpoints.map(({ rounds: count, regret }) => ({ rounds: count, regret })),
    }
  })
  const setting = { arms, best: bandit.value.best, rounds, trials, policies, epsilon, seed, seconds }
  if (svg !== undefined) writePicture(svg, makeRegretSvg(finished, arms, curve))
  if (options.csv) printCsv(makeBanditsRows(setting, finished))
  else console.log(options.json ? makeBanditsJson(setting, finished) : makeBanditsText(setting, finished))
}

/** Milliseconds after which Ctrl-C gets its turn. */
const SLICE_MS = 50

/** All policies in step, so that an interrupted run has equally many trials of each, to one. */
async function play(
  bandit: Bandit,
  { rounds, trials, policies, epsilon, seed }: Options,
): Promise<{ experiments: Experiment[]; seconds: number }> {
  const begun = performance.now()
  const looks = curveRounds(rounds)
  const experiments = policies.map(
    (policy) => new Experiment(bandit, { policy, rounds: looks, trials, epsilon, seed }),
  )
  const progress = new Progress()
  let paused = begun
  const isInterrupted = await untilInterrupted(async (signal) => {
    for (let trial = 0; trial < trials && !signal.aborted; trial++) {
      for (const experiment of experiments) experiment.runOne()
      if (performance.now() - paused < SLICE_MS) continue
      progress.show(trial / trials, `${trial} of ${trials} trials`)
      await pause()
      paused = performance.now()
    }
  })
  progress.end()
  if (isInterrupted) process.exitCode = INTERRUPTED
  return { experiments, seconds: (performance.now() - begun) / 1000 }
}

/** Where the curve of the regret is looked at: three points a decade, and the rounds that were asked for. */
function curveRounds(rounds: readonly number[]): number[] {
  const last = rounds.at(-1)!
  const looks = new Set(rounds)
  for (let decade = 1; decade <= last; decade *= 10)
    for (const step of [1, 2, 5]) if (step * decade <= last) looks.add(step * decade)
  return [...looks].sort((a, b) => a - b)
}
