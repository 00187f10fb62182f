// `npm run bench:web-memory`: what a review on 19×19 keeps in memory while the engine analyses it for a long time, in
// headless Chromium. Prints a line of JSON for each moment.

import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Command } from "commander"
import { chromium } from "playwright-core"
import { interruptible } from "../dist/cli/interrupt.js"
import { seedOption, wholeOption } from "../dist/cli/options.js"
import { startServer } from "../dist/server/index.js"
import { makeScene } from "./web-page.js"

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ chromium: string, folder: string, minutes: number, every: number, pause: number, seed: number }} Options */

const BUILT = fileURLToPath(new URL("../dist/web", import.meta.url))
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  // The workers have heaps of their own; each collects its garbage when it is told to.
  "--js-flags=--expose-gc",
]
const VIEWPORT = { width: 1280, height: 800 }
const MEGABYTE = 1e6

const HELP = `
The way goes through the game forth and back, a move each --pause seconds, with candidates and owner map, and stays at each fifth position six
times as long. Every figure is taken after a collection of garbage in the page and in its workers.

Examples:
  npm run bench:web-memory
  npm run bench:web-memory -- --minutes 5 --every 1`

/** @param {number} bytes */
const megabytes = (bytes) => Number((bytes / MEGABYTE).toFixed(1))

/** Megabytes of the page's heap and of its process, workers included, and counts of nodes and listeners. @param {Page} page @param {number} pid */
async function weigh(page, pid) {
  const session = await page.context().newCDPSession(page)
  await Promise.all(page.workers().map((worker) => worker.evaluate("gc()")))
  await session.send("HeapProfiler.enable")
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters")
  await session.detach()
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")
  /** @param {string} name */
  const kilobytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)?.[1])
  return {
    heapMB: megabytes(usedSize),
    processMB: megabytes(1024 * kilobytes("Rss")),
    privateMB: megabytes(1024 * (kilobytes("Private_Dirty") + kilobytes("Private_Clean"))),
    workers: page.workers().length,
    nodes,
    listeners: jsEventListeners,
  }
}

/** The process that draws the page: of all renderers, the one that has worked most. */
async function rendererOf(/** @type {import("playwright-core").Browser} */ browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send("SystemInfo.getProcessInfo")
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === "renderer")
  return renderers.toSorted((one, other) => other.cpuTime - one.cpuTime)[0]?.id ?? Number.NaN
}

/** @param {Page} page @param {string} sgf @param {string} heading */
async function openRecord(page, sgf, heading) {
  await page.locator("textarea").fill(sgf)
  await page.getByRole("button", { name: "Open", exact: true }).click()
  await page.getByRole("heading", { name: heading }).waitFor()
}

/** @param {Options} options @param {AbortSignal} signal */
async function measure({ chromium: executablePath, folder, minutes, every, pause, seed }, signal) {
  const server = await startServer({ folder, port: 0 })
  const browser = await chromium.launch({ executablePath, args: FLAGS, handleSIGINT: false })
  const start = performance.now()
  const passed = () => (performance.now() - start) / 60_000
  try {
    const page = await browser.newPage({ viewport: VIEWPORT })
    await page.goto(server.origin)
    await page.getByRole("button", { name: "Review", exact: true }).click()
    const { sgf, moves } = makeScene(1, seed)
    await openRecord(page, sgf, "Ann – Bob")
    const pid = await rendererOf(browser)
    /** @param {string} moment */
    const print = async (moment) => {
      const position = await page.getByRole("status").textContent()
      const figures = await weigh(page, pid)
      console.log(JSON.stringify({ minute: Number(passed().toFixed(1)), moment, position, ...figures }))
    }
    await print("opened")
    for (const key of ["Home", "a", "o"]) await page.keyboard.press(key)
    let next = every
    for (let step = 1; passed() < minutes && !signal.aborted; step++) {
      await page.keyboard.press(Math.floor(step / moves) % 2 === 0 ? "ArrowRight" : "ArrowLeft")
      await page.waitForTimeout(1000 * pause * (step % 5 === 0 ? 6 : 1))
      if (passed() < next) continue
      await print("analysing")
      next += every
    }
    await page.keyboard.press("a")
    await print("analysis off")
    for (const name of ["Cid", "Eve", "Gus"]) {
      await page.getByRole("button", { name: "Open another", exact: true }).click()
      await openRecord(page, `(;SZ[19]PB[${name}]PW[Dan];B[dd])`, `${name} – Dan`)
      await page.waitForTimeout(5000)
      await print("another record")
    }
  } catch (error) {
    // Ctrl-C at a terminal ends the browser, too.
    if (!signal.aborted) throw error
  } finally {
    await browser.close()
    await server.close()
  }
}

const program = new Command("bench:web-memory")
  .description("What a long review keeps in memory, in headless Chromium.")
  .option("--chromium <path>", "the browser", "/usr/bin/chromium")
  .option("--folder <dir>", "the built page", BUILT)
  .option("--minutes <n>", "of analysis", wholeOption, 30)
  .option("--every <n>", "minutes between two figures", wholeOption, 3)
  .option("--pause <n>", "seconds at a position", wholeOption, 3)
  .option("--seed <n>", "of the game", seedOption, 1)
  .addHelpText("after", HELP)
  .parse()
/** @type {Options} */
const options = program.opts()
await interruptible((signal) => measure(options, signal), "measured")
