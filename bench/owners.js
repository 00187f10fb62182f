// Would a short batch of playouts help to predict moves? Coulom (2007) has who owns the point, (2009) its criticality:
// how much owning it and winning go together. Two slots of each are learned on the first half of the games, on top of
// the weights of the package, which stay fixed, and measured on the second half. Prints JSON.
//
//   npm run bench:owners -- FILE.sgf.gz …      BENCH_SAMPLE (a share of the positions), BENCH_PLAYOUTS, BENCH_POLICY

import { setImmediate as pause } from "node:timers/promises"
import { interruptible } from "../dist/cli/interrupt.js"
import { Progress } from "../dist/cli/progress.js"
import { Kernel } from "../dist/kernel/index.js"
import { FeatureReader, isSampled, pointOf, readGameMoves, replayGame, SLOTS } from "../dist/learn/index.js"
import { loadBundledWeights } from "../dist/learn/node/index.js"
import { readGames } from "../dist/record/node/index.js"
import { Black, Board, isPass, PASS } from "../dist/rules/index.js"

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error("bench:owners: name files of game records, e.g. npm run bench:owners -- games.sgf.gz")
  process.exit(2)
}
const SAMPLE = Number(process.env["BENCH_SAMPLE"] ?? 0.01)
const PLAYOUTS = Number(process.env["BENCH_PLAYOUTS"] ?? 64)
const POLICY = /** @type {"light" | "mogo"} */ (process.env["BENCH_POLICY"] ?? "light")
const BINS = 9
const KOMI = 6.5
const STEPS = 200

/**
 * One position: log strengths by the package's weights, both bins of each move, which move was played.
 * @typedef {{ logs: Float64Array, owners: Uint8Array, critical: Uint8Array, chosen: number, half: 0 | 1 }} Choice
 */

const loaded = loadBundledWeights("moves", 19)
if (!loaded.ok) throw new Error(loaded.error)
const weights = loaded.value
const reader = await FeatureReader.create(weights.keys)
const kernel = await Kernel.create()
const cpu = { features: 0, playouts: 0 }

/** @template T @param {keyof typeof cpu} what @param {() => T} work @returns {T} */
function timed(what, work) {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  cpu[what] += (user + system) / 1000
  return result
}

/** @param {Float64Array} sums @param {number} index @param {number} number */
function add(sums, index, number) {
  sums[index] = (sums[index] ?? 0) + number
}

/**
 * For each point the share of the playouts in which `color` owned it, and the covariance of that with winning.
 * @param {Board} board @param {1 | 2} color @param {number[]} points @param {number} seed
 */
function judgePoints(board, color, points, seed) {
  const owned = new Float64Array(points.length)
  const both = new Float64Array(points.length)
  let won = 0
  kernel.load(board)
  for (let i = 0; i < PLAYOUTS; i++) {
    const request = {
      games: 1,
      first: color,
      komi: KOMI,
      seed: seed * PLAYOUTS + i,
      owners: true,
      policy: POLICY,
    }
    const { owners, blackWins } = kernel.run(request)
    if (!owners) throw new Error("the kernel was asked for owners")
    const isWon = (blackWins === 1) === (color === Black) ? 1 : 0
    won += isWon
    for (const [k, point] of points.entries()) {
      const share = (1 + (color === Black ? 1 : -1) * (owners[point] ?? 0)) / 2
      add(owned, k, share / PLAYOUTS)
      add(both, k, (share * isWon) / PLAYOUTS)
    }
  }
  return { owned, critical: both.map((share, k) => share - (owned[k] ?? 0) * (won / PLAYOUTS)) }
}

/** A covariance of 0 and 1 lies between ±1/4; most are near 0. */
const binOfCritical = (/** @type {number} */ x) => Math.max(0, Math.min(BINS - 1, Math.round(2 + x * 40)))

/** @param {Board} board @param {import("../dist/learn/index.js").Step} step @param {0 | 1} half @returns {Choice} */
function describe(board, { color, move, last, beforeLast }, half) {
  const turn = { color, last: last ?? PASS, beforeLast: beforeLast ?? PASS }
  const { points, logs } = timed("features", () => {
    const { count, points: numbers, teams } = reader.describe(turn)
    const sums = new Float64Array(count)
    for (let i = 0; i < count * SLOTS.length; i++)
      add(sums, Math.floor(i / SLOTS.length), Math.log(weights.gammas[teams[i] ?? 0] ?? 1))
    return { points: Array.from(numbers.subarray(0, count), pointOf), logs: sums }
  })
  const { owned, critical } = timed("playouts", () => judgePoints(board, color, points, choices.length))
  return {
    logs,
    owners: Uint8Array.from(owned, (share) => Math.round(share * (BINS - 1))),
    critical: Uint8Array.from(critical, binOfCritical),
    chosen: points.indexOf(/** @type {never} */ (move)),
    half,
  }
}

/** @type {Choice[]} */
const choices = []

