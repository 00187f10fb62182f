// `montego gobble map`: the value of every point to the side to move, as shades, numbers, JSON or a picture (SA-1).

import { Command, InvalidArgumentError } from "commander"
import { valueMap, type PointValue } from "../../draw/index.ts"
import { DEFAULT_GOBBLE, makeGobbleMap, type GobbleMap } from "../../gobble/index.ts"
import { KERNEL_MAX_SIZE } from "../../kernel/index.ts"
import { allPoints, colorName, makeVertex, pointAt, type Game, type Point } from "../../rules/index.ts"
import { hasColors } from "../colors.ts"
import { csvOption, printCsv, type CsvRow } from "../csv.ts"
import { drawValues, goodness, rangeOf } from "./board.ts"
import { INTERRUPTED, untilInterrupted } from "../interrupt.ts"
import {
  countUpTo,
  makeEmptySizeOption,
  makeMoveOption,
  makeNumberOption,
  seedOption,
  outputFile,
} from "../options.ts"
import { positionOf } from "../position.ts"
import { Progress } from "../progress.ts"
import { writePicture } from "../files.ts"

const DEFAULT_GAMES = 10_000
/** On boards that only the twin plays: some ten seconds. */
const TWIN_GAMES = 500
const TERMS = { noCapture: "Capture Go has no score by points" }

const HELP = `
Every number is a mean score, Black's area less White's, komi not counted, of the games in which the side to move was the first
to play on that point, at any time. High values are good for Black, low ones for White. A point on which it was never first has 0.
Brügmann's own map of the empty board went from 0.9 in a corner to 5.3 beside the centre, after 10 000 games.

The annealing (--swap, --frozen, --random) follows the text in shape; it gives no numbers, and the defaults are those with which
our maps come closest to his. Ctrl-C shows the map of the games so far.

Examples:
  montego gobble map
  montego gobble map --games 100000 --svg map.svg
  montego gobble map game.sgf --move 30 --json
  montego gobble map --random 0.2         more random moves: less sharp, and less noise`

interface Options {
  games?: number
  seed: number
  size?: number
  move?: number
  number: number
  order: 0 | 1
  swap: number
  frozen: number
  random: number
  svg?: string
  json?: boolean
  csv?: boolean
}

export function mapCommand(): Command {
  const { swap, frozen, random } = DEFAULT_GOBBLE
  return new Command("map")
    .description("Show what each point is worth to the side to move, by Gobble's games.")
    .argument("[file]", "an SGF file, plain or gzip (default: an empty board)")
    .option(
      "--games <n>",
      `how many (default: ${DEFAULT_GAMES}; over 19×19 ${TWIN_GAMES})`,
      countUpTo(1e9, "1 to 1 000 000 000 games."),
    )
    .option("--seed <n>", "the same seed gives the same map", seedOption, 1)
    .addOption(makeEmptySizeOption())
    .addOption(makeMoveOption())
    .addOption(makeNumberOption())
    .option("--order <0|1>", "1: values of points as answers to the last move", orderOption, 0)
    .option("--swap <p>", "probability of swapping neighbours in the first game", shareOption, swap)
    .option("--frozen <share>", "share of the games at the end without swaps", shareOption, frozen)
    .option("--random <share>", "share of the moves that are wholly random", shareOption, random)
    .option("--svg <file>", "write the map as a picture", outputFile)
    .addOption(csvOption("a row for each point"))
    .option("--json", 'one JSON object; "values" has rows from the top')
    .addHelpText("after", HELP)
    .action(showMap)
}

function orderOption(text: string): 0 | 1 {
  if (text !== "0" && text !== "1") throw new InvalidArgumentError("It is 0 or 1.")
  return text === "0" ? 0 : 1
}

function shareOption(text: string): number {
  const share = text.trim() === "" ? NaN : Number(text)
  if (!(share >= 0 && share <= 1)) throw new InvalidArgumentError("It is a number from 0 to 1.")
  return share
}

