// `montego match`: two players, many games, one journal (ARE-1 to ARE-5).

import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { Command, InvalidArgumentError } from "commander"
import {
  Journal,
  makeProgress,
  makeProgressLine,
  makeReport,
  makeTable,
  gameRows,
  runMatch,
  Standing,
  USUAL_ERROR,
  type Course,
  type JournalHeader,
  type MatchBudget,
  type MatchDefinition,
  type MatchEnd,
  type Openings,
  type SprtOptions,
} from "../arena/index.ts"
import { defaultKomi, maxFixedHandicap, type Ruleset } from "../rules/index.ts"
import { makeCommandText } from "./command.ts"
import { csvOption } from "./csv.ts"
import { fail } from "./failure.ts"
import { budgetOf, clockOption, openingsOf } from "./game-options.ts"
import { Live, type LiveSource } from "./live.ts"
import {
  concurrencyOption,
  countUpTo,
  folderOption,
  DEFAULT_SIZE,
  komiOption,
  makeMaxFaultsOption,
  makeRulesOption,
  playerOption,
  secondsOption,
  seedOption,
  sizeOption,
  wholeOption,
  outputFile,
} from "./options.ts"
import { makeMatchHtml } from "./report/html.ts"
import { playSeries, type SeriesResult } from "./series.ts"
import { writePicture } from "./files.ts"
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
  montego match --a uct:plain --b uct:strong --playouts 500 --games 40 --handicap 2 --referee "gtp:gnugo --mode gtp"

