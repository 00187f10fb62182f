// `montego owner`: whose each point becomes (SIM-8): a position is played out many times by light playouts.

import { setImmediate as pause } from "node:timers/promises"
import { Command } from "commander"
import { Random } from "../base/random.ts"
import { Kernel, KERNEL_MAX_SIZE, runPlayouts, type PlayoutSummary } from "../kernel/index.ts"
import {
  allPoints,
  colorName,
  makeVertex,
  POINTS,
  type Board,
  type Game,
  makeMargin,
} from "../rules/index.ts"
import { sizeOfScreen } from "./analyze/watch.ts"
import { hasColors } from "./colors.ts"
import { interruptible } from "./interrupt.ts"
import {
  countUpTo,
  komiOption,
  makeEmptySizeOption,
  makeMoveOption,
  makeNumberOption,
  seedOption,
  outputFile,
} from "./options.ts"
import { drawOwners } from "./owner-board.ts"
import { positionOf } from "./position.ts"
import { Progress } from "./progress.ts"
import { ownerMap } from "../draw/index.ts"
import { writePicture } from "./files.ts"

const HELP = `
The score is Black's area less White's at the end of the games, komi not counted; Black wins a game in which it is
more than the komi. Boards over ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE} are played by the kernel's slower twin.

Examples:
  montego owner --size 9
  montego owner game.sgf --move 50 --svg map.svg
  montego owner games.sgf.gz --number 12 --playouts 100000 --json`

const DEFAULT_PLAYOUTS = 10_000
/** On boards that only the twin plays: some ten seconds. */
const TWIN_PLAYOUTS = 2000

const TERMS = { noCapture: "in Capture Go no point has an owner" }

const LARGE_NOTE =
  `boards over ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE} are played by the kernel's slower twin; ` +
  "--playouts says how long you will wait"

interface Options {
  size?: number
  move?: number
  number: number
  komi?: number
  playouts?: number
  seed: number
  svg?: string
  json?: boolean
}

export function ownerCommand(): Command {
  return new Command("owner")
    .description("Show whose each point becomes when the position is played out at random.")
    .argument("[file]", "an SGF file, plain or gzip (default: an empty board)")
    .addOption(makeEmptySizeOption())
    .addOption(makeMoveOption())
    .addOption(makeNumberOption())
    .option("--komi <points>", "komi (default: the record's, or 7.5)", komiOption)
    .option(
      "--playouts <n>",
      `how many (default: ${DEFAULT_PLAYOUTS}; over 19×19 ${TWIN_PLAYOUTS})`,
      countUpTo(1e9, "1 to 1 000 000 000 playouts."),
    )
    .option("--seed <n>", "the same seed gives the same map", seedOption, 1)
    .option("--svg <file>", "write the map as a picture", outputFile)
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action((file: string | undefined, options: Options) =>
      interruptible((signal) => showOwners(file, options, signal)),
    )
}

async function showOwners(file: string | undefined, options: Options, signal: AbortSignal): Promise<void> {
  const { game, notes } = await positionOf(file, options, TERMS)
  const isLarge = game.size > KERNEL_MAX_SIZE
  const playouts = options.playouts ?? (isLarge ? TWIN_PLAYOUTS : DEFAULT_PLAYOUTS)
  if (isLarge) notes.push(LARGE_NOTE)
  const summary = await playOut(game, playouts, options.seed, signal)
  const owners = summary.owners ?? new Float64Array(POINTS)
  if (options.svg !== undefined) writePicture(options.svg, ownerMap(game.board, owners, title(summary)))
  console.log(
    options.json ? makeJson(game, summary, options, notes) : makeText(game, summary, options, notes),
  )
}

/** Games between two steps of the progress bar; a batch has a seed of its own. */
const BATCH = 10_000
const TWIN_BATCH = 10

