// The tree search as a player (TREE-3 to TREE-15): `uct`, with presets and every knob of the search as an option.

import { err, ok, unwrap, type Result } from "../base/result.ts"
import { KERNEL_MAX_SIZE } from "../kernel/index.ts"
import { Game, opponent, PASS, type Move, type Position } from "../rules/index.ts"
import {
  chooseEnding,
  DEFAULTS,
  parseParams,
  presetParams,
  PRESET_NAMES,
  Searcher,
  searchFlat,
  staysSettled,
  type EndingOptions,
  type HelperPool,
  type PresetName,
  type SearchBudget,
  type SearchParams,
  type SearchReport,
} from "../search/index.ts"
import { openDeadStoneEstimator, type DeadStoneEstimator } from "./dead.ts"
import type { Answer, Player, Request } from "./player.ts"
import type { PlayerSpec } from "./spec.ts"

/** What differs between Node and browsers. */
export interface PlayerEnvironment {
  /** Starts threads that help a search; without it, players use one thread. */
  readonly openHelpers?: (count: number) => HelperPool
}

export interface UctOptions {
  readonly params: SearchParams
  readonly budget: SearchBudget
  readonly threads: number
  readonly preset?: string
}

/** Moves before which nobody resigns, as a share of the points. */
const EARLY = 0.2
/** Whoever forgets a game that ponders doesn't keep a processor busy for ever. */
const MOST_PONDERING = 10_000_000
/** So that pondering and the next move don't draw the same numbers. */
const PONDER_SEED = 500_000
/** Simulations that must show that a pass loses nothing. */
const PASS_CHECK = 1000
/** With a clock running, no longer than this; half of them must do then. */
const PASS_CHECK_SECONDS = 0.03
/** Below so many simulations a win rate proves nothing. */
const FEWEST_TO_RESIGN = 200

export class UctPlayer implements Player {
  readonly name: string
  readonly #options: UctOptions
  readonly #environment: PlayerEnvironment
  #opened: Promise<{ searcher: Searcher; estimateDead: DeadStoneEstimator }> | undefined
  #pondering: { readonly thinking: AbortController; readonly done: Promise<unknown> } | undefined
  /** Whether the last answer of this game had no hope either. */
  #wasHopeless = false

  constructor(options: UctOptions, environment: PlayerEnvironment = {}) {
    this.#options = options
    this.#environment = environment
    this.name = options.preset === undefined ? "uct" : `uct:${options.preset}`
  }

  async choose(request: Request): Promise<Answer> {
    // The kernel has no room for larger boards: the simplest search and the kernel's twin play there, slowly.
    if (request.position.size > KERNEL_MAX_SIZE)
      return searchFlat(undefined, { ...request, budget: this.#budget(request) }, { method: "vanilla" })
    const answer = await this.#answer(request)
    if (this.#options.params.ponder === 1 && answer.move !== "resign") this.#ponder(request, answer.move)
    return answer
  }

  /** Thinks in the opponent's time, about the position after our move; the next request finds the tree of it (TREE-11). */
  #ponder({ position, color, seed }: Request, move: Move): void {
    const thinking = new AbortController()
    const moves = [...position.moves, { color, move }]
    const done = this.#open().then(({ searcher }) =>
      searcher.search({
        position: { ...position, moves },
        color: opponent(color),
        seed: seed + PONDER_SEED,
        signal: thinking.signal,
        budget: { playouts: MOST_PONDERING },
        mayStopEarly: false,
      }),
    )
    this.#pondering = { thinking, done }
  }

  async #stopPondering(): Promise<void> {
    this.#pondering?.thinking.abort()
    await this.#pondering?.done.catch(() => undefined)
    this.#pondering = undefined
  }

  async #answer(request: Request): Promise<Answer> {
    const { position, color, seed, signal, onReport, reportEvery } = request
    await this.#stopPondering()
    const { searcher, estimateDead } = await this.#open()
    const { report } = await searcher.search({
      position,
      color,
      seed,
      signal,
      onReport,
      ...(reportEvery === undefined ? {} : { reportEvery }),
      budget: this.#budget(request),
    })
    const game = gameOf(position)
    const options: EndingOptions = {
      dead: () => estimateDead(game.board, color, seed),
      mustCapture: request.mustCapture ?? false,
      ...this.#resignation(position, report),
    }
    const ending = chooseEnding(game, color, report, options)
    if (ending.reason !== "settled" || (await this.#isPassSafe(searcher, request, report)))
      return { ...ending, report }
    return { ...chooseEnding(game, color, report, { ...options, mayPassFirst: false }), report }
  }

  /** Looks at what the other side can do after a pass of ours. */
  async #isPassSafe(searcher: Searcher, request: Request, report: SearchReport): Promise<boolean> {
    const { position, color, seed, signal, budget } = request
    const moves = [...position.moves, { color, move: PASS }]
    const { report: after } = await searcher.search({
      position: { ...position, moves },
      color: opponent(color),
      seed,
      signal,
      budget: { playouts: PASS_CHECK, ...(budget.clock ? { seconds: PASS_CHECK_SECONDS } : {}) },
      mayStopEarly: false,
    })
    return after.playouts >= PASS_CHECK / 2 && staysSettled(position.size, report, after)
  }

