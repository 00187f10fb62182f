// `montego match`: two players, many games, one journal (ARE-1 to ARE-3, ARE-5).

import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { Command, InvalidArgumentError } from "commander"
import {
  Journal,
  JournalError,
  loadOpenings,
  makeProgress,
  makeReport,
  makeTable,
  NO_OPENINGS,
  parseClock,
  probe,
  randomOpenings,
  runMatch,
  type Course,
  type MatchBudget,
  type MatchDefinition,
  type MatchEnd,
  type Openings,
  type SprtOptions,
  type Standing,
} from "../arena/index.ts"
import { CHINESE, type Ruleset } from "../rules/index.ts"
import { fail } from "./failure.ts"
import { INTERRUPTED, listenForInterrupts } from "./interrupt.ts"
import { komiOption, rulesOption, secondsOption, seedOption, sizeOption, wholeOption } from "./options.ts"
import { defaultFile } from "./terminal/store.ts"
import { openVenue, type Venue } from "./venue.ts"

const HELP = `
Players are those of montego gtp --help, and any GTP engine: "gtp:COMMAND", where {seed} is a new number for each game.

  montego match --a uct:strong --b uct:mogo --playouts 500 --games 200
  montego match --a uct:strong,seconds=1 --b "gtp:gnugo --mode gtp --level 10 --seed {seed}" --games 100 --openings random:4
  montego match --a uct:strong --b uct:strong,exploration=0.2 --playouts 300 --games 2000 --sprt 0,30

A match that was stopped or killed goes on when the same command is given again. docs/arena.md tells what the numbers mean.`

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
  json?: boolean
}

export function matchCommand(): Command {
  return new Command("match")
    .description("Let two players play a match: who is stronger, by how much, and how sure is that?")
    .requiredOption("--a <player>", "the first player")
    .requiredOption("--b <player>", "the second player")
    .requiredOption("--games <n>", "how many in all; colours change after each", countOption)
    .option("--size <n>", "lines of the board", sizeOption, 9)
    .option("--komi <points>", "what White gets (default: the rule set's)", komiOption)
    .option(
      "--rules <name>",
      "rule set; cgos and tromp-taylor count all stones as alive",
      rulesOption,
      CHINESE,
    )
    .option(
      "--openings <which>",
      "FILE (SGF, or one line of points each) or random:N moves; one for each pair",
    )
    .option("--playouts <n>", "simulations a move, where a player's name has no budget", countOption)
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
    .option("--seed <n>", "the same seed plays the same match", seedOption, 1)
    .option("--journal <file>", "where the games are kept (default: in your state folder, as it is told)")
    .option("--sgf <folder>", "write a record of each game")
    .option("--json", "end with one JSON object")
    .addHelpText("after", HELP)
    .action(play)
}

async function play(options: Options): Promise<void> {
  const openings = await openingsOf(options)
  const match = definitionOf(options, openings)
  const names = { a: await named(match.a, options), b: await named(match.b, options) }
  const path = options.journal ?? defaultJournal(match)
  const venue = await openVenue(options, say)
  const opened = Journal.open(path, { journal: "montego match", version: 1, definition: match, names })
  if (!opened.ok) {
    await venue.close()
    fail(opened.error)
  }
  const journal = opened.value
  say(journalLine(journal, options))
  const interrupt = listenForInterrupts()
  const display = new Display(match, options, venue)
  interrupt.signal.addEventListener("abort", () => void venue.close())
  try {
    const end = await runMatch({
      match,
      openings,
      games: options.games,
      concurrency: venue.concurrency,
      journal,
      play: (task) => venue.play(task),
      signal: interrupt.signal,
      ...(options.sprt ? { sprt: options.sprt } : {}),
      ...(options.sgf === undefined ? {} : { sgf: options.sgf }),
      onGame: (standing) => {
        display.show(standing)
        // What waits on a queue need not be played any more.
        if (venue.workers && standing.sprt?.verdict !== undefined) void venue.close()
      },
    })
    display.clear()
    report(match, end, options, journal, venue)
  } catch (error) {
    display.clear()
    if (error instanceof JournalError) fail(`${error.message}. The same command goes on from there.`)
    throw error
  } finally {
    interrupt.stop()
    await venue.close()
    journal.close()
  }
}

