// `npm run bench:evolve`: does coevolution find the move (EVO-2 to EVO-5), when, and how fast is a step?
//
// Every run is a line of JSON with its seed; the last line sums them up. A winning move *leads for good* from the first
// sample on after which one of the position's winning moves has more individuals than any other first move, to the end
// of the run.

import { Command } from "commander"
import { unwrap } from "../dist/base/index.js"
import { helpEvolution } from "../dist/cli/evolve/threads.js"
import { interruptible } from "../dist/cli/interrupt.js"
import { seedOption, wholeOption } from "../dist/cli/options.js"
import { Progress } from "../dist/cli/progress.js"
import {
  completeSettings,
  Evolution,
  EVOLVE_POSITIONS,
  evolvePosition,
  GAMES_PER_STEP,
  leadsSince,
  MOST_STEPS,
  openingsOf,
  runEvolution,
  sampleEvery,
  takeSample,
} from "../dist/evolve/index.js"
import { makeVertex } from "../dist/rules/index.js"

/** @typedef {import("../dist/evolve/index.js").EvolvePosition} EvolvePosition */
/** @typedef {import("../dist/evolve/index.js").Sample} Sample */
/** @typedef {{ position: string, runs: number, steps: number, population: number, lineages: number, threads: number, seed: number }} Options */
/** @typedef {{ since: number | null, stepsPerSecond: number, stepsPerCpuSecond: number }} Finding */

const HELP = `
Runs with one thread repeat exactly. Samples are taken every ${sampleEvery(2 ** 21)} steps of a run of 2^21, and in proportion of others.

Examples:
  npm run bench:evolve
  npm run bench:evolve -- --runs 10 --steps 1048576
  npm run bench:evolve -- --lineages 16
  npm run bench:evolve -- --position multiple-cut --population 32768 --steps 4194304 --runs 1
  npm run bench:evolve -- --runs 1 --steps 200000 --threads 2`

/**
 * One run; undefined when Ctrl-C came before its end.
 * @param {EvolvePosition} position @param {number} seed @param {Options} options
 * @param {{ onProgress: (steps: number) => void, signal: AbortSignal }} watch
 * @returns {Promise<{ finding: Finding, line: Record<string, unknown> } | undefined>}
 */
async function measure(position, seed, { steps, population, lineages, threads }, { onProgress, signal }) {
  const { board, first, komi, measures, winning } = position
  const settings = unwrap(completeSettings({ board, first, komi, seed, population, lineages }))
  const evolution = await Evolution.create(settings, { workers: threads })
  /** @type {Sample[]} */
  const history = []
  const onAbort = () => evolution.stop()
  signal.addEventListener("abort", onAbort)
  const begun = performance.now()
  const cpu = process.cpuUsage()
  await Promise.all([
    helpEvolution(evolution, threads - 1, steps),
    runEvolution(evolution, {
      steps,
      every: sampleEvery(steps),
      measures,
      signal,
      onProgress,
      onSample: (sample) => history.push(sample),
    }),
  ])
  signal.removeEventListener("abort", onAbort)
  if (evolution.steps < steps) return undefined
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpu)
  history.push(takeSample(evolution, measures))
  const name = (/** @type {import("../dist/rules/index.js").Move} */ move) => makeVertex(move, board.size)
  const share = (/** @type {number} */ count) => Number((count / population).toFixed(4))
  const since = leadsSince(history, winning) ?? null
  const finding = {
    since,
    stepsPerSecond: Math.round(steps / seconds),
    stepsPerCpuSecond: Math.round(steps / ((user + system) / 1e6)),
  }
  const line = {
    position: position.name,
    seed,
    steps,
    population,
    lineages,
    threads,
    leadsForGoodSince: since,
    discoveredFirst: firstLead(history, winning),
    first: Object.fromEntries(
      openingsOf(evolution)
        .slice(0, 8)
        .map(([move, count]) => [name(move), share(count)]),
    ),
    known: Object.fromEntries(
      measures.map(({ label }, index) => [label, share(history.at(-1)?.measures[index] ?? 0)]),
    ),
    most: Object.fromEntries(
      measures.map(({ label }, index) => [
        label,
        share(Math.max(...history.map((sample) => sample.measures[index] ?? 0))),
      ]),
    ),
    seconds: Number(seconds.toFixed(1)),
    stepsPerSecond: finding.stepsPerSecond,
    stepsPerCpuSecond: finding.stepsPerCpuSecond,
  }
  return { finding, line }
}

/**
 * The first sample in which a winning move led. @param {readonly Sample[]} history @param {EvolvePosition["winning"]}
 * winning
 */
function firstLead(history, winning) {
  return history.find((sample) => leadsSince([sample], winning) !== undefined)?.step ?? null
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.length === 0
    ? null
    : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
}

async function bench() {
  const program = new Command("bench:evolve")
    .description(
      "Runs of coevolution on a test position: when the winning move leads for good, and the speed.",
    )
    .option("--position <name>", `one of ${EVOLVE_POSITIONS.join(", ")}`, "flower-six")
    .option("--runs <n>", "how many", wholeOption, 20)
    .option("--steps <n>", "of each", wholeOption, 2 ** 21)
    .option("--population <n>", "individuals a side", wholeOption, 8192)
    .option("--lineages <n>", "the paper's threads", wholeOption, 64)
    .option("--threads <n>", "of this machine", wholeOption, 1)
    .option("--seed <n>", "of the first run; the next has the next", seedOption, 1)
    .addHelpText("after", HELP)
    .parse()
  /** @type {Options} */
  const options = program.opts()
  const position =
    evolvePosition(options.position) ?? program.error(`there is no position ${options.position}`)
  if (options.steps < 1 || options.steps > MOST_STEPS || options.runs < 1 || options.threads < 1)
    program.error(`there is at least one run of 1 to ${MOST_STEPS} steps, on at least one thread`)
  const { board, first, komi } = position
  const settings = completeSettings({ ...options, board, first, komi })
  if (!settings.ok) program.error(settings.error)
  await interruptible((signal) => runAll(position, options, signal), "measured")
}

/** @param {EvolvePosition} position @param {Options} options @param {AbortSignal} signal */
async function runAll(position, options, signal) {
  const { runs, steps } = options
  const progress = new Progress()
  /** @type {Finding[]} */
  const findings = []
  for (let run = 0; run < runs && !signal.aborted; run++) {
    const onProgress = (/** @type {number} */ done) =>
      progress.show((run + done / steps) / runs, `run ${run + 1} of ${runs}: ${done} of ${steps} steps`)
    onProgress(0)
    const measured = await measure(position, options.seed + run, options, { onProgress, signal })
    progress.end()
    if (!measured) break
    findings.push(measured.finding)
    print(measured.line)
  }
  const times = findings.flatMap(({ since }) => (since === null ? [] : [since]))
  print({
    benchmark: "evolve",
    node: process.version,
    ...options,
    runs: findings.length,
    gamesPerStep: GAMES_PER_STEP,
    found: times.length,
    meanLeadsForGoodSince: mean(times),
    latest: times.length > 0 ? Math.max(...times) : null,
    stepsPerSecond: mean(findings.map(({ stepsPerSecond }) => stepsPerSecond)),
    stepsPerCpuSecond: mean(findings.map(({ stepsPerCpuSecond }) => stepsPerCpuSecond)),
  })
}

/** @param {Record<string, unknown>} line */
function print(line) {
  console.log(JSON.stringify(line))
}

await bench()
