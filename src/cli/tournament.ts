// `montego tournament`: many players, one file that says who and how, one folder of journals (ARE-1 to ARE-3, ARE-5, BT-7).

import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { dirname, join, resolve } from "node:path"
import { Command, InvalidArgumentError } from "commander"
import {
  budgetText,
  GamePool,
  JournalError,
  makeReport,
  probe,
  type Course,
  type Journal,
  type Standing,
} from "../arena/index.ts"
import {
  makeCrossTable,
  makeFaultLine,
  makeRatingTable,
  rankPlayers,
  reportPlayer,
  type PairStanding,
  type RankedPlayer,
} from "../arena/crosstable.ts"
import { parseTournament, type Tournament } from "../arena/tournament-file.ts"
import {
  openJournals,
  pairingsOf,
  runTournament,
  slug,
  type Pairing,
  type TournamentEnd,
} from "../arena/tournament.ts"
import { fail } from "./failure.ts"
import { INTERRUPTED, listenForInterrupts } from "./interrupt.ts"
import { secondsOption, wholeOption } from "./options.ts"
import { writePicture } from "./svg.ts"
import { defaultFile } from "./terminal/store.ts"
import { makeRatingsSvg } from "./tournament-svg.ts"

/** What `--example` prints; docs/examples/tournament.json is the same. */
const EXAMPLE = `{
  "name": "Four steps",
  "players": [
    { "name": "random", "spec": "random" },
    { "name": "plain", "spec": "uct" },
    { "name": "mogo", "spec": "uct:mogo" },
    { "name": "strong", "spec": "uct:strong" }
  ],
  "format": "round-robin",
  "gamesPerPair": 20,
  "size": 9,
  "komi": 7.5,
  "rules": "chinese",
  "budget": { "playouts": 200 },
  "openings": "random:2",
  "seed": 1
}`

const HELP = `
  montego tournament --example > four.json
  montego tournament four.json
  montego tournament four.json --anchor strong --svg ratings.svg

A tournament that was stopped or killed goes on when the same command is given again. Players may be added to the file
later: only the new games are played. docs/tournament.md tells what the file may say and what the numbers mean.`

interface Options {
  example?: boolean
  anchor?: string
  concurrency?: number
  stall: number
  journal?: string
  sgf?: string
  svg?: string
  json?: boolean
}

export function tournamentCommand(): Command {
  return new Command("tournament")
    .description(
      "Let many players meet, everybody everybody else or all of them one champion, and rate them.",
    )
    .argument("[file]", "the tournament, as JSON")
    .option("--example", "print such a file")
    .option("--resume", "go on where the journals end, as it always does")
    .option("--anchor <player>", "whose rating is 0 (default: the first player's)")
    .option(
      "--concurrency <n>",
      "games at once (default: the file's, else the cores by threads)",
      placesOption,
    )
    .option("--stall <s>", "who answers nothing for so long, without a clock, has lost", secondsOption, 300)
    .option("--journal <folder>", "where the games are kept (default: in your state folder, as it is told)")
    .option("--sgf <folder>", "write a record of each game")
    .option("--svg <file>", "draw the ratings with their errors")
    .option("--json", "end with one JSON object")
    .addHelpText("after", HELP)
    .action(async (file: string | undefined, options: Options) => {
      if (options.example) console.log(EXAMPLE)
      else if (file === undefined)
        fail("which tournament? montego tournament --example prints a file to begin with")
      else await play(file, options)
    })
}

/** A tournament with all that is fixed before its first game. */
interface Setting {
  readonly tournament: Tournament
  readonly pairings: readonly Pairing[]
  readonly anchor: string
  /** What the players say that they are, by name. */
  readonly identities: ReadonlyMap<string, string>
  readonly folder: string
}

async function play(file: string, options: Options): Promise<void> {
  const setting = await prepare(file, options)
  const { tournament, pairings, identities, folder } = setting
  const opened = openJournals(folder, pairings, identities)
  if (!opened.ok) fail(opened.error)
  const journals = opened.value
  const display = new Display(setting)
  say(journalLine(setting, journals))
  const interrupt = listenForInterrupts()
  const pool = new GamePool(options.stall)
  interrupt.signal.addEventListener("abort", () => void pool.close())
  try {
    const end = await runTournament({
      pairings,
      journals,
      games: tournament.gamesPerPair,
      concurrency: options.concurrency ?? tournament.concurrency ?? placesOf(tournament),
      play: (task) => pool.play(task),
      signal: interrupt.signal,
      ...(options.sgf === undefined ? {} : { sgf: options.sgf }),
      onGame: (standings) => display.show(standings),
    })
    display.clear()
    report(setting, end, options, journals)
  } catch (error) {
    display.clear()
    if (error instanceof JournalError) fail(`${error.message}. The same command goes on from there.`)
    throw error
  } finally {
    interrupt.stop()
    await pool.close()
    for (const journal of journals) journal.close()
  }
}

