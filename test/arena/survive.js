// `node test/arena/survive.js --games 200 --kills 5`: a match whose process is killed with SIGKILL again and again and
// taken up each time, until it is complete (ARE-3). Prints what the journal then holds: every game once, all pairs
// complete.

import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const bin = fileURLToPath(new URL("../../bin/montego.js", import.meta.url))

/**
 * @typedef {{ id: string, number: number, black: "a" | "b", opening: string, plays: string, result: string }} Line
 * @typedef {{ a: string, b: string, games: number, kills: number, size: number, openings: string }} Options
 * @typedef {{ killedAt: number[], games: number, distinct: number, completePairs: number, lines: Line[] }} Survived
 */

/** @param {Options} options @param {string} journal */
function matchArguments({ a, b, games, size, openings }, journal) {
  const what = ["--a", a, "--b", b, "--games", `${games}`, "--size", `${size}`, "--openings", openings]
  return [bin, "match", ...what, "--journal", journal, "--json"]
}

/** The whole lines so far. @param {string} journal @returns {string[]} */
function wholeLines(journal) {
  return existsSync(journal) ? readFileSync(journal, "utf8").split("\n").slice(0, -1) : []
}

/**
 * Runs the match until it ends, or kills it when its journal has `killAt` games.
 * @param {string[]} args @param {string} journal @param {number} killAt @returns {Promise<boolean>} whether it was killed
 */
function run(args, journal, killAt) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] })
  let errors = ""
  child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (errors += text))
  const look = setInterval(() => {
    if (wholeLines(journal).length - 1 >= killAt) child.kill("SIGKILL")
  }, 3)
  return new Promise((resolve, reject) => {
    child.on("close", (code, signal) => {
      clearInterval(look)
      if (signal === "SIGKILL") resolve(true)
      else if (code === 0) resolve(false)
      else reject(new Error(`the match ended with ${code ?? signal}: ${errors}`))
    })
  })
}

/** @param {Options} options @param {string} journal @returns {Promise<Survived>} */
export async function survive(options, journal) {
  const args = matchArguments(options, journal)
  const killedAt = []
  for (let kill = 1; kill <= options.kills; kill++) {
    // Never at the last games: a match that is complete can't be killed.
    const killAt = Math.floor((kill * options.games) / (options.kills + 2))
    if (await run(args, journal, killAt)) killedAt.push(wholeLines(journal).length - 1)
  }
  await run(args, journal, Infinity)
  /** @type {Line[]} */
  const lines = wholeLines(journal)
    .slice(1)
    .map((line) => JSON.parse(line))
  return {
    killedAt,
    games: lines.length,
    distinct: countOf(lines.map(({ id }) => id)),
    ...pairsOf(lines),
    lines,
  }
}

/** @param {string[]} ids */
function countOf(ids) {
  return new Set(ids).size
}

/** Pairs of which both games are there, with one opening and both colours. @param {Line[]} lines */
function pairsOf(lines) {
  const byNumber = new Map(lines.map((line) => [line.number, line]))
  const first = lines.filter(({ number, opening }) => {
    const other = byNumber.get(number + 1)
    return number % 2 === 0 && other?.opening === opening && other.black === "b"
  })
  return { completePairs: first.filter(({ black }) => black === "a").length }
}

const isProgram =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isProgram) {
  const { values } = parseArgs({
    options: {
      a: { type: "string", default: "uct,playouts=200" },
      b: { type: "string", default: "random" },
      games: { type: "string", default: "200" },
      kills: { type: "string", default: "5" },
      size: { type: "string", default: "9" },
      openings: { type: "string", default: "random:2" },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), "montego-survive-"))
  const numbers = { games: Number(values.games), kills: Number(values.kills), size: Number(values.size) }
  const { lines: _, ...survived } = await survive({ ...values, ...numbers }, join(folder, "journal.jsonl"))
  rmSync(folder, { recursive: true })
  console.log(JSON.stringify({ wanted: numbers.games, ...survived }, undefined, 2))
  const isGood = survived.games === numbers.games && survived.distinct === numbers.games
  if (!isGood || survived.completePairs * 2 !== numbers.games) process.exitCode = 1
}
