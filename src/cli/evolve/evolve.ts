// `montego evolve`: coevolution of partial strategies for one position (EVO-1 to EVO-5; Drake and Chen 2008).

import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { basename } from "node:path"
import { Command, InvalidArgumentError, Option } from "commander"
import {
  completeSettings,
  type CompleteSettings,
  Evolution,
  EVOLUTION_DEFAULTS,
  EVOLVE_POSITIONS,
  MOST_STEPS,
  runEvolution,
  type Sample,
  sampleEvery,
  takeSample,
} from "../../evolve/index.ts"
import { KERNEL_MAX_SIZE } from "../../kernel/index.ts"
import { Black, makeVertex, White, type Color } from "../../rules/index.ts"
import { csvOption, printCsv } from "../csv.ts"
import { makeCourseSvg, seriesOf } from "./chart.ts"
import { readRunFile, reviveRun, writeRunFile, type SavedRun } from "./file.ts"
import { groundOf, isAfterPass, type Ground } from "./position.ts"
import {
  COURSE_COLUMNS,
  makeCourseJson,
  makeCourseRows,
  makeCourseText,
  makeSampleJson,
  type Course,
} from "./report.ts"
import { helpEvolution } from "./threads.ts"
import { fail } from "../failure.ts"
import { INTERRUPTED, listenForInterrupts } from "../interrupt.ts"
import {
  countUpTo,
  keptFile,
  komiOption,
  makeMoveOption,
  seedOption,
  wholeOption,
  outputFile,
} from "../options.ts"
import { Progress } from "../progress.ts"
import { writePicture } from "../files.ts"

const HELP = `
POSITION is a name (${EVOLVE_POSITIONS.join(", ")}), an SGF file (its last position, or the one before --move), or a file
with a drawn board (X Black, O White, . empty). A step draws two individuals from each population, plays eight games and replaces
one of each. The paper's threads are --lineages here; --threads are those of this machine. With one thread the same seed gives
the same run.

Ctrl-C ends a run in good order: what it has found is printed, and the run is saved and can be resumed. With --json every
sample of the populations is a line while it runs, and the result is the last line.

Examples:
  montego evolve run flower-six --seed 1 --svg flower.svg
  montego evolve run flower-six --steps 2^18 --threads 1 --json
  montego evolve run multiple-cut --population 32768 --steps 2^22 --save cut.evolve
  montego evolve run --resume cut.evolve --steps 2^23
  montego evolve run game.sgf --move 40 --population 1024 --steps 50000
  montego evolve show cut.evolve --svg cut.svg`

const SHOW_HELP = `
Examples:
  montego evolve run flower-six --steps 2^14 --save six.evolve
  montego evolve show six.evolve --svg six.svg`

const DEFAULT_STEPS = 2 ** 21
const MOST_THREADS = 64
const THREADS = countUpTo(MOST_THREADS, `1 to ${MOST_THREADS} threads.`)

interface RunCommandOptions {
  steps?: number
  population?: number
  lineages?: number
  threads?: number
  seed?: number
  komi?: number
  color?: "black" | "white"
  move?: number
  crossover?: number
  mutation?: number
  inner?: number
  succession?: number
  json?: boolean
  csv?: boolean
  svg?: string
  save?: string
  resume?: string
}

export function evolveCommand(): Command {
  return new Command("evolve")
    .description("Coevolve partial strategies for one position, and see what they begin with.")
    .addCommand(runCommand())
    .addCommand(showCommand())
    .addHelpText("after", HELP)
}

function runCommand(): Command {
  const { population, lineages, crossover, mutation, inner } = EVOLUTION_DEFAULTS
  return new Command("run")
    .description("Run coevolution on a position, or go on with a saved run.")
    .argument("[position]", `a name (${EVOLVE_POSITIONS.join(", ")}), an SGF file or a drawn board`)
    .option("--steps <n>", "steps in all, such as 50000 or 2^21 (default: 2^21)", countOption)
    .option("--population <n>", `individuals a side (default: ${population})`, countOption)
    .option("--lineages <n>", `each has its own champions (default: ${lineages})`, countOption)
    .option("--threads <n>", "threads of this machine (default: as many as it has)", THREADS)
    .option("--seed <n>", "with one thread the same seed gives the same run (default: 1)", seedOption)
    .option("--komi <points>", "komi (default: the record's, or 7.5)", komiOption)
    .addOption(
      new Option("--color <side>", "the side to play (default: as in the position)").choices([
        "black",
        "white",
      ]),
    )
    .addOption(makeMoveOption())
    .option("--number <n>", "which game of a collection (default: 1)", wholeOption)
    .option("--crossover <p>", `a new individual has two parents (default: ${crossover})`, probabilityOption)
    .option("--mutation <p>", `it is mutated (default: ${mutation})`, probabilityOption)
    .option("--inner <p>", `trees are cut at an inner node (default: ${inner})`, probabilityOption)
    .option("--succession <p>", "a full winner becomes champion (default: 1/8192)", probabilityOption)
    .addOption(csvOption("a row for each sample and first move"))
    .option("--json", "JSON lines: the samples as they come, then the result")
    .option("--svg <file>", "the course of the run as a picture", outputFile)
    .option("--save <file>", "write the run, to be resumed or shown", keptFile)
    .option("--resume <file>", "go on with a saved run, up to --steps in all")
    .addHelpText("after", HELP)
    .action(runAction)
}

