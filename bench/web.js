// `npm run bench:web`: how quick the web app is, in headless Chromium: the first stone, a redraw of the full board, a
// stream of reports, playouts a second against Node's, and the bytes. Prints JSON with the goals; what each figure
// means is in docs/web.md.

import { existsSync, readFileSync, readdirSync } from "node:fs"
import { cpus } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { Command } from "commander"
import { chromium } from "playwright-core"
import { unwrap } from "../dist/base/index.js"
import { interruptible } from "../dist/cli/interrupt.js"
import { seedOption, wholeOption } from "../dist/cli/options.js"
import { Progress } from "../dist/cli/progress.js"
import { makePlayer } from "../dist/players/index.js"
import { NODE_ENVIRONMENT } from "../dist/players/node/index.js"
import { Black, Game } from "../dist/rules/index.js"
import { startServer } from "../dist/server/index.js"
import {
  makeScene,
  measureFirstStone,
  measureRedraws,
  measureStream,
  median,
  openBoard,
  SIZE,
} from "./web-page.js"

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {{ chromium: string, folder: string, rounds: number, redraws: number, playouts: number, seed: number }} Options */

const BUILT = fileURLToPath(new URL("../dist/web", import.meta.url))
const GOAL = { redrawMs: 16, streamShare: 0.2, playoutRatio: 0.9, packedBytes: 250_000 }
const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
const VIEWPORT = { width: 1280, height: 800 }
/** The last of each pair is measured. */
const BOARDS = [
  [19, 9],
  [9, 19],
]
/** Milliseconds, as in the page. */
const REPORT_EVERY = 120
/** Stops at nothing but its playouts, on one thread. */
const PLAYER = "uct:strong,early-stop=off"

const HELP = `
Redraws and the stream are counted in processor time of the page's main thread, so that other work on the machine changes them little; the
first stone and the playouts are counted by the clock and want a quiet machine.

Examples:
  npm run bench:web
  npm run bench:web -- --rounds 2 --playouts 2000`

/** @param {number} value */
const rounded = (value, digits = 2) => Number(value.toFixed(digits))

/** @param {Browser} browser @param {string} address @param {number} rounds @param {() => void} onStep */
async function timeFirstStone(browser, address, rounds, onStep) {
  const times = []
  const loaded = new Set()
  for (let round = 0; round < rounds; round++) {
    // Nothing is cached or kept from the round before.
    const context = await browser.newContext()
    const page = await context.newPage()
    /** @type {{ path: string, at: number }[]} */
    const requests = []
    page.on("request", (request) => requests.push({ path: new URL(request.url()).pathname, at: Date.now() }))
    const time = await measureFirstStone(page, address)
    times.push(time)
    // What is asked for later, such as the network of the opponent, doesn't keep the person waiting.
    const stoneAt = Number(await page.evaluate("performance.timeOrigin")) + time
    for (const { path, at } of requests) if (at <= stoneAt) loaded.add(path)
    await context.close()
    onStep()
  }
  return {
    firstStoneMs: { median: rounded(median(times), 0), worst: rounded(Math.max(...times), 0) },
    loaded,
  }
}

/** @param {Browser} browser @param {string} address @param {Options} options */
async function timeBoard(browser, address, { redraws, seed }) {
  const { sgf, reports, stones } = makeScene(2 * redraws + 1, seed)
  const page = await browser.newPage()
  await page.setViewportSize(VIEWPORT)
  await openBoard(page, address, sgf)
  const [appears = 0] = await measureRedraws(page, reports.slice(0, 1))
  const times = await measureRedraws(page, reports.slice(1, redraws + 1))
  const share = await measureStream(page, reports.slice(redraws + 1))
  await page.close()
  return {
    board: { size: SIZE, stones, redraws, viewport: VIEWPORT },
    redrawMs: { median: rounded(median(times)), worst: rounded(Math.max(...times)), goal: GOAL.redrawMs },
    /** The first report: candidates and owner map come onto the board. */
    ownerMapAppearsMs: rounded(appears),
    stream: { reportsPerSecond: 10, shareOfOneCore: rounded(share, 3), goal: GOAL.streamShare },
  }
}

/**
 * The engine of the page in its own worker; Node's in this process. In turns, the best of each. Both make the same
 * reports, and both have played on the other board before, so that their code is compiled.
 * @param {Browser} browser @param {string} address @param {Options} options @param {() => void} onStep
 */
