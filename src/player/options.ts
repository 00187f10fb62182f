// The options of players, `key=value`, as data. A player declares a table of its options:
// `readOptions` reads a player's name by it, `montego params` prints it, and the server bounds a
// request by the costs in it. The types of the read values follow from the table.

import { makeChoice } from "../base/nearest.ts"
import { err, ok, type Result } from "../base/result.ts"
import type { PlayerSpec } from "./spec.ts"

/** What a caller may limit. */
export type Resource = "playouts" | "seconds" | "threads" | "population"

/** What an option asks for, for servers that bound it. */
export interface Cost {
  readonly of: Resource
  /** How much of the resource one unit of the option uses; default: 1. */
  readonly each?: number
  /** An integer option of the same table: n of it multiply the cost by n + 1. */
  readonly times?: string
}

interface Described {
  /** One line for `montego params`. */
  readonly meaning: string
  /** Where the option or its default comes from. */
  readonly source?: string
  readonly cost?: Cost
  /** What it needs beyond the search. A server refuses files, names programs, and allows no idle time. */
  readonly needs?: "files" | "program" | "idle-time"
}

/** An option with a number. */
export interface NumberOption extends Described {
  readonly kind: "integer" | "number"
  /** Smallest and largest value. */
  readonly range: readonly [least: number, most: number]
  /** Whether zero, the smallest value, is excluded. */
  readonly isPositive?: true
  readonly default?: number
}

/** An option with one of a few words. */
export interface WordsOption extends Described {
  readonly kind: "words"
  readonly words: readonly (string | number)[]
  readonly default?: string | number
}

/** An option with one of a few words, whose value is the word's place in the list: 0, 1, 2 … */
export interface PlaceOption extends Described {
  readonly kind: "place"
  readonly words: readonly string[]
  readonly default?: number
}

/** An option that is on or off. */
export interface SwitchOption extends Described {
  readonly kind: "switch"
  readonly default?: boolean
}

/** An option with any text, or with a file. */
export interface TextOption extends Described {
  readonly kind: "text" | "file"
  readonly default?: string
}

/** An option of a player. */
export type PlayerOption = NumberOption | WordsOption | PlaceOption | SwitchOption | TextOption
/** The options of a player by name. */
export type OptionTable = Readonly<Record<string, PlayerOption>>
/** The value of an option. */
export type OptionValue = string | number | boolean

/** What is read for an option. */
type ValueOf<O extends PlayerOption> = O extends WordsOption
  ? O["words"][number]
  : O extends SwitchOption
    ? boolean
    : O extends TextOption
      ? string
      : number

/** The values of a table: all that have a default, and of the others those that were given. */
export type OptionValues<T extends OptionTable> = T extends unknown
  ? { readonly [K in WithDefault<T>]: ValueOf<T[K]> } & {
      readonly [K in Exclude<keyof T, WithDefault<T>>]?: ValueOf<T[K]>
    }
  : never

type WithDefault<T extends OptionTable> = {
  [K in keyof T]: T[K] extends { readonly default: unknown } ? K : never
}[keyof T]

/** The name, options and presets of a player: what its spec may contain. */
export interface PlayerForm<T extends OptionTable = OptionTable> {
  readonly name: string
  readonly options: T
  /** Values by the name of the preset; they replace defaults. */
  readonly presets?: Readonly<Record<string, Readonly<Record<string, OptionValue>>>>
}

// What an option may be, to be spread into its entry: `{ ...integers(1, 64), default: 1, meaning: "…" }`.

/** An option that takes whole numbers of a range. */
export function integers(least: number, most: number) {
  return { kind: "integer", range: [least, most] } as const
}

/** An option that takes numbers of a range. */
export function numbers(least: number, most: number) {
  return { kind: "number", range: [least, most] } as const
}

/** An option that takes any number above zero, up to `most`. */
export function positives(most = 1e9) {
  return { ...numbers(0, most), isPositive: true } as const
}

/** An option that takes one of these words. */
export function words<const W extends string | number>(...list: readonly W[]) {
  return { kind: "words", words: list } as const
}

/** An option that takes one of these words, whose value is its place in the list. */
export function places(...list: readonly string[]) {
  return { kind: "place", words: list } as const
}

/** Options that mean the same for all players that search. */
export const BUDGET_OPTIONS = {
  playouts: { ...integers(1, 1e9), meaning: "playouts a move", cost: { of: "playouts" } },
  seconds: { ...positives(), meaning: "seconds a move", cost: { of: "seconds" } },
} as const satisfies OptionTable

/** The option `threads` of players that search in several threads. */
export const THREADS_OPTION = {
  ...integers(1, 64),
  default: 1,
  meaning: "threads that search together",
  cost: { of: "threads" },
} as const satisfies PlayerOption

/**
 * The option `threads` of players that search in one thread: callers give it to all players, and these ignore it.
 */
export const UNUSED_THREADS_OPTION = {
  ...THREADS_OPTION,
  meaning: "accepted as everywhere, but this player uses one thread",
} as const satisfies PlayerOption

/** A budget without the limits that are undefined, as a request has it. */
export function budgetOf({ playouts, seconds }: { [K in BudgetKey]?: number | undefined }): {
  readonly [K in BudgetKey]?: number
} {
  return { ...(playouts === undefined ? {} : { playouts }), ...(seconds === undefined ? {} : { seconds }) }
}

