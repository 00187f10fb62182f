// `montego bench kernel`: playouts a second of every policy, beside other programs in the same run.
//
// A machine is never quiet, and what disturbs it comes and goes. So every candidate gets several short rounds, all take
// turns, and the best round counts: noise only ever slows down. Compare ratios, not figures of different days.

import { availableParallelism } from "node:os"
import { Command, InvalidArgumentError } from "commander"
import { ratioLines, type RatioGoals } from "./goals.ts"
import { benchSizesOption, secondsOption } from "./options.ts"
import { machineLine, thisMachine, type Machine } from "../../base/node/index.ts"
import { benchMethods } from "./methods.ts"
import { NET_ROWS } from "./nets.ts"
import { BenchPool, RIVALS } from "./pool.ts"
import { printSignature } from "./signature.ts"
import type { Measured } from "./worker.ts"
import { interruptible } from "../interrupt.ts"
import { csvOption, printCsv } from "../csv.ts"
import { wholeOption } from "../options.ts"
import { Progress } from "../progress.ts"

const ROUNDS = 5
const MOST_THREADS = 256

const HELP = `
Every policy (and analyze-after, and gammas that were learned) × size on one thread and on all cores, each in ${ROUNDS} rounds that take turns; the best round counts.
The rows net are evaluations of networks, which count as playouts: the one of the package for the board, or without it
random weights of 6×64, and random weights of two shapes.
In a checkout also @sabaki/deadstones and bench/plain.js, the same algorithm in plain JavaScript, one thread each.

Examples:
  montego bench kernel
  montego bench kernel --size 9 19 --seconds 5 --threads 2
  montego bench kernel --json
  montego bench --signature`

interface Options {
  seconds: number
  size?: number[]
  threads: number
  json?: boolean
  csv?: boolean
  signature?: boolean
}

export function kernelCommand(): Command {
  return new Command("kernel")
    .description("Playouts a second of every policy (the default).")
    .option("--seconds <s>", "time for each row, in all rounds together", secondsOption, 2)
    .option("--size <n...>", "board sizes (default: 9 13 19)", benchSizesOption)
    .option("--threads <n>", "threads for the rows with several", threadsOption, availableParallelism())
    .addOption(csvOption("a row for each measurement"))
    .option("--json", "one JSON object")
    .option("--signature", "print the kernel's signature instead")
    .addHelpText("after", HELP)
    .action(async ({ seconds, size: sizes = [9, 13, 19], threads, json, csv, signature }: Options) => {
      if (signature) return printSignature()
      return interruptible(async (signal) => {
        const results = await measureAll([...new Set(sizes)], threads, seconds, signal)
        const report = { machine: thisMachine(), results: results.map(rounded), ratios: ratiosOf(results) }
        if (csv) printCsv(report.results.map((result) => ({ ...result })))
        else console.log(json ? JSON.stringify(report) : makeTable(report))
      }, "measured")
    })
}

function threadsOption(text: string): number {
  const threads = wholeOption(text)
  if (threads < 1 || threads > MOST_THREADS) throw new InvalidArgumentError(`1 to ${MOST_THREADS} threads.`)
  return threads
}

interface Candidate {
  readonly name: string
  readonly size: number
  readonly threads: number
  measure(seconds: number): Promise<Measured>
}

export interface BenchResult {
  readonly name: string
  readonly size: number
  readonly threads: number
  readonly playoutsPerSecond: number
  /** Time of one thread for a move; null where the program does not tell how many it played. */
  readonly nsPerMove: number | null
}

async function measureAll(
  sizes: readonly number[],
  threads: number,
  seconds: number,
  signal: AbortSignal,
): Promise<BenchResult[]> {
  const pool = await BenchPool.create({ threads, sizes })
  const progress = new Progress()
  try {
    for (const note of pool.notes) process.stderr.write(`montego: ${note}\n`)
    const candidates = sizes.flatMap((size) => candidatesFor(size, threads, pool))
    const best: (BenchResult | undefined)[] = candidates.map(() => undefined)
    const slice = seconds / ROUNDS
    const interrupted = new Promise<undefined>((resolve) =>
      signal.addEventListener("abort", () => resolve(undefined)),
    )
    // The round before the first warms up.
    for (let round = 0; round <= ROUNDS && !signal.aborted; round++) {
      for (const [index, candidate] of candidates.entries()) {
        const done = (round + index / candidates.length) / (ROUNDS + 1)
        progress.show(done, `round ${round} of ${ROUNDS}: ${candidate.name} ${candidate.size}`)
        // The threads can't hear Ctrl-C while they play: what they are at is dropped.
        const measured = await Promise.race([candidate.measure(round === 0 ? slice / 2 : slice), interrupted])
        if (!measured) break
        const result = resultOf(candidate, measured)
        const isBetter = result.playoutsPerSecond > (best[index]?.playoutsPerSecond ?? 0)
        if (round > 0 && isBetter) best[index] = result
      }
    }
    return best.filter((result) => result !== undefined)
  } finally {
    progress.end()
    await pool.close()
  }
}

