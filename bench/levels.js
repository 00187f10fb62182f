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
  for part in 9-low 9-mid 9-high 13-low 13-mid 13-link 13-high 19-low 19-mid 19-link 19-high; do
    npx montego tournament bench/levels$part.json --journal FOLDER/levels$part
  done
  npm run bench:levels -- FOLDER

Journals that are not finished count as far as they are, and of the parts only mid, which has GNU Go, must be there. A
board without journals keeps its numbers.`

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
  const parts = ["low", "mid", "link", "high"]
    .map((part) => `levels${size}-${part}`)
    .filter((part) => existsSync(at(`${part}.json`)))
  /** @type {Player[]} */
  const players = parts.flatMap((part) => JSON.parse(readFileSync(at(`${part}.json`), "utf8")).players)
  const anchor = players.find(({ name }) => name === "gnugo10")
  const journals = parts.map((part) => join(folder, part)).filter((path) => existsSync(path))
  // The part with the anchor connects the others to it; without it nothing is measured.
  if (!anchor || !journals.includes(join(folder, `levels${size}-mid`))) return new Map()
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
    /** @type {Readonly<Partial<Record<number, Measured>>> | undefined} */
    const kept = LEVELS.find((level) => level.id === id)?.measured
    const entries = [...found].flatMap(([size, levels]) => {
      const measured = levels.size === 0 ? kept?.[size] : levels.get(id)
      if (!measured) return []
      const { elo, error, games } = measured
      return [`      ${size}: { elo: ${elo}, error: ${error}, games: ${games} },\n`]
    })
    return `${before}${entries.length === 0 ? "{}" : `{\n${entries.join("")}    }`}${after}`
  })
}

/** The table of the page. */
const TABLE = /\|  \| 9×9: Elo[^]*?\n(?=\n)/

/** @param {Map<number, Map<string, Measured>>} found @param {string} page with the table so far */
function makeTable(found, page) {
  const sizes = [...found.keys()]
  const before = new Map(
    (page.match(TABLE)?.[0] ?? "").split("\n").map((line) => {
      const [, title = "", ...cells] = line.split("|").map((cell) => cell.trim())
      return [title, cells]
    }),
  )
  const names = [...LEVELS.map(({ id }) => id), "gnugo1", "gnugo10"]
  const rows = names.map((name) => {
    const title = TITLES[name] ?? `${name[0]?.toUpperCase()}${name.slice(1)}`
    const cells = [...found].flatMap(([size, levels], column) => {
      if (levels.size === 0) return before.get(title)?.slice(2 * column, 2 * column + 2) ?? ["–", "–"]
      const measured = levels.get(name)
      if (!measured) return ["–", "–"]
      const level = LEVELS.find(({ id }) => id === name)
      const { elo, error, games } = measured
      const rank = level && rankText({ ...level, measured: { [size]: measured } }, size)
      const sign = elo > 0 ? "+" : elo < 0 ? "−" : ""
      return [`${sign}${Math.abs(elo)}${name === "gnugo10" ? "" : ` ± ${error}`} (${games})`, rank ?? "–"]
    })
    return `| ${[title, ...cells].join(" | ")} |`
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
    const page = readFileSync(PAGE, "utf8")
    const table = makeTable(found, page)
    console.log(table)
    writeFileSync(DATA, withMeasured(readFileSync(DATA, "utf8"), found))
    writeFileSync(
      PAGE,
      page.replace(TABLE, () => `${table}\n`),
    )
  })
  .parse()
