// `montego net selfplay`: games of a player with itself, in the form that training reads. The games are a match of the
// arena, so that its journal, its threads and its queue serve here, too.

import { Command } from "commander"
import { gameRows, Journal, runMatch } from "../../arena/index.ts"
import type { JournalEntry, MatchDefinition, Openings } from "../../arena/index.ts"
import { replaceFile } from "../../base/node/index.ts"
import { Random } from "../../base/random.ts"
import { unwrap } from "../../base/result.ts"
import { GAMES_LINE, type TrainingGame } from "../../net/index.ts"
import { openHarvestPool, type HarvestTask } from "../../net/node/index.ts"
import { makePlayerSpec, parsePlayerSpec } from "../../player/index.ts"
import { defaultKomi, Game, parseOutcome, parseRuleset, parseVertex } from "../../rules/index.ts"
import type { Ruleset } from "../../rules/index.ts"
import { makeCommandText } from "../command.ts"
import { fail } from "../failure.ts"
import { openingsOf } from "../game-options.ts"
import { Live, type LiveSource } from "../live.ts"
import {
  concurrencyOption,
  countUpTo,
  DEFAULT_SIZE,
  keptFile,
  komiOption,
  makeRulesOption,
  playerOption,
  secondsOption,
  seedOption,
  sizeOption,
} from "../options.ts"
import { playSeries } from "../series.ts"
import { identify, openVenue } from "../venue.ts"
import { makeNetOption } from "./options.ts"

const HELP = `
Two of the same player play each other from random openings. Every game goes into a journal when it is over (default:
FILE.journal beside --out). Give the same command again to continue after Ctrl-C or a crash: no game is played or counted
twice. At the end, and after Ctrl-C, all games of the journal are written to --out, in the order of their numbers, with
the owners of each point where playouts support the count.

With --queue the games are played by montego worker on other machines; a --net must be there under the same name.
Training learns from the moves that were played: train/README.md has the loop of self-play, training and export.

Examples:
  montego net selfplay --games 1000 --out games.bin
  montego net selfplay --net own.bin --size 9 --games 1000 --out games.bin
  montego net selfplay --player uct:strong,playouts=500 --size 5 --games 200 --out first.bin     from nothing
  montego net selfplay --games 100000 --queue redis://localhost:6379 --out games.bin`

/** Weak enough to be quick; games are played to the end, so that they can be counted. */
const USUAL_PLAYER = "uct:net,playouts=64,resign-at=0"
const USUAL_GAMES = 100
const USUAL_OPENINGS = "random:4"
const countOption = countUpTo(1_000_000)
/** Games that a thread gets at a time. */
const BATCH = 64

interface Options {
  out: string
  player: string
  net?: string
  games: number
  size: number
  komi?: number
  rules: Ruleset
  openings: string
  concurrency?: number
  queue?: string
  stall: number
  seed: number
  journal?: string
  json?: boolean
}

export function selfplayCommand(): Command {
  return new Command("selfplay")
    .description("Play games of a network with itself, for training.")
    .requiredOption("--out <file>", "the file of games to write", keptFile)
    .option("--player <player>", "who plays both sides", playerOption, USUAL_PLAYER)
    .addOption(makeNetOption())
    .option("--games <n>", "how many in all", countOption, USUAL_GAMES)
    .option("--size <n>", "lines of the board", sizeOption, DEFAULT_SIZE)
    .option("--komi <points>", "what White gets (default: the rule set's)", komiOption)
    .addOption(makeRulesOption("rule set"))
    .option("--openings <which>", "FILE, random:N moves or none; one for two games", USUAL_OPENINGS)
    .option("--concurrency <n>", "games at once (default: the cores)", concurrencyOption)
    .option("--queue <url>", "let montego worker play the games, on many machines: redis://HOST:PORT")
    .option("--stall <s>", "a player that answers nothing for so long has lost", secondsOption, 300)
    .option("--seed <n>", "the same seed plays the same games", seedOption, 1)
    .option("--journal <file>", "where games are kept (default: the name of --out and .journal)")
    .option("--json", "end with one JSON object")
    .addHelpText("after", HELP)
    .action(selfplay)
}

