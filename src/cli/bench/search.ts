// `montego bench search`: simulations a second of the tree search, beside the playouts that they are made of.
//
// What a tree costs is a difference of two rates, so all of them are taken in turns, as `montego bench kernel` does:
// several short rounds each, and the best one counts. Everything runs in this thread, but for the helper of the
// search with two.

import { setImmediate } from "node:timers/promises"
import { Command } from "commander"
import { unwrap } from "../../base/result.ts"
import { Kernel, NODE_SIZE, type PolicyName } from "../../kernel/index.ts"
import { Black, Board, Game } from "../../rules/index.ts"
import { openHelpers } from "../../search/node/index.ts"
import { presetParams, Searcher, type PresetName } from "../../search/index.ts"
import { figureLine, ratioLines, type Goal, type RatioGoals } from "./goals.ts"
import { benchSizeOption, secondsOption } from "./options.ts"
import { machineLine, thisMachine, type Machine } from "../../base/node/index.ts"
import { interruptible } from "../interrupt.ts"
import { csvOption, printCsv } from "../csv.ts"
import { Progress } from "../progress.ts"

const ROUNDS = 5
const KOMI = 7.5
const HELP = `
Searches of the empty board with a fresh tree and no early stop, and playouts without a tree, each in ${ROUNDS} rounds that take turns;
the best round counts. "tree9/light9" is the time of the tree in a simulation of uct:plain, in light playouts; "tree-mogo9/mogo9" the same
for uct:mogo. The first report is that of uct:strong on the largest of the boards: warm in a searcher that has searched before, cold with
the time that it takes to make one.

Examples:
  montego bench search
  montego bench search --size 9 --size 19 --seconds 5
  montego bench search --json`

interface Options {
  seconds: number
  size?: number[]
  json?: boolean
  csv?: boolean
}

export function searchCommand(): Command {
  return new Command("search")
    .description("Simulations a second of the tree search, and what its tree costs.")
    .option("--seconds <s>", "time for each row, in all rounds together", secondsOption, 2)
    .option("--size <n...>", "board sizes (default: 9 19)", sizesOption)
    .addOption(csvOption("a row for each measurement"))
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(({ seconds, size: sizes = [9, 19], json, csv }: Options) =>
      interruptible(async (signal) => {
        const { results, firstReportMs } = await measureAll([...new Set(sizes)], seconds, signal)
        const report = {
          machine: thisMachine(),
          results: results.map(rounded),
          ratios: searchRatiosOf(results),
          nodeBytes: NODE_SIZE,
          firstReportMs,
        }
        if (csv) printCsv(report.results.map((result) => ({ ...result })))
        else console.log(json ? JSON.stringify(report) : makeSearchTable(report))
      }, "measured"),
    )
}

function sizesOption(text: string, before: number[] = []): number[] {
  return [...before, benchSizeOption(text)]
}

export interface SearchBenchResult {
  /** A player, or the policy of playouts without a tree. */
  readonly name: string
  readonly size: number
  readonly threads: number
  readonly simulationsPerSecond: number
}

interface Row {
  readonly name: string
  readonly size: number
  readonly threads: number
  /** Simulations a second. */
  measure(seconds: number, seed: number, signal: AbortSignal): Promise<number>
}

/** Milliseconds from the request; undefined where Ctrl-C came first. */
interface FirstReport {
  cold?: number
  warm?: number
}

export interface Measured {
  readonly results: readonly SearchBenchResult[]
  readonly firstReportMs: FirstReport
}

async function measureAll(sizes: readonly number[], seconds: number, signal: AbortSignal): Promise<Measured> {
  const largest = Math.max(...sizes)
  const firstReportMs: FirstReport = {}
  // Before all else: the first searcher of a process also compiles the kernel.
  const begun = performance.now()
  const strong = await openSearcher("strong")
  const opening = performance.now() - begun
  noteLatency(firstReportMs, "cold", await firstReport(strong, largest, signal), opening)

  const helped = await openSearcher("mogo", 2)
  const progress = new Progress()
  try {
    const searchers = [await openSearcher("plain"), await openSearcher("mogo"), strong, helped] as const
    const kernel = await Kernel.create()
    const rows = sizes.flatMap((size) => rowsFor(size, kernel, searchers))
    const best = rows.map(() => 0)
    const slice = seconds / ROUNDS
    // The round before the first warms up.
    for (let round = 0; round <= ROUNDS && !signal.aborted; round++) {
      for (const [index, row] of rows.entries()) {
        if (signal.aborted) break
        const done = (round + index / rows.length) / (ROUNDS + 1)
        progress.show(done, `round ${round} of ${ROUNDS}: ${row.name} ${row.size}`)
        const rate = await row.measure(round === 0 ? slice / 2 : slice, round, signal)
        if (round > 0 && !signal.aborted) best[index] = Math.max(best[index]!, rate)
      }
      noteLatency(firstReportMs, "warm", await firstReport(strong, largest, signal))
    }
    const results = rows.map(({ name, size, threads }, index) => {
      return { name, size, threads, simulationsPerSecond: best[index]! }
    })
    return { results: results.filter((row) => row.simulationsPerSecond > 0), firstReportMs }
  } finally {
    progress.end()
    await helped.close()
  }
}

function openSearcher(preset: PresetName, threads = 1): Promise<Searcher> {
  const params = presetParams(preset)
  return Searcher.create(threads > 1 ? { params, helpers: openHelpers(threads - 1) } : { params })
}

