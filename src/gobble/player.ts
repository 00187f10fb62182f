// Gobble, the first Monte-Carlo Go program, as a player (SA-1 to SA-3): `gobble:a`, `gobble:b`, `gobble:order1`.

import { makeChoice } from "../base/nearest.ts"
import { err, ok, type Result } from "../base/result.ts"
import { KERNEL_MAX_SIZE } from "../kernel/index.ts"
import type { Budget, Player, Request } from "../player/index.ts"
import { makePlayerSpec, type PlayerSpec } from "../player/index.ts"
import type { Position } from "../rules/index.ts"
import type { Gobble } from "./kernel.ts"
import { openGobble } from "./map.ts"
import { searchGobble, type GobbleResult, type GobbleSearchOptions } from "./search.ts"
import { DEFAULT_GOBBLE, GOBBLE_PRESETS, type GobblePreset } from "./settings.ts"

export interface GobbleOptions extends GobbleSearchOptions {
  readonly name?: string
  /** Where the request says nothing else. */
  readonly budget?: Pick<Budget, "playouts" | "seconds">
}

export class GobblePlayer implements Player {
  readonly name: string
  readonly #options: GobbleOptions
  // Made at the first move: a player is made at once, a kernel is not. Boards over 19×19 need the twin.
  readonly #gobbles = new Map<"small" | "large", Promise<Gobble>>()
  // There is one table of values: who asks while a search runs waits for its end.
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

/** For the list of players. */
export const GOBBLE_PLAYER = {
  name: "gobble",
  summary: "games ordered by simulated annealing (Brügmann 1993); presets a, b, order1",
  isBudgeted: true,
  make: makeGobblePlayer,
} as const

/** A number that an option may be, and what to say when it is not. */
interface Range {
  readonly isWhole: boolean
  readonly least: number
  readonly most: number
  readonly meaning: string
}

const share = (meaning: string): Range => ({ isWhole: false, least: 0, most: 1, meaning })
const whole = (least: number, most: number): Range => ({
  isWhole: true,
  least,
  most,
  meaning: `a whole number from ${least} to ${most}`,
})

const RANGES = {
  games: whole(1, 1e9),
  playouts: whole(1, 1e9),
  seconds: { isWhole: false, least: 1e-6, most: 1e9, meaning: "a positive number" },
  branch: whole(0, 361),
  order: whole(0, 1),
  swap: share("a probability from 0 to 1"),
  frozen: share("a share of the games from 0 to 1"),
  random: share("a share of the moves from 0 to 1"),
  // Whoever allows threads to all players allows them here too; Gobble uses one.
  threads: whole(1, 64),
} as const satisfies Readonly<Record<string, Range>>

type Key = keyof typeof RANGES

function makeGobblePlayer(spec: PlayerSpec): Result<Player, string> {
  const { preset = "a" } = spec
  if (!Object.hasOwn(GOBBLE_PRESETS, preset))
    return err(`gobble has no preset ${makeChoice(preset, Object.keys(GOBBLE_PRESETS))}`)
  const numbers: Partial<Record<Key, number>> = {}
  for (const [key, text] of spec.options) {
    if (!Object.hasOwn(RANGES, key))
      return err(`gobble has no option ${makeChoice(key, Object.keys(RANGES))}`)
    const value = readNumber(text, RANGES[key as Key])
    if (value === undefined) return err(`${key} is ${RANGES[key as Key].meaning}, not "${text}"`)
    numbers[key as Key] = value
  }
  const { playouts, seconds, threads: _, ...settings } = numbers
  // `games` is a whole budget by itself.
  const budget = {
    ...(playouts === undefined || settings.games !== undefined ? {} : { playouts }),
    ...(seconds === undefined ? {} : { seconds }),
  }
  const name = makePlayerSpec(spec)
  const chosen = { ...GOBBLE_PRESETS[preset as GobblePreset], ...settings } as GobbleSearchOptions
  return ok(new GobblePlayer({ ...chosen, budget, name }))
}

function readNumber(text: string, { isWhole, least, most }: Range): number | undefined {
  const value = text.trim() === "" ? NaN : Number(text)
  if (isWhole && !/^\d+$/.test(text)) return undefined
  return value >= least && value <= most ? value : undefined
}
