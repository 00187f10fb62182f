// `npm run bench:records`: `montego sgf check` on a large collection, in a process of its own: moves a second, start
// of the program included, and the most memory it held. Prints JSON. The goals are 500 000 moves/s and 300 MB.
//
//   npm run bench:records -- [FILE]    default: pro19.train.sgf.gz of MONTEGO_DATA or ../shared/data

import { spawn } from "node:child_process"
import { existsSync, writeSync } from "node:fs"
import { cpus } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const GOAL = { movesPerSecond: 500_000, megabytes: 300 }
/** Where the measured process tells its memory. */
const REPORT_FD = 3

const self = fileURLToPath(import.meta.url)
const root = fileURLToPath(new URL("..", import.meta.url))
const data = process.env["MONTEGO_DATA"] ?? join(root, "..", "shared", "data")

/** @param {string} file @returns {Promise<{ code: number | null, output: string, kilobytes: number }>} */
function check(file) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [self, "--measured", file], {
      stdio: ["ignore", "pipe", "inherit", "pipe"],
    })
    const text = { output: "", memory: "" }
    child.stdout?.on("data", (chunk) => (text.output += String(chunk)))
    child.stdio[REPORT_FD]?.on("data", (chunk) => (text.memory += String(chunk)))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, output: text.output, kilobytes: Number(text.memory) }))
  })
}

/** @param {string} file */
async function bench(file) {
  if (!existsSync(file)) {
    process.stderr.write(`bench: ${file} does not exist; set MONTEGO_DATA, or name a file\n`)
    process.exitCode = 2
    return
  }
  let isInterrupted = false
  process.once("SIGINT", () => (isInterrupted = true))
  const began = performance.now()
  const { code, output, kilobytes } = await check(file)
  const seconds = (performance.now() - began) / 1000
  const counts = /(\d+) games, (\d+) moves, (\d+) illegal\n$/.exec(output)
  // Ctrl-C at a terminal ends the measured process, too: half a collection has no figure.
  if (isInterrupted) {
    process.stderr.write("bench: interrupted; nothing was measured\n")
    process.exitCode = 130
    return
  }
  if (code !== 0 || !counts) throw new Error(`sgf check ended with ${code}: ${output.slice(-500)}`)
  const [games, moves, illegal] = counts.slice(1).map(Number)
  const movesPerSecond = Math.round((moves ?? 0) / seconds)
  const megabytes = Math.round(kilobytes / 1024)
  const report = {
    benchmark: "records",
    what: "montego sgf check in its own process",
    file: basename(file),
    games,
    moves,
    illegal,
    seconds: Number(seconds.toFixed(2)),
    movesPerSecond,
    peakMegabytes: megabytes,
    goal: GOAL,
    reached: movesPerSecond >= GOAL.movesPerSecond && megabytes < GOAL.megabytes,
    node: process.version,
    cpu: cpus()[0]?.model,
  }
  console.log(JSON.stringify(report, undefined, 2))
}

const [first, second] = process.argv.slice(2)
if (first === "--measured") {
  /** @type {typeof import("../src/cli/main.ts")} */
  const { main } = await import(new URL("../dist/cli/main.js", import.meta.url).href)
  process.exitCode = await main(["sgf", "check", second ?? ""])
  writeSync(REPORT_FD, String(process.resourceUsage().maxRSS))
} else await bench(first ?? join(data, "pro19.train.sgf.gz"))
