// `npm run bench:gobble`: Gobble's map of the empty 9×9 board beside Brügmann's figure 1 (SA-1), seed by seed, as JSON. The figures
// that the specification asks for are medians over twenty seeds.

import { Command, InvalidArgumentError } from "commander"
import { unwrap } from "../dist/base/index.js"
import { interruptible } from "../dist/cli/interrupt.js"
import { countUpTo, seedOption } from "../dist/cli/options.js"
import { Progress } from "../dist/cli/progress.js"
import { compareWithFigure1, DEFAULT_GOBBLE, makeGobbleMap, PUBLISHED_MAP } from "../dist/gobble/index.js"
import { Black, Game, POINTS, pointAt } from "../dist/rules/index.js"

/** @typedef {{ seeds: number, first: number, games: number, swap: number, frozen: number, random: number }} Options */

const HELP = `
For every seed: Spearman's rank correlation with the published map, of the maps as they are and averaged over the eight
symmetries; lowest, highest and mean value; the error (how far points are from the mean of their mirror images); and the means of
centre, edge and corners. The published map is put through the same.

  npm run bench:gobble
  npm run bench:gobble -- --random 0.2 --seeds 5
  npm run --silent bench:gobble > figures.json`

/** @type {Options} */
const options = new Command("bench:gobble")
  .option("--seeds <n>", "how many maps", countUpTo(1e6), 20)
  .option("--first <seed>", "the first seed", seedOption, 1)
  .option("--games <n>", "games of a map", countUpTo(1e6), 10_000)
  .option(
    "--swap <p>",
    "probability of swapping neighbours in the first game",
    shareOption,
    DEFAULT_GOBBLE.swap,
  )
  .option(
    "--frozen <share>",
    "share of the games without swaps at the end",
    shareOption,
    DEFAULT_GOBBLE.frozen,
  )
  .option("--random <share>", "share of random moves", shareOption, DEFAULT_GOBBLE.random)
  .addHelpText("after", HELP)
  .parse()
  .opts()

const { seeds: count, first, games, swap, frozen, random } = options
const position = unwrap(Game.create({ size: 9 })).position()
/** @type {(import("../dist/gobble/index.js").MapFigures & { seed: number, seconds: number })[]} */
const seeds = []
const began = performance.now()

/** @param {AbortSignal} signal */
async function makeMaps(signal) {
  const progress = new Progress()
  for (let seed = first; seed < first + count; seed++) {
    const onProgress = (/** @type {number} */ done) =>
      progress.show((seeds.length + done / games) / count, `${seeds.length} of ${count} maps`)
    const annealing = { games, seed, swap, frozen, random }
    const { values, seconds } = await makeGobbleMap(position, Black, { ...annealing, signal, onProgress })
    if (signal.aborted) break
    seeds.push({ seed, seconds, ...compareWithFigure1(values) })
  }
  progress.end()
}

await interruptible(async (signal) => {
  await makeMaps(signal)
  const published = compareWithFigure1(publishedMap())
  const medians = Object.fromEntries(
    Object.keys(published).map((key) => [
      key,
      median(seeds.map((figures) => figures[/** @type {"low"} */ (key)])),
    ]),
  )
  const report = {
    bench: "gobble",
    ...{ games, swap, frozen, random },
    published: rounded(published),
    medians: rounded(medians),
    seeds: seeds.map(rounded),
    seconds: (performance.now() - began) / 1000,
  }
  console.log(JSON.stringify(report, undefined, 2))
}, "measured")

function publishedMap() {
  const map = new Float64Array(POINTS)
  for (const [y, row] of PUBLISHED_MAP.entries())
    for (const [x, value] of row.entries()) map[pointAt(x, y)] = value
  return map
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]]
  return (low + high) / 2
}

/** @param {object} figures */
function rounded(figures) {
  return Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, Number(Number(value).toFixed(3))]),
  )
}

/** @param {string} text */
function shareOption(text) {
  const value = text.trim() === "" ? NaN : Number(text)
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError("It is a number from 0 to 1.")
  return value
}
