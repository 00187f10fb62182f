// Gobble, the first Monte-Carlo Go program, as a player (SA-1 to SA-3): `gobble:a`, `gobble:b`, `gobble:order1`.

import { ok, type Result } from "../base/result.ts"
import { KERNEL_MAX_SIZE } from "../kernel/index.ts"
import type { Budget, OptionTable, Player, PlayerSpec, Request } from "../player/index.ts"
import {
  BUDGET_OPTIONS,
  budgetOf,
  integers,
  makePlayerSpec,
  numbers,
  readOptions,
  UNUSED_THREADS_OPTION,
  words,
} from "../player/index.ts"
import type { Position } from "../rules/index.ts"
import type { Gobble } from "./kernel.ts"
import { openGobble } from "./map.ts"
import { searchGobble, type GobbleResult, type GobbleSearchOptions } from "./search.ts"
import { DEFAULT_GOBBLE, GOBBLE_PRESETS } from "./settings.ts"

/** The options of the player `gobble`, read. */
export interface GobbleOptions extends GobbleSearchOptions {
  readonly name?: string
  /** Where the request says nothing else. */
  readonly budget?: Pick<Budget, "playouts" | "seconds">
}

/** Gobble (1993) as a player. */
export class GobblePlayer implements Player {
  readonly name: string
  readonly #options: GobbleOptions
  // Made at the first move: a player is made at once, a kernel is not. Boards over 19×19 need the twin.
  readonly #gobbles = new Map<"small" | "large", Promise<Gobble>>()
  // There is one table of values, so that a request waits until the search before it has ended.
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: Partial<GobbleOptions> = {}) {
    this.#options = { ...DEFAULT_GOBBLE, ...options }
    this.name = options.name ?? "gobble"
  }

  choose(request: Request): Promise<GobbleResult> {
    const answer = this.#last.then(() => this.#search(request))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async prepare({ size }: Position): Promise<void> {
    await this.#open(size)
  }

  #open(size: number): ReturnType<typeof openGobble> {
    const key = size > KERNEL_MAX_SIZE ? "large" : "small"
    const gobble = this.#gobbles.get(key) ?? openGobble(this.#options.order, size)
    this.#gobbles.set(key, gobble)
    return gobble
  }

  async #search(request: Request): Promise<GobbleResult> {
    const gobble = await this.#open(request.position.size)
    const budget = { ...this.#options.budget, ...request.budget }
    return searchGobble(gobble, { ...request, budget }, this.#options)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

const ANNEALING = "fitted to Brügmann's map, docs/players/gobble.md"

const GOBBLE_OPTIONS = {
  games: {
    ...integers(1, 1e9),
    meaning: "games of each evaluation: a whole budget, in place of playouts",
    // The position and each of the `branch` best moves are evaluated.
    cost: { of: "playouts", times: "branch" },
  },
  ...BUDGET_OPTIONS,
  branch: {
    ...integers(0, 361),
    default: DEFAULT_GOBBLE.branch,
    meaning: "strategy B: how many of the best moves are played and evaluated again; 0 is strategy A",
    source: "SA-2",
  },
  order: {
    ...words(0, 1),
    default: DEFAULT_GOBBLE.order,
    meaning: "0: values of moves by themselves; 1: of moves as answers to the one before",
    source: "SA-3",
  },
  swap: {
    ...numbers(0, 1),
    default: DEFAULT_GOBBLE.swap,
    meaning: "chance of a swap in the first game; it falls linearly to zero",
    source: ANNEALING,
  },
  frozen: {
    ...numbers(0, 1),
    default: DEFAULT_GOBBLE.frozen,
    meaning: "share of the games that are left when that chance has reached zero",
    source: ANNEALING,
  },
  random: {
    ...numbers(0, 1),
    default: DEFAULT_GOBBLE.random,
    meaning: "share of the moves that are wholly random",
    source: ANNEALING,
  },
  threads: UNUSED_THREADS_OPTION,
} as const satisfies OptionTable

/** The player `gobble`, as the registry lists it. */
export const GOBBLE_PLAYER = {
  name: "gobble",
  summary: "games ordered by simulated annealing (Brügmann 1993); presets a, b, order1",
  options: GOBBLE_OPTIONS,
  presets: GOBBLE_PRESETS,
  make: makeGobblePlayer,
} as const

function makeGobblePlayer(spec: PlayerSpec): Result<Player, string> {
  const read = readOptions(GOBBLE_PLAYER, spec)
  if (!read.ok) return read
  const { playouts, seconds, threads: _, ...settings } = read.value
  // `games` is a whole budget by itself.
  const budget = budgetOf({ playouts: settings.games === undefined ? playouts : undefined, seconds })
  return ok(new GobblePlayer({ ...settings, budget, name: makePlayerSpec(spec) }))
}