function showCommand(): Command {
  return new Command("show")
    .description("Show what a saved run has found.")
    .argument("<file>", "a file of --save")
    .addOption(csvOption("a row for each sample and first move"))
    .option("--json", "one JSON object")
    .option("--svg <file>", "the course of the run as a picture", outputFile)
    .addHelpText("after", SHOW_HELP)
    .action(async (file: string, { json, csv, svg }: { json?: boolean; csv?: boolean; svg?: string }) => {
      const run = loadRun(file)
      const revived = await reviveRun(run)
      if (!revived.ok) fail(`${file}: ${revived.error}`)
      const { ground, history, seconds } = run
      const course: Course = { ground, evolution: revived.value, history, seconds, threads: 1 }
      if (svg !== undefined) writeCourse(svg, course)
      if (csv) printCsv(makeCourseRows(course), COURSE_COLUMNS)
      else console.log(json ? makeCourseJson(course) : makeCourseText(course))
    })
}

/** A whole number, or a power as the paper writes them. */
function countOption(text: string): number {
  const power = /^(\d+)\^(\d+)$/.exec(text)
  const value = power ? Number(power[1]) ** Number(power[2]) : /^\d+$/.test(text) ? Number(text) : NaN
  if (Number.isNaN(value)) throw new InvalidArgumentError("It is a whole number, such as 50000 or 2^21.")
  return value
}

function probabilityOption(text: string): number {
  const parts = text.split("/").map((part) => (part.trim() === "" ? NaN : Number(part)))
  const value = parts.length === 2 ? parts[0]! / parts[1]! : parts.length === 1 ? parts[0]! : NaN
  if (!(value >= 0 && value <= 1))
    throw new InvalidArgumentError("A probability is a number from 0 to 1, or a fraction such as 1/8192.")
  return value
}

/** A run as it begins or goes on. */
interface Beginning extends Omit<SavedRun, "codes"> {
  readonly evolution: Evolution
}

async function runAction(position: string | undefined, options: RunCommandOptions): Promise<void> {
  const steps = options.steps
  if (steps !== undefined && (steps < 1 || steps > MOST_STEPS))
    fail(`--steps: there are 1 to ${MOST_STEPS} steps`)
  const beginning =
    options.resume === undefined
      ? await beginRun(position, options)
      : await resumeRun(position, options.resume, options)
  await carryOut(beginning, threadsFor(beginning.settings, options), options)
}

/** A lineage is run by one thread at a time. */
function threadsFor({ lineages }: CompleteSettings, { threads }: RunCommandOptions): number {
  if (threads !== undefined && threads > lineages)
    fail(
      `--threads: ${threads} threads have nothing to do with ${lineages} lineages; there can be 1 to ${lineages}`,
    )
  return threads ?? Math.min(availableParallelism(), lineages, MOST_THREADS)
}

async function beginRun(position: string | undefined, options: RunCommandOptions): Promise<Beginning> {
  if (position === undefined)
    fail(`which position? A name (${EVOLVE_POSITIONS.join(", ")}), an SGF file or a drawn board; or --resume`)
  const { komi, color, move, steps: target = DEFAULT_STEPS, seed = 1 } = options
  const ground = await groundOf(position, {
    ...(komi === undefined ? {} : { komi }),
    ...(color === undefined ? {} : { color: colorOf(color) }),
    ...(move === undefined ? {} : { move }),
  })
  if (ground.board.size > KERNEL_MAX_SIZE)
    fail(`${position}: boards up to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE} can be evolved on`)
  const { population, lineages, crossover, mutation, inner, succession } = options
  const given = { population, lineages, crossover, mutation, inner, succession }
  const settings = completeSettings({
    board: ground.board,
    first: ground.first,
    komi: ground.komi,
    passed: isAfterPass(ground),
    seed,
    ...(Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Partial<CompleteSettings>),
  })
  if (!settings.ok) fail(settings.error)
  const evolution = await Evolution.create(settings.value, {
    workers: threadsFor(settings.value, options),
  })
  return {
    ground,
    settings: settings.value,
    target,
    every: sampleEvery(target),
    steps: 0,
    seconds: 0,
    history: [],
    evolution,
  }
}

