// The simple Monte-Carlo searches of history as players: `vanilla`, `amaf`, `pruning`, `depth2` (TREE-1, TREE-2).

import { makeChoice } from "../base/nearest.ts"
import { err, ok, type Result } from "../base/result.ts"
import { Kernel, type PolicyName } from "../kernel/index.ts"
import type { Answer, Budget, Player, Request } from "../player/index.ts"
import { makePlayerSpec, type PlayerSpec } from "../player/index.ts"
import { FLAT_METHODS, searchFlat, type FlatMethod, type FlatOptions, type FlatValue } from "./search.ts"

export interface FlatPlayerOptions extends FlatOptions {
  readonly name?: string
  /** Where the request says nothing else. */
  readonly budget?: Pick<Budget, "playouts" | "seconds">
}

export class FlatPlayer implements Player {
  readonly name: string
  readonly #options: FlatPlayerOptions
  // Made at the first move: a player is made at once, a kernel is not. Without WebAssembly there is none.
  #kernel: Promise<Kernel | undefined> | undefined

  constructor(options: FlatPlayerOptions) {
    this.name = options.name ?? options.method
    this.#options = options
  }

  async prepare(): Promise<void> {
    await this.#open()
  }

  #open(): Promise<Kernel | undefined> {
    return (this.#kernel ??= Kernel.create().catch(() => undefined))
  }

  async choose(request: Request): Promise<Answer> {
    const kernel = await this.#open()
    const budget = { ...this.#options.budget, ...request.budget }
    return searchFlat(kernel, { ...request, budget }, this.#options)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

const SUMMARIES: Readonly<Record<FlatMethod, string>> = {
  vanilla: "equally many playouts for every move, the best mean wins (Bouzy and Helmstetter 2003)",
  amaf: "all-moves-as-first: the mean of all playouts in which it came first to the point (Brügmann 1993)",
  pruning: "vanilla, but clearly worse moves drop out on the way (progressive pruning, Bouzy)",
  depth2: "minimax of depth 2 over means of playouts (Bouzy and Helmstetter 2003)",
}

/** For the list of players. */
export const FLAT_PLAYERS = FLAT_METHODS.map((name) => ({
  name,
  summary: SUMMARIES[name],
  isBudgeted: true,
  make: (spec: PlayerSpec): Result<Player, string> => makeFlatPlayer(name, spec),
}))

/** Weighted playouts are years younger than these searches, so `gamma` is left out. */
const POLICIES = ["light", "mogo"] as const satisfies readonly PolicyName[]
const VALUES = ["win", "score"] as const satisfies readonly FlatValue[]
const MOST_PLAYOUTS = 1e9
const MOST_THREADS = 64

type Options = { -readonly [key in keyof FlatPlayerOptions]: FlatPlayerOptions[key] }

/** Puts an option into place; answers what it should have been when it is wrong. */
type Reader = (options: Options, text: string) => string | undefined

const COMMON: Readonly<Record<string, Reader>> = {
  playouts: (options, text) => {
    const playouts = wholeNumber(text, MOST_PLAYOUTS)
    if (playouts === undefined) return `a whole number from 1 to ${MOST_PLAYOUTS}`
    options.budget = { ...options.budget, playouts }
    return undefined
  },
  seconds: (options, text) => {
    const seconds = positiveNumber(text)
    if (seconds === undefined) return "a positive number"
    options.budget = { ...options.budget, seconds }
    return undefined
  },
  policy: (options, text) => {
    const policy = POLICIES.find((name) => name === text)
    if (!policy) return `one of ${POLICIES.join(", ")}`
    options.policy = policy
    return undefined
  },
  value: (options, text) => {
    const value = VALUES.find((name) => name === text)
    if (!value) return `one of ${VALUES.join(", ")}`
    options.value = value
    return undefined
  },
  // Whoever allows threads to all players allows them here too; these use one.
  threads: (_, text) =>
    wholeNumber(text, MOST_THREADS) === undefined ? `a whole number from 1 to ${MOST_THREADS}` : undefined,
}

const PRUNING: Readonly<Record<string, Reader>> = {
  ...COMMON,
  c: (options, text) => {
    const confidence = positiveNumber(text)
    if (confidence === undefined) return "a positive number"
    options.confidence = confidence
    return undefined
  },
}

const READERS = { vanilla: COMMON, amaf: COMMON, pruning: PRUNING, depth2: PRUNING } as const

function makeFlatPlayer(method: FlatMethod, spec: PlayerSpec): Result<Player, string> {
  if (spec.preset !== undefined) return err(`${method} has no presets, "${spec.preset}" is unknown`)
  const readers = READERS[method]
  const options: Options = { method, name: makePlayerSpec(spec) }
  for (const [key, text] of spec.options) {
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined
    if (!read) return err(`${method} has no option ${makeChoice(key, Object.keys(readers))}`)
    const meant = read(options, text)
    if (meant !== undefined) return err(`${key} is ${meant}, not "${text}"`)
  }
  return ok(new FlatPlayer(options))
}

function wholeNumber(text: string, most: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : NaN
  return value >= 1 && value <= most ? value : undefined
}

function positiveNumber(text: string): number | undefined {
  const value = text.trim() === "" ? NaN : Number(text)
  return value > 0 && value < Infinity ? value : undefined
}
