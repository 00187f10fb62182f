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
import { PRESET_NAMES, type PresetName } from "montego/search"
import type { Limit } from "../engine/protocol.ts"

/** Opponents by name. Playouts and nothing else set them apart, so that each is the same on a phone and on a desktop. */
export const LEVELS = [
  { id: "newcomer", playouts: 10 },
  { id: "learner", playouts: 60 },
  { id: "casual", playouts: 300 },
  { id: "steady", playouts: 1500 },
  { id: "sharp", playouts: 6000 },
  { id: "deep", playouts: 25_000 },
] as const

export type LevelId = (typeof LEVELS)[number]["id"]

export const SIZES = [9, 13, 19] as const
export const MORE_SIZES = [5, 7, 9, 11, 13, 15, 17, 19] as const
export const RULES = [
  "chinese",
  "japanese",
  "aga",
  "new-zealand",
  "tromp-taylor",
  "capture-1",
  "capture-3",
  "capture-5",
] as const

export interface Settings {
  readonly size: number
  readonly opponent: LevelId | "person" | "custom"
  /** The person's colour against the machine. */
  readonly color: Color
  readonly rules: string
  /** Undefined: what the rules and the handicap say. */
  readonly komi?: number | undefined
  readonly handicap: number
  /** Of a custom opponent. */
  readonly limit: Limit
  readonly preset: PresetName
  /** Undefined: a new one for every game. */
  readonly seed?: number | undefined
}

export const FIRST_SETTINGS: Settings = {
  size: 9,
  opponent: "learner",
  color: Black,
  rules: "chinese",
  handicap: 0,
  limit: { playouts: 1000 },
  preset: "strong",
}

export const MOST_PLAYOUTS = 1_000_000
export const MOST_SECONDS = 600
export const MOST_KOMI = 400

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
  const level = LEVELS.find(({ id }) => id === settings.opponent)
  return level ? { playouts: level.playouts } : settings.limit
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
  const from = stored as Readonly<Record<keyof Settings, unknown>>
  const first = FIRST_SETTINGS
  const size = isBoardSize(from.size as number) && (from.size as number) <= 19 ? (from.size as number) : 9
  const names: readonly unknown[] = ["person", "custom", ...LEVELS.map(({ id }) => id)]
  const rules = typeof from.rules === "string" && parseRuleset(from.rules) ? from.rules : first.rules
  return {
    size,
    opponent: names.includes(from.opponent) ? (from.opponent as Settings["opponent"]) : first.opponent,
    color: from.color === White ? White : Black,
    rules,
    ...(isNumber(from.komi, -MOST_KOMI, MOST_KOMI) ? { komi: from.komi } : {}),
    handicap:
      isNumber(from.handicap, 2, maxFixedHandicap(size)) && Number.isInteger(from.handicap)
        ? from.handicap
        : 0,
    limit: readLimit(from.limit),
    preset: (PRESET_NAMES as readonly unknown[]).includes(from.preset)
      ? (from.preset as PresetName)
      : first.preset,
    ...(Number.isSafeInteger(from.seed) ? { seed: from.seed as number } : {}),
  }
}

function readLimit(stored: unknown): Limit {
  if (typeof stored !== "object" || stored === null) return FIRST_SETTINGS.limit
  const { playouts, seconds } = stored as { playouts?: unknown; seconds?: unknown }
  if (isNumber(playouts, 1, MOST_PLAYOUTS)) return { playouts: Math.round(playouts) }
  if (isNumber(seconds, 0.1, MOST_SECONDS)) return { seconds }
  return FIRST_SETTINGS.limit
}

function isNumber(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most
}
