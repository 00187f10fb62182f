// What a tournament is, and the JSON file that people write it in. Everything that is wrong is told at once, each with its
// place and with what is possible there.

import { err, ok, type Result } from "../base/result.ts"
import {
  CHINESE,
  isKomi,
  KOMI_LIMIT,
  MAX_CAPTURE_GOAL,
  MAX_SIZE,
  parseRuleset,
  RULESET_NAMES,
} from "../rules/index.ts"
import { parseClock } from "./clock.ts"
import type { MatchBudget } from "./schedule.ts"

export interface TournamentPlayer {
  /** Tables and ratings know it by that. */
  readonly name: string
  readonly spec: string
}

export type TournamentOpenings =
  | { readonly kind: "none" }
  | { readonly kind: "random"; readonly moves: number }
  | { readonly kind: "file"; readonly file: string }

export interface Tournament {
  readonly name: string
  /** Two or more; no two have the same name. */
  readonly players: readonly TournamentPlayer[]
  readonly format: "round-robin" | "gauntlet"
  /** Who plays all others; only of a gauntlet. */
  readonly champion?: string
  /** Even: each opening is played with both colours. */
  readonly gamesPerPair: number
  readonly size: number
  readonly komi: number
  /** The rule set's name. */
  readonly rules: string
  readonly budget: MatchBudget
  readonly openings: TournamentOpenings
  readonly threads: number
  readonly seed: number
  /** Games at once; the machine's cores where it is not told. */
  readonly concurrency?: number
}

/** Beyond a million nobody waits. */
const MOST = 1_000_000
const LONGEST_NAME = 40
const FORMATS = ["round-robin", "gauntlet"] as const
const KEYS = [
  "name",
  "players",
  "format",
  "champion",
  "gamesPerPair",
  "size",
  "komi",
  "rules",
  "budget",
  "openings",
  "threads",
  "seed",
  "concurrency",
] as const

/** Reads the file's text; the errors are all that is wrong with it. */
export function parseTournament(text: string): Result<Tournament, readonly string[]> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return err([`it is no JSON: ${jsonReason(error, text)}`])
  }
  if (!isObject(value))
    return err(["a tournament is an object: { … }; montego tournament --example prints one"])
  const reader = new Reader(value)
  const tournament = readTournament(reader)
  return reader.problems.length === 0 ? ok(tournament) : err(reader.problems)
}

function readTournament(reader: Reader): Tournament {
  reader.keysOf("", reader.root, KEYS)
  const { name, players, gamesPerPair, size, komi, threads, seed, concurrency } = reader.root
  const format = reader.word("format", reader.root["format"] ?? "round-robin", FORMATS)
  const read = readPlayers(reader, players)
  const champion = readChampion(reader, format, read)
  const rules = readRules(reader)
  const lines = size === undefined ? 9 : reader.whole("size", size, 2, MAX_SIZE)
  return {
    name: reader.name("name", name),
    players: read,
    format,
    ...(champion === undefined ? {} : { champion }),
    gamesPerPair: reader.even("gamesPerPair", gamesPerPair),
    size: lines,
    komi: komi === undefined ? rules.komi : readKomi(reader, komi),
    rules: rules.name,
    budget: readBudget(reader),
    openings: readOpenings(reader, lines),
    threads: threads === undefined ? 1 : reader.whole("threads", threads, 1, 256),
    seed: seed === undefined ? 1 : reader.whole("seed", seed, 0, Number.MAX_SAFE_INTEGER),
    ...(concurrency === undefined ? {} : { concurrency: reader.whole("concurrency", concurrency, 1, 1024) }),
  }
}

function readPlayers(reader: Reader, value: unknown): TournamentPlayer[] {
  if (!Array.isArray(value) || value.length < 2) {
    reader.refuse("players", value, 'a list of two or more: [{ "name": "…", "spec": "…" }, …]')
    return []
  }
  const players = value.map((player: unknown, i) => {
    const place = `players[${i}]`
    if (!isObject(player)) {
      reader.refuse(place, player, 'an object: { "name": "…", "spec": "…" }')
      return { name: "", spec: "" }
    }
    reader.keysOf(place, player, ["name", "spec"])
    const spec = reader.text(`${place}.spec`, player["spec"], "a player, such as uct:strong or gtp:COMMAND")
    return { name: reader.name(`${place}.name`, player["name"]), spec }
  })
  for (const [i, { name }] of players.entries()) {
    const first = players.findIndex((player) => player.name === name)
    if (first < i && name !== "")
      reader.problems.push(`players[${i}].name: ${quote(name)} is the name of players[${first}] already`)
  }
  return players
}

function readChampion(
  reader: Reader,
  format: Tournament["format"],
  players: readonly TournamentPlayer[],
): string | undefined {
  const { champion } = reader.root
  if (format === "gauntlet") {
    const names = players.map(({ name }) => name)
    return names.length === 0 ? undefined : reader.word("champion", champion, names)
  }
  if (champion !== undefined)
    reader.problems.push('champion: only a gauntlet has one; write "format": "gauntlet", or leave it out')
  return undefined
}

function readRules(reader: Reader): { name: string; komi: number } {
  const { rules = CHINESE.name } = reader.root
  const found = typeof rules === "string" ? parseRuleset(rules) : undefined
  if (!found)
    reader.refuse("rules", rules, `${RULESET_NAMES.join(", ")}, capture-1 to capture-${MAX_CAPTURE_GOAL}`)
  return found ?? CHINESE
}

