// What a tournament is, and the JSON file that people write it in. Everything that is wrong is told at once, each with
// its place and with what is possible there. A schema describes the keys; what one key means for another is code below
// it.

import { messageOf } from "../base/failure.ts"
import * as v from "valibot"
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
import type { MatchBudget } from "./definition.ts"

/** A player of a tournament. */
export interface TournamentPlayer {
  /** Tables and ratings know it by that. */
  readonly name: string
  readonly spec: string
}

/** The openings of a tournament. */
export type TournamentOpenings =
  | { readonly kind: "none" }
  | { readonly kind: "random"; readonly moves: number }
  | { readonly kind: "file"; readonly file: string }

/** A tournament as its file describes it. */
export interface Tournament {
  readonly name: string
  /** Two or more; no two have the same name. */
  readonly players: readonly TournamentPlayer[]
  readonly format: "round-robin" | "gauntlet"
  /** The player who meets all others; only of a gauntlet. */
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

/** The most playouts, and the most games of a pairing: more is a slip. */
const MOST = 1_000_000
const LONGEST_NAME = 40

/** What every schema here says: what is there, and what is possible. */
function complaint(wanted: string): (issue: { readonly input: unknown }) => string {
  return ({ input }) => `${input === undefined ? "it is missing" : `not ${quote(input)}`}; it is ${wanted}`
}

/** An object with no keys but these. A missing key is read as undefined: its own schema says what belongs there. */
function keyed<const Entries extends v.ObjectEntries>(entries: Entries, wanted: string) {
  const keys = Object.keys(entries)
  const blank = Object.fromEntries(keys.map((key) => [key, undefined]))
  return v.pipe(
    v.custom<object>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      complaint(wanted),
    ),
    v.transform((given) => ({ ...blank, ...given })),
    v.objectWithRest(entries, v.never(`unknown; there is ${keys.join(", ")}`)),
  )
}

const textOf = (wanted: string) =>
  v.pipe(
    v.custom<string>((value) => typeof value === "string" && value.trim() !== "", complaint(wanted)),
    v.trim(),
  )

const number = (isGood: (value: number) => boolean, wanted: string) =>
  v.custom<number>((value) => Number.isFinite(value) && isGood(value as number), complaint(wanted))

const whole = (low: number, high: number) =>
  number(
    (value) => Number.isInteger(value) && value >= low && value <= high,
    `a whole number from ${low} to ${high}`,
  )

const NAME = `a text of 1 to ${LONGEST_NAME} characters on one line`
const name = v.pipe(
  textOf(NAME),
  v.check((given) => given.length <= LONGEST_NAME && !/\p{Cc}/u.test(given), complaint(NAME)),
)

const PLAYER = '{ "name": "…", "spec": "…" }'
const player = keyed(
  { name, spec: textOf("a player, such as uct:strong or gtp:COMMAND") },
  `an object: ${PLAYER}`,
)
const PLAYERS = `a list of two or more: [${PLAYER}, …]`

const rules = v.custom<string>(
  (value) => typeof value === "string" && parseRuleset(value) !== undefined,
  complaint(`${RULESET_NAMES.join(", ")}, capture-1 to capture-${MAX_CAPTURE_GOAL}`),
)

const clock = v.rawTransform<unknown, MatchBudget>(({ dataset: { value }, addIssue, NEVER }) => {
  const settings = parseClock(typeof value === "string" ? value : JSON.stringify(value))
  if (settings.ok) return { kind: "clock", settings: settings.value }
  addIssue({ message: settings.error })
  return NEVER
})

const BUDGETS = '{ "playouts": 1000 }, { "seconds": 2 } or { "clock": "byoyomi:0+5x1" }'
const budget = v.pipe(
  keyed(
    {
      playouts: v.optional(whole(1, MOST)),
      seconds: v.optional(number((value) => value > 0, "a positive number of seconds")),
      clock: v.optional(v.pipe(v.unknown(), clock)),
    },
    BUDGETS,
  ),
  v.check(
    (given) => Object.values(given).filter((value) => value !== undefined).length === 1,
    `exactly one of ${BUDGETS}, or no budget where the players have their own`,
  ),
  v.transform(({ playouts, seconds, clock: told }): MatchBudget => {
    if (playouts !== undefined) return { kind: "playouts", playouts }
    return seconds === undefined ? told! : { kind: "seconds", seconds }
  }),
)

const FORMATS = ["round-robin", "gauntlet"] as const