function candidatesFor(size: number, threads: number, pool: BenchPool): readonly Candidate[] {
  const counts = [...new Set([1, threads])]
  const ours = benchMethods(size).flatMap((method) =>
    counts.map((count) => ({
      name: method,
      size,
      threads: count,
      measure: (seconds: number) => pool.measure({ method, size, seconds }, count),
    })),
  )
  const theirs = pool.rivals.map((name) => ({
    name,
    size,
    threads: 1,
    measure: (seconds: number) => pool.measureRival(name, size, seconds),
  }))
  // A network needs a point beside the one that is played.
  const nets = size < 2 ? [] : NET_ROWS
  return [
    ...ours,
    ...nets.map((name) => ({
      name,
      size,
      threads: 1,
      measure: (seconds: number) => pool.measureNet(name, size, seconds),
    })),
    ...theirs,
  ]
}

function resultOf({ name, size, threads }: Candidate, { games, moves, seconds }: Measured): BenchResult {
  const nsPerMove = moves === undefined ? null : (1e9 * threads * seconds) / moves
  return { name, size, threads, playoutsPerSecond: games / seconds, nsPerMove }
}

function rounded(result: BenchResult): BenchResult {
  const { playoutsPerSecond, nsPerMove } = result
  return {
    ...result,
    playoutsPerSecond: Math.round(playoutsPerSecond),
    nsPerMove: nsPerMove === null ? null : Number(nsPerMove.toFixed(2)),
  }
}

/** What divides what: `light9/plain9` on one thread, `light9x2/light9x1` two threads by one. */
export function ratiosOf(results: readonly BenchResult[]): Record<string, number> {
  const ratios: Record<string, number> = {}
  const rate = (name: string, size: number, threads = 1): number | undefined =>
    results.find((row) => row.name === name && row.size === size && row.threads === threads)
      ?.playoutsPerSecond
  const put = (key: string, upper: number | undefined, lower: number | undefined): void => {
    if (upper !== undefined && lower !== undefined) ratios[key] = Number((upper / lower).toFixed(3))
  }
  const sizes = [...new Set(results.map(({ size }) => size))]
  for (const size of sizes) {
    const light = rate("light", size)
    for (const rival of RIVALS) put(`light${size}/${rival}${size}`, light, rate(rival, size))
    // How many light playouts an evaluation takes as long as.
    put(`light${size}/net${size}`, light, rate("net", size))
    for (const row of NET_ROWS.slice(1)) put(`light${size}/${row}`, light, rate(row, size))
    for (const method of benchMethods(size))
      if (method !== "light") put(`${method}${size}/light${size}`, rate(method, size), light)
  }
  const several = results.filter(({ threads }) => threads > 1)
  const gains = several.map(({ name, size, playoutsPerSecond }) => playoutsPerSecond / rate(name, size)!)
  for (const { name, size, threads } of several)
    put(`${name}${size}x${threads}/${name}${size}x1`, rate(name, size, threads), rate(name, size))
  // All rows together, by the geometric mean.
  const product = gains.reduce((all, gain) => all * gain, 1)
  if (several[0]) put(`threads${several[0].threads}/threads1`, product ** (1 / gains.length), 1)
  return ratios
}

export const KERNEL_GOALS: RatioGoals = [
  [/^light9\/deadstones9$/, { least: 20 }],
  [/^light19\/deadstones19$/, { least: 30 }],
  [/^light(9|19)\/plain/, { least: 1.6 }],
  [/^gamma9\//, { least: 0.45 }],
  [/^learned-gamma9\//, { least: 0.4 }],
  [/^learned-gamma19\//, { least: 0.33 }],
  [/^mogo9\//, { least: 0.35 }],
  [/^threads2\//, { least: 1.85 }],
  [/^light9\/net-4x32$/, { most: 90 }],
  [/^light9\/net-6x64$/, { most: 450 }],
  [/^light19\/net-4x32$/, { most: 100 }],
  [/^light19\/net-6x64$/, { most: 600 }],
]

interface Report {
  readonly machine: Machine
  readonly results: readonly BenchResult[]
  readonly ratios: Readonly<Record<string, number>>
}

function makeTable({ machine, results, ratios }: Report): string {
  const lines = results.map(({ name, size, threads, playoutsPerSecond, nsPerMove }) =>
    [
      name.padEnd(14),
      `${size}×${size}`.padStart(5),
      String(threads).padStart(8),
      playoutsPerSecond.toLocaleString("en").padStart(14),
      (nsPerMove === null ? "–" : nsPerMove.toFixed(1)).padStart(9),
    ].join(" "),
  )
  return [
    machineLine(machine),
    "",
    "policy          size  threads     playouts/s   ns/move",
    ...lines,
    "",
    ...ratioLines(ratios, KERNEL_GOALS),
  ].join("\n")
}
