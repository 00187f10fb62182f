// `montego match`: two players, many games, one journal (ARE-1 to ARE-5).

import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { Command, InvalidArgumentError } from "commander"
import {
  Journal,
  loadOpenings,
  makeProgress,
  makeProgressLine,
  makeReport,
  makeTable,
  NO_OPENINGS,
  parseClock,
  randomOpenings,
  runMatch,
  Standing,
  type Course,
  type MatchBudget,
  type MatchDefinition,
  type MatchEnd,
  type Openings,
  type SprtOptions,
} from "../arena/index.ts"
import type { Ruleset } from "../rules/index.ts"
import { makeCommandText } from "./command.ts"
import { fail } from "./failure.ts"
import { requireFile } from "./files.ts"
import { Live, type LiveSource } from "./live.ts"
import {
  countUpTo,
  DEFAULT_SIZE,
  komiOption,
  makeMaxFaultsOption,
  makeRulesOption,
  playerOption,
  secondsOption,
  seedOption,
  sizeOption,
} from "./options.ts"
import { playSeries, type SeriesResult } from "./series.ts"
import { defaultFile } from "./terminal/store.ts"
import { identify, openVenue, type Venue } from "./venue.ts"

const HELP = `
Players are those of montego gtp --help, any GTP engine: "gtp:COMMAND", where {seed} is a new number for each game, and
players of your own: module:FILE (docs/library.md).

Examples:
  montego match --a uct:strong --b random --playouts 100
  montego match --a uct:strong --b uct:mogo --playouts 500 --games 200
  montego match --a uct:strong,seconds=1 --b "gtp:gnugo --mode gtp --level 10 --seed {seed}" --games 100 --openings random:4
  montego match --a uct:strong --b uct:strong,exploration=0.2 --playouts 300 --games 2000 --sprt 0,30

A match that was stopped or killed goes on when the same command is given again. docs/arena.md tells what the numbers mean.`

/** Beyond a million nobody waits, and seeds would repeat. */
const countOption = countUpTo(1_000_000)

/** Enough to see who is far stronger, in a minute or two. */
const USUAL_GAMES = 20

interface Options {
  a: string
  b: string
  games: number
  size: number
  komi?: number
  rules: Ruleset
  openings?: string
  playouts?: number
  seconds?: number
  clock?: MatchBudget
  sprt?: SprtOptions
  concurrency?: number
  queue?: string
  threads: number
  stall: number
  seed: number
  journal?: string
  sgf?: string
  maxFaults: number
  json?: boolean
}

export function matchCommand(): Command {
  return new Command("match")
    .description("Let two players play a match: who is stronger, by how much, and how sure is that?")
    .requiredOption("--a <player>", "the first player", playerOption)
    .requiredOption("--b <player>", "the second player", playerOption)
    .option("--games <n>", "how many in all; colours change after each", countOption, USUAL_GAMES)
    .option("--size <n>", "lines of the board", sizeOption, DEFAULT_SIZE)
    .option("--komi <points>", "what White gets (default: the rule set's)", komiOption)
    .addOption(makeRulesOption("rule set; cgos and tromp-taylor count all stones as alive"))
    .option(
      "--openings <which>",
      "FILE (SGF, or one line of points each) or random:N moves; one for each pair (default: none)",
    )
    .option(
      "--playouts <n>",
      "simulations a move, where a player's name has no budget (default: the player's usual)",
      countOption,
    )
    .option("--seconds <s>", "seconds a move, where a player's name has no budget", secondsOption)
    .option(
      "--clock <clock>",
      "absolute:60, byoyomi:0+5x1 or canadian:0+5/10; who exceeds it has lost",
      clockOption,
    )
    .option("--sprt <elo0,elo1>", "stop as soon as it is clear which of the two is nearer", sprtOption)
    .option("--concurrency <n>", "games at once (default: the cores, by --threads)", countOption)
    .option("--queue <url>", "let montego worker play the games, on many machines: redis://HOST:PORT")
    .option(
      "--threads <n>",
      "threads of a search; with more than 1, games don't repeat exactly",
      countOption,
      1,
    )
    .option("--stall <s>", "who answers nothing for so long, without a clock, has lost", secondsOption, 300)
    .addOption(makeMaxFaultsOption())
    .option("--seed <n>", "the same seed plays the same match", seedOption, 1)
    .option("--journal <file>", "where the games are kept (default: in your state folder, as it is told)")
    .option("--sgf <folder>", "write a record of each game, of those in the journal too")
    .option("--json", "end with one JSON object")
    .addHelpText("after", HELP)
    .action(play)
}

async function play(options: Options, command: Command): Promise<void> {
  const openings = await openingsOf(options)
  const match = definitionOf(options, openings)
  const names = { a: await named(match.a, options), b: await named(match.b, options) }
  const path = options.journal ?? defaultJournal(match)
  const live = new Live()
  const venue = await openVenue(options, (line) => live.say(line))
  const header = { definition: match, names, command: makeCommandText(command) }
  const opened = Journal.open(path, { journal: "montego match", version: 1, ...header })
  if (!opened.ok) {
    await venue.close()
    fail(opened.error)
  }
  const journal = opened.value
  const progress = new Progress(match, options, venue, new Standing(journal.entries, options.sprt))
  await playSeries({
    live,
    venue,
    journals: [journal],
    place: journal.path,
    wanted: options.games,
    progress,
    json: options.json,
    run: (signal) =>
      runMatch({
        match,
        openings,
        games: options.games,
        concurrency: venue.concurrency,
        journal,
        play: (task) => venue.play(task),
        signal,
        ...(options.sprt ? { sprt: options.sprt } : {}),
        ...(options.sgf === undefined ? {} : { sgf: options.sgf }),
        maxFaults: options.maxFaults || undefined,
        onBroken: () => void venue.close(),
        onGame: (standing) => {
          progress.add(standing)
          live.update()
          // What waits on a queue need not be played any more.
          if (venue.workers && standing.sprt?.verdict !== undefined) void venue.close()
        },
      }),
    result: (end) => resultOf(match, end, options, journal),
  })
}