  async analyze(request: Parameters<NonNullable<Player["analyze"]>>[0]): Promise<void> {
    const { position, color, seed, signal, onReport, reportEvery } = request
    // Before anything is opened: whoever shows an analysis wants to know at once that there is none.
    if (position.size > KERNEL_MAX_SIZE)
      throw new RangeError(`the tree search has room for boards up to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}`)
    await this.#stopPondering()
    const { searcher } = await this.#open()
    await searcher.search({
      position,
      color,
      seed,
      signal,
      onReport,
      ...(reportEvery === undefined ? {} : { reportEvery }),
      budget: { playouts: Infinity },
      mayStopEarly: false,
    })
  }

  /** What the request allows; without a word from it, what the player was made with. */
  #budget({ budget }: Request): SearchBudget {
    const given = budget.playouts ?? budget.seconds ?? budget.clock
    return given === undefined ? this.#options.budget : { ...this.#options.budget, ...budget }
  }

  #resignation(position: Position, report: SearchReport): { resignAt?: number } {
    const resignAt = this.#options.params["resign-at"]
    const best = report.candidates[0]
    const mayResign =
      resignAt > 0 &&
      best !== undefined &&
      best.visits >= FEWEST_TO_RESIGN &&
      best.winRate < resignAt &&
      position.moves.length > EARLY * position.size ** 2
    const wasHopeless = this.#wasHopeless
    this.#wasHopeless = mayResign
    return mayResign && wasHopeless ? { resignAt } : {}
  }

  #open(): Promise<{ searcher: Searcher; estimateDead: DeadStoneEstimator }> {
    this.#opened ??= this.#openAll()
    return this.#opened
  }

  async #openAll(): Promise<{ searcher: Searcher; estimateDead: DeadStoneEstimator }> {
    const { params, threads } = this.#options
    const { openHelpers } = this.#environment
    const helpers = threads > 1 && openHelpers ? { helpers: openHelpers(threads - 1) } : {}
    const [searcher, estimateDead] = await Promise.all([
      Searcher.create({ params, ...helpers }),
      openDeadStoneEstimator(),
    ])
    return { searcher, estimateDead }
  }

  async close(): Promise<void> {
    await this.#stopPondering()
    await (await this.#opened)?.searcher.close()
  }
}

function gameOf(position: Position): Game {
  const game = unwrap(Game.replay(position, position.moves))
  if (game.phase !== "playing") game.resume()
  return game
}

/** Reads `uct[:PRESET][,key=value…]`; `playouts`, `seconds` and `threads` beside the search's own knobs. */
export function makeUctPlayer(spec: PlayerSpec, environment: PlayerEnvironment = {}): Result<Player, string> {
  const { preset, options } = spec
  if (preset !== undefined && !isPreset(preset))
    return err(`uct has no preset "${preset}"; there are: ${PRESET_NAMES.join(", ")}`)
  const { playouts, seconds, threads, ...rest } = Object.fromEntries(options)
  const budget = parseBudget(playouts, seconds)
  if (!budget.ok) return budget
  const count = parseWhole("threads", threads ?? "1", 64)
  if (!count.ok) return count
  const params = parseParams(preset === undefined ? DEFAULTS : presetParams(preset), Object.entries(rest))
  if (!params.ok) return params
  const made: UctOptions = { params: params.value, budget: budget.value, threads: count.value }
  return ok(new UctPlayer(preset === undefined ? made : { ...made, preset }, environment))
}

function isPreset(name: string): name is PresetName {
  return (PRESET_NAMES as readonly string[]).includes(name)
}

function parseBudget(
  playouts: string | undefined,
  seconds: string | undefined,
): Result<SearchBudget, string> {
  let budget: SearchBudget = {}
  if (playouts !== undefined) {
    const count = parseWhole("playouts", playouts, 1e9)
    if (!count.ok) return count
    budget = { playouts: count.value }
  }
  if (seconds !== undefined) {
    const value = seconds.trim() === "" ? NaN : Number(seconds)
    if (!(value > 0 && value < Infinity)) return err(`seconds is a positive number, not "${seconds}"`)
    budget = { ...budget, seconds: value }
  }
  return ok(budget)
}

function parseWhole(name: string, text: string, most: number): Result<number, string> {
  const value = /^\d+$/.test(text) ? Number(text) : NaN
  return value >= 1 && value <= most
    ? ok(value)
    : err(`${name} is a whole number from 1 to ${most}, not "${text}"`)
}
