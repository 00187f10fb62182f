// `npm run fuzz`: mutated records and conversations, playouts in the kernel and its twin, and late positions on small
// boards whose decided points a search checks (`endgame`), 200 000 of each, every target in a thread of its own. A
// case that throws, takes too long or fills the memory is a fault: its input is written to a file and the exit code is
// 1. The cases depend on the seed alone.
//
//   npm run fuzz -- --seed 2 --cases 10000 --target gtp
//   npm run fuzz -- --target sgf --case 4711 --seed 2    the same case again
//   npm run fuzz -- --target sgf --replay fault.bin      an input from a file
//   npm run fuzz -- --compiled FOLDER                    compiles into the folder, or takes what an earlier run did

import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** What one case may take; the slowest honest ones (a score on 25×25) take less than a second. */
const SECONDS_PER_CASE = 10
const HEAP_MB = 512
/** All threads together. */
const RSS_MB = 2000
const POLL_MS = 100

/**
 * @typedef {{ name: string, seed: number, first: number, cases: number, replay?: Uint8Array }} Job
 * @typedef {{ name: string, cases: number, seconds: number, fault?: string, number?: number }} Outcome
 */

/**
 * Compiles the fuzzer with the sources, because a thread can't run TypeScript; what lies in the folder already is good.
 * @param {string} folder
 */
function compile(folder) {
  const script = pathToFileURL(join(folder, "test", "fuzz", "worker.js"))
  if (existsSync(script)) return script
  const tsc = join(root, "node_modules", "typescript", "lib", "tsc.js")
  const config = join(root, "test", "fuzz", "tsconfig.json")
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", config, "--outDir", folder], {
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(`the fuzzer does not compile:\n${stdout}`)
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  return script
}

/**
 * Runs a job to its end, its first fault or Ctrl-C.
 * @param {URL} script @param {Job} job @param {number} limit @param {AbortSignal} signal
 */
async function shoot(script, job, limit, signal) {
  const began = performance.now()
  const current = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(script, {
    workerData: { ...job, target: job.name, root, current },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  /** @type {string | undefined} */
  const fault = await new Promise((settle) => {
    worker.once("message", ({ fault: found }) => settle(found))
    worker.once("error", (error) => settle(error.stack ?? error.message))
    worker.once("exit", (code) => settle(`the thread ended (${code})`))
    watch(current, limit, settle)
    signal.addEventListener("abort", () => settle(undefined))
    counters.push({ name: job.name, cases: job.cases, done: () => Atomics.load(current, 0) })
  })
  clearInterval(watches.get(current))
  await worker.terminate()
  const number = Atomics.load(current, 0)
  const seconds = (performance.now() - began) / 1000
  return { name: job.name, cases: number, seconds, ...(fault === undefined ? {} : { fault, number }) }
}

/** @type {Map<Int32Array, NodeJS.Timeout>} */
const watches = new Map()
/** @type {{ name: string, cases: number, done: () => number }[]} */
const counters = []

/** @param {Int32Array} current @param {number} limit @param {(fault: string) => void} settle */
function watch(current, limit, settle) {
  let [seen, since] = [0, performance.now()]
  const look = () => {
    const number = Atomics.load(current, 0)
    if (number !== seen) [seen, since] = [number, performance.now()]
    // Loading the corpus is no case.
    else if (seen > 0 && performance.now() - since > limit * 1000) settle(`no end after ${limit} s`)
    if (process.memoryUsage.rss() > RSS_MB * 1e6) settle(`more than ${RSS_MB} MB of memory`)
  }
  watches.set(current, setInterval(look, POLL_MS))
}

/** The slowest target decides when all is over. @param {import("../../src/cli/progress.ts").Progress} progress */
function showProgress(progress) {
  const text = counters.map(({ name, cases, done }) => `${name} ${done()}/${cases}`).join(", ")
  progress.show(Math.min(...counters.map(({ cases, done }) => done() / cases)), text)
}

/** @param {string} text @param {string} name */
function whole(text, name) {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} wants a whole number, not ${text}`)
  return Number(text)
}

async function main() {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "200000" },
      target: { type: "string", default: "sgf,gtp,kernel,endgame" },
      limit: { type: "string", default: String(SECONDS_PER_CASE) },
      out: { type: "string", default: tmpdir() },
      replay: { type: "string" },
      case: { type: "string" },
      compiled: { type: "string" },
    },
  })
  const seed = whole(values.seed, "seed")
  const first = values.case === undefined ? 1 : whole(values.case, "case")
  const one = values.case !== undefined || values.replay !== undefined
  const cases = one ? first : whole(values.cases, "cases")
  const replay =
    values.replay === undefined ? {} : { replay: new Uint8Array(readFileSync(resolve(values.replay))) }
  const folder = values.compiled ?? mkdtempSync(join(tmpdir(), "montego-fuzz-"))
  try {
    const script = compile(folder)
    const { targetOf, inputOf } = await import(script.href)
    const names = values.target.split(",")
    const unknown = names.find((name) => targetOf(name, root) === undefined)
    if (unknown !== undefined)
      throw new Error(`there is no target "${unknown}"; there are sgf, gtp, kernel and endgame`)
    const limit = Number(values.limit)
    /** @type {typeof import("../../src/cli/interrupt.ts")} */
    const { interruptible } = await import(new URL("../../src/cli/interrupt.js", script).href)
    /** @type {typeof import("../../src/cli/progress.ts")} */
    const { Progress } = await import(new URL("../../src/cli/progress.js", script).href)
    const progress = new Progress()
    const timer = setInterval(() => showProgress(progress), 500)
    /** @type {Outcome[]} */
    let outcomes = []
    await interruptible(async (signal) => {
      outcomes = await Promise.all(
        names.map((name) => shoot(script, { name, seed, first, cases, ...replay }, limit, signal)),
      )
    }, "tried")
    clearInterval(timer)
    progress.end()
    for (const { name, cases: ran, seconds, fault, number } of outcomes) {
      const rate = Math.round((ran - first + 1) / seconds)
      console.log(
        `${name}: ${ran - first + 1} cases in ${seconds.toFixed(1)} s (${rate}/s), ${fault ? 1 : 0} faults`,
      )
      if (fault === undefined) continue
      const file = join(values.out, `fuzz-${name}-${seed}-${number}.bin`)
      writeFileSync(file, replay.replay ?? inputOf(targetOf(name, root), seed, number))
      console.log(`${fault}\n${name}: seed ${seed}, case ${number}; its input: ${file}`)
      console.log(`again: npm run fuzz -- --target ${name} --seed ${seed} --case ${number}`)
      process.exitCode = 1
    }
  } finally {
    if (values.compiled === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`fuzz: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
