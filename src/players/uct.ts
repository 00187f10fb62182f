// The tree search as a player (TREE-3 to TREE-15): `uct`, with presets and every knob of the search as an option.

import { makeChoice } from "../base/nearest.ts"
import { err, ok, unwrap, type Result } from "../base/result.ts"
import { KERNEL_MAX_SIZE } from "../kernel/index.ts"
import { allPoints, Black, Empty, Game, isPass, opponent } from "../rules/index.ts"
import type { Board, Move, Outcome, Point, Position } from "../rules/index.ts"
import {
  chooseEnding,
  DEFAULTS,
  PARAM_NAMES,
  parseParams,
  presetParams,
  PRESET_NAMES,
  Searcher,
  searchFlat,
  staysSettled,
  type EndingOptions,
  type Experience,
  type HelperPool,
  type PresetName,
  type SearchBudget,
  type SearchParams,
  type SearchReport,
} from "../search/index.ts"
import { pause } from "../search/pause.ts"
import { openDeadStoneEstimator, type DeadStoneEstimator } from "./dead.ts"
import type { Answer, Player, Request } from "./player.ts"
import type { PlayerSpec } from "./spec.ts"

/** Past games that a player knows, and adds its own to (TREE-10). */
export interface Memory {
  /** For the next search; undefined while there is nothing to use. */
  readonly experience: Experience | undefined
  /** Adds a game that is over. Never rejects: what goes wrong is a warning. */
  learn(position: Position, outcome: Outcome): Promise<void>
}

/** What differs between Node and browsers. */
export interface PlayerEnvironment {
  /** Makes the player that marries the search with another engine; only where processes can be started. */
  readonly makeHybrid?: (spec: PlayerSpec, environment: PlayerEnvironment) => Result<Player, string>
  /** Starts threads that help a search; without it, players use one thread. */
  readonly openHelpers?: (count: number) => HelperPool
  /** Opens a file of past games; one that is to be learnt into may be missing. Without it, there are no files. */
  readonly openExperience?: (path: string, options: MemoryOptions) => Result<Memory, string>
  /** Told what goes wrong beside a game that goes on; default: nobody is. */
  readonly warn?: (message: string) => void
}

export interface MemoryOptions {
  /** Whether games will be added. */
  readonly learns: boolean
  readonly warn: (message: string) => void
}

export interface UctOptions {
  readonly params: SearchParams
  readonly budget: SearchBudget
  readonly threads: number
  readonly preset?: string
  readonly memory?: Memory
  /** Whether games that are over go into the memory. */
  readonly learns?: boolean
}

const NO_ROOM = `the tree search has room for boards up to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}`
/** Moves before which nobody resigns, as a share of the points. */
const EARLY = 0.2
/** Whoever forgets a game that ponders doesn't keep a processor busy for ever. */
const MOST_PONDERING = 10_000_000
/** Milliseconds: while it ponders, the next command waits so long to be read, and by then our clock may run. */
const PONDER_PATIENCE = 1
/** So that pondering and the next move don't draw the same numbers. */
const PONDER_SEED = 500_000
/** Simulations that must show that a pass loses nothing. */
const PASS_CHECK = 1000
/** With a clock running, no longer than this, and not at all where less is left for the move; half of them must do then. */
const PASS_CHECK_SECONDS = 0.03
/** Below so many simulations neither a win rate nor owners prove anything. */
const FEWEST_TO_JUDGE = 200
/** As for the estimate of dead stones: a chain that survives in fewer simulations than this is dead. */
const SURVIVAL = 0.6

export class UctPlayer implements Player {
  readonly name: string
  /** Only of a player that learns: to know how a game ended may cost a count. */
  readonly gameOver?: (position: Position, outcome: Outcome) => void
  readonly #options: UctOptions
  readonly #environment: PlayerEnvironment
  #opened: Promise<{ searcher: Searcher; estimateDead: DeadStoneEstimator }> | undefined
  #learning: Promise<void> = Promise.resolve()
  #pondering: { readonly thinking: AbortController; readonly done: Promise<unknown> } | undefined
  /** Whether the last answer of this game had no hope either. */
  #wasHopeless = false
  /** Whether the last answer might have been a pass: then the next may be, and wants time to be checked. */
  #wasSettled = false