async function comparePlayouts(browser, address, { folder, rounds, playouts, seed }, onStep) {
  const page = await browser.newPage()
  await page.goto(address)
  const worker = readdirSync(join(folder, "assets")).find((name) => /^worker-.*\.js$/.test(name))
  const results = []
  for (const sizes of BOARDS) {
    const requests = sizes.map((size) => {
      const position = unwrap(Game.create({ size, komi: 7 })).position()
      return { position, color: Black, budget: { playouts }, seed }
    })
    const tasks = requests.map((request) => ({ kind: "move", player: PLAYER, ...request }))
    const best = { page: 0, node: 0 }
    for (let round = 0; round < rounds; round++) {
      best.node = Math.max(best.node, await countInNode(requests))
      const script = askWorker(`assets/${worker}`, tasks)
      best.page = Math.max(best.page, await page.evaluate(script))
      onStep()
    }
    const { node, page: own } = best
    results.push({
      size: sizes.at(-1),
      page: rounded(own, 0),
      node: rounded(node, 0),
      ratio: rounded(own / node, 3),
    })
  }
  await page.close()
  return { player: PLAYER, playouts, goal: GOAL.playoutRatio, results }
}

/**
 * Playouts a second of the last search. @param {readonly Omit<import("../dist/players/index.js").Request,
 * "onReport">[]} requests
 */
async function countInNode(requests) {
  const player = unwrap(makePlayer(PLAYER, {}, NODE_ENVIRONMENT))
  let speed = 0
  for (const request of requests) {
    const { report } = await player.choose({
      ...request,
      reportEvery: REPORT_EVERY,
      onReport: () => undefined,
    })
    speed = report ? report.playouts / report.seconds : Number.NaN
  }
  await player.close()
  return speed
}

/** The same in the page. @param {string} script @param {readonly object[]} tasks */
function askWorker(script, tasks) {
  return `new Promise((resolve, reject) => {
    const tasks = ${JSON.stringify(tasks)}
    const worker = new Worker(${JSON.stringify(script)}, { type: "module" })
    const ask = () => worker.postMessage({ kind: "ask", id: tasks.length, task: tasks.shift() })
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.onmessage = ({ data }) => {
      if (data.kind === "failed") reject(new Error(data.message))
      if (data.kind !== "answer") return
      if (tasks.length > 0) return ask()
      worker.terminate()
      const { playouts, seconds } = data.answer.report
      resolve(playouts / seconds)
    }
    ask()
  })`
}

/** @param {string} folder @param {Set<string>} loaded paths that were asked for before the first stone */
function weigh(folder, loaded) {
  const files = [...loaded].map((path) => join(folder, path === "/" ? "index.html" : path)).filter(existsSync)
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
  return { beforeFirstStone: bytes, goal: GOAL.packedBytes }
}

async function bench() {
  const program = new Command("bench:web")
    .description("How quick the web app is, in headless Chromium.")
    .option("--chromium <path>", "the browser", "/usr/bin/chromium")
    .option("--folder <dir>", "the built page", BUILT)
    .option("--rounds <n>", "of the first stone and of the playouts", wholeOption, 5)
    .option("--redraws <n>", "of the full board, and reports of the stream", wholeOption, 100)
    .option("--playouts <n>", "a search", wholeOption, 10_000)
    .option("--seed <n>", "of the board and of the searches", seedOption, 1)
    .addHelpText("after", HELP)
    .parse()
  /** @type {Options} */
  const options = program.opts()
  await interruptible((signal) => measureAll(options, signal), "measured")
}

/** @param {Options} options @param {AbortSignal} signal */
async function measureAll(options, signal) {
  const server = await startServer({ folder: options.folder, port: 0 })
  const launch = { executablePath: options.chromium, args: FLAGS, handleSIGINT: false }
  const browser = await chromium.launch(launch)
  const progress = new Progress()
  const steps = options.rounds * (1 + BOARDS.length) + 1
  let done = 0
  const onStep = () => progress.show(++done / steps, `step ${done} of ${steps}`)
  /** @type {Record<string, unknown>} */
  const figures = {}
  try {
    const { firstStoneMs, loaded } = await timeFirstStone(browser, server.origin, options.rounds, onStep)
    Object.assign(figures, { firstStoneMs, packedBytes: weigh(options.folder, loaded) })
    if (!signal.aborted) Object.assign(figures, await timeBoard(browser, server.origin, options))
    onStep()
    if (!signal.aborted)
      figures["playoutsPerSecond"] = await comparePlayouts(browser, server.origin, options, onStep)
  } catch (error) {
    // Ctrl-C at a terminal ends the browser, too.
    if (!signal.aborted) throw error
  } finally {
    progress.end()
    await browser.close()
    await server.close()
  }
  print(figures, browser, options)
}

/** @param {object} figures @param {Browser} browser @param {Options} options */
function print(figures, browser, { seed }) {
  const machine = { node: process.version, chromium: browser.version(), cpu: cpus()[0]?.model, seed }
  console.log(JSON.stringify({ benchmark: "web", ...machine, ...figures }, undefined, 2))
}

await bench()
