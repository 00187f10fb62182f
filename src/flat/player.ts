// The simple Monte-Carlo searches of history as players: `vanilla`, `amaf`, `pruning`, `depth2` (TREE-1, TREE-2).

import { ok, type Result } from "../base/result.ts"
import { Kernel } from "../kernel/index.ts"
import type { Answer, Budget, OptionTable, Player, PlayerSpec, Request } from "../player/index.ts"
import {
  BUDGET_OPTIONS,
  budgetOf,
  makePlayerSpec,
  positives,
  readOptions,
  UNUSED_THREADS_OPTION,
  words,
} from "../player/index.ts"
import { DEFAULT_CONFIDENCE, FLAT_METHODS, searchFlat } from "./search.ts"
import type { FlatMethod, FlatOptions } from "./search.ts"

/** The options of the players without a tree. */
export interface FlatPlayerOptions extends FlatOptions {
  readonly name?: string
  /** Where the request says nothing else. */
  readonly budget?: Pick<Budget, "playouts" | "seconds">
}

/** A search without a tree as a player. */
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

const COMMON = {
  ...BUDGET_OPTIONS,
  policy: {
    // Weighted playouts are years younger than these searches, so `gamma` is left out.
    ...words("light", "mogo"),
    default: "light",
    meaning: "how playouts choose: uniformly, or by MoGo's rules",
  },
  value: {
    ...words("win", "score"),
    default: "win",
    meaning: "what a playout is worth: won or lost, or its margin in points",
  },
  threads: UNUSED_THREADS_OPTION,
} as const satisfies OptionTable

const PRUNING = {
  ...COMMON,
  c: {
    ...positives(),
    default: DEFAULT_CONFIDENCE,
    meaning: "a move drops out when its interval, c standard errors to each side, lies below another's",
    source: "Bouzy & Helmstetter 2003",
  },
} as const satisfies OptionTable

const OPTIONS = { vanilla: COMMON, amaf: COMMON, pruning: PRUNING, depth2: PRUNING } as const

/** The players of the searches without a tree, as the registry lists them. */
export const FLAT_PLAYERS = FLAT_METHODS.map((name) => ({
  name,
  summary: SUMMARIES[name],
  options: OPTIONS[name],
  make: (spec: PlayerSpec): Result<Player, string> => makeFlatPlayer(name, spec),
}))

function makeFlatPlayer(method: FlatMethod, spec: PlayerSpec): Result<Player, string> {
  const read = readOptions({ name: method, options: OPTIONS[method] }, spec)
  if (!read.ok) return read
  const { policy, value } = read.value
  const confidence = "c" in read.value ? { confidence: read.value.c } : {}
  const budget = budgetOf(read.value)
  return ok(new FlatPlayer({ method, name: makePlayerSpec(spec), policy, value, ...confidence, budget }))
}