type BudgetKey = keyof typeof BUDGET_OPTIONS

/**
 * Reads a player's name by its table: the given value, else the preset's, else the default. The error
 * says what is allowed.
 */
export function readOptions<T extends OptionTable>(
  { name, options, presets = {} }: PlayerForm<T>,
  spec: PlayerSpec,
): Result<OptionValues<T>, string> {
  const { preset } = spec
  const isPreset = preset === undefined || Object.hasOwn(presets, preset)
  if (!isPreset) return err(noSuch(name, "preset", preset, Object.keys(presets)))
  const unknown = [...spec.options.keys()].find((key) => !Object.hasOwn(options, key))
  if (unknown !== undefined) return err(noSuch(name, "option", unknown, Object.keys(options)))
  return readValues(options, preset === undefined ? {} : presets[preset]!, spec.options)
}

function noSuch(player: string, what: string, word: string, known: readonly string[]): string {
  return known.length === 0
    ? `${player} has no ${what}s, "${word}" is unknown`
    : `${player} has no ${what} ${makeChoice(word, known)}`
}

/**
 * Reads texts by the option that each is for. They take the place of the values in `base`, and these of the
 * defaults.
 */
export function readValues<T extends OptionTable>(
  options: T,
  base: Readonly<Record<string, OptionValue>>,
  texts: Iterable<readonly [string, string]>,
): Result<OptionValues<T>, string> {
  const values: Record<string, OptionValue> = {}
  for (const [key, { default: usual }] of Object.entries(options))
    if (usual !== undefined) values[key] = usual
  Object.assign(values, base)
  for (const [key, text] of texts) {
    const option = Object.hasOwn(options, key) ? options[key] : undefined
    if (!option) return err(`there is no option ${makeChoice(key, Object.keys(options))}`)
    const value = readValue(option, text)
    if (value === undefined) return err(`${key} is ${makeAllowed(option)}, not "${text}"`)
    values[key] = value
  }
  // Each value was read by its own entry, so that the record has the types of the table.
  return ok(values as OptionValues<T>)
}

function readValue(option: PlayerOption, text: string): OptionValue | undefined {
  switch (option.kind) {
    case "integer":
      return within(option, /^-?\d+$/.test(text) ? Number(text) : NaN)
    case "number":
      return within(option, text === "infinity" ? Infinity : text.trim() === "" ? NaN : Number(text))
    case "words":
      return option.words.find((word) => String(word) === text)
    case "place":
      return option.words.includes(text) ? option.words.indexOf(text) : undefined
    case "switch":
      return text === "on" ? true : text === "off" ? false : undefined
    case "file":
      return text === "" ? undefined : text
    case "text":
      return text
  }
}

function within({ range: [least, most], isPositive }: NumberOption, value: number): number | undefined {
  return value >= least && value <= most && !(isPositive && value === 0) ? value : undefined
}

/** The end of a sentence: `a whole number from 1 to 64`. */
function makeAllowed(option: PlayerOption): string {
  switch (option.kind) {
    case "integer":
      return `a whole number from ${makeRange(option)}`
    case "number":
      return option.isPositive
        ? `a positive number up to ${option.range[1]}`
        : `a number from ${makeRange(option)}`
    case "file":
      return "the name of a file"
    case "text":
      return "any text"
    default:
      return `one of ${optionWords(option)?.join(", ")}`
  }
}

/** What an option allows, in the few words of a table: `1 to 64`, `off on`, `file`. */
export function makeRange(option: PlayerOption): string {
  if (option.kind === "file" || option.kind === "text") return option.kind
  if (option.kind !== "integer" && option.kind !== "number") return optionWords(option)?.join(" ") ?? ""
  const ends = option.range.map((end) => makeOptionValue(option, end)).join(" to ")
  return option.isPositive ? `above ${ends}` : ends
}

/** The words of an option that has them. */
export function optionWords(option: PlayerOption): readonly string[] | undefined {
  if (option.kind === "switch") return ["off", "on"]
  return option.kind === "words" || option.kind === "place" ? option.words.map(String) : undefined
}

/** The value of an option as people write it. */
export function makeOptionValue(option: PlayerOption, value: OptionValue): string {
  if (option.kind === "place") return option.words[Number(value)] ?? String(value)
  if (typeof value === "boolean") return value ? "on" : "off"
  return value === Infinity ? "infinity" : String(value)
}

/**
 * Why a player with these values would cost more than the limits allow, as a sentence; undefined where it
 * doesn't.
 */
export function excessOf(
  options: OptionTable,
  values: Readonly<Record<string, OptionValue | undefined>>,
  limits: Readonly<Record<Resource, number>>,
): string | undefined {
  for (const [key, { cost }] of Object.entries(options)) {
    const value = values[key]
    if (!cost || value === undefined) continue
    const factor = cost.times === undefined ? 0 : Number(values[cost.times] ?? 0)
    const most = Math.floor(limits[cost.of] / ((cost.each ?? 1) * (factor + 1)))
    if (Number(value) > most)
      return `${key} is at most ${most} here${factor > 0 ? ` with ${cost.times}=${factor}` : ""}`
  }
  return undefined
}
