// `montego rate`: ratings of all players of existing journals and records (ARE-2, BT-7).

import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { Command } from "commander"
import { outputFile } from "./options.ts"
import { counted } from "../base/format.ts"
import { printableLines } from "../base/printable.ts"
import {
  makeCrossTable,
  makeFaultLine,
  makeRatingTable,
  playerNames,
  playerRows,
  rankPlayers,
  readJournal,
  reportPlayer,
  Results,
  type RankedPlayer,
} from "../arena/index.ts"
import { csvOption, printCsv } from "./csv.ts"
import { fail } from "./failure.ts"
import { requireFile, writePicture } from "./files.ts"
import { gamesOf } from "./games.ts"
import { makeRatingsSvg } from "./report/ratings.ts"

const HELP = `
A source is a journal of montego match (.jsonl), a folder of journals, as a tournament has it, or a collection of records (.sgf, .sgf.gz),
whose players are PB and PW and whose result is RE. Journals of the same player with different budgets are different players.

Elo is the Bradley-Terry model by maximum likelihood, LMP Lew's estimate of the same; the error is that of the distance to the anchor, and
holds for both. A draw is half a win of either side. Void games, records without a result or without both names and games of a player
against itself are left out, and the command prints their number. Losses on time or by forfeit count, and are listed as faults.

Examples:
  montego rate journal.jsonl
  montego rate games.sgf.gz more.sgf --anchor "GNU Go" --svg ratings.svg
  montego rate tournament-folder --csv`

/** A wider cross table is no help. */
const MOST_CROSSED = 10

interface Options {
  anchor?: string
  svg?: string
  json?: boolean
  csv?: boolean
}

export function rateCommand(): Command {
  return new Command("rate")
    .description("Rate the players of journals and game records, with errors.")
    .argument("<source...>", "journals, folders of journals, SGF files")
    .option("--anchor <player>", "the player whose rating is 0 (default: the one with most games)")
    .option("--svg <file>", "draw the ratings with their errors", outputFile)
    .addOption(csvOption("a row for each player"))
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(async (sources: string[], options: Options) => {
      const { results, notes } = await gather(sources)
      const { players, pairs, busiest } = results
      if (busiest === undefined)
        fail(["there is no game with a result and two players in it", ...notes].join("; "))
      const { anchor = busiest } = options
      if (!players.includes(anchor))
        fail(`--anchor: no player is called "${anchor}"; there is ${players.slice(0, 20).join(", ")}`)
      const ranked = rankPlayers(players, pairs, anchor)
      if (options.svg !== undefined)
        writePicture(options.svg, makeRatingsSvg(`Ratings of ${results.games} games`, ranked, anchor))
      if (options.csv) printCsv(playerRows(ranked, pairs))
      else if (options.json)
        console.log(JSON.stringify(makeReport(results, ranked, anchor, notes), undefined, 2))
      else console.log(printableLines(makeText(results, ranked, anchor, notes)))
    })
}

interface Gathered {
  readonly results: Results
  readonly notes: readonly string[]
}

async function gather(sources: readonly string[]): Promise<Gathered> {
  const files = sources.flatMap(filesOf)
  const journals = files.filter(isJournal).map((file) => {
    const journal = readJournal(file)
    return journal.ok ? journal.value : fail(journal.error)
  })
  const results = new Results()
  const names = playerNames(journals.map(({ header }) => header))
  for (const [i, { entries }] of journals.entries())
    for (const entry of entries) results.addEntry(entry, names[i]!)
  const records = files.filter((file) => !isJournal(file))
  for await (const { game } of gamesOf(records, { onRefused: () => results.leaveOut("unreadable") }))
    results.addRecord(game)
  const conditions = new Set(
    journals.map(
      ({ header: { definition } }) => `${definition.size}×${definition.size}, ${definition.rules}`,
    ),
  )
  const notes = [...results.leftOut].map(([why, count]) => `${counted(count, "game")} left out: ${why}`)
  if (conditions.size > 1)
    notes.push(`games under different conditions are rated together: ${[...conditions].join("; ")}`)
  return { results, notes }
}

function isJournal(file: string): boolean {
  return file.endsWith(".jsonl")
}

/** The journals of a folder; a file is itself. */
function filesOf(source: string): string[] {
  if (!statSync(source, { throwIfNoEntry: false })?.isDirectory()) {
    requireFile(source)
    return [source]
  }
  const journals = readdirSync(source).filter(isJournal)
  if (journals.length === 0) fail(`${source}: there is no journal (.jsonl) in this folder`)
  return journals.sort().map((name) => join(source, name))
}

function makeText(
  { pairs, games, players }: Results,
  ranked: readonly RankedPlayer[],
  anchor: string,
  notes: readonly string[],
): string[] {
  const voids = pairs.reduce((sum, { standing }) => sum + standing.all.voids, 0)
  const lost = ranked.filter(({ rating }) => !rating).length
  const shown = ranked.map((player) => ({ ...player, name: shortened(player.name) }))
  const met = pairs.map((pair) => ({ ...pair, a: shortened(pair.a), b: shortened(pair.b) }))
  const long = players.filter((name) => shortened(name) !== name)
  return [
    `${games} games of ${players.length} players${voids > 0 ? `, ${voids} of them void` : ""}`,
    "",
    ...makeRatingTable(shown, shortened(anchor)),
    `0 is ${anchor}. 95 % is of the distance to it, by the likelihood, and holds for Elo and LMP.`,
    ...(lost > 0 ? [`${lost} players have no rating: no chain of games connects them with ${anchor}.`] : []),
    "",
    ...(ranked.length <= MOST_CROSSED
      ? [
          "wins–losses of the row against the column (–draws), and the share of points",
          ...makeCrossTable(shown, met),
          "",
        ]
      : []),
    makeFaultLine(shown, met),
    ...long.map((name) => `${shortened(name)} is ${name}`),
    ...notes.map((note) => `note: ${note}`),
  ]
}

/** Names of engines are whole commands: in tables they lose their middle. */
const LONGEST_NAME = 24

function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name
  const half = Math.floor((LONGEST_NAME - 1) / 2)
  return `${name.slice(0, half)}…${name.slice(-half)}`
}

function makeReport(
  { pairs, games }: Results,
  ranked: readonly RankedPlayer[],
  anchor: string,
  notes: readonly string[],
): object {
  const told = pairs.map(({ a, b, standing: { all, asBlack, asWhite } }) => ({
    a,
    b,
    ...all,
    asBlack,
    asWhite,
  }))
  return { games, anchor, players: ranked.map(reportPlayer), pairs: told, notes }
}
