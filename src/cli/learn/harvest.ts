// `montego learn harvest`: the shapes that were played often, for training with all features.

import { Command, Option } from "commander"
import { replaceFile } from "../../base/node/index.ts"
import { messageOf } from "../../base/failure.ts"
import { VERSION } from "../../base/version.ts"
import { makeShapesFile, SHAPE_SLOTS, ShapeCounter, type Shapes } from "../../learn/index.ts"
import { DataReport, DescribePool, GameFiles, identifyFiles } from "../../learn/node/index.ts"
import { fail } from "../failure.ts"
import { INTERRUPTED, untilInterrupted } from "../interrupt.ts"
import { countUpTo, keptFile } from "../options.ts"
import { Progress } from "../progress.ts"
import {
  FILES,
  makeBoardOption,
  makeSampleOption,
  makeSeedOption,
  makeThreadsOption,
  requireFiles,
  threadsOf,
} from "./options.ts"
import { dataJson, dataLines } from "./report.ts"

const HELP = `
A shape is what stands around a move: the 3×3 square and diamonds up to seven steps, alone or together with the place of
the last move. Equal under turning, mirroring and swapping the colours, a shape has one key. The command counts the
shapes of all moves that were played and keeps those with --min and more. Memory is bounded (about 250 MB): when the
table is full, the rarest shapes go, and the command says by how much a count may be too low then.

Records that can't be used (illegal moves, handicap, another board, broken files) are left out, counted and listed. The
file is written at the end; Ctrl-C leaves no file.

Examples:
  montego learn harvest pro.sgf.gz --out pro.shapes
  montego learn harvest a.sgf.gz b.sgf.gz --size 9 --min 5 --out nine.shapes`

const BATCH_MOVES = 20_000
const DEFAULT_LEAST = 20
const MOST_LEAST = 1_000_000

interface HarvestOptions {
  out: string
  min: number
  size?: number
  sample: number
  seed: number
  threads?: number
  json?: boolean
}

export function harvestCommand(): Command {
  return new Command("harvest")
    .description("Find the shapes that were played often.")
    .argument("<files...>", FILES)
    .requiredOption("--out <file>", "the file of shapes to write", keptFile)
    .addOption(
      new Option("--min <n>", "keep shapes that were played at least this often")
        .argParser(countUpTo(MOST_LEAST))
        .default(DEFAULT_LEAST),
    )
    .addOption(makeBoardOption())
    .addOption(makeSampleOption())
    .addOption(makeSeedOption())
    .addOption(makeThreadsOption())
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(harvest)
}

async function harvest(files: string[], options: HarvestOptions): Promise<void> {
  const { out, min, size, json = false } = options
  requireFiles(files)
  const counter = new ShapeCounter()
  const report = new DataReport()
  const games = new GameFiles({ files, size })
  const isInterrupted = await untilInterrupted((signal) => countAll(games, counter, report, options, signal))
  if (isInterrupted) fail(`interrupted; ${out} was not written`, INTERRUPTED)
  if (counter.plays === 0) fail(["there is no move to harvest", ...dataLines(report)].join("\n"))
  const shapes = counter.shapes(min)
  const { plays, missed } = counter
  const names = (await identifyFiles(files)).map(({ name }) => name)
  const origin = {
    montego: VERSION,
    size: games.size!,
    files: names,
    games: report.games,
    plays,
    least: min,
    missed,
  }
  try {
    replaceFile(out, makeShapesFile(shapes, origin))
  } catch (error) {
    fail(`${out} can't be written: ${messageOf(error)}`)
  }
  const counts = countLevels(shapes)
  if (json) {
    console.log(
      JSON.stringify({ out, shapes: shapes.keys.length, ...origin, slots: counts, data: dataJson(report) }),
    )
    return
  }
  for (const line of dataLines(report)) console.log(line)
  for (const [slot, count] of Object.entries(counts))
    console.log(`${slot.padStart(12)} ${String(count).padStart(9)}`)
  if (missed > 0) console.log(`The table was full on the way: counts may be too low by up to ${missed}.`)
  console.log(`${out}: ${shapes.keys.length} shapes that were played at least ${min} times`)
}

async function countAll(
  games: GameFiles,
  counter: ShapeCounter,
  report: DataReport,
  { sample, seed, threads }: HarvestOptions,
  signal: AbortSignal,
): Promise<void> {
  const progress = new Progress()
  const pool = DescribePool.open({ kind: "keys", sampling: { rate: sample, seed } }, threadsOf(threads))
  try {
    const onProgress = (share: number): void =>
      progress.show(share, `${report.games} games, ${counter.size} different shapes`)
    for await (const { keys } of pool.describe(games.batches(BATCH_MOVES, report, onProgress))) {
      counter.add(keys)
      if (signal.aborted) return
    }
  } finally {
    progress.end()
    await pool.close()
  }
}

function countLevels({ levels }: Shapes): Record<string, number> {
  const counts = Object.fromEntries(SHAPE_SLOTS.map((slot) => [slot as string, 0]))
  for (const level of levels) counts[SHAPE_SLOTS[level]!]!++
  return counts
}
