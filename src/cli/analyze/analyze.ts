// `montego analyze`: what the tree search thinks of a position or a game, and how it comes to think so (TREE-15).

import { basename } from "node:path"
import { Command } from "commander"
import { KERNEL_MAX_SIZE } from "../../kernel/index.ts"
import { isModuleSpec } from "../../players/node/index.ts"
import type { Ruleset } from "../../rules/index.ts"
import {
  DEFAULT_EVALUATIONS,
  DEFAULT_PLAYOUTS,
  reviewGame,
  Searcher,
  worstMoves,
} from "../../search/index.ts"
import type { SearchReport } from "../../search/index.ts"
import { gameJson, gameLines, gameRows } from "./game-report.ts"
import { makeRatesSvg } from "./graph.ts"
import { analystOf, openAnalyst, type Analyst, type Looker } from "./player.ts"
import { subjectOf, type Subject } from "./position.ts"
import { candidateRow, reportJson, reportLines, simulations, type Origin } from "./report.ts"
import { stepThrough } from "./step.ts"
import { sizeOfScreen, Watch } from "./watch.ts"
import { hasColors } from "../colors.ts"
import { csvOption, printCsv } from "../csv.ts"
import { fail } from "../failure.ts"
import { interruptible, INTERRUPTED } from "../interrupt.ts"
import {
  CLASSICAL_PLAYER,
  countUpTo,
  DEFAULT_PLAYER,
  komiOption,
  makeEmptySizeOption,
  makeMoveOption,
  makeNumberOption,
  playerOption,
  rulesOption,
  secondsOption,
  seedOption,
  outputFile,
} from "../options.ts"
import { Progress } from "../progress.ts"
import { ownerMap } from "../../draw/index.ts"
import { writePicture } from "../files.ts"

const USUAL = { playouts: DEFAULT_PLAYOUTS, evaluations: DEFAULT_EVALUATIONS }
/** For each position of a whole game. */
const USUAL_IN_GAME = { playouts: 1000, evaluations: 50 }
const MOST_THREADS = 64
/** Milliseconds between two looks at a search that is not watched. */
const PROGRESS_MS = 500

const HELP = `
Win rates are those of the side to move, in the table of a whole game Black's. The score is Black's margin over the komi,
with the standard deviation of a playout. Chance is how likely the network holds a move. Without a network, RAVE is how a
move did whenever it was played, the prior what was believed before the first playout. Points are counted as area, whatever the rules. Boards up to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}.

The same seed prints the same, with one thread and without --seconds. FILE - is standard input.

--step opens the search: after every simulation it shows for the moves of the root what the next descent will compare. At
a terminal Enter goes on. --playouts are then those before the first step. montego params explains the knobs.

Examples:
  montego analyze game.sgf                            the last position
  montego analyze game.sgf --move 40 --watch          before move 40, while the search runs
  montego analyze game.sgf --game --svg rates.svg     the whole game, and its graph as a picture
  montego analyze --size 9 --step 3 --player uct:plain
  montego analyze game.sgf --seconds 10 --threads 2 --json
  montego sgf convert games.sgf.gz | montego analyze - --number 12`

interface Options {
  size?: number
  move?: number
  number: number
  playouts?: number
  seconds?: number
  player?: string
  threads?: number
  seed: number
  rules?: Ruleset
  komi?: number
  json?: boolean
  csv?: boolean
  watch?: boolean
  step?: number | true
  game?: boolean
  svg?: string
}

export function analyzeCommand(): Command {
  return new Command("analyze")
    .description("Show what the tree search thinks of a position, or of every position of a game.")
    .argument("[file]", "an SGF file, plain or gzip (default: an empty board)")
    .addOption(makeEmptySizeOption())
    .addOption(makeMoveOption())
    .addOption(makeNumberOption())
    .option(
      "--playouts <n>",
      `simulations (default: ${USUAL.evaluations}, with --game ${USUAL_IN_GAME.evaluations}; without a network ${USUAL.playouts} and ${USUAL_IN_GAME.playouts})`,
      countUpTo(1e9, "1 to 1 000 000 000 playouts."),
    )
    .option("--seconds <s>", "seconds in place of playouts, or whichever ends first", secondsOption)
    .option(
      "--player <spec>",
      `whose search: uct[:PRESET][,key=value…], or module:FILE (default: ${DEFAULT_PLAYER}, with --step ${CLASSICAL_PLAYER})`,
      playerOption,
    )
    .option(
      "--threads <n>",
      "threads on one tree (default: 1)",
      countUpTo(MOST_THREADS, `1 to ${MOST_THREADS} threads.`),
    )
    .option("--seed <n>", "the same seed gives the same search", seedOption, 1)
    .option("--rules <name>", "rule set (default: the record's, or chinese)", rulesOption)
    .option("--komi <points>", "komi (default: the record's, or the rule set's)", komiOption)
    .option("--watch", "show the search while it runs; Ctrl-C ends it")
    .option(
      "--step [n]",
      "simulation by simulation (default: 10; at a terminal until q)",
      countUpTo(1e6, "1 to 1 000 000 steps."),
    )
    .option("--game", "every position of the game, and its worst moves")
    .option("--svg <file>", "write a picture: the owner map, or with --game the win rates", outputFile)
    .addOption(csvOption("a row for each candidate, with --game for each move"))
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(async (file: string | undefined, options: Options) => analyze(file, options))
}

