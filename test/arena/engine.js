// A GTP engine for tests: plays the first lawful-looking point in reading order, or what `--moves` says, and writes
// every command that it gets to `--log`. `--crash N` ends it at its N-th move, `--hang N` silences it there. `--also`
// names commands that it knows besides, `--refuse` is a pattern of command lines that it refuses, `--unlisted` hides
// its commands.

import { appendFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: {
    moves: { type: "string", default: "" },
    log: { type: "string" },
    crash: { type: "string" },
    hang: { type: "string" },
    dead: { type: "string" },
    score: { type: "string" },
    seed: { type: "string", default: "" },
    kgs: { type: "boolean", default: false },
    also: { type: "string", default: "" },
    refuse: { type: "string" },
    unlisted: { type: "boolean", default: false },
  },
})

const script = values.moves.split(",").filter((move) => move !== "")
let size = 9
let generated = 0
/** @type {Set<string>} */
let taken = new Set()

/** @type {Record<string, (args: string[]) => string>} */
const commands = {
  name: () => "Tester",
  version: () => `1 seed=${values.seed}`,
  list_commands: () => Object.keys(commands).join("\n"),
  boardsize: ([lines]) => {
    size = Number(lines)
    return ""
  },
  clear_board: () => {
    taken = new Set()
    return ""
  },
  komi: () => "",
  play: ([, vertex = ""]) => {
    taken.add(vertex.toUpperCase())
    return ""
  },
  genmove: () => {
    generated++
    if (generated === Number(values.crash)) process.exit(3)
    const move = script.shift() ?? firstFree()
    taken.add(move.toUpperCase())
    return move
  },
  time_settings: () => "",
  time_left: () => "",
  ...(values.kgs ? { "kgs-time_settings": () => "", "kgs-rules": () => "" } : {}),
  ...(values.dead === undefined ? {} : { final_status_list: () => values.dead ?? "" }),
  ...(values.score === undefined ? {} : { final_score: () => values.score ?? "" }),
  ...Object.fromEntries((values.also.match(/[^,]+/g) ?? []).map((name) => [name, () => ""])),
  quit: () => "",
}
if (values.unlisted) delete commands["list_commands"]
const refused = values.refuse === undefined ? undefined : new RegExp(values.refuse)

/** After a few stones the engine passes, so that games are short. */
function firstFree() {
  for (let number = 0; number < 4; number++) {
    const vertex = `${"ABCDEFGHJ"[number % size]}${size - Math.floor(number / size)}`
    if (!taken.has(vertex)) return vertex
  }
  return "pass"
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [, id = "", name = "", rest = ""] = /^(\d*) *(\S+) *(.*)$/.exec(line.trim()) ?? []
  if (values.log !== undefined) appendFileSync(values.log, `${[name, rest].join(" ").trim()}\n`)
  if (name === "genmove" && generated + 1 === Number(values.hang)) return
  const command = refused?.test(`${name} ${rest}`) ? undefined : commands[name]
  process.stdout.write(command ? `=${id} ${command(rest.split(" "))}\n\n` : `?${id} unknown command\n\n`)
  if (name === "quit") process.exit(0)
})
