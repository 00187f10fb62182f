// `npm run bench:tune`: SPSA, which montego tune uses, beside CLOP on artificial functions, with the same number of
// games for both. How many Elo are they below the optimum at the end? docs/tune.md has the table.
//
// A player of known strength stands for a real one. CLOP plays against the fixed start, SPSA lets opposite settings
// play each other. Both begin in the middle of the ranges. No game of Go is played.

import { Command } from "commander"
import { expectedScore, Random } from "../dist/base/index.js"
import { Spsa } from "../dist/arena/tune/index.js"
import { countUpTo, seedOption } from "../dist/cli/options.js"
import { Progress } from "../dist/cli/progress.js"
import { batchAfter, Clop } from "./clop.js"

/** @typedef {(point: readonly number[]) => number} Elo */
/** @typedef {{ name: string, dimensions: number, elo: Elo }} Problem */
/** @typedef {{ width: number, rate: number, tail: number }} Gains */

const OPTIMUM = [0.5, -0.4, 0.5, -0.4]

/** Elo falls with the square of the distance, by `fall` at half a range; `steep` times as fast beyond the optimum.
 * @param {string} name @param {number} dimensions @param {number} fall @param {number} steep @param {readonly number[]} optimum @returns {Problem} */
function problem(name, dimensions, fall, steep = 1, optimum = OPTIMUM) {
  /** @type {Elo} */
  const elo = (point) =>
    point.reduce((total, x, i) => {
      const distance = x - (optimum[i] ?? 0)
      return total - fall * (distance > 0 ? steep : 1) * distance ** 2
    }, 0)
  return { name, dimensions, elo }
}

const PROBLEMS = [
  problem("1 knob, 200 Elo", 1, 200),
  problem("2 knobs, 200 Elo", 2, 200),
  problem("4 knobs, 200 Elo", 4, 200),
  problem("2 knobs, 20 Elo", 2, 20),
  problem("2 knobs, 50 Elo", 2, 50),
  problem("2 knobs, 1000 Elo", 2, 1000),
  problem("2 knobs, 100 Elo, cliff", 2, 100, 5),
  problem("2 knobs, 100 Elo, at an end", 2, 100, 1, [0.95, -0.95]),
]
const GAMES = [200, 800, 3200]

/** The first is montego tune's. @type {Gains[]} */
const GAINS = [
  { width: 0.2, rate: 0.02, tail: 0.5 },
  { width: 0.2, rate: 0.02, tail: 0 },
  { width: 0.1, rate: 0.02, tail: 0.5 },
  { width: 0.05, rate: 0.002, tail: 0 },
]

/** Two games, as points of the first player. @param {number} elo @param {Random} random */
function playPair(elo, random) {
  const chance = expectedScore(elo)
  return Number(random.float() < chance) + Number(random.float() < chance)
}

/** @param {number} dimensions @returns {number[]} */
const middleOf = (dimensions) => Array.from({ length: dimensions }, () => 0)

/** @param {Problem} subject @param {number} games @param {Random} random */
function runClop({ dimensions, elo }, games, random) {
  /** @type {import("./clop.js").Trial[]} */
  const trials = []
  while (trials.length < games / 2) {
    const clop = new Clop(dimensions, trials)
    const batch = Math.min(batchAfter(trials.length), games / 2 - trials.length)
    for (const point of Array.from({ length: batch }, () => clop.draw(random)))
      trials.push({ point, games: 2, score: playPair(elo(point) - elo(middleOf(dimensions)), random) })
  }
  return new Clop(dimensions, trials).mean()
}

/** @param {Problem} subject @param {number} games @param {Random} random @param {Gains} gains */
function runSpsa({ dimensions, elo }, games, random, gains) {
  const steps = games / 2
  const spsa = new Spsa(middleOf(dimensions), steps, gains)
  for (let step = 1; step <= steps; step++) {
    const { signs, plus, minus } = spsa.perturb(step, random)
    spsa.update([{ step, signs, lead: 2 * (playPair(elo(plus) - elo(minus), random) - 1) }])
  }
  return spsa.estimate().point
}

/** @param {{ runs: number, seed: number, json?: boolean }} options */
function bench({ runs, seed, json }) {
  const progress = new Progress()
  const cases = PROBLEMS.flatMap((subject) => GAMES.map((games) => ({ subject, games })))
  const rows = cases.map(({ subject, games }, index) => {
    progress.show(index / cases.length, subject.name)
    const optimum = Math.max(subject.elo(OPTIMUM.slice(0, subject.dimensions)), subject.elo([0.95, -0.95]))
    /** @param {(random: Random) => readonly number[]} run */
    const loss = (run) => {
      const losses = Array.from(
        { length: runs },
        (_, i) => optimum - subject.elo(run(new Random(seed + 1000 * i))),
      )
      return losses.reduce((total, one) => total + one, 0) / runs
    }
    return {
      problem: subject.name,
      games,
      start: optimum - subject.elo(middleOf(subject.dimensions)),
      clop: loss((random) => runClop(subject, games, random)),
      spsa: GAINS.map((gains) => loss((random) => runSpsa(subject, games, random, gains))),
    }
  })
  progress.end()
  if (json) return console.log(JSON.stringify({ runs, seed, gains: GAINS, rows }))
  const cell = (/** @type {number} */ value) => value.toFixed(1).padStart(8)
  const heads = GAINS.map(({ width, rate, tail }) => `${width}/${rate}${tail > 0 ? "*" : ""}`.padStart(12))
  console.log(
    `Elo below the optimum, mean of ${runs} runs; SPSA by width/rate, * with the mean of the last half\n`,
  )
  console.log(`${"".padEnd(28)}${"games".padStart(6)}   start    CLOP${heads.join("")}`)
  for (const { problem: name, games, start, clop, spsa } of rows)
    console.log(
      `${name.padEnd(28)}${String(games).padStart(6)}${cell(start)}${cell(clop)}${spsa.map((one) => one.toFixed(1).padStart(12)).join("")}`,
    )
}

new Command("bench:tune")
  .option("--runs <n>", "runs of each case", countUpTo(1000), 20)
  .option("--seed <n>", "seed", seedOption, 1)
  .option("--json", "one JSON object")
  .action(bench)
  .parse()
