// Writes what the gauntlets of the levels measured into src/players/levels.ts and the table of docs/levels.md: Elo
// above GNU Go level 10, its error and the number of games, for each level and board. The journals are those of the
// tournaments bench/levels*.json.

import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Command } from "commander"
import { LEVELS, rankText } from "../dist/players/index.js"

const HELP = `
Play the gauntlets first, each in a folder of its own name:
  for part in 9-low 9-mid 9-high 13-low 13-high 19-low 19-high; do
    npx montego tournament bench/levels$part.json --journal FOLDER/levels$part
  done
  npm run bench:levels -- FOLDER

Journals that are not finished count as far as they are.`

const SIZES = [9, 13, 19]
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
const DATA = at("../src/players/levels.ts")
const PAGE = at("../docs/levels.md")

/**
 * @typedef {{ name: string, spec: string }} Player
 * @typedef {{ name: string, elo: number | null, interval: [number, number] | null, games: number }} Rated
 * @typedef {{ elo: number, error: number, games: number }} Measured
 */

/** @param {string} folder @param {number} size @returns {Map<string, Measured>} by name, GNU Go's included */
function measure(folder, size) {
  const parts = ["low", "mid", "high"]
    .map((part) => `levels${size}-${part}`)
    .filter((part) => existsSync(at(`${part}.json`)))
  /** @type {Player[]} */
  const players = parts.flatMap((part) => JSON.parse(readFileSync(at(`${part}.json`), "utf8")).players)
  const anchor = players.find(({ name }) => name === "gnugo10")
  const journals = parts.map((part) => join(folder, part)).filter((path) => existsSync(path))
  // Every gauntlet of strong levels has the anchor; without it nothing is measured.
  if (!anchor || journals.length < parts.length) return new Map()
  const args = ["rate", ...journals, "--anchor", anchor.spec, "--json"]
  const report = execFileSync(process.execPath, [at("../bin/montego.js"), ...args], { encoding: "utf8" })
  /** @type {{ players: Rated[] }} */
  const { players: rated } = JSON.parse(report)
  /** @type {Map<string, Measured>} */
  const found = new Map()
  for (const { name, elo, interval, games } of rated) {
    const player = players.find(({ spec }) => spec === name)?.name
    if (player === undefined || elo === null) continue
    const error = interval ? Math.round((interval[1] - interval[0]) / 2) : 0
    found.set(player, { elo: Math.round(elo), error, games })
  }
  return found
}

/** @param {string} text @param {Map<number, Map<string, Measured>>} found */
function withMeasured(text, found) {
  return text.replaceAll(/(id: "(\w+)",[^]*?measured: )\{[^]*?\}(,\n {2}\},)/g, (_, before, id, after) => {
    const entries = [...found].flatMap(([size, levels]) => {
      const measured = levels.get(id)
      if (!measured) return []
      const { elo, error, games } = measured
      return [`      ${size}: { elo: ${elo}, error: ${error}, games: ${games} },\n`]
    })
    return `${before}${entries.length === 0 ? "{}" : `{\n${entries.join("")}    }`}${after}`
  })
}

/** @param {Map<number, Map<string, Measured>>} found */
function makeTable(found) {
  const sizes = [...found.keys()]
  const names = [...LEVELS.map(({ id }) => id), "gnugo1", "gnugo10"]
  const rows = names.map((name) => {
    const cells = sizes.flatMap((size) => {
      const measured = found.get(size)?.get(name)
      if (!measured) return ["–", "–"]
      const level = LEVELS.find(({ id }) => id === name)
      const { elo, error, games } = measured
      const rank = level && rankText({ ...level, measured: { [size]: measured } }, size)
      const sign = elo > 0 ? "+" : elo < 0 ? "−" : ""
      return [`${sign}${Math.abs(elo)}${name === "gnugo10" ? "" : ` ± ${error}`} (${games})`, rank ?? "–"]
    })
    return `| ${[TITLES[name] ?? `${name[0]?.toUpperCase()}${name.slice(1)}`, ...cells].join(" | ")} |`
  })
  const head = ["", ...sizes.flatMap((size) => [`${size}×${size}: Elo (games)`, "rank"])]
  return [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...rows].join("\n")
}

/** @type {Record<string, string>} */
const TITLES = { gnugo1: "GNU Go 1", gnugo10: "GNU Go 10" }

new Command("bench:levels")
  .description("Write what gauntlets measured of the levels into src/players/levels.ts.")
  .argument("<folder>", "with the journals")
  .addHelpText("after", HELP)
  .action((/** @type {string} */ folder) => {
    const found = new Map(SIZES.map((size) => [size, measure(folder, size)]))
    const table = makeTable(found)
    console.log(table)
    writeFileSync(DATA, withMeasured(readFileSync(DATA, "utf8"), found))
    const page = readFileSync(PAGE, "utf8")
    writeFileSync(PAGE, page.replace(/\|  \| 9×9: Elo[^]*?\n(?=\n)/, `${table}\n`))
  })
  .parse()