function readKomi(reader: Reader, komi: unknown): number {
  const meaning = `a number from ${-KOMI_LIMIT} to ${KOMI_LIMIT}, such as 6.5`
  const value = reader.number("komi", komi, meaning)
  if (!isKomi(value)) reader.refuse("komi", komi, meaning)
  return value
}

const BUDGETS = ["playouts", "seconds", "clock"] as const

function readBudget(reader: Reader): MatchBudget {
  const { budget } = reader.root
  const own: MatchBudget = { kind: "own" }
  if (budget === undefined) return own
  const forms = '{ "playouts": 1000 }, { "seconds": 2 } or { "clock": "byoyomi:0+5x1" }'
  if (!isObject(budget)) {
    reader.refuse("budget", budget, forms)
    return own
  }
  reader.keysOf("budget", budget, BUDGETS)
  const given = BUDGETS.filter((key) => budget[key] !== undefined)
  if (given.length !== 1) {
    reader.problems.push(`budget: exactly one of ${forms}, or no budget where the players have their own`)
    return own
  }
  const { playouts, seconds, clock } = budget
  if (playouts !== undefined)
    return { kind: "playouts", playouts: reader.whole("budget.playouts", playouts, 1, MOST) }
  if (seconds !== undefined) {
    const wanted = "a positive number of seconds"
    const read = reader.number("budget.seconds", seconds, wanted)
    if (read <= 0) reader.refuse("budget.seconds", seconds, wanted)
    return { kind: "seconds", seconds: read }
  }
  const settings = parseClock(typeof clock === "string" ? clock : JSON.stringify(clock))
  if (settings.ok) return { kind: "clock", settings: settings.value }
  reader.problems.push(`budget.clock: ${settings.error}`)
  return own
}

function readOpenings(reader: Reader, size: number): TournamentOpenings {
  const { openings = "none" } = reader.root
  const most = Math.floor(size ** 2 / 2)
  const text = reader.text("openings", openings, `none, random:1 to random:${most} on this board, or a file`)
  if (text === "none") return { kind: "none" }
  const drawn = /^random:(.*)$/.exec(text)?.[1]
  if (drawn === undefined) return { kind: "file", file: text }
  const moves = /^\d+$/.test(drawn) ? Number(drawn) : 0
  if (moves < 1 || moves > most) reader.refuse("openings", text, `random:1 to random:${most} on this board`)
  return { kind: "random", moves }
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Collects what is wrong; where something is, it goes on with any value of the type. */
class Reader {
  readonly root: JsonObject
  readonly problems: string[] = []

  constructor(root: JsonObject) {
    this.root = root
  }

  refuse(place: string, value: unknown, wanted: string): void {
    this.problems.push(
      `${place}: ${value === undefined ? "it is missing" : `not ${quote(value)}`}; it is ${wanted}`,
    )
  }

  keysOf(place: string, object: JsonObject, known: readonly string[]): void {
    for (const key of Object.keys(object))
      if (!known.includes(key))
        this.problems.push(`${place === "" ? key : `${place}.${key}`}: unknown; there is ${known.join(", ")}`)
  }

  text(place: string, value: unknown, wanted: string): string {
    if (typeof value === "string" && value.trim() !== "") return value.trim()
    this.refuse(place, value, wanted)
    return ""
  }

  name(place: string, value: unknown): string {
    const wanted = `a text of 1 to ${LONGEST_NAME} characters on one line`
    const text = this.text(place, value, wanted)
    if (text.length <= LONGEST_NAME && !/\p{Cc}/u.test(text)) return text
    this.refuse(place, value, wanted)
    return ""
  }

  word<Word extends string>(place: string, value: unknown, words: readonly Word[]): Word {
    const found = words.find((word) => word === value)
    if (found === undefined) this.refuse(place, value, words.map(quote).join(" or "))
    return found ?? words[0]!
  }

  number(place: string, value: unknown, wanted: string): number {
    if (typeof value === "number" && Number.isFinite(value)) return value
    this.refuse(place, value, wanted)
    return 1
  }

  whole(place: string, value: unknown, low: number, high: number): number {
    if (typeof value === "number" && Number.isInteger(value) && value >= low && value <= high) return value
    this.refuse(place, value, `a whole number from ${low} to ${high}`)
    return low
  }

  even(place: string, value: unknown): number {
    if (typeof value === "number" && value % 2 === 0 && value >= 2 && value <= MOST) return value
    this.refuse(place, value, `an even number from 2 to ${MOST}, half of them with each colour`)
    return 2
  }
}

function quote(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** With line and column, which Node tells for some errors only. */
function jsonReason(error: unknown, text: string): string {
  const [reason] = messageOf(error).split(/, ".*"\.* is not valid JSON| in JSON at position/s)
  const before = text.slice(0, breakOf(text)).split("\n")
  return `${reason}, line ${before.length}, column ${before.at(-1)!.length + 1}`
}

/** Where JSON breaks: at the end of the longest beginning that only lacks its end. */
function breakOf(text: string): number {
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (lacksItsEnd(text.slice(0, middle))) good = middle
    else bad = middle
  }
  return good
}

function lacksItsEnd(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const at = /at position (\d+)/.exec(messageOf(error))?.[1]
    return at === undefined ? messageOf(error).includes("end of JSON") : Number(at) >= text.length
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
