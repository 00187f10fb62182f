// What a new game is made from: the choices of the first screen, and the reading of those that were stored.

import {
  defaultKomi,
  fixedHandicap,
  isBoardSize,
  maxFixedHandicap,
  parseRuleset,
  Black,
  White,
  type Color,
  type GameOptions,
  type Ruleset,
} from "montego/rules"
import { findLevel, levelPlayer, LEVELS, parsePlayerSpec, type LevelId } from "montego/players"
import type { TimeSettings } from "montego/search"

export const SIZES = [9, 13, 19] as const
export const MORE_SIZES = [5, 7, 9, 11, 13, 15, 17, 19] as const
export const RULES = [
  "chinese",
  "japanese",
  "aga",
  "new-zealand",
  "tromp-taylor",
  "capture-1",
  "capture-2",
  "capture-3",
  "capture-4",
  "capture-5",
] as const

/** How long the machine thinks about one move; `byClock` is as long as its clock allows. */
export type Limit = { readonly playouts: number } | { readonly seconds: number } | { readonly byClock: true }

export interface Settings {
  /** The person's own name; empty for none. */
  readonly name: string
  readonly size: number
  readonly opponent: LevelId | "person" | "custom"
  /** The person's colour against the machine. */
  readonly color: Color
  readonly rules: string
  /** Undefined: what the rules and the handicap say. */
  readonly komi?: number | undefined
  readonly handicap: number
  /** The same for both sides. */
  readonly clock: TimeSettings
  /** Of a custom opponent. */
  readonly limit: Limit
  /** By its name, as the registry of players reads it: `uct:strong`. */
  readonly player: string
  /** Undefined: a new one for every game. */
  readonly seed?: number | undefined
}

export const FIRST_SETTINGS: Settings = {
  name: "",
  size: 9,
  opponent: "learner",
  color: Black,
  rules: "chinese",
  handicap: 0,
  clock: { kind: "none" },
  limit: { playouts: 1000 },
  player: "uct:strong",
}

/** What a clock of each kind has at first. */
export const FIRST_CLOCKS: Readonly<Record<TimeSettings["kind"], TimeSettings>> = {
  none: { kind: "none" },
  absolute: { kind: "absolute", main: 900 },
  "byo-yomi": { kind: "byo-yomi", main: 600, period: 30, periods: 3 },
  canadian: { kind: "canadian", main: 600, period: 300, stones: 15 },
}

/** Letters of a name. */
export const LONGEST_NAME = 60
export const MOST_PLAYOUTS = 1_000_000
export const MOST_SECONDS = 600
export const MOST_KOMI = 400
export const MOST_MAIN = 10 * 3600
export const MOST_PERIOD = 3600
export const MOST_PERIODS = 99

export function rulesOf(settings: Settings): Ruleset {
  return parseRuleset(settings.rules) ?? parseRuleset("chinese")!
}

export function komiOf(settings: Settings): number {
  const rules = rulesOf(settings)
  if (rules.captureGoal !== undefined) return 0
  return settings.komi ?? defaultKomi(rules, settings.handicap)
}

export function mostHandicap({ size }: Settings): number {
  return maxFixedHandicap(size)
}

export function limitOf(settings: Settings): Limit {
  const level = levelOf(settings)
  return level ? { playouts: level.playouts ?? 1 } : settings.limit
}

export function playerOf(settings: Settings): string {
  const { opponent, player } = settings
  return opponent === "custom" ? player : (levelOf(settings)?.player ?? FIRST_SETTINGS.player)
}

/** What the chosen level plays with; undefined where the opponent is none. */
function levelOf(settings: Settings): ReturnType<typeof levelPlayer> | undefined {
  const level = findLevel(settings.opponent)
  return level && levelPlayer(level, rulesOf(settings).captureGoal !== undefined)
}

export function gameOptionsOf(settings: Settings): GameOptions {
  const { size } = settings
  const handicap = Math.min(settings.handicap, mostHandicap(settings))
  const stones = fixedHandicap(size, handicap) ?? []
  return {
    size,
    rules: rulesOf(settings),
    komi: komiOf(settings),
    handicap: stones.length,
    setup: stones.map((point) => [Black, point] as const),
  }
}

/** Settings from wherever they were kept; whatever makes no sense is as on the first day. */
export function readSettings(stored: unknown): Settings {
  if (typeof stored !== "object" || stored === null) return FIRST_SETTINGS
  const from = stored as Readonly<Record<keyof Settings | "preset", unknown>>
  const first = FIRST_SETTINGS
  const size = isBoardSize(from.size as number) && (from.size as number) <= 19 ? (from.size as number) : 9
  const names: readonly unknown[] = ["person", "custom", ...LEVELS.map(({ id }) => id)]
  const rules = typeof from.rules === "string" && parseRuleset(from.rules) ? from.rules : first.rules
  const clock = readTimeSettings(from.clock)
  return {
    name: typeof from.name === "string" ? from.name.slice(0, LONGEST_NAME) : first.name,
    size,
    opponent: names.includes(from.opponent) ? (from.opponent as Settings["opponent"]) : first.opponent,
    color: from.color === White ? White : Black,
    rules,
    ...(isNumber(from.komi, -MOST_KOMI, MOST_KOMI) ? { komi: from.komi } : {}),
    handicap:
      isNumber(from.handicap, 2, maxFixedHandicap(size)) && Number.isInteger(from.handicap)
        ? from.handicap
        : 0,
    clock,
    limit: readLimit(from.limit, clock),
    player: readPlayer(from.player, from.preset),
    ...(Number.isSafeInteger(from.seed) ? { seed: from.seed as number } : {}),
  }
}

/** Before there were other players, the preset of the tree search was kept. */
function readPlayer(stored: unknown, preset: unknown): string {
  const text = typeof preset === "string" ? `uct:${preset}` : stored
  return typeof text === "string" && parsePlayerSpec(text).ok ? text : FIRST_SETTINGS.player
}

function readTimeSettings(stored: unknown): TimeSettings {
  if (typeof stored !== "object" || stored === null) return FIRST_SETTINGS.clock
  const { kind, main, period, periods, stones } = stored as Readonly<Record<string, unknown>>
  if (kind === "absolute" && isNumber(main, 1, MOST_MAIN)) return { kind, main }
  if (!isNumber(main, 0, MOST_MAIN) || !isNumber(period, 1, MOST_PERIOD)) return FIRST_SETTINGS.clock
  if (kind === "byo-yomi" && isCount(periods)) return { kind, main, period, periods }
  if (kind === "canadian" && isCount(stones)) return { kind, main, period, stones }
  return FIRST_SETTINGS.clock
}

function readLimit(stored: unknown, clock: TimeSettings): Limit {
  if (typeof stored !== "object" || stored === null) return FIRST_SETTINGS.limit
  const { playouts, seconds, byClock } = stored as Readonly<Record<string, unknown>>
  if (byClock === true && clock.kind !== "none") return { byClock }
  if (isNumber(playouts, 1, MOST_PLAYOUTS)) return { playouts: Math.round(playouts) }
  if (isNumber(seconds, 0.1, MOST_SECONDS)) return { seconds }
  return FIRST_SETTINGS.limit
}

function isCount(value: unknown): value is number {
  return isNumber(value, 1, MOST_PERIODS) && Number.isInteger(value)
}

function isNumber(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most
}