async function prepare(file: string, { anchor, journal }: Options): Promise<Setting> {
  const parsed = parseTournament(readText(file))
  if (!parsed.ok) fail(parsed.error.map((problem) => `${file}: ${problem}`).join("\nmontego: "))
  const tournament = parsed.value
  const names = tournament.players.map(({ name }) => name)
  if (anchor !== undefined && !names.includes(anchor))
    fail(`--anchor: nobody is called "${anchor}"; there is ${names.join(", ")}`)
  const pairings = await pairingsOf(tournament, dirname(resolve(file)))
  if (!pairings.ok) fail(`${file}: openings: ${pairings.error}`)
  const identities = new Map<string, string>()
  for (const [i, { name, spec }] of tournament.players.entries()) {
    const identity = await probe(spec, { threads: tournament.threads })
    identities.set(
      name,
      identity.ok ? identity.value : fail(`${file}: players[${i}].spec: ${identity.error}`),
    )
  }
  const folder = resolve(journal ?? defaultFolder(tournament))
  return { tournament, pairings: pairings.value, anchor: anchor ?? names[0]!, identities, folder }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    return fail(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function defaultFolder({ name }: Tournament): string {
  return join(dirname(defaultFile(process.env)), "tournaments", slug(name))
}

function placesOf({ threads }: Tournament): number {
  return Math.max(1, Math.floor(availableParallelism() / threads))
}

function report(
  setting: Setting,
  end: TournamentEnd,
  { json, svg }: Options,
  journals: readonly Journal[],
): void {
  const { tournament, anchor, folder } = setting
  const standings = end.matches.map(({ standing }) => standing)
  const pairs = pairsOf(setting, standings)
  const ranked = rank(setting, pairs)
  const { games, left } = countOf(setting, standings)
  if (svg !== undefined) writePicture(svg, makeRatingsSvg(tournament.name, ranked, anchor))
  if (json) {
    console.log(JSON.stringify(makeTournamentReport(setting, ranked, end, journals), undefined, 2))
  } else {
    const speed = end.played > 0 ? `; ${((60 * end.played) / end.seconds).toFixed(1)} games a minute` : ""
    console.log(makeTables(setting, pairs, ranked).join("\n"))
    console.log(`\n${games} games in ${folder}${speed}`)
  }
  if (end.reason !== "interrupted") return
  say(`interrupted; nothing half-done is kept. ${left} games are left: the same command goes on from there.`)
  process.exitCode = INTERRUPTED
}

function makeTables(
  setting: Setting,
  pairs: readonly PairStanding[],
  ranked: readonly RankedPlayer[],
): string[] {
  const { tournament, anchor } = setting
  const { players } = tournament
  const width = Math.max(...players.map(({ name }) => name.length))
  return [
    headline(tournament),
    ...players.map(({ name, spec }) => `  ${name.padEnd(width)}  ${spec}`),
    "",
    ...makeRatingTable(ranked, anchor),
    `0 is ${anchor}. 95 % is of the distance to it, by the likelihood, and holds for Elo and LMP.`,
    "",
    "wins–losses of the row against the column (–draws), and the share of points",
    ...makeCrossTable(ranked, pairs),
    "",
    makeFaultLine(ranked, pairs),
  ]
}

function headline(tournament: Tournament): string {
  const { name, format, champion, players, size, komi, rules, budget, seed } = tournament
  const kind =
    format === "gauntlet"
      ? `gauntlet of ${champion} against ${players.length - 1}`
      : `round robin of ${players.length}`
  return `${name}: ${kind}; ${size}×${size}, komi ${komi}, ${rules} rules, ${budgetText(budget)}, seed ${seed}`
}

function makeTournamentReport(
  setting: Setting,
  ranked: readonly RankedPlayer[],
  { matches, reason, played, seconds }: TournamentEnd,
  journals: readonly Journal[],
): object {
  const { tournament, pairings, anchor, identities, folder } = setting
  const standings = matches.map(({ standing }) => standing)
  const specs = new Map(tournament.players.map(({ name, spec }) => [name, spec]))
  return {
    ...countOf(setting, standings),
    faults: standings.reduce((sum, { faultCount }) => sum + faultCount, 0),
    anchor,
    ended: reason,
    players: ranked.map((player) => ({
      ...reportPlayer(player),
      spec: specs.get(player.name),
      identity: identities.get(player.name),
    })),
    pairs: pairings.map(({ a, b, match }, i) => {
      const course: Course = { ...matches[i]!, wanted: tournament.gamesPerPair }
      return { a: a.name, b: b.name, ...makeReport(match, standings[i]!, course), journal: journals[i]!.path }
    }),
    playedNow: played,
    seconds: Number(seconds.toFixed(1)),
    gamesPerMinute: played > 0 ? Number(((60 * played) / seconds).toFixed(1)) : null,
    journal: folder,
    tournament,
  }
}

function pairsOf({ pairings }: Setting, standings: readonly Standing[]): PairStanding[] {
  return pairings.map(({ a, b }, i) => ({ a: a.name, b: b.name, standing: standings[i]! }))
}

function rank({ tournament, anchor }: Setting, pairs: readonly PairStanding[]): readonly RankedPlayer[] {
  return rankPlayers(
    tournament.players.map(({ name }) => name),
    pairs,
    anchor,
  )
}

/** Games that are there, that shall be, and that are missing: a journal may have more than the file asks for now. */
function countOf(
  { tournament: { gamesPerPair } }: Setting,
  standings: readonly Standing[],
): { games: number; wanted: number; left: number } {
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
  return {
    games: sum(standings.map(({ all }) => all.games)),
    wanted: gamesPerPair * standings.length,
    left: sum(standings.map(({ all }) => Math.max(0, gamesPerPair - all.games))),
  }
}

function journalLine(
  { tournament: { gamesPerPair }, folder }: Setting,
  journals: readonly Journal[],
): string {
  const found = journals.reduce((sum, { entries }) => sum + entries.length, 0)
  return found === 0
    ? `the games are kept in ${folder}`
    : `${found} of ${gamesPerPair * journals.length} games are in ${folder} already`
}

/** Ratings and a bar while games go on: on a terminal drawn again and again, elsewhere a line now and then. */
class Display {
  readonly #setting: Setting
  readonly #began = performance.now()
  #played = 0
  #lines = 0
  /** When to draw again; what is over soon needs no lines. */
  #next = performance.now() + (process.stderr.isTTY ? 0 : LINE_MS)

  constructor(setting: Setting) {
    this.#setting = setting
  }

  show(standings: readonly Standing[]): void {
    this.#played++
    const now = performance.now()
    const { isTTY, columns, rows } = process.stderr
    if (now < this.#next) return
    this.#next = now + (isTTY ? REDRAW_MS : LINE_MS)
    const progress = this.#progress(standings, (now - this.#began) / 1000)
    if (!isTTY) {
      say(progress)
      return
    }
    const ranked = rank(this.#setting, pairsOf(this.#setting, standings))
    const table = [headline(this.#setting.tournament), "", ...makeRatingTable(ranked, this.#setting.anchor)]
    // What wraps or scrolls away could not be cleared.
    const lines = [...table.slice(0, rows - 3), "", progress].map((line) => line.slice(0, columns - 1))
    this.clear()
    process.stderr.write(lines.map((line) => `${line}\n`).join(""))
    this.#lines = lines.length
    // Ratings of many players take a while, and games are waiting.
    this.#next = performance.now() + Math.max(REDRAW_MS, PAUSE * (performance.now() - now))
  }

  clear(): void {
    if (this.#lines > 0) process.stderr.write(`\u001b[${this.#lines}A\u001b[J`)
    this.#lines = 0
  }

  #progress(standings: readonly Standing[], seconds: number): string {
    const { games, wanted, left } = countOf(this.#setting, standings)
    const bar = "█".repeat(Math.round((1 - left / wanted) * BAR)).padEnd(BAR, "░")
    const eta = left > 0 ? `, ${duration((seconds / this.#played) * left)} left` : ""
    return `${bar} ${games} of ${wanted} games${eta}`
  }
}

const REDRAW_MS = 500
/** How many times as long as a drawing took nothing is drawn after it. */
const PAUSE = 20
const LINE_MS = 10_000
const BAR = 30

function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${Math.floor(seconds % 60)} s` : `${Math.ceil(seconds)} s`
}

function say(text: string): void {
  process.stderr.write(`montego: ${text}\n`)
}

function placesOption(text: string): number {
  const value = wholeOption(text)
  if (value < 1 || value > 1024) throw new InvalidArgumentError("It is 1 to 1024.")
  return value
}