/** The file, key by key. What one key means for another is `contradictionsIn`'s. */
const FileSchema = keyed(
  {
    name,
    players: v.pipe(v.array(player, complaint(PLAYERS)), v.minLength(2, complaint(PLAYERS))),
    format: v.optional(v.picklist(FORMATS, complaint(FORMATS.map(quote).join(" or "))), "round-robin"),
    champion: v.optional(v.unknown()),
    gamesPerPair: number(
      (value) => value % 2 === 0 && value >= 2 && value <= MOST,
      `an even number from 2 to ${MOST}, half of them with each colour`,
    ),
    size: v.optional(whole(2, MAX_SIZE), 9),
    komi: v.optional(number(isKomi, `a number from ${-KOMI_LIMIT} to ${KOMI_LIMIT}, such as 6.5`)),
    rules: v.optional(rules, CHINESE.name),
    budget: v.optional(budget),
    openings: v.optional(textOf("none, random:N moves, or a file"), "none"),
    threads: v.optional(whole(1, 256), 1),
    seed: v.optional(whole(0, Number.MAX_SAFE_INTEGER), 1),
    concurrency: v.optional(whole(1, 1024)),
  },
  "an object: { … }; montego tournament --example prints one",
)
type File = v.InferOutput<typeof FileSchema>

/** Reads the text of a tournament file; the errors list all that is wrong with it. */
export function parseTournament(json: string): Result<Tournament, readonly string[]> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return err([`it is no JSON: ${jsonReason(error, json)}`])
  }
  const { output, issues = [] } = v.safeParse(FileSchema, value)
  const isRead = (...keys: readonly (keyof File)[]): boolean =>
    issues.every(({ path }) => path !== undefined && !keys.includes(path[0].key as keyof File))
  const problems = [...issues.map(makeProblem), ...contradictionsIn(output as File, isRead)]
  return problems.length === 0 ? ok(makeTournament(output as File)) : err(problems)
}

/** The place as one would write it in a program, and what is wrong there. */
function makeProblem({ path, message }: v.BaseIssue<unknown>): string {
  if (!path) return `the file: ${message}`
  const place = path.map(({ key }) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("")
  return `${place.slice(1)}: ${message}`
}

/** What is wrong with keys that are good by themselves; only those that were read are looked at. */
function* contradictionsIn(
  file: File,
  isRead: (...keys: readonly (keyof File)[]) => boolean,
): Generator<string, void, undefined> {
  if (isRead("players")) yield* repeatedNames(file)
  if (isRead("players", "format", "champion")) yield* championProblems(file)
  if (isRead("size", "openings")) yield* openingsProblems(file)
}

function* repeatedNames({ players }: File): Generator<string, void, undefined> {
  for (const [i, { name: own }] of players.entries()) {
    const first = players.findIndex((other) => other.name === own)
    if (first < i) yield `players[${i}].name: ${quote(own)} is the name of players[${first}] already`
  }
}

function* championProblems({ format, champion, players }: File): Generator<string, void, undefined> {
  const names = players.map((each) => each.name)
  if (format === "gauntlet" && !names.some((each) => each === champion))
    yield `champion: ${complaint(names.map(quote).join(" or "))({ input: champion })}`
  if (format !== "gauntlet" && champion !== undefined)
    yield 'champion: only a gauntlet has one; write "format": "gauntlet", or leave it out'
}

function* openingsProblems({ openings, size }: File): Generator<string, void, undefined> {
  const drawn = /^random:(.*)$/.exec(openings)?.[1]
  const most = Math.floor(size ** 2 / 2)
  if (drawn !== undefined && !(/^\d+$/.test(drawn) && Number(drawn) >= 1 && Number(drawn) <= most))
    yield `openings: ${complaint(`random:1 to random:${most} on this board`)({ input: openings })}`
}

function makeTournament({ rules: named, komi, champion, openings, concurrency, ...rest }: File): Tournament {
  const ruleset = parseRuleset(named)!
  return {
    ...rest,
    budget: rest.budget ?? { kind: "own" },
    ...(champion === undefined ? {} : { champion: champion as string }),
    komi: komi ?? ruleset.komi,
    rules: ruleset.name,
    openings: parseOpenings(openings),
    ...(concurrency === undefined ? {} : { concurrency }),
  }
}

function parseOpenings(told: string): TournamentOpenings {
  if (told === "none") return { kind: "none" }
  const drawn = /^random:(\d+)$/.exec(told)?.[1]
  return drawn === undefined ? { kind: "file", file: told } : { kind: "random", moves: Number(drawn) }
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