  constructor(options: UctOptions, environment: PlayerEnvironment = {}) {
    this.#options = options
    this.#environment = environment
    this.name = options.preset === undefined ? "uct" : `uct:${options.preset}`
    const { memory, learns } = options
    // Whoever tells goes on first: nobody waits with a move for a file.
    if (memory && learns)
      this.gameOver = (position, outcome) => {
        this.#learning = this.#learning.then(pause).then(() => memory.learn(position, outcome))
      }
  }

  async choose(request: Request): Promise<Answer> {
    if (request.position.size > KERNEL_MAX_SIZE) return this.#chooseWithoutTree(request)
    const answer = await this.#answer(request)
    const { move } = answer
    if (this.#options.params.ponder === 1 && move !== "resign" && !endsGame(request, move))
      this.#ponder(request, move)
    return answer
  }

  /** The kernel has no room for larger boards: the simplest search and the kernel's twin play there, slowly. */
  async #chooseWithoutTree(request: Request): Promise<Answer> {
    const flat = await searchFlat(
      undefined,
      { ...request, budget: this.#budget(request) },
      { method: "vanilla" },
    )
    const notes = [...flat.report.notes, `${NO_ROOM}: this was a search without a tree`]
    return { ...flat, report: { ...flat.report, notes } }
  }

  /** Thinks in the opponent's time, about the position after our move; the next request finds the tree of it (TREE-11). */
  #ponder({ position, color, seed }: Request, move: Move): void {
    const thinking = new AbortController()
    const moves = [...position.moves, { color, move }]
    const ponder = async (): Promise<void> => {
      // The answer goes out first: until then it is our own time.
      await pause()
      const { searcher } = await this.#open()
      await searcher.search({
        position: { ...position, moves },
        color: opponent(color),
        seed: seed + PONDER_SEED,
        signal: thinking.signal,
        budget: { playouts: MOST_PONDERING },
        mayStopEarly: false,
        patience: PONDER_PATIENCE,
      })
    }
    // What fails here fails again when a move is asked for, and is told then.
    const done = ponder().catch(() => undefined)
    this.#pondering = { thinking, done }
  }

