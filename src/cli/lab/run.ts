// `montego lab run`: runs experiments, continues what was stopped, and writes the report.

import { availableParallelism } from "node:os"
import { Command, Option } from "commander"
import {
  allowedText,
  EXPERIMENTS,
  missingNeed,
  prepareRun,
  QueuePlace,
  runExperiments,
  sizesOf,
  UNIT_JOBS,
  type Experiment,
  type LabStore,
  type PreparedRun,
  type RunEnd,
} from "../../lab/index.ts"
import { makeDuration } from "../../base/duration.ts"
import { fail } from "../failure.ts"
import { INTERRUPTED, listenForInterrupts } from "../interrupt.ts"
import { countUpTo, seedOption } from "../options.ts"
import { Progress } from "../progress.ts"
import { openCoordinator } from "../queue.ts"
import { experimentsOf, makeFolderOption, storeOf } from "./options.ts"
import { writeSite } from "./report.ts"

const HELP = `
An experiment is a list of units of work. Finished units are kept in a journal: the same command after Ctrl-C, or after a kill, continues and
counts nothing twice. A run that is complete is not repeated; --again forgets it first.

The quick sizes (the default) take up to a minute each, all of them less than 20 minutes on two cores. Those of --full are the sizes of the
texts where that is affordable, and may take hours. --set changes one size; a wrong value says what is allowed. montego lab list --json has all sizes.

Experiments that measure time run last, one at a time. Those that need GNU Go or game records are left out where there are none.

With --queue the units are run by montego worker on other machines, of the same version; what an experiment needs must be there
(montego worker --allow-engine gnugo). Experiments that measure time still run on this machine.

Examples:
  montego lab run bandits
  montego lab run cgt evolve-shares
  montego lab run bandits --set trials=1000 --seed 2
  montego lab run --all
  montego lab run marriage --full
  montego lab run marriage --full --queue redis://localhost:6379`

interface Options {
  all?: boolean
  only?: string
  full?: boolean
  set: readonly string[]
  seed: number
  threads?: number
  queue?: string
  again?: boolean
  report: boolean
  folder?: string
  json?: boolean
}