Give the same command again to continue a match that was stopped or killed. docs/arena.md explains the numbers.`

/** More than a million games take too long, and seeds would repeat. */
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
  alpha?: number
  beta?: number
  handicap?: number
  referee?: string
  concurrency?: number
  queue?: string
  threads: number
  stall: number
  seed: number
  journal?: string
  sgf?: string
  maxFaults: number
  html?: string
  json?: boolean
  csv?: boolean
}

export function matchCommand(): Command {
  return new Command("match")
    .description("Let two players play a match: who is stronger, by how much, and how sure is that?")
    .requiredOption("--a <player>", "the first player", playerOption)
    .requiredOption("--b <player>", "the second player", playerOption)
    .option("--games <n>", "how many in all; colours change after each", countOption, USUAL_GAMES)
    .option("--size <n>", "lines of the board", sizeOption, DEFAULT_SIZE)
    .option(
      "--komi <points>",
      "what White gets (default: the rule set's, or 0.5 with a handicap)",
      komiOption,
    )
    .option(
      "--handicap <n>",
      "stones that A gets on the fixed points; A is then Black in every game",
      handicapOption,
    )
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
    .option(
      "--alpha <p>",
      `SPRT: chance to accept elo1 though elo0 is true (default: ${USUAL_ERROR})`,
      errorOption,
    )
    .option(
      "--beta <p>",
      `SPRT: chance to accept elo0 though elo1 is true (default: ${USUAL_ERROR})`,
      errorOption,
    )
    .option(
      "--referee <engine>",
      "gtp:COMMAND that names the dead stones, or the score, at the end of a game",
    )
    .option("--concurrency <n>", "games at once (default: the cores, by --threads)", concurrencyOption)
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
    .option(
      "--journal <file>",
      "where the games are kept (default: in your state folder; the command prints it)",
    )
    .option("--sgf <folder>", "write a record of each game, of those in the journal too", folderOption)
    .option("--html <file>", "end with a report with pictures, as one page", outputFile)
    .addOption(csvOption("a row for each game"))
    .option("--json", "end with one JSON object")
    .addHelpText("after", HELP)
    .action(play)
}

async function play(given: Options, typed: Command): Promise<void> {
  const options = { ...given, ...sprtOf(given) }
  refuseContradictions(options)
  const openings = await openingsOf(options)
  const match = definitionOf(options, openings)
  const names = { a: await named(match.a, options), b: await named(match.b, options) }
  if (match.referee !== undefined) await named(match.referee, options)
  const path = options.journal ?? defaultJournal(match)
  const live = new Live()
  const venue = await openVenue(options, (line) => live.say(line))
  const command = makeCommandText(typed)
  const header: JournalHeader = { journal: "montego match", version: 1, definition: match, names, command }
  const opened = Journal.open(path, header)
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
    csv: options.csv,
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
    result: (end) => resultOf(match, end, options, journal, header),
  })
}

function resultOf(
  match: MatchDefinition,
  { standing, reason, played, seconds, broken }: MatchEnd,
  { games, sprt, html }: Options,
  journal: Journal,
  header: JournalHeader,
): SeriesResult {
  const course = { wanted: games, played, seconds }
  if (html !== undefined)
    writePicture(html, makeMatchHtml({ header, entries: journal.entries, path: journal.path, sprt }))
  return {
    games: standing.all.games,
    left: Math.max(0, games - standing.all.games),
    broken: broken && { ...broken, who: `${broken.side.toUpperCase()} (${match[broken.side]})` },
    tables: () => makeTable(match, standing, sprt),
    report: () => ({ ...makeReport(match, standing, course), ended: reason, broken, journal: journal.path }),
    rows: () => gameRows(journal.entries),
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

/** The error rates belong to the test. */
function sprtOf({ sprt, alpha, beta }: Options): { sprt?: SprtOptions } {
  if (!sprt) return alpha === undefined && beta === undefined ? {} : fail("--alpha and --beta need --sprt")
  if ((alpha ?? USUAL_ERROR) + (beta ?? USUAL_ERROR) >= 1) fail("--alpha and --beta together are below 1")
  return {
    sprt: { ...sprt, ...(alpha === undefined ? {} : { alpha }), ...(beta === undefined ? {} : { beta }) },
  }
}

function refuseContradictions({ handicap, size, openings, referee, queue }: Options): void {
  if (handicap !== undefined && handicap > maxFixedHandicap(size))
    fail(`--handicap: a board of ${size} lines has room for ${maxFixedHandicap(size) || "no"} fixed stones`)
  if (handicap !== undefined && openings !== undefined && !/^(none|random:.*)$/.test(openings))
    fail("--handicap and --openings FILE don't go together; --openings random:N does")
  if (referee === undefined) return
  if (!referee.startsWith("gtp:")) fail(`--referee: "${referee}" is no engine: write gtp:COMMAND`)
  if (queue !== undefined) fail("--referee works on this machine only: leave out --queue")
}

function definitionOf(options: Options, openings: Openings): MatchDefinition {
  const { a, b, size, rules, komi, threads, seed, handicap, referee, alpha, beta } = options
  return {
    a,
    b,
    size,
    komi: komi ?? defaultKomi(rules, handicap ?? 0),
    rules: rules.name,
    budget: budgetOf(options),
    threads,
    openings: openings.definition,
    seed,
    ...(handicap === undefined ? {} : { handicap }),
    ...(referee === undefined ? {} : { referee }),
    ...(alpha === undefined || alpha === USUAL_ERROR ? {} : { alpha }),
    ...(beta === undefined || beta === USUAL_ERROR ? {} : { beta }),
  }
}

async function named(spec: string, options: Options): Promise<string> {
  const name = await identify(spec, options)
  return name.ok ? name.value : fail(name.error)
}

/** A folder for each match; the same command finds it again. */
function defaultJournal(match: MatchDefinition): string {
  const slug = (text: string): string => text.replace(/[^a-z0-9]+/gi, "-").slice(0, 30)
  const hash = createHash("sha256").update(JSON.stringify(match)).digest("hex").slice(0, 8)
  const name = `${slug(match.a)}-vs-${slug(match.b)}-${match.size}-${hash}`
  return join(dirname(defaultFile(process.env)), "matches", name, "journal.jsonl")
}

function handicapOption(text: string): number {
  const stones = wholeOption(text)
  if (stones < 2 || stones > 9) throw new InvalidArgumentError("A handicap is 2 to 9 stones.")
  return stones
}

function errorOption(text: string): number {
  const rate = text.trim() === "" ? NaN : Number(text)
  if (!(rate > 0 && rate < 1))
    throw new InvalidArgumentError("It is a chance above 0 and below 1, such as 0.05.")
  return rate
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