  async #stopPondering(): Promise<void> {
    this.#pondering?.thinking.abort()
    await this.#pondering?.done
    this.#pondering = undefined
  }

  async #answer(request: Request): Promise<Answer> {
    const { position, color, seed, signal, onReport, reportEvery } = request
    const since = performance.now()
    await this.#stopPondering()
    const { searcher, estimateDead } = await this.#open()
    const { report, spare } = await searcher.search({
      position,
      color,
      seed,
      signal,
      onReport,
      ...(reportEvery === undefined ? {} : { reportEvery }),
      budget: this.#budget(request),
      since,
      ...(request.budget.clock && this.#wasSettled ? { reserve: PASS_CHECK_SECONDS } : {}),
    })
    const game = gameOf(position)
    const options: EndingOptions = {
      // An estimate of its own takes as long as many a move of a fast game; the search has seen who survives, too.
      dead: () =>
        request.budget.clock ? deadInSearch(game.board, report) : estimateDead(game.board, color, seed),
      mustCapture: request.mustCapture ?? false,
      ...this.#resignation(position, report),
    }
    const ending = chooseEnding(game, color, report, options)
    this.#wasSettled = ending.reason === "settled"
    if (!this.#wasSettled || (await this.#isPassSafe(searcher, request, report, spare)))
      return { ...ending, report }
    return { ...chooseEnding(game, color, report, { ...options, mayPassFirst: false }), report }
  }

  /** Looks at what the other side can do after a pass of ours; `spare` seconds are left for that. */
  async #isPassSafe(
    searcher: Searcher,
    request: Request,
    report: SearchReport,
    spare: number,
  ): Promise<boolean> {
    const { position, color, seed, signal, budget } = request
    if (budget.clock && spare < PASS_CHECK_SECONDS) return false
    const { report: after } = await searcher.search({
      // Our pass is left out: the other side's would end the game, and dead stones that stand then would not count as dead.
      position,
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
    if (position.size > KERNEL_MAX_SIZE) throw new RangeError(NO_ROOM)
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
      best.visits >= FEWEST_TO_JUDGE &&
      best.winRate < resignAt &&
      position.moves.length > EARLY * position.size ** 2
    const wasHopeless = this.#wasHopeless
    this.#wasHopeless = mayResign
    return mayResign && wasHopeless ? { resignAt } : {}
  }

  async #open(): Promise<{ searcher: Searcher; estimateDead: DeadStoneEstimator }> {
    const opened = await (this.#opened ??= this.#openAll())
    // What was learnt from one game is known in the next.
    await this.#learning
    opened.searcher.experience = this.#options.memory?.experience
    return opened
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
    await this.#learning
    const opened = await this.#opened?.catch(() => undefined)
    await opened?.searcher.close()
  }
}

/** Whether the move is the second pass of two. */
function endsGame({ position, color }: Request, move: Move): boolean {
  const last = position.moves.at(-1)
  return isPass(move) && last !== undefined && last.color !== color && isPass(last.move)
}

/** The dead stones as the search saw them; none where it saw too little. */
function deadInSearch(board: Board, { owners, playouts }: SearchReport): Point[] {
  if (playouts < FEWEST_TO_JUDGE) return []
  return allPoints(board.size).filter((point) => {
    const content = board.at(point)
    if (content === Empty) return false
    const chain = board.chain(point)
    const sum = chain.reduce((total, stone) => total + owners[stone]!, 0)
    return (content === Black ? sum : -sum) < (2 * SURVIVAL - 1) * chain.length
  })
}

function gameOf(position: Position): Game {
  const game = unwrap(Game.replay(position, position.moves))
  if (game.phase !== "playing") game.resume()
  return game
}

/** The keys of `uct`: its own, and the search's knobs. */
export const UCT_OPTIONS: readonly string[] = [
  ...["playouts", "seconds", "threads", "experience", "learn"],
  ...PARAM_NAMES,
]

/** Reads `uct[:PRESET][,key=value…]`; budget, `threads`, `experience` and `learn` beside the search's own knobs. */
export function makeUctPlayer(spec: PlayerSpec, environment: PlayerEnvironment = {}): Result<Player, string> {
  const { preset, options } = spec
  if (preset !== undefined && !isPreset(preset))
    return err(`uct has no preset ${makeChoice(preset, PRESET_NAMES)}`)
  const unknown = [...options.keys()].find((key) => !UCT_OPTIONS.includes(key))
  if (unknown !== undefined) return err(`uct has no option ${makeChoice(unknown, UCT_OPTIONS)}`)
  const { playouts, seconds, threads, experience, learn, ...rest } = Object.fromEntries(options)
  const budget = parseBudget(playouts, seconds)
  if (!budget.ok) return budget
  const count = parseWhole("threads", threads ?? "1", 64)
  if (!count.ok) return count
  const params = parseParams(preset === undefined ? DEFAULTS : presetParams(preset), Object.entries(rest))
  if (!params.ok) return params
  const memory = openMemory(experience, learn, environment)
  if (!memory.ok) return memory
  const made: UctOptions = {
    params: params.value,
    budget: budget.value,
    threads: count.value,
    ...memory.value,
  }
  return ok(new UctPlayer(preset === undefined ? made : { ...made, preset }, environment))
}

function isPreset(name: string): name is PresetName {
  return (PRESET_NAMES as readonly string[]).includes(name)
}

function openMemory(
  path: string | undefined,
  learn: string | undefined,
  { openExperience, warn = () => undefined }: PlayerEnvironment,
): Result<Pick<UctOptions, "memory" | "learns">, string> {
  if (learn !== undefined && learn !== "on" && learn !== "off")
    return err(`learn is one of off, on, not "${learn}"`)
  const learns = learn === "on"
  if (path === undefined) return learns ? err("learn=on needs a file: experience=FILE") : ok({})
  if (path === "") return err("experience is the name of a file")
  if (!openExperience)
    return err("experience is read from a file, and there are no files here (a browser has none)")
  const memory = openExperience(path, { learns, warn })
  return memory.ok ? ok({ memory: memory.value, learns }) : memory
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
