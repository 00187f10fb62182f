// `montego tune`: finds better values for knobs of the tree search by games of the player against itself
// (docs/tune.md).

import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { Command, InvalidArgumentError } from "commander"
import { makeBar, type MatchBudget } from "../arena/index.ts"
import {
  coordinateOf,
  makeKnob,
  parseKnob,
  runTune,
  startOf,
  TuneJournal,
  type Course,
  type Knob,
  type TuneDefinition,
} from "../arena/tune/index.ts"
import type { Ruleset } from "../rules/index.ts"
import { makeCommandText, quote } from "./command.ts"
import { csvOption, type CsvRow } from "./csv.ts"
import { fail } from "./failure.ts"
import { budgetOf, openingsOf } from "./game-options.ts"
import { Live, type LiveSource } from "./live.ts"
import {
  concurrencyOption,
  countUpTo,
  CLASSICAL_PLAYER,
  komiOption,
  makeRulesOption,
  secondsOption,
  seedOption,
  sizeOption,
  outputFile,
} from "./options.ts"
import { writePicture } from "./files.ts"
import { defaultFile } from "./terminal/store.ts"
import { makeTuneSvg } from "./report/tuning.ts"
import { printResult, runGames, tellInterrupted } from "./series.ts"
import { identify, openVenue } from "./venue.ts"

const HELP = `
A knob is NAME=LOW..HIGH; with ,log behind it steps are equal in ratio. montego params lists the knobs. The search begins at the
player's own values. In each iteration --pairs settings above and below play two games each, colours exchanged, and every knob moves
towards the side that won. The result is the mean of the last half of the way. It is a guess until the match that the command suggests
at the end has confirmed it.

Take a wide range: the steps are a fifth of it. A few hundred games find large gains; small ones take thousands.
Give the same command again to continue a tuning that was stopped or killed. docs/tune.md has the details.

Examples:
  montego tune --knob exploration=0..1 --playouts 200 --iterations 100
  montego tune --player uct:strong --knob rave-bias=0.0001..0.01,log --knob prior-even=2..40 --playouts 200 --iterations 200 --svg path.svg
  montego tune --player uct:mogo --knob fpu=0.5..2 --knob expand-at=1..20 --playouts 500 --openings random:2 --csv`

const countOption = countUpTo(1_000_000)

interface Options {
  player: string
  knob: readonly Knob[]
  iterations: number
  pairs: number
  size: number
  komi?: number
  rules: Ruleset
  openings?: string
  playouts?: number
  seconds?: number
  concurrency?: number
  threads: number
  stall: number
  seed: number
  journal?: string
  svg?: string
  json?: boolean
  csv?: boolean
}

export function tuneCommand(): Command {
  return new Command("tune")
    .description("Tune knobs of the tree search: find values that win more games (SPSA).")
    .requiredOption(
      "--knob <name=low..high>",
      "a knob and its range; may be given several times",
      knobsOption,
    )
    .option("--player <spec>", "whose knobs: uct[:PRESET][,key=value…]", CLASSICAL_PLAYER)
    .option("--iterations <n>", "how many; the steps shrink towards the last one", countUpTo(100_000), 200)
    .option("--pairs <n>", "pairs of games in each iteration", countUpTo(1000), 4)
    .option("--size <n>", "lines of the board", sizeOption, 9)
    .option("--komi <points>", "what White gets (default: the rule set's)", komiOption)
    .addOption(makeRulesOption("rule set"))
    .option("--openings <which>", "FILE or random:N moves; one for each pair (default: none)")
    .option("--playouts <n>", "simulations a move (default: the player's usual)", countOption)
    .option("--seconds <s>", "seconds a move; games then don't repeat exactly", secondsOption)
    .option("--concurrency <n>", "games at once (default: the cores, by --threads)", concurrencyOption)
    .option(
      "--threads <n>",
      "threads of a search; with more than 1, games don't repeat exactly",
      countOption,
      1,
    )
    .option("--stall <s>", "who answers nothing for so long has lost", secondsOption, 300)
    .option("--seed <n>", "the same seed takes the same way", seedOption, 1)
    .option(
      "--journal <file>",
      "where the games are kept (default: in your state folder; the command prints it)",
    )
    .option("--svg <file>", "draw the way of each knob", outputFile)
    .addOption(csvOption("a row for each iteration, with the value of every knob"))
    .option("--json", "end with one JSON object")
    .addHelpText("after", HELP)
    .action(tune)
}