async function showMap(file: string | undefined, options: Options): Promise<void> {
  const { game, notes } = await positionOf(file, options, TERMS)
  const isLarge = game.size > KERNEL_MAX_SIZE
  if (isLarge)
    notes.push(
      "boards over 19×19 are played by the kernel's slower twin; --games says how long you will wait",
    )
  const games = options.games ?? (isLarge ? TWIN_GAMES : DEFAULT_GAMES)
  const map = await playGames(game, games, options)
  if (map.totals.games < games) notes.push(`stopped after ${map.totals.games} of ${games} games`)
  if (options.svg !== undefined) writePicture(options.svg, makeSvg(game, map))
  if (options.csv) printCsv(makeRows(game, map))
  else console.log(options.json ? makeJson(game, map, options, notes) : makeText(game, map, options, notes))
}

async function playGames(game: Game, games: number, options: Options): Promise<GobbleMap> {
  const { seed, order, swap, frozen, random } = options
  const progress = new Progress()
  let map: GobbleMap | undefined
  const isInterrupted = await untilInterrupted(async (signal) => {
    const onProgress = (done: number): void => progress.show(done / games, `${done} of ${games} games`)
    const annealing = { order, swap, frozen, random }
    map = await makeGobbleMap(game.position(), game.toPlay, { games, seed, ...annealing, signal, onProgress })
  })
  progress.end()
  if (isInterrupted) process.exitCode = INTERRUPTED
  return map!
}

function titleOf({ toPlay }: Game, { totals }: GobbleMap): string {
  return `Gobble's values for ${colorName(toPlay)} after ${totals.games} games`
}

function makeSvg(game: Game, map: GobbleMap): string {
  const good = goodness(game.board, map, game.toPlay)
  const valueOf = (point: Point): PointValue => {
    const share = good(point)
    if (share === undefined) return { share, text: "", told: "never" }
    const text = map.values[point]!.toFixed(1)
    return { share, text, told: `${text}, ${map.valueGames[point]} games` }
  }
  const note = "mean score of the games in which it came first there"
  return valueMap(game.board, valueOf, { title: titleOf(game, map), note })
}

function makeRows({ size }: Game, { values, valueGames }: GobbleMap): CsvRow[] {
  return allPoints(size).map((point) => ({
    point: makeVertex(point, size),
    value: Number(values[point]!.toFixed(4)),
    games: valueGames[point]!,
  }))
}

function makeText(game: Game, map: GobbleMap, { seed }: Options, notes: readonly string[]): string {
  const { totals, seconds } = map
  const { low, high } = rangeOf(game.board, map)
  const lines = [
    ...drawValues(game.board, map, game.toPlay, hasColors()),
    `${titleOf(game, map)}, seed ${seed}, ${seconds.toFixed(1)} s; ${game.moves.length} moves have been played`,
    `from ${low.toFixed(1)} to ${high.toFixed(1)}; mean score of all games ${totals.meanMargin.toFixed(1)}, spread ${totals.spread.toFixed(1)}`,
  ]
  if (totals.cutOff > 0) lines.push(`${totals.cutOff} games ran in circles and were cut off`)
  return [...lines, ...notes.map((note) => `note: ${note}`)].join("\n")
}

function makeJson(game: Game, map: GobbleMap, options: Options, notes: readonly string[]): string {
  const { size } = game
  const rows = (of: Float64Array, digits: number): number[][] =>
    Array.from({ length: size }, (_, y) =>
      Array.from({ length: size }, (_cell, x) => Number(of[pointAt(x, y)]!.toFixed(digits))),
    )
  const { seed, order, swap, frozen, random } = options
  const { games, meanMargin, spread, cutOff } = map.totals
  return JSON.stringify({
    size,
    moves: game.moves.length,
    toPlay: colorName(game.toPlay),
    games,
    seed,
    annealing: { order, swap, frozen, random },
    meanScore: meanMargin,
    spread,
    cutOff,
    values: rows(map.values, 4),
    valueGames: rows(map.valueGames, 0),
    notes,
  })
}