function colorOf(name: "black" | "white"): Color {
  return name === "black" ? Black : White
}

/** Options that belong to a run from its beginning. */
const FIXED = [
  "population",
  "lineages",
  "seed",
  "komi",
  "color",
  "move",
  "crossover",
  "mutation",
  "inner",
  "succession",
] as const

async function resumeRun(
  position: string | undefined,
  file: string,
  options: RunCommandOptions,
): Promise<Beginning> {
  if (position !== undefined) fail(`${file} has its own position; leave ${position} away`)
  const fixed = FIXED.find((name) => options[name] !== undefined)
  if (fixed) fail(`--${fixed}: ${file} has its own, which can't change on the way`)
  const run = loadRun(file)
  const { steps: target = run.target } = options
  if (target <= run.steps)
    fail(`${file} has ${run.steps} steps already; --steps says how many there are to be in all`)
  const revived = await reviveRun(run, threadsFor(run.settings, options))
  if (!revived.ok) fail(`${file}: ${revived.error}`)
  return { ...run, target, evolution: revived.value }
}

function loadRun(file: string): SavedRun {
  const run = readRunFile(file)
  return run.ok ? run.value : fail(run.error)
}

async function carryOut(beginning: Beginning, threads: number, options: RunCommandOptions): Promise<void> {
  const { ground, settings, target, evolution } = beginning
  const history: Sample[] = [...beginning.history]
  const { seconds, isInterrupted } = await evolve(beginning, threads, history, options)
  const course: Course = { ground, evolution, history, seconds: beginning.seconds + seconds, threads }
  const file = options.save ?? options.resume ?? (isInterrupted ? freeName(ground, settings.seed) : undefined)
  if (file !== undefined) {
    const { every } = beginning
    const { steps } = evolution
    const codes = evolution.save()
    const run: SavedRun = { ground, settings, target, every, steps, seconds: course.seconds, history, codes }
    const written = writeRunFile(file, run)
    if (!written.ok) fail(written.error)
  }
  if (options.svg !== undefined) writeCourse(options.svg, course)
  if (options.csv) printCsv(makeCourseRows(course), COURSE_COLUMNS)
  else console.log(options.json ? makeCourseJson(course) : makeCourseText(course))
  if (!isInterrupted) return
  process.stderr.write(`montego: interrupted; go on with: montego evolve run --resume ${file}\n`)
  process.exitCode = INTERRUPTED
}

async function evolve(
  { ground, settings, target, every, evolution }: Beginning,
  threads: number,
  history: Sample[],
  options: RunCommandOptions,
): Promise<{ seconds: number; isInterrupted: boolean }> {
  const progress = new Progress()
  const { signal, stop } = listenForInterrupts()
  const begun = performance.now()
  const see = (sample: Sample): void => {
    history.push(sample)
    if (options.json) console.log(makeSampleJson({ ground }, sample, settings.population))
  }
  const onAbort = (): void => evolution.stop()
  signal.addEventListener("abort", onAbort)
  try {
    const helpers = helpEvolution(evolution, threads - 1, target)
    const own = runEvolution(evolution, {
      steps: target,
      every,
      measures: ground.measures,
      signal,
      onSample: see,
      onProgress: (steps) => progress.show(steps / target, progressText(ground, settings, history, steps)),
    })
    await Promise.all([own, helpers])
  } finally {
    progress.end()
    stop()
  }
  const seconds = (performance.now() - begun) / 1000
  const last = takeSample(evolution, ground.measures)
  if (history.at(-1)?.step !== last.step) see(last)
  return { seconds, isInterrupted: evolution.steps < target }
}

function progressText(
  { board }: Ground,
  { population }: CompleteSettings,
  history: readonly Sample[],
  steps: number,
): string {
  const leaders = (history.at(-1)?.openings ?? [])
    .slice(0, 3)
    .map(([move, count]) => `${makeVertex(move, board.size)} ${Math.round((100 * count) / population)} %`)
  return `${steps} steps; ${leaders.join(", ")};`
}

/** Where a run is saved that was interrupted and has no file: beside the user, under a name that is free. */
function freeName({ name }: Ground, seed: number): string {
  const stem = `${basename(name).replace(/\W+/g, "-")}-seed${seed}`
  for (let number = 1; ; number++) {
    const file = `${stem}${number === 1 ? "" : `-${number}`}.evolve`
    if (!existsSync(file)) return file
  }
}

function writeCourse(file: string, { ground, evolution, history }: Course): void {
  const { population, lineages, seed } = evolution.settings
  const title = `${basename(ground.name)}: population ${population}, ${lineages} lineages, seed ${seed}`
  writePicture(file, makeCourseSvg(title, seriesOf(ground, history), history, population))
}