function knobsOption(text: string, before: readonly Knob[] = []): readonly Knob[] {
  const knob = parseKnob(text)
  if (!knob.ok) throw new InvalidArgumentError(knob.error)
  if (before.some(({ name }) => name === knob.value.name))
    throw new InvalidArgumentError(`${knob.value.name} is given twice`)
  return [...before, knob.value]
}

async function tune(options: Options, command: Command): Promise<void> {
  const openings = await openingsOf(options)
  const definition = definitionOf(options, budgetOf(options), openings.definition)
  const start = startOf(definition.player, definition.knobs)
  if (!start.ok) fail(start.error)
  const known = await identify(definition.player, options)
  if (!known.ok) fail(known.error)
  const opened = TuneJournal.open(
    options.journal ?? defaultJournal(definition),
    definition,
    makeCommandText(command),
  )
  if (!opened.ok) fail(opened.error)
  const journal = opened.value
  const live = new Live()
  const progress = new Progress(definition)
  const venue = await openVenue(options, (line) => live.say(line))
  await runGames({
    live,
    venue,
    journals: [journal],
    place: journal.path,
    found: 2 * journal.entries.length,
    wanted: gamesOf(definition),
    damage: journal.damaged.map(
      (line) => `${journal.path}: line ${line} is damaged and does not count; its games are played again`,
    ),
    progress,
    run: (signal) =>
      runTune({
        definition,
        start: start.value,
        openings,
        journal,
        concurrency: venue.concurrency,
        play: (task) => venue.play(task),
        signal,
        onPair: (look) => {
          progress.look = look
          live.update()
        },
      }),
    tellEnd: (course) => {
      tellEnd(definition, course, options, journal)
      const left = definition.iterations - course.iterations
      if (left > 0) tellInterrupted(live, "finished pairs are kept", `${left} iterations are left`)
    },
  })
}

/** Two in each pair. */
function gamesOf({ iterations, pairs }: TuneDefinition): number {
  return 2 * iterations * pairs
}

function definitionOf(
  options: Options,
  budget: MatchBudget,
  openings: TuneDefinition["openings"],
): TuneDefinition {
  const { player, knob: knobs, iterations, pairs, size, komi, rules, threads, seed } = options
  return {
    player,
    knobs,
    iterations,
    pairs,
    size,
    komi: komi ?? rules.komi,
    rules: rules.name,
    budget,
    threads,
    openings,
    seed,
  }
}

/** A file for each tuning; the same command finds it again. */
function defaultJournal(definition: TuneDefinition): string {
  const hash = createHash("sha256").update(JSON.stringify(definition)).digest("hex").slice(0, 8)
  const names = definition.knobs.map(({ name }) => name).join("-")
  return join(dirname(defaultFile(process.env)), "tunings", `${names.slice(0, 60)}-${hash}.jsonl`)
}

function tellEnd(definition: TuneDefinition, course: Course, options: Options, journal: TuneJournal): void {
  if (options.svg !== undefined) writePicture(options.svg, makeTuneSvg(definition, course))
  const verify = verification(definition, course, options)
  printResult(options, {
    rows: () => pathRows(definition, course),
    report: () => makeReport(definition, course, verify, journal),
    tables: () => {
      const notes = endNotes(definition, course).map((note) => `note: ${note}\n`)
      return [
        makeTable(definition, course).join("\n"),
        `${2 * course.pairs} games in ${journal.path}`,
        `${notes.join("")}tuned: ${course.spec}\nIs it stronger? A match decides:\n  ${verify}`,
      ].join("\n\n")
    },
  })
}