function report(
  match: MatchDefinition,
  end: MatchEnd,
  options: Options,
  journal: Journal,
  { workers }: Venue,
): void {
  const { standing, reason, played, seconds } = end
  const isStopped = reason === "interrupted"
  if (options.json) {
    const course = { wanted: options.games, played, seconds }
    const queue = workers ? { queue: workers.status() } : {}
    const object = { ...makeReport(match, standing, course), ...queue, ended: reason, journal: journal.path }
    console.log(JSON.stringify(object, undefined, 2))
  } else {
    console.log(makeTable(match, standing, options.sprt))
    if (workers) console.log(`\n${workers.table()}`)
    const speed = played > 0 ? `; ${((60 * played) / seconds).toFixed(1)} games a minute` : ""
    console.log(`\n${standing.all.games} games in ${journal.path}${speed}`)
  }
  if (!isStopped) return
  const left = Math.max(0, options.games - standing.all.games)
  say(`interrupted; nothing half-done is kept. ${left} games are left: the same command goes on from there.`)
  process.exitCode = INTERRUPTED
}

/** The table while the match goes on: on a terminal drawn again after each game, elsewhere a line now and then. */
class Display {
  readonly #match: MatchDefinition
  readonly #options: Options
  readonly #venue: Venue
  readonly #began = performance.now()
  #played = 0
  #lines = 0
  #shown = 0

  constructor(match: MatchDefinition, options: Options, venue: Venue) {
    this.#match = match
    this.#options = options
    this.#venue = venue
  }

  show(standing: Standing): void {
    this.#played++
    const now = performance.now()
    const { isTTY } = process.stderr
    if (now - this.#shown < (isTTY ? REDRAW_MS : LINE_MS)) return
    this.#shown = now
    const seconds = (now - this.#began) / 1000
    const course: Course = { wanted: this.#options.games, played: this.#played, seconds }
    const progress = makeProgress(standing, course)
    if (!isTTY) {
      say(progress)
      return
    }
    const workers = this.#venue.workers ? `${this.#venue.workers.table()}\n\n` : ""
    const text = `${makeTable(this.#match, standing, this.#options.sprt)}\n\n${workers}${progress}`
    // A line that the terminal breaks would be two when they are cleared.
    const lines = text.split("\n").map((line) => line.slice(0, process.stderr.columns - 1))
    this.clear()
    process.stderr.write(`${lines.join("\n")}\n`)
    this.#lines = lines.length
  }

  clear(): void {
    if (this.#lines > 0) process.stderr.write(`\u001b[${this.#lines}A\u001b[J`)
    this.#lines = 0
  }
}

const REDRAW_MS = 200
const LINE_MS = 10_000

function say(text: string): void {
  process.stderr.write(`montego: ${text}\n`)
}

function journalLine(journal: Journal, { games }: Options): string {
  const found = journal.entries.length
  return found === 0
    ? `the games are kept in ${journal.path}`
    : `${found} of ${games} games are in ${journal.path} already`
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

async function named(spec: string, { threads, queue }: Options): Promise<string> {
  // Engines need only be where the games are.
  if (queue !== undefined && spec.startsWith("gtp:")) return spec
  const name = await probe(spec, { threads })
  return name.ok ? name.value : fail(name.error)
}

/** A folder for each match, found again by whoever gives the same command. */
function defaultJournal(match: MatchDefinition): string {
  const slug = (text: string): string => text.replace(/[^a-z0-9]+/gi, "-").slice(0, 30)
  const hash = createHash("sha256").update(JSON.stringify(match)).digest("hex").slice(0, 8)
  const name = `${slug(match.a)}-vs-${slug(match.b)}-${match.size}-${hash}`
  return join(dirname(defaultFile(process.env)), "matches", name, "journal.jsonl")
}

function countOption(text: string): number {
  const value = wholeOption(text)
  if (value < 1 || value > MOST) throw new InvalidArgumentError(`It is 1 to ${MOST}.`)
  return value
}

/** Beyond a million nobody waits, and seeds would repeat. */
const MOST = 1_000_000

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