function rowsFor(
  size: number,
  kernel: Kernel,
  [plain, mogo, strong, helped]: readonly [Searcher, Searcher, Searcher, Searcher],
): readonly Row[] {
  return [
    playoutRow("light", size, kernel),
    searchRow("uct:plain", size, plain),
    playoutRow("mogo", size, kernel),
    searchRow("uct:mogo", size, mogo),
    searchRow("uct:mogo", size, helped),
    searchRow("uct:strong", size, strong),
  ]
}

function searchRow(name: string, size: number, searcher: Searcher): Row {
  const position = emptyPosition(size)
  return {
    name,
    size,
    threads: searcher.threads,
    async measure(seconds, seed, signal) {
      searcher.clear()
      const { report } = await searcher.search({
        position,
        color: Black,
        seed,
        signal,
        budget: { seconds },
        mayStopEarly: false,
      })
      return report.playouts / report.seconds
    },
  }
}

/** Enough that the work done once for all of them costs nothing beside them. */
const BATCH = 256

function playoutRow(policy: PolicyName, size: number, kernel: Kernel): Row {
  const board = new Board(size)
  return {
    name: policy,
    size,
    threads: 1,
    async measure(seconds, seed, signal) {
      kernel.load(board)
      const begun = performance.now()
      let games = 0
      let spent = 0
      for (; spent < seconds && !signal.aborted; spent = (performance.now() - begun) / 1000) {
        kernel.run({ games: BATCH, first: Black, komi: KOMI, seed: seed * SEED_STEP + games, policy })
        games += BATCH
        // As the search does: Ctrl-C is heard in between.
        await setImmediate()
      }
      return games / spent
    },
  }
}

/** Far more than a round plays games: no two rounds play the same ones. */
const SEED_STEP = 1e9

/** Milliseconds from a request to its first report; undefined when Ctrl-C came first. */
async function firstReport(
  searcher: Searcher,
  size: number,
  interruption: AbortSignal,
): Promise<number | undefined> {
  if (interruption.aborted) return undefined
  searcher.clear()
  const position = emptyPosition(size)
  const enough = new AbortController()
  const stop = (): void => enough.abort()
  interruption.addEventListener("abort", stop)
  let latency: number | undefined
  const begun = performance.now()
  await searcher.search({
    position,
    color: Black,
    seed: 1,
    signal: enough.signal,
    budget: { playouts: Infinity },
    mayStopEarly: false,
    onReport() {
      latency ??= performance.now() - begun
      stop()
    },
  })
  interruption.removeEventListener("abort", stop)
  return latency
}

function noteLatency(
  firstReportMs: FirstReport,
  kind: keyof FirstReport,
  latency: number | undefined,
  before = 0,
): void {
  if (latency === undefined) return
  firstReportMs[kind] = Math.min(firstReportMs[kind] ?? Infinity, Math.round(before + latency))
}

function emptyPosition(size: number): ReturnType<Game["position"]> {
  return unwrap(Game.create({ size, komi: KOMI })).position()
}

function rounded(result: SearchBenchResult): SearchBenchResult {
  return { ...result, simulationsPerSecond: Math.round(result.simulationsPerSecond) }
}

/**
 * What divides what: `search-mogo9/light9`, `search-mogo9x2/search-mogo9`, and what the tree takes beside a playout.
 */
export function searchRatiosOf(results: readonly SearchBenchResult[]): Record<string, number> {
  const ratios: Record<string, number> = {}
  const rate = (name: string, size: number, threads = 1): number =>
    results.find((row) => row.name === name && row.size === size && row.threads === threads)
      ?.simulationsPerSecond ?? NaN
  const put = (key: string, ratio: number): void => {
    if (Number.isFinite(ratio)) ratios[key] = Number(ratio.toFixed(3))
  }
  for (const size of new Set(results.map((row) => row.size))) {
    const [light, mogo] = [rate("light", size), rate("mogo", size)]
    const [plain, search] = [rate("uct:plain", size), rate("uct:mogo", size)]
    put(`search-mogo${size}/light${size}`, search / light)
    put(`search-mogo${size}x2/search-mogo${size}`, rate("uct:mogo", size, 2) / search)
    // Seconds of a simulation less those of a playout, in playouts.
    put(`tree${size}/light${size}`, light / plain - 1)
    put(`tree-mogo${size}/mogo${size}`, mogo / search - 1)
  }
  return ratios
}

const RATIO_GOALS: RatioGoals = [
  [/^search-mogo9\/light9$/, { least: 0.16 }],
  [/^search-mogo19\/light19$/, { least: 0.2 }],
  [/x2\//, { least: 1.8 }],
  [/^tree\d/, { most: 0.5 }],
  [/^tree-mogo/, { most: 0.2 }],
]
const REPORT_GOAL: Goal = { most: 150 }

export interface SearchBenchReport extends Measured {
  readonly machine: Machine
  readonly ratios: Readonly<Record<string, number>>
  readonly nodeBytes: number
}

export function makeSearchTable({
  machine,
  results,
  ratios,
  nodeBytes,
  firstReportMs,
}: SearchBenchReport): string {
  const rates = results.map(({ name, size, threads, simulationsPerSecond }) =>
    [
      name.padEnd(14),
      `${size}×${size}`.padStart(5),
      String(threads).padStart(8),
      simulationsPerSecond.toLocaleString("en").padStart(15),
    ].join(" "),
  )
  const { warm, cold } = firstReportMs
  return [
    machineLine(machine),
    "",
    "name            size  threads   simulations/s",
    ...rates,
    "",
    ...ratioLines(ratios, RATIO_GOALS),
    ...(warm === undefined ? [] : [figureLine("first report, warm, ms", warm, 0, REPORT_GOAL)]),
    ...(cold === undefined ? [] : [figureLine("first report, cold, ms", cold, 0)]),
    figureLine("bytes of a node", nodeBytes, 0),
  ].join("\n")
}