export function runCommand(): Command {
  return new Command("run")
    .description("Run experiments, or go on with them, and write the report.")
    .argument("[ids...]", "experiments, or families such as cgt or evolve")
    .option("--all", "all experiments")
    .option("--only <ids>", "with --all: these alone, separated by commas")
    .option("--full", "the full sizes in place of the quick ones")
    .addOption(
      new Option("--set <key=value>", "another size; may be repeated").argParser(collect).default([], "none"),
    )
    .option("--seed <n>", "the same seed gives the same numbers", seedOption, 1)
    .option("--threads <n>", "units at once (default: all cores)", countUpTo(256))
    .option("--queue <url>", "let montego worker run the units, on many machines: redis://HOST:PORT")
    .option("--again", "run from the start, even if the run is complete")
    .option("--no-report", "don't write the site")
    .addOption(makeFolderOption())
    .option("--json", "a line of JSON for each experiment that ended")
    .addHelpText("after", HELP)
    .action(run)
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

async function run(ids: string[], options: Options): Promise<void> {
  const experiments = chosen(ids, options)
  const store = storeOf(options.folder)
  const runs: PreparedRun[] = []
  for (const experiment of experiments) {
    const sizes = sizesOf(experiment, options.full ? "full" : "quick", options.set)
    if (!sizes.ok) fail(`${sizes.error}${sizesText(experiment)}`)
    runs.push(prepareRun(experiment, options.full ? "full" : "quick", sizes.value, options.seed))
  }
  // What an experiment needs must be where its units run.
  const runsHere = ({ isAlone }: Experiment): boolean => options.queue === undefined || isAlone === true
  const missing = runs.filter(
    ({ experiment }) => runsHere(experiment) && missingNeed(experiment) !== undefined,
  )
  const possible = runs.filter((each) => !missing.includes(each))
  const { signal, stop } = listenForInterrupts()
  const progress = new Progress()
  const say = (end: object, line: string): void => {
    progress.end()
    console.log(options.json ? JSON.stringify(end) : line)
  }
  const warn = (line: string): void => {
    progress.end()
    process.stderr.write(`montego: ${line}\n`)
  }
  process.stderr.write(`montego: results are kept in ${store.folder}\n`)
  for (const { experiment } of missing) {
    const reason = missingNeed(experiment)!
    say({ id: experiment.id, end: "not run", reason }, `${experiment.id}: not run: ${reason}`)
  }
  const began = performance.now()
  try {
    if (options.again) forgetAll(store, possible)
    const elsewhere = options.queue === undefined ? undefined : await openPlace(options.queue, warn)
    const ends = await runExperiments({
      runs: possible,
      store,
      threads: options.threads ?? availableParallelism(),
      elsewhere,
      signal,
      onProgress: (share, id) => progress.show(share, id),
      onEnd: ({ experiment }, end) => {
        if (end.kind !== "stopped") say(jsonOf(experiment, end), lineOf(experiment, end))
      },
      warn,
    }).catch((error: Error) => fail(error.message))
    progress.end()
    if (options.report) process.stderr.write(`montego: the report is ${writeSite(store)}\n`)
    tellEnd(ends, signal.aborted, (performance.now() - began) / 1000)
  } finally {
    stop()
  }
}

function forgetAll(store: LabStore, runs: readonly PreparedRun[]): void {
  for (const { definition } of runs) {
    const forgotten = store.forget(definition)
    if (!forgotten.ok) fail(forgotten.error)
  }
}

async function openPlace(url: string, warn: (line: string) => void): Promise<QueuePlace> {
  return new QueuePlace(await openCoordinator(url, UNIT_JOBS, warn))
}

function chosen(ids: readonly string[], { all, only }: Options): readonly Experiment[] {
  const named = [...ids, ...(only?.split(",").map((id) => id.trim()) ?? [])]
  if (all && only === undefined && ids.length > 0) fail("--all runs every experiment: leave out the names")
  if (named.length > 0) return experimentsOf(named)
  if (all) return EXPERIMENTS
  const names = EXPERIMENTS.map(({ id }) => id).join(", ")
  fail(`which experiment? --all runs all of them; there are: ${names}`)
}

function sizesText({ parameters }: Experiment): string {
  const lines = Object.entries(parameters).map(
    ([name, parameter]) =>
      `\n  ${name}: ${allowedText(parameter)} (quick ${parameter.quick}, full ${parameter.full})`,
  )
  return lines.length === 0 ? "" : `\nits parameters:${lines.join("")}`
}

function jsonOf({ id }: Experiment, end: RunEnd): object {
  if (end.kind !== "done") return { id, end: end.kind, ...("reason" in end ? { reason: end.reason } : {}) }
  const { verdict, size, ranAt, signature, seconds } = end.result
  return { id, end: "done", verdict: verdict.kind, reason: verdict.reason, size, ranAt, signature, seconds }
}

function lineOf({ id }: Experiment, end: RunEnd): string {
  if (end.kind !== "done") return `${id}: ${end.kind}${"reason" in end ? `: ${end.reason}` : ""}`
  const { verdict, seconds } = end.result
  return `${id}: ${verdict.kind}${verdict.reason === "" ? "" : `: ${verdict.reason}`} (${seconds} s)`
}

function tellEnd(ends: readonly RunEnd[], isInterrupted: boolean, seconds: number): void {
  const count = (kind: RunEnd["kind"]): number => ends.filter((end) => end.kind === kind).length
  if (isInterrupted) {
    const units = ends.flatMap((end) => (end.kind === "stopped" ? [end] : []))
    const [there, all] = units.reduce(([a, b], end) => [a + end.units, b + end.of], [0, 0])
    process.stderr.write(
      `montego: interrupted; ${there} of ${all} units of what is left are kept. The same command goes on from there.\n`,
    )
    process.exitCode = INTERRUPTED
    return
  }
  process.stderr.write(`montego: ${count("done")} experiments in ${makeDuration(seconds)}\n`)
  if (count("failed") > 0) process.exitCode = 1
}