async function analyze(file: string | undefined, options: Options): Promise<void> {
  refuseContradictions(file, options)
  const { playouts, seconds, threads, seed, step } = options
  const player = options.player ?? (step === undefined ? DEFAULT_PLAYER : CLASSICAL_PLAYER)
  const usual = options.game ? USUAL_IN_GAME : USUAL
  const analyst = analystOf(player, { playouts, seconds, threads }, usual)
  if (step !== undefined) refuseSteps(analyst)
  const subject = await subjectOf(file, options)
  const searcher = await openAnalyst(analyst, subject.game.board.size)
  const origin: Origin = { player: analyst.name, seed }
  try {
    if (step !== undefined && searcher instanceof Searcher)
      await showSteps(subject, searcher, analyst, options)
    else
      await interruptible((signal) =>
        options.game
          ? showGame(subject, { searcher, analyst, origin, options, signal })
          : showPosition(subject, { searcher, analyst, origin, options, signal }),
      )
  } finally {
    await searcher.close()
  }
}

/** Options that don't go together; what is left is one way to look. */
function refuseContradictions(file: string | undefined, options: Options): void {
  const { watch, step, game, json, csv, svg, move } = options
  const ways = [watch && "--watch", step !== undefined && "--step", game && "--game"].filter(Boolean)
  if (ways.length > 1) fail(`${ways.join(" and ")} don't go together: choose one`)
  if (json && (watch || step !== undefined)) fail(`--json is printed at the end: leave out ${ways[0]}`)
  if (csv && (watch || step !== undefined)) fail(`--csv is printed at the end: leave out ${ways[0]}`)
  if (step !== undefined && svg !== undefined) fail("--step draws no picture: leave out --svg")
  if (game && file === undefined) fail("--game needs a record")
  if (game && move !== undefined) fail("--game looks at all moves: leave out --move")
}

function refuseSteps({ name, threads, budget }: Analyst): void {
  if (isModuleSpec(name)) fail("--step looks inside the tree search: leave out --player module:…")
  if (threads > 1) fail("--step shows one thread: leave out --threads")
  if (budget.seconds !== undefined) fail("--step counts simulations: use --playouts in place of seconds")
}

interface Work {
  readonly searcher: Looker
  readonly analyst: Analyst
  readonly origin: Origin
  readonly options: Options
  readonly signal: AbortSignal
}

async function showPosition(subject: Subject, work: Work): Promise<void> {
  const { searcher, analyst, origin, options, signal } = work
  const { game, name } = subject
  if (game.outcome && game.rules.captureGoal !== undefined)
    fail(`${name}: the game is over; --move goes back`)
  const draw = (now: SearchReport): string[] =>
    reportLines(subject, now, origin, hasColors(), sizeOfScreen(process.stdout))
  const watch = new Watch(process.stdout, draw)
  const progress = new Progress()
  const showProgress = (now: SearchReport): void => {
    const { budget } = analyst
    const most = (now.judge === "network" ? budget.evaluations : undefined) ?? budget.playouts ?? Infinity
    const share = Math.max(now.playouts / most, now.seconds / (budget.seconds ?? Infinity))
    progress.show(share, simulations(now))
  }
  const { report, stopped } = await searcher
    .search({
      position: game.position(),
      color: game.toPlay,
      budget: analyst.budget,
      seed: options.seed,
      signal,
      mayStopEarly: false,
      reportEvery: options.watch ? watch.every : PROGRESS_MS,
      onReport: (now) => (options.watch ? watch.show(now, game.size) : showProgress(now)),
    })
    .finally(() => {
      watch.end()
      progress.end()
    })
  if (options.svg !== undefined)
    writePicture(options.svg, ownerMap(game.board, report.owners, `Owner map of ${simulations(report)}`))
  if (options.csv) return printCsv(report.candidates.map((candidate) => candidateRow(candidate, game.size)))
  if (options.json) {
    console.log(reportJson(subject, report, stopped, origin))
    return
  }
  console.log(draw(report).join("\n"))
  const { playouts, seconds } = report
  console.error(
    `${simulations(report)} in ${seconds.toFixed(2)} s: ${Math.round(playouts / seconds)} a second`,
  )
}

async function showGame(subject: Subject, work: Work): Promise<void> {
  const { searcher, analyst, origin, options, signal } = work
  const { budget } = analyst
  const progress = new Progress()
  const reviewed = await reviewGame(subject.game, {
    earlier: subject.earlier,
    searcher,
    budget,
    seed: options.seed,
    signal,
    onProgress: (done, all) => progress.show(done / all, `${done} of ${all} positions`),
  }).finally(() => progress.end())
  if (reviewed.length === 0)
    fail(`${subject.name}: interrupted before the first position was done`, INTERRUPTED)
  if (options.svg !== undefined) {
    const title = `Black's win rate in ${basename(subject.name)}`
    writePicture(options.svg, makeRatesSvg(title, reviewed, worstMoves(reviewed), subject.game.size))
  }
  if (options.csv) return printCsv(gameRows(subject, reviewed))
  const hasGraph = options.svg === undefined
  console.log(
    options.json
      ? gameJson(subject, reviewed, origin)
      : gameLines(subject, reviewed, origin, { hasGraph }).join("\n"),
  )
}

async function showSteps(
  { game, name }: Subject,
  searcher: Searcher,
  { name: player }: Analyst,
  { step, playouts, seed }: Options,
): Promise<void> {
  if (game.outcome && game.rules.captureGoal !== undefined)
    fail(`${name}: the game is over; --move goes back`)
  process.stdout.write(`${name}, search by ${player}, seed ${seed}\n`)
  const steps = step === true ? undefined : step
  await stepThrough(
    searcher,
    game,
    { steps, before: playouts ?? 0, color: game.toPlay, seed },
    { input: process.stdin, output: process.stdout },
  )
}
