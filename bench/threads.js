// `npm run bench:threads`: what a second thread on the same tree is worth (TREE-13), and whether the tree keeps to its memory.
//
// With `--parallel root` the two threads have a tree each, and play against two threads on one tree.
//
// Two questions apart: does a playout of two threads teach as much as one of a single thread (a match with the same number of
// playouts a move on both sides), and how many more are there in a second. Only one game is played at a time: two threads need two cores.

import { Command, Option } from "commander"
import { Random } from "../dist/base/index.js"
import { secondsOption } from "../dist/cli/bench-options.js"
import { interruptible } from "../dist/cli/interrupt.js"
import { seedOption, wholeOption } from "../dist/cli/options.js"
import { Progress } from "../dist/cli/progress.js"
import { Black, makeOutcome, makeVertex } from "../dist/rules/index.js"
import { presetParams, Searcher } from "../dist/search/index.js"
import { openHelpers } from "../dist/search/node/index.js"
import { KOMI, newGame, playGame, rateOf, rounded, RULES, SIZE } from "./self-play.js"

/** @typedef {import("../dist/search/index.js").SearchReport} SearchReport */
/** @typedef {{ won: boolean, result: string, moves: number }} Played as two threads see it */
/** @typedef {{ usual: Searcher, two: Searcher }} Seats what is measured, and what it is measured by */
/**
 * @typedef {{ games: number, playouts: number, seed: number, seconds: number, parallel: "tree" | "root", memory?: true }} Options
 */

const SPEED_SIZES = [9, 19]
const SPEED_ROUNDS = 4
const SPEED_SECONDS = 1
const MEMORY_MB = 32
const MEGABYTE = 1_048_576
const NODE_BYTES = 48
const MEMORY_MS = 250

const HELP = `
The match: uct:strong with two threads against one, ${SIZE}×${SIZE}, komi ${KOMI}, ${RULES}; both have the same playouts a move in all, neither
stops early, and each has Black in every other game. The speed: simulations a second from the empty board, best of ${SPEED_ROUNDS} rounds of
${SPEED_SECONDS} s in turns, for one thread and for two. With --parallel root both sides have two threads: a tree for each thread against one tree for both. --memory does neither: it searches with two threads and ${MEMORY_MB} MB until --seconds are over and looks at the tree all the time.

Examples:
  npm run bench:threads
  npm run bench:threads -- --games 20 --playouts 500
  npm run bench:threads -- --parallel root --games 30 --playouts 500
  npm run bench:threads -- --memory --seconds 60`

/** @param {number} threads @param {Partial<import("../dist/search/index.js").SearchParams>} [changes] */
function openSearcher(threads, changes) {
  const params = { ...presetParams("strong"), ...changes }
  return Searcher.create(threads > 1 ? { params, helpers: openHelpers(threads - 1) } : { params })
}

// ---- the match

/** The games until Ctrl-C. @param {Seats} seats @param {Options} options @param {AbortSignal} signal @returns {Promise<Played[]>} */
async function playMatch({ usual, two }, { games, playouts, seed, parallel }, signal) {
  const progress = new Progress()
  const name = parallel === "root" ? "two trees" : "two threads"
  /** @type {Played[]} */
  const finished = []
  for (let index = 0; index < games; index++) {
    progress.show(index / games, `${index} of ${games} games`)
    usual.clear()
    two.clear()
    const isBlack = index % 2 === 0
    const seats = isBlack ? { black: two, white: usual } : { black: usual, white: two }
    const game = await playGame(seats, playouts, new Random(seed * 1_000_003 + index), signal)
    if (signal.aborted) break
    const outcome = game.outcome ?? { kind: "unknown" }
    if (!("winner" in outcome)) throw new Error(`a game with komi ${KOMI} has no winner`)
    const won = (outcome.winner === Black) === isBlack
    finished.push({ won, result: makeOutcome(outcome), moves: game.moves.length })
    const wins = finished.filter((played) => played.won).length
    progress.say(
      `game ${index}: ${makeOutcome(outcome)}, ${game.moves.length} moves; ${name} ${wins} of ${index + 1}`,
    )
  }
  progress.end()
  return finished
}

// ---- the speed

/** Sizes that are done before Ctrl-C. @param {Seats} seats @param {AbortSignal} signal */
async function measureSpeed({ usual, two }, signal) {
  const progress = new Progress()
  const rows = []
  for (const [index, size] of SPEED_SIZES.entries()) {
    /** @type {{ rate: number, cpu: number }[]} */
    const before = []
    /** @type {{ rate: number, cpu: number }[]} */
    const after = []
    for (let round = 0; round <= SPEED_ROUNDS && !signal.aborted; round++) {
      const share = (index + round / (SPEED_ROUNDS + 1)) / SPEED_SIZES.length
      progress.show(share, `speed on ${size}×${size}: round ${round} of ${SPEED_ROUNDS}`)
      before.push(await speedOf(usual, size))
      after.push(await speedOf(two, size))
    }
    if (signal.aborted) break
    const [a, b] = [bestOf(before), bestOf(after)]
    rows.push({
      size,
      simulationsPerSecond: [Math.round(a.rate), Math.round(b.rate)],
      ratio: rounded(b.rate / a.rate, 2),
      cpuMicroseconds: [rounded(a.cpu, 1), rounded(b.cpu, 1)],
    })
  }
  progress.end()
  return rows
}

