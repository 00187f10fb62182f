// `npm run bench:heuristics`: what each heuristic of the search is worth alone (LAB-2), as the Markdown table of docs/search.md.
//
// bench/heuristics.json is a gauntlet: plain UCT meets plain UCT with one heuristic added. `montego tournament` plays it and keeps the
// games; this script sets the options in the file and prints the result.

import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Command, InvalidArgumentError } from "commander"
import { countUpTo, seedOption } from "../dist/cli/options.js"
import { SIGNATURE } from "../dist/search/index.js"

/** @typedef {{ name: string, spec: string }} Player */
/** @typedef {{ a: string, b: string, games: number, winsA: number, winsB: number, winRate: number | null, winRateInterval: (number | null)[] }} Pair */
/** @typedef {{ games: number, playouts: number, seed: number, only?: readonly string[] }} Options */

/** A heuristic may be on when its rate is no lower and its interval reaches one half. */
const LEAST_RATE = 0.48
const MOST = 1_000_000

/** @type {{ champion: string, players: Player[], gamesPerPair: number, budget: { playouts: number }, seed: number }} */
const gauntlet = JSON.parse(readFileSync(new URL("heuristics.json", import.meta.url), "utf8"))
const { champion } = gauntlet
const names = gauntlet.players.map(({ name }) => name).filter((name) => name !== champion)

const HELP = `
Heuristics: ${names.join(", ")}

All other options are those of montego tournament (--concurrency, --journal, --queue …). The same command again continues a run that was
stopped. Each signature of the program has a journal folder of its own. For ratings or JSON, give bench/heuristics.json to
montego tournament.

Examples:
  npm run bench:heuristics
  npm run bench:heuristics -- --games 20 --playouts 200 --only rave,policy=mogo`

const program = new Command("npm run bench:heuristics --")
  .description("Each heuristic alone against plain UCT at equal playouts; prints a Markdown table.")
  .option("--games <n>", "games of each heuristic, an even number", evenOption, gauntlet.gamesPerPair)
  .option("--playouts <n>", "playouts a move, for both sides", countUpTo(MOST), gauntlet.budget.playouts)
  .option("--seed <n>", "the same seed plays the same games", seedOption, gauntlet.seed)
  .option("--only <names>", "some of the heuristics, separated by commas", onlyOption)
  .allowUnknownOption()
  .allowExcessArguments()
  .addHelpText("after", HELP)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()

/** @type {Options} */
const options = program.opts()
const played = await playGauntlet(options, program.args)
if (played.output !== "") console.log(makeTable(JSON.parse(played.output).pairs, options))
process.exitCode = played.code

/** @param {Options} asked @param {readonly string[]} others options of `montego tournament` */
async function playGauntlet({ games, playouts, seed, only = names }, others) {
  const folder = mkdtempSync(join(tmpdir(), "montego-heuristics-"))
  const file = join(folder, "heuristics.json")
  const players = gauntlet.players.filter(({ name }) => name === champion || only.includes(name))
  const name = `Heuristics ${SIGNATURE}`
  const changes = { name, players, gamesPerPair: games, budget: { playouts }, seed }
  writeFileSync(file, JSON.stringify({ ...gauntlet, ...changes }))
  try {
    return await runMontego(["tournament", file, ...others, "--json"])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {readonly string[]} words @returns {Promise<{ code: number, output: string }>} */
function runMontego(words) {
  const montego = fileURLToPath(new URL("../bin/montego.js", import.meta.url))
  // The child has a process group of its own, so that Ctrl-C reaches it once, through this process.
  const child = spawn(process.execPath, [montego, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  })
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal))
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text))
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => resolve({ code: code ?? 1, output }))
  })
}

/** @param {readonly Pair[]} pairs @param {Options} options */
function makeTable(pairs, { games: wanted, playouts, seed, only }) {
  const some = only ? ` --only ${only.join(",")}` : ""
  const command = `npm run bench:heuristics -- --games ${wanted} --playouts ${playouts} --seed ${seed}${some}`
  return [
    `| heuristic | player, against \`${specOf(champion)}\` | won–lost | rate | 95 % interval | may be on |`,
    "|---|---|---|---|---|---|",
    ...pairs.map((pair) => makeRow(pair, wanted)),
    "",
    `\`${command}\`, signature \`${SIGNATURE}\``,
  ].join("\n")
}

/** A pair's A is the first by name: the heuristic or plain UCT. @param {Pair} pair @param {number} wanted */
function makeRow({ a, b, games, winsA, winsB, winRate, winRateInterval }, wanted) {
  const isA = b === champion
  const name = isA ? a : b
  const [wins, losses] = isA ? [winsA, winsB] : [winsB, winsA]
  const own = (/** @type {number | null | undefined} */ share) => (isA ? (share ?? 0) : 1 - (share ?? 0))
  const rate = own(winRate)
  const [low = 0, high = 0] = winRateInterval.map(own).toSorted((one, other) => one - other)
  const percent = (/** @type {number} */ share) => (100 * share).toFixed(1)
  const figures =
    games === 0
      ? ["–", "–", "–"]
      : [
          `${percent(rate)} %`,
          `${percent(low)}–${percent(high)}`,
          rate >= LEAST_RATE && high >= 0.5 ? "yes" : "no",
        ]
  if (games < wanted) figures.push(`${figures.pop()}, after ${games} of ${wanted} games`)
  return `| ${[name, `\`${specOf(name)}\``, `${wins}–${losses}`, ...figures].join(" | ")} |`
}

/** @param {string} name */
function specOf(name) {
  return gauntlet.players.find((player) => player.name === name)?.spec
}

/** @param {string} text */
function evenOption(text) {
  const games = countUpTo(MOST)(text)
  if (games % 2 === 1) throw new InvalidArgumentError("It is even: half of the games with each colour.")
  return games
}

/** @param {string} text */
function onlyOption(text) {
  const wanted = text.split(",").map((name) => name.trim())
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown === undefined) return wanted
  throw new InvalidArgumentError(`There is no "${unknown}"; there are: ${names.join(", ")}.`)
}
