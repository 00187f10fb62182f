// `montego tournament`: many players, one file that says who and how, one folder of journals (ARE-1 to ARE-5, BT-7).

import { dirname, join, resolve } from "node:path"
import { Command } from "commander"
import {
  budgetText,
  makeBar,
  makeReport,
  marginText,
  Standing,
  type Course,
  type Journal,
} from "../arena/index.ts"
import {
  makeCrossTable,
  makeFaultLine,
  makeRatingTable,
  playerRows,
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
import { makeChoice } from "../base/nearest.ts"
import { resolveModuleSpec } from "../players/node/index.ts"
import { fileRefusal } from "../record/node/files.ts"
import { makeCommandText } from "./command.ts"
import { csvOption } from "./csv.ts"
import { fail } from "./failure.ts"
import { textOf } from "./files.ts"
import { Live, type LiveSource } from "./live.ts"
import { concurrencyOption, folderOption, makeMaxFaultsOption, secondsOption, outputFile } from "./options.ts"
import { playSeries, type SeriesResult } from "./series.ts"
import { writePicture } from "./files.ts"
import { defaultFile } from "./terminal/store.ts"
import { makeRatingsSvg } from "./report/ratings.ts"
import { identify, openVenue, type Venue } from "./venue.ts"

/** What `--example` prints; examples/tournament.json is the same. */
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
Examples:
  montego tournament --example > four.json
  montego tournament four.json
  montego tournament four.json --anchor strong --svg ratings.svg
  montego tournament four.json --queue redis://10.0.0.1

Give the same command again to continue a tournament that was stopped or killed. You may add players to the file later:
only the new games are played. docs/tournament.md describes the file and the numbers.`

interface Options {
  example?: boolean
  anchor?: string
  concurrency?: number
  queue?: string
  stall: number
  journal?: string
  sgf?: string
  svg?: string
  maxFaults: number
  json?: boolean
  csv?: boolean
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
      concurrencyOption,
    )
    .option("--queue <url>", "let montego worker play the games, on many machines: redis://HOST:PORT")
    .option("--stall <s>", "who answers nothing for so long, without a clock, has lost", secondsOption, 300)
    .addOption(makeMaxFaultsOption())
    .option(
      "--journal <folder>",
      "where the games are kept (default: in your state folder; the command prints it)",
      folderOption,
    )
    .option("--sgf <folder>", "write a record of each game, of those in the journals too", folderOption)
    .option("--svg <file>", "draw the ratings with their errors", outputFile)
    .addOption(csvOption("a row for each player, with ratings and results against the others"))
    .option("--json", "end with one JSON object")
    .addHelpText("after", HELP)
    .action(async (file: string | undefined, options: Options, command: Command) => {
      if (options.example) console.log(EXAMPLE)
      else if (file === undefined)
        fail("which tournament? montego tournament --example prints a file to begin with")
      else await play(file, options, makeCommandText(command))
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

async function play(file: string, options: Options, command: string): Promise<void> {
  const setting = await prepare(file, options)
  const { tournament, pairings, identities, folder } = setting
  const live = new Live()
  const venue = await openVenue(venueOptions(tournament, options), (line) => live.say(line))
  const opened = openJournals(folder, pairings, identities, command)
  if (!opened.ok) {
    await venue.close()
    fail(opened.error)
  }
  const journals = opened.value
  const progress = new Progress(
    setting,
    venue,
    journals.map(({ entries }) => new Standing(entries)),
  )
  await playSeries({
    live,
    venue,
    journals,
    place: folder,
    wanted: tournament.gamesPerPair * journals.length,
    progress,
    json: options.json,
    csv: options.csv,
    run: (signal) =>
      runTournament({
        pairings,
        journals,
        games: tournament.gamesPerPair,
        ...placesOf(setting, options, venue),
        play: (task) => venue.play(task),
        signal,
        ...(options.sgf === undefined ? {} : { sgf: options.sgf }),
        maxFaults: options.maxFaults || undefined,
        onBroken: () => void venue.close(),
        onGame: (standings) => {
          progress.add(standings)
          live.update()
        },
      }),
    result: (end) => resultOf(setting, end, options, journals),
  })
}

/** The file's `concurrency` is of this machine, and says nothing about others. */
function venueOptions({ threads, concurrency }: Tournament, options: Options) {
  const { queue, stall } = options
  const own = queue === undefined ? concurrency : undefined
  return { queue, stall, threads, concurrency: options.concurrency ?? own }
}

/** On a queue no pairing waits for another one: perhaps no worker can play that one yet. */
function placesOf(
  { pairings }: Setting,
  { queue, concurrency }: Options,
  venue: Venue,
): { concurrency: number; lanes?: number } {
  if (queue === undefined || concurrency !== undefined) return { concurrency: venue.concurrency }
  const lanes = Math.ceil(venue.concurrency / pairings.length)
  return { concurrency: lanes * pairings.length, lanes }
}

/** As of openings, the names of files begin where the tournament's file is. */
function withModulesFrom(folder: string, tournament: Tournament): Tournament {
  const players = tournament.players.map(({ name, spec }) => ({
    name,
    spec: resolveModuleSpec(spec, folder),
  }))
  return { ...tournament, players }
}

async function prepare(file: string, { anchor, journal, queue }: Options): Promise<Setting> {
  const parsed = parseTournament(textOf(file))
  if (!parsed.ok) fail(parsed.error.map((problem) => `${file}: ${problem}`).join("\nmontego: "))
  const folder = dirname(resolve(file))
  const tournament = withModulesFrom(folder, parsed.value)
  const names = tournament.players.map(({ name }) => name)
  if (anchor !== undefined && !names.includes(anchor))
    fail(`--anchor: there is no player ${makeChoice(anchor, names)}`)
  requireOpenings(file, tournament, folder)
  const pairings = await pairingsOf(tournament, folder)
  if (!pairings.ok) fail(`${file}: openings: ${pairings.error}`)
  const identities = new Map<string, string>()
  for (const [i, { name, spec }] of tournament.players.entries()) {
    const identity = await identify(spec, { threads: tournament.threads, queue })
    identities.set(
      name,
      identity.ok ? identity.value : fail(`${file}: players[${i}].spec: ${identity.error}`),
    )
  }
  return {
    tournament,
    pairings: pairings.value,
    anchor: anchor ?? names[0]!,
    identities,
    folder: resolve(journal ?? defaultFolder(tournament)),
  }
}

function requireOpenings(file: string, { openings }: Tournament, folder: string): void {
  const refusal = openings.kind === "file" ? fileRefusal(resolve(folder, openings.file)) : undefined
  if (refusal !== undefined) fail(`${file}: openings: ${refusal}`)
}

function defaultFolder({ name }: Tournament): string {
  return join(dirname(defaultFile(process.env)), "tournaments", slug(name))
}

/** Draws the ratings, too, where that is asked for. */
function resultOf(
  setting: Setting,
  end: TournamentEnd,
  { svg }: Options,
  journals: readonly Journal[],
): SeriesResult {
  const { tournament, anchor } = setting
  const standings = end.matches.map(({ standing }) => standing)
  const pairs = pairsOf(setting, standings)
  const ranked = rank(setting, pairs)
  const { games, left } = countOf(setting, standings)
  if (svg !== undefined) writePicture(svg, makeRatingsSvg(tournament.name, ranked, anchor))
  return {
    games,
    left,
    broken: end.broken && { ...end.broken, who: `${end.broken.player.name} (${end.broken.player.spec})` },
    tables: () => [...makeTables(setting, pairs, ranked), "", ...marginLines(setting, standings)].join("\n"),
    report: () => makeTournamentReport(setting, ranked, end, journals),
    rows: () => playerRows(ranked, pairs),
  }
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

/** By how many points each pairing was won. */
function marginLines({ pairings }: Setting, standings: readonly Standing[]): string[] {
  const lines = pairings.flatMap(({ a, b }, i) => {
    const { margins, all } = standings[i]!
    return all.games === 0 ? [] : [`  ${a.name} against ${b.name}: ${marginText(margins)}`]
  })
  return lines.length === 0 ? [] : ["margins of the first player", ...lines]
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
  { matches, reason, played, seconds, broken }: TournamentEnd,
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
    ...(broken ? { broken } : {}),
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

/** How the tournament stands while it goes on. */
class Progress implements LiveSource {
  readonly #setting: Setting
  readonly #venue: Venue
  readonly #began = performance.now()
  #standings: readonly Standing[]
  #played = 0

  constructor(setting: Setting, venue: Venue, standings: readonly Standing[]) {
    this.#setting = setting
    this.#venue = venue
    this.#standings = standings
  }

  add(standings: readonly Standing[]): void {
    this.#standings = standings
    this.#played++
  }

  view(): { lines: string[]; progress: string } {
    const { tournament, anchor } = this.#setting
    const pairs = pairsOf(this.#setting, this.#standings)
    const ranked = rank(this.#setting, pairs)
    const { workers } = this.#venue
    const lines = [
      headline(tournament),
      "",
      ...makeRatingTable(ranked, anchor),
      "",
      makeFaultLine(ranked, pairs),
      ...(workers ? ["", ...workers.table().split("\n")] : []),
    ]
    return { lines, progress: this.#bar() }
  }

  line(): string {
    const pairs = pairsOf(this.#setting, this.#standings)
    return `${this.#bar()}; ${makeFaultLine(rank(this.#setting, pairs), pairs)}`
  }

  #bar(): string {
    const { games, wanted, left } = countOf(this.#setting, this.#standings)
    const seconds = (performance.now() - this.#began) / 1000
    return makeBar(games, left, { wanted, played: this.#played, seconds })
  }
}
