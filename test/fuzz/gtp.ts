// Mutated conversations through codec, commands and streams (GTP-1). Beyond "nothing is thrown": every command
// gets exactly one answer in the right form with its own id, no answer owns up to an internal error, the board
// stays in order, and the same conversation over streams gives the same answers.

import { join } from "node:path"
import { PassThrough } from "node:stream"
import type { Random } from "../../src/base/index.ts"
import { COMMANDS, runCommand, serveGtp, Session } from "../../src/engine/index.ts"
import {
  isInterrupt,
  LineSplitter,
  makeCommand,
  makeResponse,
  parseCommand,
  parseResponse,
} from "../../src/gtp/index.ts"
import { openDeadStoneEstimator, RandomPlayer } from "../../src/players/index.ts"
import { parseRuleset, RULESET_NAMES } from "../../src/rules/index.ts"
import { encode, mutated, pick, pieces, type Material } from "./mutate.ts"
import { must, type Target } from "./target.ts"

const estimateDead = await openDeadStoneEstimator()

const NAMES = [...COMMANDS.keys()]
const COLORS = ["b", "w", "B", "white", "black"]
/** Costly ones come up seldom. */
const SIZES = ["1", "2", "2", "3", "3", "3", "4", "4", "5", "5", "7", "0", "26"]
const RULES = [...RULESET_NAMES, "capture-1", "capture-5", "chess"]
const WORDS = [
  ..." \t\n\r#\\",
  "# interrupt\n",
  "play b pass\n",
  "play w A1\n",
  "genmove b\n",
  "undo\n",
  "\n\n",
  "pass",
  "resign",
  "Z25",
  "I5",
  "A1",
]

type Words = (random: Random) => string[]
const none: Words = () => []
const color: Words = (random) => [pick(random, COLORS)]
const number: Words = (random) => [String(random.below(12))]
const vertex = (random: Random): string =>
  random.below(8) === 0 ? "pass" : `${pick(random, [..."ABCDEFG"])}${1 + random.below(6)}`
const stones: Words = (random) =>
  Array.from({ length: random.below(8) }, () => [pick(random, COLORS), vertex(random)]).flat()

function argumentsOf(root: string): Record<string, Words> {
  const records = ["nine.sgf", "variations.sgf", "broken.sgf", "missing.sgf", ""].map((name) =>
    join(root, "test", "records", name),
  )
  return {
    boardsize: (random) => [pick(random, SIZES)],
    komi: (random) => [pick(random, ["0", "7.5", "-3", "1e3", "x", "6,5"])],
    play: (random) => [pick(random, COLORS), vertex(random)],
    genmove: color,
    reg_genmove: color,
    "kgs-genmove_cleanup": color,
    "gogui-setup_player": color,
    "montego-legal_moves": color,
    "montego-refusal": (random) => [pick(random, COLORS), vertex(random)],
    known_command: (random) => [pick(random, NAMES)],
    "gg-undo": number,
    fixed_handicap: number,
    place_free_handicap: number,
    set_free_handicap: (random) => Array.from({ length: random.below(6) }, () => vertex(random)),
    "gogui-setup": stones,
    "gogui-play_sequence": stones,
    play_sequence: stones,
    "kgs-rules": (random) => [pick(random, RULES)],
    final_status_list: (random) => [pick(random, ["dead", "alive", "seki", "half-dead"])],
    time_settings: (random) => [...number(random), ...number(random), ...number(random)],
    "kgs-time_settings": (random) => [
      pick(random, ["none", "absolute", "byoyomi", "canadian", "x"]),
      "30",
      "5",
      "3",
    ],
    time_left: (random) => [pick(random, COLORS), ...number(random), ...number(random)],
    loadsgf: (random) => [pick(random, records), ...(random.below(2) === 0 ? number(random) : [])],
  }
}

/** `list_commands` is long and teaches nothing; `quit` would end most conversations early. */
const RARE = new Set(["list_commands", "gogui-analyze_commands", "quit"])
/** What is played most gets furthest. */
const COMMON = ["play", "play", "play", "genmove", "genmove", "undo", "boardsize", "kgs-rules"]

