// What the page says over the live connection, read with distrust: nothing is used that was not looked at. All is JSON;
// a position is what `Game.position()` gives, of whose rules only the name counts.

import { err, ok, type Result } from "../base/result.ts"
import type { Budget, Clock, TimeSettings } from "../players/index.ts"
import {
  Black,
  Game,
  isBoardSize,
  isOnBoard,
  isPass,
  KOMI_LIMIT,
  parseRuleset,
  White,
} from "../rules/index.ts"
import type { Color, Move, PlayedMove, Point, Position } from "../rules/index.ts"
import { ANALYST, type Ask, type MoveTask, type SearchTask } from "../service/index.ts"
import type { Limits } from "./limits.ts"

type Fields = Readonly<Record<string, unknown>>

/** A message as far as it is read before its token is checked. */
export interface Envelope {
  readonly kind: string
  /** Of the search that is meant. */
  readonly id?: number
  readonly token: unknown
  readonly fields: Fields
}

const LONGEST_PLAYER = 2000
const REPORT_MS = { least: 50, most: 60_000 } as const

export function parseEnvelope(text: string): Result<Envelope, string> {
  const message = parseJson(text)
  if (!isRecord(message)) return err("a message is a JSON object")
  const { kind, id, token, ...fields } = message
  if (typeof kind !== "string") return err("a message has a kind")
  if (id === undefined) return ok({ kind, token, fields })
  return isWhole(id, 0) ? ok({ kind, id, token, fields }) : err("an id is a whole number")
}

/** Reads the rest of an `ask`; the error says what is wrong. */
export function parseAsk(
  { id, fields }: Envelope,
  limits: Limits,
): Result<Ask & { task: SearchTask }, string> {
  if (id === undefined) return err("a question has an id")
  const { task } = fields
  if (!isRecord(task)) return err("task is an object")
  const read = parseTask(task, limits)
  return read.ok ? ok({ kind: "ask", id, task: read.value }) : read
}

function parseTask(task: Fields, limits: Limits): Result<SearchTask, string> {
  const { kind, seed } = task
  if (kind !== "move" && kind !== "analysis") return err("task.kind is move or analysis")
  const { player = kind === "analysis" ? ANALYST : undefined } = task
  if (typeof player !== "string" || player.length > LONGEST_PLAYER)
    return err("task.player is a player's name, such as uct:strong")
  if (!isWhole(seed, 0)) return err("task.seed is a whole number")
  const options = parseOptions(task, limits)
  if (!options.ok) return options
  const game = parsePosition(task["position"])
  if (!game.ok) return game
  const { toPlay, turns } = game.value
  const { color = toPlay } = task
  if (!isColor(color)) return err("task.color is 1 (Black) or 2 (White)")
  if (turns === "alternate" && color !== toPlay) return err("it is the other side's turn")
  const budget = parseBudget(task["budget"], limits)
  if (!budget.ok) return budget
  const { mayStopEarly, ...rest } = options.value
  const thinking = { ...rest, position: game.value.position(), color, budget: budget.value, seed, player }
  if (kind === "analysis") return ok({ ...thinking, kind })
  return ok({ ...thinking, kind, ...(mayStopEarly === undefined ? {} : { mayStopEarly }) })
}

function parseOptions(
  { threads, reportEvery, mayStopEarly }: Fields,
  limits: Limits,
): Result<Pick<MoveTask, "threads" | "reportEvery" | "mayStopEarly">, string> {
  if (threads !== undefined && !(isWhole(threads, 1) && threads <= limits.threads))
    return err(`task.threads is a whole number from 1 to ${limits.threads}`)
  if (reportEvery !== undefined && !isNumber(reportEvery, REPORT_MS.least, REPORT_MS.most))
    return err(`task.reportEvery is ${REPORT_MS.least} to ${REPORT_MS.most} milliseconds`)
  if (mayStopEarly !== undefined && typeof mayStopEarly !== "boolean")
    return err("task.mayStopEarly is true or false")
  return ok({
    ...(threads === undefined ? {} : { threads }),
    ...(reportEvery === undefined ? {} : { reportEvery }),
    ...(mayStopEarly === undefined ? {} : { mayStopEarly }),
  })
}