async function playOut(
  { board, toPlay, komi }: Game,
  playouts: number,
  seed: number,
  signal: AbortSignal,
): Promise<PlayoutSummary> {
  const isLarge = board.size > KERNEL_MAX_SIZE
  const kernel = isLarge ? undefined : await Kernel.create()
  const batch = isLarge ? TWIN_BATCH : BATCH
  const seeds = new Random(seed)
  const progress = new Progress()
  const parts: PlayoutSummary[] = []
  // The first batch is played whatever happens, so that there is something to show.
  for (let done = 0; done < playouts && (done === 0 || !signal.aborted); done += batch) {
    progress.show(done / playouts, `${done} of ${playouts} games`)
    const games = Math.min(batch, playouts - done)
    parts.push(runPlayouts(kernel, board, { games, first: toPlay, komi, seed: seeds.next(), owners: true }))
    // Ctrl-C is heard in between.
    await pause()
  }
  progress.end()
  return parts.reduce(together)
}

/** Two runs as one. */
function together(a: PlayoutSummary, b: PlayoutSummary): PlayoutSummary {
  const games = a.games + b.games
  const mean = (of: (part: PlayoutSummary) => number): number => (of(a) * a.games + of(b) * b.games) / games
  const meanMargin = mean((part) => part.meanMargin)
  const square = mean(({ spread, meanMargin: own }) => spread * spread + own * own)
  const owners = new Float64Array(POINTS).map((_, point) => mean((part) => part.owners?.[point] ?? 0))
  return {
    games,
    blackWins: a.blackWins + b.blackWins,
    whiteWins: a.whiteWins + b.whiteWins,
    meanMargin,
    spread: Math.sqrt(Math.max(0, square - meanMargin * meanMargin)),
    moves: a.moves + b.moves,
    cutOff: a.cutOff + b.cutOff,
    owners,
    lastGame: b.lastGame,
  }
}

function title({ games, meanMargin }: PlayoutSummary): string {
  return `Owner map of ${games} playouts, mean score ${makeMargin(meanMargin)}`
}

/** Whether the whole map, what is said below it and a prompt would not fit the terminal. */
function isLow({ size }: Board): boolean {
  const screen = sizeOfScreen(process.stdout)
  return screen !== undefined && size + 7 > screen.rows
}

function makeText(
  { board, toPlay, komi, moves }: Game,
  summary: PlayoutSummary,
  { seed }: Options,
  notes: readonly string[],
): string {
  const { games, blackWins, whiteWins, meanMargin, spread, cutOff, owners } = summary
  const share = (count: number): string => `${((100 * count) / games).toFixed(1)} %`
  const lines = [
    ...drawOwners(board, owners ?? new Float64Array(POINTS), hasColors(), { isLow: isLow(board) }),
    `after ${moves.length} moves, ${colorName(toPlay)} to play; ${games} light playouts, seed ${seed}`,
    `mean score ${makeMargin(meanMargin)} ± ${(spread / Math.sqrt(games)).toFixed(1)}, spread ${spread.toFixed(1)}`,
    `komi ${komi}: Black wins ${share(blackWins)}, White ${share(whiteWins)}`,
  ]
  if (cutOff > 0) lines.push(`${cutOff} games ran in circles and were cut off`)
  return [...lines, ...notes.map((note) => `note: ${note}`)].join("\n")
}

function makeJson(
  { board, toPlay, komi, moves }: Game,
  { games, blackWins, whiteWins, meanMargin, spread, cutOff, owners }: PlayoutSummary,
  { seed }: Options,
  notes: readonly string[],
): string {
  return JSON.stringify({
    size: board.size,
    moves: moves.length,
    toPlay: colorName(toPlay),
    komi,
    playouts: games,
    seed,
    meanScore: meanMargin,
    spread,
    blackWins,
    whiteWins,
    cutOff,
    owners: ownersByName(board, owners ?? new Float64Array(POINTS)),
    notes,
  })
}

/** By vertex: 1 always Black's, -1 always White's. */
function ownersByName({ size }: Board, owners: Float64Array): Record<string, number> {
  return Object.fromEntries(
    allPoints(size).map((point) => [makeVertex(point, size), Number(owners[point]!.toFixed(4))]),
  )
}