/** @param {AbortSignal} signal */
async function readChoices(signal) {
  const progress = new Progress()
  let number = 0
  for (const [index, file] of files.entries()) {
    const onProgress = (/** @type {number} */ bytes, /** @type {number} */ size) =>
      progress.show((index + bytes / Math.max(1, size)) / files.length, `${choices.length} positions`)
    for await (const item of readGames(file, { onProgress })) {
      number++
      const game = item.ok ? readGameMoves(item.value.game, { number, name: `${file} ${number}` }) : item
      if (game.ok && game.value.size === 19) addGame(game.value)
      // Ctrl-C is heard in between.
      await pause()
      if (signal.aborted) return
    }
  }
  progress.end()
}

/** @param {import("../dist/learn/index.js").GameMoves} game */
function addGame(game) {
  let board = new Board(game.size)
  const both = {
    reset(/** @type {number} */ size) {
      board = new Board(size)
      reader.reset(size)
    },
    /** @param {1 | 2} color @param {import("../dist/rules/index.js").Move} move */
    play(color, move) {
      if (!isPass(move)) board.play(color, move)
      return reader.play(color, move)
    },
  }
  replayGame(game, both, (step) => {
    if (isSampled({ rate: SAMPLE, seed: 1 }, game.number, step.number))
      choices.push(describe(board, step, /** @type {0 | 1} */ (game.number % 2)))
  })
}

/** Log gammas of both slots; a slot that is left out keeps its zeros. */
const makeModel = () => ({ owners: new Float64Array(BINS), critical: new Float64Array(BINS) })
/** @typedef {ReturnType<typeof makeModel>} Model */

/** Chances of the moves of a choice. @param {Choice} choice @param {Model} model */
function chancesOf({ logs, owners, critical }, model) {
  const raised = logs.map(
    (log, k) => log + (model.owners[owners[k] ?? 0] ?? 0) + (model.critical[critical[k] ?? 0] ?? 0),
  )
  const most = raised.reduce((a, b) => Math.max(a, b))
  const strengths = raised.map((x) => Math.exp(x - most))
  const sum = strengths.reduce((a, b) => a + b)
  return strengths.map((x) => x / sum)
}

/** Gradient ascent with a step for each bin by its own curvature. @param {("owners" | "critical")[]} slots */
function learn(slots) {
  const model = makeModel()
  const data = choices.filter(({ half }) => half === 0)
  for (let step = 0; step < STEPS; step++) {
    const sums = slots.map((slot) => ({
      slot,
      slope: new Float64Array(BINS),
      bend: new Float64Array(BINS).fill(1),
    }))
    for (const choice of data) {
      const chances = chancesOf(choice, model)
      for (const { slot, slope, bend } of sums) {
        const bins = choice[slot]
        for (const [k, chance] of chances.entries()) {
          const bin = bins[k] ?? 0
          add(slope, bin, -chance)
          add(bend, bin, chance)
        }
        add(slope, bins[choice.chosen] ?? 0, 1)
      }
    }
    for (const { slot, slope, bend } of sums)
      for (let bin = 0; bin < BINS; bin++)
        add(model[slot], bin, (slope[bin] ?? 0) / (bend[bin] ?? 1) / slots.length)
  }
  return model
}

/** On the games that were not learned from. @param {Model} model */
function measure(model) {
  const data = choices.filter(({ half }) => half === 1)
  let [hits, logs] = [0, 0]
  for (const choice of data) {
    const chances = chancesOf(choice, model)
    const own = chances[choice.chosen] ?? 0
    if (chances.every((chance) => chance <= own)) hits++
    logs += Math.log(own)
  }
  const round = (/** @type {number} */ x) => Number(x.toFixed(4))
  return { positions: data.length, top1: round(hits / data.length), logLikelihood: round(logs / data.length) }
}

await interruptible(async (signal) => {
  await readChoices(signal)
  if (choices.length < 2) throw new Error("no position was taken; BENCH_SAMPLE=1 takes all of them")
  /** @type {Record<string, ("owners" | "critical")[]>} */
  const rows = { package: [], owner: ["owners"], criticality: ["critical"], both: ["owners", "critical"] }
  const models = Object.entries(rows).map(([name, slots]) => /** @type {const} */ ([name, learn(slots)]))
  const gammas = models[3]?.[1]
  console.log(
    JSON.stringify(
      {
        benchmark: "owners",
        playouts: PLAYOUTS,
        policy: POLICY,
        ...Object.fromEntries(models.map(([name, model]) => [name, measure(model)])),
        gammas: gammas && {
          owner: Array.from(gammas.owners, (log) => Number(Math.exp(log).toFixed(3))),
          criticality: Array.from(gammas.critical, (log) => Number(Math.exp(log).toFixed(3))),
        },
        cpuMsByPosition: {
          features: Number((cpu.features / choices.length).toFixed(3)),
          playouts: Number((cpu.playouts / choices.length).toFixed(3)),
        },
        node: process.version,
      },
      undefined,
      2,
    ),
  )
}, "measured")