function parsePosition(value: unknown): Result<Game, string> {
  if (!isRecord(value)) return err("position is an object, as Game.position() gives it")
  const { size, rules, komi, setup = [], handicap = 0, firstToPlay, turns = "alternate", moves = [] } = value
  if (!isWhole(size, 1) || !isBoardSize(size)) return err("position.size is no board size")
  const rulesName = isRecord(rules) ? rules["name"] : rules
  const ruleset = typeof rulesName === "string" ? parseRuleset(rulesName) : undefined
  if (!ruleset) return err("position.rules is no rule set")
  if (!isNumber(komi, -KOMI_LIMIT, KOMI_LIMIT)) return err("position.komi is no komi")
  if (!isWhole(handicap, 0) || handicap > size * size) return err("position.handicap is no handicap")
  if (firstToPlay !== undefined && !isColor(firstToPlay)) return err("position.firstToPlay is no colour")
  if (turns !== "alternate" && turns !== "free") return err("position.turns is alternate or free")
  const stones = parseList(setup, (item) => parseStone(item, size))
  if (!stones) return err("position.setup is a list of colour and point")
  const played = parseList(moves, (item) => parseMove(item, size))
  if (!played) return err("position.moves is a list of colour and move")
  const options: Omit<Position, "moves" | "firstToPlay"> = {
    size,
    rules: ruleset,
    komi,
    setup: stones,
    handicap,
    turns,
  }
  const game = Game.replay(firstToPlay === undefined ? options : { ...options, firstToPlay }, played)
  return game.ok ? game : err(`position: move ${game.error.number}: ${game.error.reason}`)
}

function parseStone(item: unknown, size: number): readonly [Color, Point] | undefined {
  if (!Array.isArray(item) || item.length !== 2) return undefined
  const [color, point] = item as readonly unknown[]
  return isColor(color) && isMove(point, size) && isOnBoard(size, point) ? [color, point] : undefined
}

function parseMove(item: unknown, size: number): PlayedMove | undefined {
  if (!isRecord(item)) return undefined
  const { color, move } = item
  return isColor(color) && isMove(move, size) ? { color, move } : undefined
}

/** All items, or undefined when one of them is wrong. */
function parseList<T>(value: unknown, parse: (item: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items = value.map(parse)
  return items.every((item) => item !== undefined) ? items : undefined
}

function parseBudget(value: unknown, limits: Limits): Result<Budget, string> {
  if (value === undefined) return ok({})
  if (!isRecord(value)) return err("budget is an object")
  const { seconds, clock } = value
  let budget: Budget = {}
  for (const name of ["playouts", "evaluations"] as const) {
    const count = value[name]
    if (count === undefined) continue
    if (!isWhole(count, 1) || count > limits.playouts)
      return err(`budget.${name} is a whole number from 1 to ${limits.playouts}`)
    budget = { ...budget, [name]: count }
  }
  if (seconds !== undefined) {
    if (!isNumber(seconds, 0, limits.seconds)) return err(`budget.seconds is at most ${limits.seconds}`)
    budget = { ...budget, seconds }
  }
  if (clock !== undefined) {
    const read = parseClock(clock)
    if (!read) return err("budget.clock is no clock")
    budget = { ...budget, clock: read }
  }
  return ok(budget)
}

const CLOCK_FIELDS = {
  none: [],
  absolute: ["main"],
  "byo-yomi": ["main", "period", "periods"],
  canadian: ["main", "period", "stones"],
} as const satisfies Record<TimeSettings["kind"], readonly string[]>

function parseClock(value: unknown): Clock | undefined {
  if (!isRecord(value) || !isRecord(value["settings"])) return undefined
  const { settings, left } = value as { settings: Fields; left?: unknown }
  const { kind } = settings
  if (typeof kind !== "string" || !Object.hasOwn(CLOCK_FIELDS, kind)) return undefined
  const read = pickNumbers(settings, CLOCK_FIELDS[kind as TimeSettings["kind"]])
  if (!read) return undefined
  const clock = { settings: { kind, ...read } as TimeSettings }
  if (left === undefined) return clock
  const rest = isRecord(left) ? pickNumbers(left, ["seconds", "stones"]) : undefined
  return rest && { ...clock, left: rest as NonNullable<Clock["left"]> }
}

function pickNumbers(fields: Fields, names: readonly string[]): Record<string, number> | undefined {
  const pairs = names.map((name) => [name, fields[name]] as const)
  const isGood = (pair: readonly [string, unknown]): pair is readonly [string, number] =>
    isNumber(pair[1], 0, 1e7)
  return pairs.every(isGood) ? Object.fromEntries(pairs) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function isNumber(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most
}

function isWhole(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least
}

function isColor(value: unknown): value is Color {
  return value === Black || value === White
}

function isMove(value: unknown, size: number): value is Move {
  return typeof value === "number" && (isPass(value as Move) || isOnBoard(size, value as Move))
}