function makeTable({ player, knobs, iterations }: TuneDefinition, course: Course): string[] {
  const rows = course.tuned.map(({ start, value, low, high }, axis) => [
    knobs[axis]!.name,
    makeKnob(knobs[axis]!).replace(/^[^=]*=/, ""),
    String(start),
    String(value),
    `${low} to ${high}`,
  ])
  const head = ["knob", "range", "start", "now", "wanders"]
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)))
  return [
    `${player}: ${course.iterations} of ${iterations} iterations, ${2 * course.pairs} games, ${course.faults} faults`,
    "",
    ...[head, ...rows].map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    ),
  ]
}

/** Nearer to an end of the range than this share of it, a perturbation reaches to one side only. */
const NEAR_END = 0.1

/**
 * At an end of its range a knob is compared with the other side alone, and the optimum may lie in between or beyond.
 */
function endNotes({ knobs }: TuneDefinition, { tuned }: Course): string[] {
  return knobs.flatMap((knob, axis) => {
    const share = (coordinateOf(knob, tuned[axis]!.value) + 1) / 2
    if (share > NEAR_END && share < 1 - NEAR_END) return []
    const end = share < 0.5 ? knob.low : knob.high
    return [
      `${knob.name} came to the end of its range, ${end}: tune again with a narrower range there, or one that goes beyond`,
    ]
  })
}

/** A row for each iteration, the start first. */
function pathRows({ knobs }: TuneDefinition, { path }: Course): CsvRow[] {
  return path.map((values, iteration) => {
    return { iteration, ...Object.fromEntries(values.map((value, axis) => [knobs[axis]!.name, value])) }
  })
}

function makeReport(
  definition: TuneDefinition,
  course: Course,
  verify: string,
  journal: TuneJournal,
): object {
  const { knobs } = definition
  return {
    tuned: course.spec,
    verify,
    iterations: course.iterations,
    games: 2 * course.pairs,
    playedNow: 2 * course.played,
    faults: course.faults,
    notes: endNotes(definition, course),
    knobs: course.tuned.map((tuned, axis) => ({
      ...knobs[axis]!,
      ...tuned,
      range: [knobs[axis]!.low, knobs[axis]!.high],
    })),
    path: course.path,
    journal: journal.path,
    definition,
  }
}

/** With another seed: the games of the tuning itself prove nothing. */
function verification({ player, size, seed }: TuneDefinition, { spec }: Course, options: Options): string {
  const { playouts, seconds, komi, rules, openings, threads } = options
  const words = ["montego", "match", "--a", spec, "--b", player, "--sprt", "0,30", "--games", "4000"]
  const add = (flag: string, value: string | number | undefined): void =>
    void (value === undefined || words.push(flag, String(value)))
  add("--playouts", playouts)
  add("--seconds", seconds)
  add("--size", size)
  add("--komi", komi)
  add("--rules", rules.name)
  add("--openings", openings)
  add("--threads", threads === 1 ? undefined : threads)
  add("--seed", seed + 1)
  return words.map(quote).join(" ")
}

/** How the tuning stands while it goes on. */
class Progress implements LiveSource {
  look: (() => Course) | undefined
  readonly #definition: TuneDefinition
  readonly #began = performance.now()

  constructor(definition: TuneDefinition) {
    this.#definition = definition
  }

  view(): { lines: string[]; progress: string } {
    const course = this.look?.()
    return { lines: course ? makeTable(this.#definition, course) : [], progress: this.#bar(course) }
  }

  line(): string {
    const course = this.look?.()
    const { knobs } = this.#definition
    const values = course?.tuned.map(({ value }, axis) => `${knobs[axis]!.name} ${value}`) ?? []
    return [this.#bar(course), ...values].join("; ")
  }

  #bar(course: Course | undefined): string {
    const wanted = gamesOf(this.#definition)
    const games = 2 * (course?.pairs ?? 0)
    const seconds = (performance.now() - this.#began) / 1000
    return makeBar(games, wanted - games, { wanted, played: 2 * (course?.played ?? 0), seconds })
  }
}