/** Of every figure the best round; the first one warms up. @param {{ rate: number, cpu: number }[]} rounds */
function bestOf(rounds) {
  const counted = rounds.slice(1)
  return {
    rate: Math.max(...counted.map(({ rate }) => rate)),
    cpu: Math.min(...counted.map(({ cpu }) => cpu)),
  }
}

/** Simulations a second, and microseconds of processor time that each took. @param {Searcher} searcher @param {number} size */
async function speedOf(searcher, size) {
  searcher.clear()
  const before = process.cpuUsage()
  const { report } = await searcher.search({
    position: newGame(size).position(),
    color: Black,
    seed: 1,
    budget: { seconds: SPEED_SECONDS },
    mayStopEarly: false,
  })
  const { user, system } = process.cpuUsage(before)
  return { rate: report.playouts / report.seconds, cpu: (user + system) / report.playouts }
}

// ---- the memory

/** @param {number} seconds @param {AbortSignal} signal */
async function watchMemory(seconds, signal) {
  const progress = new Progress()
  const searcher = await openSearcher(2, { "tree-mb": MEMORY_MB })
  const before = process.memoryUsage().rss
  /** @type {{ playouts: number, nodes: number, capacity: number, rss: number }[]} */
  const seen = []
  const { report, best } = await searcher.search({
    position: newGame().position(),
    color: Black,
    seed: 1,
    signal,
    budget: { seconds },
    mayStopEarly: false,
    reportEvery: MEMORY_MS,
    onReport: ({ playouts, nodes, capacity, seconds: spent }) => {
      seen.push({ playouts, nodes, capacity, rss: process.memoryUsage().rss })
      progress.show(spent / seconds, `${playouts} playouts`)
    },
  })
  progress.end()
  await searcher.close()
  const firstPruning = seen.findIndex(({ nodes }, index) => nodes < (seen[index - 1]?.nodes ?? 0))
  return {
    bound: MEMORY_MB * MEGABYTE,
    mostBytes: Math.max(...seen.map(({ nodes }) => nodes)) * NODE_BYTES,
    isWithin: [report, ...seen].every(
      ({ nodes, capacity }) => nodes <= capacity && capacity * NODE_BYTES <= MEMORY_MB * MEGABYTE,
    ),
    isConstant: seen.every(({ capacity }) => capacity === report.capacity),
    prunings: seen.filter(({ nodes }, index) => nodes < (seen[index - 1]?.nodes ?? 0)).length,
    playouts: report.playouts,
    playoutsAtFirstPruning: seen[firstPruning]?.playouts,
    processGrowthMb: rounded((Math.max(...seen.map(({ rss }) => rss)) - before) / MEGABYTE, 1),
    best: { move: makeVertex(best.move, SIZE), visits: best.visits, winRate: rounded(best.winRate, 3) },
  }
}

async function bench() {
  const program = new Command("bench:threads")
    .description("Two threads against one, or two trees against one, by strength and by speed.")
    .option("--games <n>", "games of the match", wholeOption, 200)
    .option("--playouts <n>", "a move, of all threads together", wholeOption, 2000)
    .addOption(
      new Option("--parallel <way>", "how the two threads search").choices(["tree", "root"]).default("tree"),
    )
    .option("--memory", "watch the tree's memory instead")
    .option("--seconds <s>", "how long --memory watches", secondsOption, 60)
    .option("--seed <n>", "of the match", seedOption, 1)
    .addHelpText("after", HELP)
    .parse()
  /** @type {Options} */
  const options = program.opts()
  await interruptible((signal) => measure(options, signal), "measured")
}

/** @param {Options} options @param {AbortSignal} signal */
async function measure(options, signal) {
  const { games, playouts, seed, seconds, parallel } = options
  if (options.memory) {
    print({ benchmark: "memory", size: SIZE, seconds, ...(await watchMemory(seconds, signal)) })
    return
  }
  const isRoot = parallel === "root"
  const seats = {
    usual: await openSearcher(isRoot ? 2 : 1),
    two: await openSearcher(2, { parallel: isRoot ? 1 : 0 }),
  }
  const speed = await measureSpeed(seats, signal)
  const match = { playouts, seed, ...rateOf(await playMatch(seats, options, signal)) }
  await Promise.all([seats.usual.close(), seats.two.close()])
  print({ benchmark: "threads", parallel, size: SIZE, komi: KOMI, rules: RULES, wanted: games, speed, match })
}

/** @param {Record<string, unknown>} report */
function print(report) {
  console.log(JSON.stringify({ node: process.version, ...report }, undefined, 2))
}

await bench()
