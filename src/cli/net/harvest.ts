// `montego net harvest`: games in the compact form that training reads.

import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { Command } from "commander"
import { messageOf } from "../../base/failure.ts"
import { Random } from "../../base/random.ts"
import { playsOf, type GameMoves } from "../../learn/index.ts"
import { DataReport, GameFiles } from "../../learn/node/index.ts"
import { GAMES_LINE, MOST_MOVES, type TrainingGame } from "../../net/index.ts"
import { openHarvestPool, type HarvestTask } from "../../net/node/index.ts"
import { fail } from "../failure.ts"
import { INTERRUPTED, untilInterrupted } from "../interrupt.ts"
import { FILES, makeBoardOption, makeThreadsOption, requireFiles, threadsOf } from "../learn/options.ts"
import { dataJson, dataLines } from "../learn/report.ts"
import { keptFile, seedOption } from "../options.ts"
import { Progress } from "../progress.ts"

const HELP = `
Training reads moves, komi, rules and results. docs/net.md has the format. With --owners, games that were counted get
the owner of each point at the end, from 200 playouts (mogo) on the final position, where these agree with the result
and leave few points open.

Records that can't be used (illegal moves, handicap, broken files) are left out, counted and listed. The file is written
while games are read and gets its name at the end; Ctrl-C leaves no file.

Examples:
  montego net harvest pro.sgf.gz ai.sgf.gz --out games.bin
  montego net harvest pro.sgf.gz --owners --out games.bin
  montego net harvest all.sgf.gz --size 9 --out nine.bin`

const BATCH_MOVES = 20_000

interface HarvestOptions {
  out: string
  owners?: boolean
  size?: number
  seed: number
  threads?: number
  json?: boolean
}

export function harvestCommand(): Command {
  return new Command("harvest")
    .description("Write games in the form that training reads.")
    .argument("<files...>", FILES)
    .requiredOption("--out <file>", "the file of games to write", keptFile)
    .option("--owners", "add final owners to games that were counted")
    .addOption(makeBoardOption("only games on this board (default: all boards)"))
    .option("--seed <n>", "decides the playouts of --owners", seedOption, 1)
    .addOption(makeThreadsOption())
    .option("--json", "one JSON object")
    .addHelpText("after", HELP)
    .action(harvest)
}

interface Written {
  owned: number
  bytes: number
}

async function harvest(files: string[], options: HarvestOptions): Promise<void> {
  const { out, json = false } = options
  requireFiles(files)
  const report = new DataReport()
  const written: Written = { owned: 0, bytes: 0 }
  const aside = `${out}.tmp`
  let isInterrupted = false
  try {
    isInterrupted = await untilInterrupted((signal) =>
      writeGames(files, aside, options, report, written, signal),
    )
    if (!isInterrupted && report.games > 0) renameSync(aside, out)
  } catch (error) {
    fail(`${out} can't be written: ${messageOf(error)}`)
  } finally {
    rmSync(aside, { force: true })
  }
  if (isInterrupted) fail(`interrupted; ${out} was not written`, INTERRUPTED)
  if (report.games === 0) fail(["there is no game to harvest", ...dataLines(report)].join("\n"))
  if (json) {
    console.log(JSON.stringify({ out, ...written, data: dataJson(report) }))
    return
  }
  for (const line of dataLines(report)) console.log(line)
  if (options.owners) console.log(`${written.owned} games have final owners`)
  console.log(`${out}: ${written.bytes} bytes`)
}

async function writeGames(
  files: readonly string[],
  aside: string,
  { owners = false, size, seed, threads }: HarvestOptions,
  report: DataReport,
  written: Written,
  signal: AbortSignal,
): Promise<void> {
  const progress = new Progress()
  // Before the threads: what fails here must not leave them running.
  const handle = openSync(aside, "w")
  const pool = openHarvestPool(threadsOf(threads))
  const write = (bytes: Uint8Array): void => {
    for (let from = 0; from < bytes.length;) from += writeSync(handle, bytes, from)
    written.bytes += bytes.length
  }
  try {
    const onProgress = (share: number): void => progress.show(share, `${report.games} games`)
    const games = new GameFiles({ files, size, anySize: true })
    const batches = games.batches(BATCH_MOVES, report, onProgress)
    write(new TextEncoder().encode(GAMES_LINE))
    for await (const { bytes, owned } of pool.answers(tasks(batches, report, owners ? seed : undefined))) {
      write(bytes)
      written.owned += owned
      if (signal.aborted) return
    }
  } finally {
    closeSync(handle)
    progress.end()
    await pool.close()
  }
}

async function* tasks(
  batches: AsyncIterable<{ readonly games: readonly GameMoves[] }>,
  report: DataReport,
  seed: number | undefined,
): AsyncGenerator<HarvestTask, void, undefined> {
  const seeds = seed === undefined ? undefined : new Random(seed)
  for await (const batch of batches) {
    const games = batch.games.filter((game) => !isTooLong(game, report)).map(trainingGame)
    yield seeds ? { games, seeds: games.map(() => seeds.next()) } : { games }
  }
}

function isTooLong({ plays, name }: GameMoves, report: DataReport): boolean {
  if (plays.length <= MOST_MOVES) return false
  report.games--
  report.moves -= plays.length
  report.skip({ reason: "unreadable", detail: `${name}: it has more than ${MOST_MOVES} moves` })
  return true
}

function trainingGame(game: GameMoves): TrainingGame {
  const { size, komi, scoring, outcome } = game
  return {
    size,
    setup: [],
    moves: playsOf(game),
    ...(komi === undefined ? {} : { komi }),
    ...(scoring ? { scoring } : {}),
    ...(outcome ? { outcome } : {}),
  }
}
