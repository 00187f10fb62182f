// `npm run bench:web-review`: how long the review of a whole game takes where the engine thinks on this computer, and
// where it thinks in the page, as it does by default. In headless Chromium, in turns; prints JSON.

import { cpus } from "node:os"
import { fileURLToPath } from "node:url"
import { Command } from "commander"
import { chromium } from "playwright-core"
import { interruptible } from "../dist/cli/interrupt.js"
import { seedOption, wholeOption } from "../dist/cli/options.js"
import { startServer } from "../dist/server/index.js"
import { makeScene, median } from "./web-page.js"

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {{ chromium: string, folder: string, moves: number, rounds: number, seed: number }} Options */

const BUILT = fileURLToPath(new URL("../dist/web", import.meta.url))
const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
const VIEWPORT = { width: 1280, height: 800 }

const HELP = `
Both make the same evaluations, on one thread. A round is one review in each place, a minute or more in all; the places take turns at going
first. The processor time is that of browser and server together: other work on the machine changes it little, but the seconds much.

Examples:
  npm run bench:web-review
  npm run bench:web-review -- --moves 60 --rounds 4`

/** @param {number} value */
const rounded = (value, digits = 1) => Number(value.toFixed(digits))

/** Seconds of processor time of all of the browser's processes, and of this one, which is the server. @param {Browser} browser */
async function processorTime(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send("SystemInfo.getProcessInfo")
  await session.detach()
  const { user, system } = process.cpuUsage()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, (user + system) / 1e6)
}

/**
 * Seconds from the press of the button to the last position. @param {Browser} browser @param {string} address
 * @param {"computer" | "page"} place @param {string} sgf
 */
async function timeReview(browser, address, place, sgf) {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  page.setDefaultTimeout(0)
  await page.goto(address)
  await page.locator("footer").getByRole("combobox").selectOption(place)
  await page.getByRole("button", { name: "Review", exact: true }).click()
  await page.locator("textarea").fill(sgf)
  await page.getByRole("button", { name: "Open", exact: true }).click()
  await page.locator(".review .shudan-vertex").first().waitFor()
  const whole = page.getByRole("button", { name: "Whole game", exact: true })
  const before = await processorTime(browser)
  const start = performance.now()
  await whole.click()
  await page.locator(".sweep progress").waitFor()
  await page.locator(".sweep progress").waitFor({ state: "detached" })
  const seconds = (performance.now() - start) / 1000
  const work = (await processorTime(browser)) - before
  await context.close()
  return { seconds, work }
}

/** @param {{ computer: number[], page: number[] }} figures */
function compare(figures) {
  const [computer, page] = [median(figures.computer), median(figures.page)]
  return { computer: rounded(computer), page: rounded(page), ratio: rounded(computer / page, 3) }
}

/** @param {Options} options @param {AbortSignal} signal */
async function measure({ chromium: executablePath, folder, moves, rounds, seed }, signal) {
  const server = await startServer({ folder, port: 0 })
  const browser = await chromium.launch({ executablePath, args: FLAGS, handleSIGINT: false })
  const { sgf } = makeScene(1, seed, moves)
  /** @type {Record<"computer" | "page", number[]>} */
  const times = { computer: [], page: [] }
  /** @type {Record<"computer" | "page", number[]>} */
  const works = { computer: [], page: [] }
  try {
    for (let round = 0; round < rounds && !signal.aborted; round++) {
      /** @type {("computer" | "page")[]} */
      const order = round % 2 === 0 ? ["computer", "page"] : ["page", "computer"]
      for (const place of order) {
        const { seconds, work } = await timeReview(browser, server.url, place, sgf)
        times[place].push(seconds)
        works[place].push(work)
        console.error(`${place}: ${rounded(seconds)} s, ${rounded(work)} s of processor time`)
      }
    }
    const machine = { node: process.version, chromium: browser.version(), cpu: cpus()[0]?.model, seed }
    const figures = { moves, rounds, seconds: compare(times), processorSeconds: compare(works) }
    console.log(JSON.stringify({ benchmark: "web-review", ...machine, ...figures }, undefined, 2))
  } catch (error) {
    // Ctrl-C at a terminal ends the browser, too.
    if (!signal.aborted) throw error
  } finally {
    await browser.close()
    await server.close()
  }
}

const program = new Command("bench:web-review")
  .description("The review of a whole game on this computer and in the page, in headless Chromium.")
  .option("--chromium <path>", "the browser", "/usr/bin/chromium")
  .option("--folder <dir>", "the built page", BUILT)
  .option("--moves <n>", "of the game, on 19×19", wholeOption, 210)
  .option("--rounds <n>", "reviews in each place", wholeOption, 2)
  .option("--seed <n>", "of the game", seedOption, 1)
  .addHelpText("after", HELP)
  .parse()
/** @type {Options} */
const options = program.opts()
await interruptible((signal) => measure(options, signal), "measured")