function resultOf(
  match: MatchDefinition,
  { standing, reason, played, seconds, broken }: MatchEnd,
  { games, sprt }: Options,
  journal: Journal,
): SeriesResult {
  const course = { wanted: games, played, seconds }
  return {
    games: standing.all.games,
    left: Math.max(0, games - standing.all.games),
    broken: broken && { ...broken, who: `${broken.side.toUpperCase()} (${match[broken.side]})` },
    tables: () => makeTable(match, standing, sprt),
    report: () => ({ ...makeReport(match, standing, course), ended: reason, broken, journal: journal.path }),
  }
}

/** How the match stands while it goes on. */
class Progress implements LiveSource {
  readonly #match: MatchDefinition
  readonly #options: Options
  readonly #venue: Venue
  readonly #began = performance.now()
  #standing: Standing
  #played = 0

  constructor(match: MatchDefinition, options: Options, venue: Venue, standing: Standing) {
    this.#match = match
    this.#options = options
    this.#venue = venue
    this.#standing = standing
  }

  add(standing: Standing): void {
    this.#standing = standing
    this.#played++
  }

  view(): { lines: string[]; progress: string } {
    const { workers } = this.#venue
    const table = makeTable(this.#match, this.#standing, this.#options.sprt)
    const text = workers ? `${table}\n\n${workers.table()}` : table
    return { lines: text.split("\n"), progress: makeProgress(this.#standing, this.#course()) }
  }

  line(): string {
    return makeProgressLine(this.#standing, this.#course(), this.#options.sprt)
  }

  #course(): Course {
    const seconds = (performance.now() - this.#began) / 1000
    return { wanted: this.#options.games, played: this.#played, seconds }
  }
}

async function openingsOf({ openings, size, rules, komi, seed }: Options): Promise<Openings> {
  if (openings === undefined || openings === "none") return NO_OPENINGS
  const game = { size, rules, ...(komi === undefined ? {} : { komi }) }
  const drawn = /^random:(\d+)$/.exec(openings)
  if (drawn) {
    const moves = Number(drawn[1])
    if (moves < 1 || moves > size ** 2 / 2)
      fail(`--openings random:${moves}: on this board it is 1 to ${Math.floor(size ** 2 / 2)}`)
    return randomOpenings(moves, game, seed)
  }
  requireFile(openings)
  const loaded = await loadOpenings(openings, game)
  return loaded.ok ? loaded.value : fail(loaded.error)
}

function definitionOf(options: Options, openings: Openings): MatchDefinition {
  const { a, b, size, rules, komi, threads, seed } = options
  return {
    a,
    b,
    size,
    komi: komi ?? rules.komi,
    rules: rules.name,
    budget: budgetOf(options),
    threads,
    openings: openings.definition,
    seed,
  }
}

function budgetOf({ playouts, seconds, clock }: Options): MatchBudget {
  const budgets: MatchBudget[] = []
  if (playouts !== undefined) budgets.push({ kind: "playouts", playouts })
  if (seconds !== undefined) budgets.push({ kind: "seconds", seconds })
  if (clock) budgets.push(clock)
  if (budgets.length > 1) fail("only one of --playouts, --seconds and --clock can be given")
  return budgets[0] ?? { kind: "own" }
}

async function named(spec: string, options: Options): Promise<string> {
  const name = await identify(spec, options)
  return name.ok ? name.value : fail(name.error)
}

/** A folder for each match, found again by whoever gives the same command. */
function defaultJournal(match: MatchDefinition): string {
  const slug = (text: string): string => text.replace(/[^a-z0-9]+/gi, "-").slice(0, 30)
  const hash = createHash("sha256").update(JSON.stringify(match)).digest("hex").slice(0, 8)
  const name = `${slug(match.a)}-vs-${slug(match.b)}-${match.size}-${hash}`
  return join(dirname(defaultFile(process.env)), "matches", name, "journal.jsonl")
}

function clockOption(text: string): MatchBudget {
  const settings = parseClock(text)
  if (!settings.ok) throw new InvalidArgumentError(settings.error)
  return { kind: "clock", settings: settings.value }
}

function sprtOption(text: string): SprtOptions {
  const [elo0, elo1, ...more] = text.split(",").map((part) => (part.trim() === "" ? NaN : Number(part)))
  if (
    elo0 === undefined ||
    elo1 === undefined ||
    more.length > 0 ||
    !(elo0 < elo1) ||
    !Number.isFinite(elo1 - elo0)
  )
    throw new InvalidArgumentError("It is two numbers, such as 0,30: the first is lower.")
  return { elo0, elo1 }
}
