// What the web app costs the page's main thread, measured in Chromium: for bench/web.js, and with generous bounds for
// test/web/speed.test.ts.
//
// The search has a thread of its own, so that it is left out: a worker that does nothing takes its place, and the
// reports are made here. What remains is all that the page does with them: message, state, drawing, style, layout and
// paint.

import { Random, unwrap } from "../dist/base/index.js"
import { makeRecord, makeSgf } from "../dist/record/index.js"
import { allPoints, Empty, Game, POINTS } from "../dist/rules/index.js"

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ idleWorker?: { asked?: number }, firstStone?: number }} Global what the scripts below put into the page */

export const SIZE = 19
/** Moves until the board is full, prisoners included. */
const MOVES = 300
const CANDIDATES = 12
/** Simulations between two reports, and how far the owner of a point can be off after them. */
const BATCH = 200
const BATCH_NOISE = 0.12

/** Before the app: no engine, but reports that come as a worker's do, copied. */
const IDLE_WORKER = `
globalThis.Worker = class {
  constructor() {
    this.listeners = []
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => this.listeners.forEach((listener) => listener({ data }))
    this.port = port2
    globalThis.idleWorker = this
  }
  addEventListener(kind, listener) {
    if (kind === "message") this.listeners.push(listener)
  }
  postMessage({ kind, id }) {
    if (kind === "hello") this.port.postMessage({ kind: "ready", version: "", threads: 1, opponents: [] })
    if (kind === "ask") this.asked = id
  }
  terminate() {}
}
globalThis.bring = (reports) => {
  globalThis.waiting = reports.map((report) => ({ ...report, owners: Float64Array.from(report.owners) }))
}
globalThis.say = () => idleWorker.port.postMessage({ kind: "report", id: idleWorker.asked, report: waiting.shift() })
globalThis.frames = (count) =>
  new Promise((done) => requestAnimationFrame(() => (count > 1 ? frames(count - 1).then(done) : done())))
`

/** A record with a board full of stones, and reports about its last position, each other than the one before. */
export function makeScene(count = 60, seed = 1, moves = MOVES) {
  const random = new Random(seed)
  const game = unwrap(Game.create({ size: SIZE }))
  while (game.moves.length < moves) {
    const open = [...allPoints(SIZE)].filter((point) => game.board.at(point) === Empty)
    // A point that is refused is not tried again at once: another is drawn.
    game.play(/** @type {(typeof open)[number]} */ (open[random.below(open.length)]))
  }
  const names = { black: { name: "Ann" }, white: { name: "Bob" } }
  const record = makeRecord({ size: SIZE, komi: game.komi, rules: game.rules.name, ...names }, game.moves)
  const open = [...allPoints(SIZE)].filter((point) => game.board.at(point) === Empty)
  const truth = Array.from({ length: POINTS }, () => 2 * random.float() - 1)
  let owners = truth
  const reports = Array.from({ length: count }, (_, index) => {
    // The mean of all simulations so far: each report adds as many as the one before, and moves it less.
    owners = owners.map((owner, point) => {
      const batch = (truth[point] ?? 0) + BATCH_NOISE * (2 * random.float() - 1)
      return clamped(owner + (batch - owner) / (index + 1))
    })
    return makeReport(random, open, owners, index, game.toPlay)
  })
  return { sgf: makeSgf([record]), reports, moves, stones: SIZE * SIZE - open.length }
}

/** @param {number} share */
function clamped(share) {
  return Math.max(-1, Math.min(1, share))
}

/** @param {Random} random @param {readonly number[]} open @param {readonly number[]} owners @param {number} index @param {number} color */
function makeReport(random, open, owners, index, color) {
  const playouts = BATCH * (index + 1)
  const candidates = open.slice(0, CANDIDATES).map((move, place) => ({
    move,
    visits: Math.round((playouts / (place + 2)) * (0.8 + 0.2 * random.float())),
    winRate: 0.4 + 0.2 * random.float(),
    pv: open.slice(place, place + 8),
  }))
  return {
    color,
    playouts,
    seconds: 0.1 * index,
    winRate: 0.45 + 0.1 * random.float(),
    score: { mean: random.float(), spread: 10 },
    candidates: candidates.toSorted((one, other) => other.visits - one.visits),
    owners,
    nodes: playouts,
    capacity: 1e6,
    notes: [],
  }
}

/**
 * Opens the record in the review, at its end, with analysis and owner map. @param {Page} page @param {string} address
 * @param {string} sgf
 */
export async function openBoard(page, address, sgf) {
  await page.addInitScript(IDLE_WORKER)
  await page.goto(address)
  await page.getByRole("button", { name: "Review", exact: true }).click()
  await page.locator("textarea").fill(sgf)
  await page.getByRole("button", { name: "Open", exact: true }).click()
  await page.getByRole("heading", { name: "Ann – Bob" }).waitFor()
  for (const key of ["End", "a", "o"]) await page.keyboard.press(key)
  await page.waitForFunction(() => /** @type {Global} */ (globalThis).idleWorker?.asked !== undefined)
}

/**
 * Milliseconds of the main thread for each report, up to the painted frame; less what the same frames cost without one.
 * The reports must be later than those before: the page keeps the one with the most playouts.
 * @param {Page} page @param {readonly object[]} reports
 */
export async function measureRedraws(page, reports) {
  const busy = await watchMainThread(page)
  await page.evaluate(`bring(${JSON.stringify(reports)})`)
  /** @param {string} act */
  const cost = async (act) => {
    const before = await busy()
    await page.evaluate(`${act}; frames(3)`)
    return (await busy()) - before
  }
  const times = []
  for (const _ of reports) {
    const idle = await cost("0")
    times.push(Math.max(0, (await cost("say()")) - idle))
  }
  return times
}

/**
 * The share of one core that a stream of reports costs the main thread. Others may slow the stream down while it is
 * measured: what counts is the cost of each report.
 * @param {Page} page @param {readonly object[]} reports later than those before
 */
export async function measureStream(page, reports, perSecond = 10) {
  const busy = await watchMainThread(page)
  await page.evaluate(`bring(${JSON.stringify(reports)})`)
  const before = await busy()
  await page.evaluate(`new Promise((done) => {
    const timer = setInterval(() => {
      if (waiting.length > 0) say()
      else done(clearInterval(timer))
    }, ${1000 / perSecond})
  })`)
  return (((await busy()) - before) / reports.length / 1000) * perSecond
}

/** Answers how many milliseconds the page's main thread has worked so far. @param {Page} page */
export async function watchMainThread(page) {
  const session = await page.context().newCDPSession(page)
  // Its own time, not the clock's: others may use the processor, too.
  await session.send("Performance.enable", { timeDomain: "threadTicks" })
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics")
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN)
  }
}

/** Plays as soon as it can: begins the game that is offered, and clicks the middle of the board. */
const EAGER = `
const look = () => {
  document.querySelector(".shudan-vertex") || document.querySelector("form button.main")?.click()
  document.querySelector('.shudan-vertex[data-x="4"][data-y="4"]')?.click()
  if (document.querySelector(".shudan-sign_1")) globalThis.firstStone ??= performance.now()
  else requestAnimationFrame(look)
}
requestAnimationFrame(look)
`

/**
 * Milliseconds from navigation to the first stone of a person who is in a hurry. @param {Page} page a new one @param
 * {string} address
 */
export async function measureFirstStone(page, address) {
  await page.addInitScript(EAGER)
  await page.goto(address)
  const time = await page.waitForFunction(() => /** @type {Global} */ (globalThis).firstStone)
  return (await time.jsonValue()) ?? Number.NaN
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
