// Draws the curves of training from train/logs: `npm run docs:curves` writes the pictures of docs/net.md.

import { readFileSync, writeFileSync } from "node:fs"
import { lineChart, roundTicks } from "../dist/draw/index.js"

const at = (/** @type {string} */ path) => new URL(`../${path}`, import.meta.url)

/**
 * @typedef {{ values: Record<string, number>, shape: string }} Line
 * @typedef {readonly [x: number, y: number]} Place
 */

/** @returns {Line[]} */
function linesOf(/** @type {string} */ name) {
  const text = readFileSync(at(`train/logs/${name}.jsonl`), "utf8")
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(({ shape = "", ...values }) => ({ values, shape }))
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} unit
 * @param {readonly { label: string, points: readonly Place[] }[]} lines
 */
function draw(file, title, unit, lines) {
  const all = lines.flatMap(({ points }) => points)
  const axis = (/** @type {number} */ index, /** @type {string} */ words) => {
    const values = all.map(([x, y]) => (index === 0 ? x : y))
    const [low, high] = [0, Math.max(...values)]
    return {
      title: words,
      ticks:
        index === 0
          ? roundTicks(low, high, 8)
          : [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1].filter((tick) => tick <= high),
      label: (/** @type {number} */ tick) => String(Number(tick.toFixed(3))),
      share: (/** @type {number} */ value) => (value - low) / (high - low),
    }
  }
  const told = lines.map(({ label, points }) => ({ label, points, told: label }))
  const chart = { title, x: axis(0, "seconds of training"), y: axis(1, unit), lines: told }
  writeFileSync(at(`docs/images/${file}`), lineChart(chart))
}

/** @returns {Place[]} What a log has under this key, by the time of the run; `later` seconds are added. */
function curve(/** @type {readonly Line[]} */ log, /** @type {string} */ key, later = 0) {
  return log.flatMap(({ values: { t, [key]: value } }) =>
    t === undefined || value === undefined ? [] : [/** @type {const} */ ([t + later, value])],
  )
}

function drawLosses(
  /** @type {string} */ file,
  /** @type {string} */ board,
  /** @type {(key: string) => Place[]} */ losses,
) {
  draw(file, `${board}, self-play: losses`, "nats", [
    { label: "policy beyond the search's own entropy", points: losses("gap") },
    { label: "win, draw, loss", points: losses("outcome") },
    { label: "score", points: losses("score") },
    { label: "owners", points: losses("owners") },
  ])
}

// 9×9: the second run goes on where the first one ended.
const FIRST_RUN = 540
const [first, second] = [linesOf("run-a"), linesOf("run-b")]
drawLosses("net-selfplay.svg", "9×9", (key) => [...curve(first, key), ...curve(second, key, FIRST_RUN)])

const middle = linesOf("run13")
drawLosses("net-selfplay13.svg", "13×13", (key) => curve(middle, key))

// 19×19: a line that names its shape and its parameters begins its part of the log.
const records = linesOf("rec19")
const begins = records.flatMap(({ values }, index) => (values["parameters"] === undefined ? [] : [index]))
draw(
  "net-records.svg",
  "19×19, from records: moves predicted in training",
  "share",
  begins.map((begin, index) => ({
    label: records
      .slice(begin, begin + 1)
      .map(({ shape }) => shape.replace("x", "×"))
      .join(""),
    points: curve(records.slice(begin, begins[index + 1]), "top1"),
  })),
)