async function selfplay(options: Options, typed: Command): Promise<void> {
  const { out, games } = options
  const openings = await openingsOf(options)
  const player = playerOf(options)
  const name = await identify(player, { threads: 1, queue: options.queue })
  if (!name.ok) fail(name.error)
  const match = matchOf(options, player, openings)
  const live = new Live()
  const venue = await openVenue({ ...options, threads: 1 }, (line) => live.say(line))
  const opened = Journal.open(options.journal ?? `${out}.journal`, {
    journal: "montego match",
    version: 1,
    definition: match,
    names: { a: name.value, b: name.value },
    command: makeCommandText(typed),
  })
  if (!opened.ok) {
    await venue.close()
    fail(opened.error)
  }
  const journal = opened.value
  let result: Written | undefined
  await playSeries({
    live,
    venue,
    journals: [journal],
    place: journal.path,
    wanted: games,
    progress: new Progress(journal, games),
    json: options.json,
    run: async (signal) => {
      const end = await runMatch({
        match,
        openings,
        games,
        concurrency: venue.concurrency,
        journal,
        play: (task) => venue.play(task),
        signal,
        maxFaults: 3,
        onBroken: () => void venue.close(),
        onGame: () => live.update(),
      })
      result = await writeGames(out, match, journal.entries, options.seed)
      return end
    },
    result: ({ standing, broken }) => ({
      games: standing.all.games,
      left: Math.max(0, games - standing.all.games),
      broken: broken && { ...broken, who: player },
      tables: () => resultLines(out, result!).join("\n"),
      report: () => ({ out, ...result!, journal: journal.path }),
      rows: () => gameRows(journal.entries),
    }),
  })
}

function matchOf(
  { size, komi, rules, seed }: Options,
  player: string,
  { definition: openings }: Openings,
): MatchDefinition {
  return {
    a: player,
    b: player,
    size,
    komi: komi ?? defaultKomi(rules, 0),
    rules: rules.name,
    budget: { kind: "own" },
    threads: 1,
    openings,
    seed,
  }
}

/** The player with the network's file in its name. */
function playerOf({ player, net }: Pick<Options, "player" | "net">): string {
  if (net === undefined) return player
  const spec = parsePlayerSpec(player)
  if (!spec.ok) fail(`--player: ${spec.error}`)
  return makePlayerSpec({ ...spec.value, options: new Map([...spec.value.options, ["net-file", net]]) })
}

class Progress implements LiveSource {
  readonly #journal: Journal
  readonly #wanted: number

  constructor(journal: Journal, wanted: number) {
    this.#journal = journal
    this.#wanted = wanted
  }

  view(): { lines: string[]; progress: string } {
    return { lines: [], progress: this.line() }
  }

  line(): string {
    const { entries } = this.#journal
    const moves = entries.reduce((sum, entry) => sum + entry.moves, 0)
    return `${entries.length} of ${this.#wanted} games, ${moves} moves`
  }
}

interface Written {
  readonly games: number
  readonly moves: number
  readonly blackWins: number
  readonly draws: number
  readonly whiteWins: number
  /** Games that have the owner of each point. */
  readonly owned: number
  readonly bytes: number
}

/** Writes the games of a journal that ended by the rules, by their numbers. */
async function writeGames(
  out: string,
  match: MatchDefinition,
  entries: readonly JournalEntry[],
  seed: number,
): Promise<Written> {
  const kept = entries.filter(({ verdict: { kind } }) => kind === "score" || kind === "resign")
  const sorted = kept.toSorted((one, other) => one.number - other.number)
  const games = sorted.map((entry) => trainingGame(match, entry))
  const parts: Uint8Array[] = [new TextEncoder().encode(GAMES_LINE)]
  let owned = 0
  const pool = openHarvestPool(1)
  try {
    for await (const part of pool.answers(tasks(games, sorted, seed))) {
      parts.push(part.bytes)
      owned += part.owned
    }
  } finally {
    await pool.close()
  }
  const bytes = Buffer.concat(parts)
  replaceFile(out, bytes)
  const won = (winner: string | null): number =>
    kept.filter(({ verdict }) => verdict.winner === winner).length
  return {
    games: games.length,
    moves: games.reduce((sum, game) => sum + game.moves.length, 0),
    blackWins: won("black"),
    draws: won(null),
    whiteWins: won("white"),
    owned,
    bytes: bytes.length,
  }
}

async function* tasks(
  games: readonly TrainingGame[],
  entries: readonly JournalEntry[],
  seed: number,
): AsyncGenerator<HarvestTask, void, undefined> {
  for (let from = 0; from < games.length; from += BATCH) {
    // Seeds by the games' numbers, so that a file doesn't depend on when the games were played.
    const seeds = entries.slice(from, from + BATCH).map(({ number }) => new Random(seed + number).next())
    yield { games: games.slice(from, from + BATCH), seeds }
  }
}

function trainingGame({ size, komi, rules }: MatchDefinition, { plays, result }: JournalEntry): TrainingGame {
  const ruleset = parseRuleset(rules)!
  const game = unwrap(Game.create({ size, komi, rules: ruleset }))
  const words = plays === "" ? [] : plays.split(" ")
  for (const vertex of words) unwrap(game.play(parseVertex(vertex, size)!))
  const outcome = parseOutcome(result)
  const { scoring } = ruleset
  return { size, setup: [], moves: game.moves, komi, scoring, ...(outcome ? { outcome } : {}) }
}

function resultLines(out: string, written: Written): string[] {
  const { games, moves, blackWins, draws, whiteWins, owned, bytes } = written
  return [
    `${games} games, ${moves} moves; Black won ${blackWins}, White ${whiteWins}, drawn: ${draws}`,
    `${owned} games have final owners`,
    `${out}: ${bytes} bytes`,
  ]
}