function conversation(random: Random, words: Readonly<Record<string, Words>>): string {
  const lines = [`boardsize ${pick(random, SIZES.slice(1, 10))}`]
  if (random.below(400) === 0) lines.push(`boardsize ${pick(random, ["9", "13", "19", "25"])}`)
  for (let i = random.below(14); i >= 0; i--) {
    const name = random.below(2) === 0 ? pick(random, COMMON) : pick(random, NAMES)
    if (RARE.has(name) && random.below(20) > 0) continue
    const id = random.below(3) === 0 ? [String(random.below(100))] : []
    lines.push([...id, name, ...(words[name] ?? none)(random)].join(" "))
  }
  return `${lines.join(random.below(8) === 0 ? "\r\n" : "\n")}\n`
}

export function gtpTarget(root: string): Target {
  const words = argumentsOf(root)
  return {
    make: (random) => {
      const corpus = [encode(conversation(random, words))]
      // Every `genmove` replays the game so far: thousands of them in a row are slow and teach nothing.
      const material: Material = { corpus, words: [...WORDS, ...NAMES], repeats: 100 }
      return random.below(4) === 0 ? corpus[0]! : mutated(random, material)
    },
    run: async (bytes, random) => {
      const rules = pick(random, RULES.slice(0, -1))
      const answers = await direct(bytes, random, rules)
      if (random.below(8) === 0) await overStreams(bytes, random, rules, answers)
    },
  }
}

function newSession(rules: string): Session {
  return new Session({
    player: new RandomPlayer(),
    rules: parseRuleset(rules)!,
    seed: 1,
    estimateDead,
    size: 5,
  })
}

async function direct(bytes: Uint8Array, random: Random, rules: string): Promise<string> {
  const session = newSession(rules)
  const splitter = new LineSplitter()
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  let answers = ""
  const receive = async (lines: readonly string[]): Promise<void> => {
    for (const line of lines) {
      if (isInterrupt(line)) session.interrupt()
      else if (!session.isOver) answers += await answerTo(session, line)
    }
  }
  for (const piece of pieces(bytes, random))
    await receive(splitter.push(decoder.decode(piece, { stream: true })))
  await receive(splitter.push(decoder.decode()))
  await receive(splitter.end())
  return answers
}

async function answerTo(session: Session, line: string): Promise<string> {
  const command = parseCommand(line)
  if (!command) return ""
  const again = parseCommand(makeCommand(command).trimEnd())
  must(
    JSON.stringify(again) === JSON.stringify(command),
    () => `written again ${JSON.stringify(line)} is another command`,
  )
  const response = await runCommand(session, command)
  const text = makeResponse(response)
  const told = () => `${JSON.stringify(line)} got ${JSON.stringify(text)}`
  must(/^[=?]\d*( [^]*)?\n\n$/.test(text) && !text.slice(0, -2).includes("\n\n"), told)
  must(!response.text.startsWith("internal error"), told)
  const read = parseResponse(text.slice(0, -2).split("\n"))
  must(read !== undefined && read.ok === response.ok && read.id === command.id, told)
  const fault = session.game.board.check()
  must(fault === undefined, () => `after ${JSON.stringify(line)} the board is out of order: ${fault}`)
  return command.name === "cputime" ? "" : text
}

async function overStreams(
  bytes: Uint8Array,
  random: Random,
  rules: string,
  expected: string,
): Promise<void> {
  const input = new PassThrough()
  const output = new PassThrough()
  let text = ""
  output.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
  const served = serveGtp(newSession(rules), input, output)
  for (const piece of pieces(bytes, random)) input.write(piece)
  input.end()
  await served
  output.end()
  await new Promise((resolve) => output.once("end", resolve))
  // The time that was used is the one thing that no two runs share.
  const comparable = text.replace(/^=\d* \d+\.\d{3}\n\n/gm, "")
  must(
    comparable === expected,
    () => `over streams ${JSON.stringify(comparable)}, directly ${JSON.stringify(expected)}`,
  )
}
