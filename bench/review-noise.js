// How far short looks of the network are off when a review asks what moves cost: the losses of the moves of a game by
// few evaluations a position, compared with those by 300. `node bench/review-noise.js GAME.sgf [FIRST LAST]` prints
// JSON: for each kind of look, milliseconds of the processor a position, and the standard deviation of the difference
// in win rate and in points.

import { readFileSync } from "node:fs"
import { unwrap } from "../dist/base/index.js"
import { makePlayer } from "../dist/players/index.js"
import { NODE_ENVIRONMENT } from "../dist/players/node/index.js"
import { parseSgf, replayRecord } from "../dist/record/index.js"
import { Black } from "../dist/rules/index.js"

const TRUTH = { player: "uct:net,net-turn=off,reuse=off", playouts: 300 }
const LOOKS = [1, 8, 50].flatMap((playouts) =>
  ["uct:net", "uct:net,net-turn=off"].map((player) => ({ player, playouts })),
)
const SEED = 1

const [file = "", first = "120", last = "165"] = process.argv.slice(2)
const [root] = unwrap(parseSgf(readFileSync(file, "utf8"))).games
if (!root) throw new Error(`${file} has no game`)
const whole = unwrap(replayRecord(root)).game.position()

/** The cost of each move in the range: of its player's win rate, and in points. @param {typeof TRUTH} look */
async function losses({ player: name, playouts }) {
  const player = unwrap(makePlayer(name, { threads: 1 }, NODE_ENVIRONMENT))
  const before = process.cpuUsage()
  /** @type {{ color: number, rate: number, lead: number }[]} */
  const judged = []
  for (let count = Number(first); count <= Number(last); count++) {
    const color = whole.moves[count]?.color ?? Black
    const position = { ...whole, moves: whole.moves.slice(0, count) }
    const request = { position, color, budget: { playouts }, seed: SEED, onReport: () => undefined }
    const report = await player.analyze?.(request)
    if (!report) throw new Error(`${name} reports nothing`)
    judged.push({
      color,
      rate: color === Black ? report.winRate : 1 - report.winRate,
      lead: report.score.mean,
    })
  }
  await player.close()
  const { user, system } = process.cpuUsage(before)
  const cost = judged.slice(1).map(({ rate, lead }, index) => {
    const from = judged[index] ?? { color: Black, rate, lead }
    const sign = from.color === Black ? 1 : -1
    return { rate: sign * (from.rate - rate), points: sign * (from.lead - lead) }
  })
  return { cost, milliseconds: (user + system) / 1000 / judged.length }
}

/** @param {readonly number[]} values */
function deviation(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

const truth = await losses(TRUTH)
const looks = []
for (const look of LOOKS) {
  const { cost, milliseconds } = await losses(look)
  /** @param {"rate" | "points"} kind */
  const off = (kind) => deviation(cost.map((loss, index) => loss[kind] - (truth.cost[index]?.[kind] ?? 0)))
  looks.push({ ...look, milliseconds: Math.round(milliseconds), rate: off("rate"), points: off("points") })
}
process.stdout.write(
  `${JSON.stringify({ file, first, last, seed: SEED, truth: TRUTH, looks }, undefined, 1)}\n`,
)
