// The tree search as a player (TREE-3 to TREE-15): `uct`, with presets and every knob of the search as an option.

import { err, ok, type Result } from "../base/result.ts"
import { KERNEL_MAX_SIZE } from "../kernel/index.ts"
import { BUDGET_OPTIONS, budgetOf, readOptions, THREADS_OPTION } from "../player/index.ts"
import type { Answer, Budget, OptionTable, Player, PlayerSpec, Request } from "../player/index.ts"
import type { SearchReport } from "../player/index.ts"
import { allPoints, Black, Empty, isPass, opponent, PASS, toPlayIn } from "../rules/index.ts"
import type { Board, Color, Game, Move, Outcome, Point, Position } from "../rules/index.ts"
import { openPositionJudge, type PositionJudge } from "./dead.ts"
import {
  chooseEnding,
  contestedPoints,
  evenPosition,
  moveLeft,
  openPoints,
  type EndingOptions,
} from "./ending.ts"
import type { Experience } from "./experience/index.ts"
import type { HelperPool } from "./helpers.ts"
import { PARAMS, presetParams, PRESETS, type SearchParams } from "./params.ts"
import { pause } from "./pause.ts"
import { Searcher, type SearchBudget, type SearchRequest } from "./searcher.ts"

/** Past games that a player knows, and adds its own to (TREE-10). */
export interface Memory {
  /** For the next search; undefined while there is nothing to use. */
  readonly experience: Experience | undefined
  /** Adds a game that is over. Never rejects: what goes wrong is a warning. */
  learn(position: Position, outcome: Outcome): Promise<void>
}

/** What a player gets from outside: what differs between Node and browsers, and what lies above the search. */
export interface PlayerEnvironment {
  /** Chooses a move on boards that the tree has no room for; without it, `uct` refuses such boards. */
  readonly searchWithoutTree?: (request: SearchRequest) => Promise<Required<Answer>>
  /** Makes the player that marries the search with another engine; only where processes can be started. */
  readonly makeHybrid?: (spec: PlayerSpec, environment: PlayerEnvironment) => Result<Player, string>
  /** Starts threads that help a search; without it, players use one thread. */
  readonly openHelpers?: (count: number) => HelperPool
  /** Opens a file of past games; one that is to be learnt into may be missing. Without it, there are no files. */
  readonly openExperience?: (path: string, options: MemoryOptions) => Result<Memory, string>
  /** Told what goes wrong beside a game that goes on; default: no warnings. */
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
/** Moves before which the player never resigns, as a share of the points. */
const EARLY = 0.2
/** A limit, so that a game that is abandoned while the player ponders frees the processor. */
const MOST_PONDERING = 10_000_000
/** Milliseconds: while it ponders, the next command waits so long to be read, and by then our clock may run. */
const PONDER_PATIENCE = 1
/** So that pondering and the next move don't draw the same numbers. */
const PONDER_SEED = 500_000
/** Simulations that warm a search up. */
const WARM_UP = 64
/**
 * Seconds left on a clock below which even one simulation may come too late; on a machine that is so busy that this thread
 * waited for a processor, a multiple of the longest wait: the next one may well be longer.
 */
const NO_TIME = 0.04
const NO_TIME_FOR_WAIT = 3
/** … but at most this share of the main time, or of a period, so that no wait makes a player pass for good. */
const LARGEST_NO_TIME = 0.5
/** What is left of the longest wait at the next move: a machine that was busy once need not stay so. */
const FORGETTING = 0.95
/** Simulations of each search that must show that a pass loses nothing. */
const PASS_CHECK = 1000
const PASS_CHECKS = 3
/** With a clock running, no longer than this for all of them, and not at all where less is left for the move. */
const PASS_CHECK_SECONDS = 0.03
/** With fewer simulations neither a win rate nor owners prove anything. */
const FEWEST_TO_JUDGE = 200
/** As for the estimate of dead stones: a chain that survives in fewer simulations than this is dead. */
const SURVIVAL = 0.6

interface Opened {
  readonly searcher: Searcher
  readonly judge: PositionJudge
  /** Looks at what is left before a pass, whatever the player's own settings are, and leaves its tree alone. */
  readonly checker: Searcher
}

/** Exploration, so that every move is tried: the player's own search may well be content with the first that wins. */
const CHECKER: SearchParams = { ...presetParams("strong"), exploration: 0.3, "tree-mb": 8 }

export class UctPlayer implements Player {
  readonly name: string
  /** Only of a player that learns: to know how a game ended may cost a count. */
  readonly gameOver?: (position: Position, outcome: Outcome) => void
  readonly #options: UctOptions
  readonly #environment: PlayerEnvironment
  #opened: Promise<Opened> | undefined
  #learning: Promise<void> = Promise.resolve()
  #pondering: { readonly thinking: AbortController; readonly done: Promise<unknown> } | undefined
  /** The longest that this thread waited for a processor lately, in games with a clock, in seconds. */
  #longestWait = 0
  /** Whether the last answer of this game had no hope either. */
  #wasHopeless = false
  /** Whether the last answer might have been a pass: then the next may be, and wants time to be checked. */
  #wasSettled = false

  constructor(options: UctOptions, environment: PlayerEnvironment = {}) {
    this.#options = options
    this.#environment = environment
    this.name = options.preset === undefined ? "uct" : `uct:${options.preset}`
    const { memory, learns } = options
    // Learning waits until the caller has gone on, so that no move waits for a file.
    if (memory && learns)
      this.gameOver = (position, outcome) => {
        this.#learning = this.#learning.then(pause).then(() => memory.learn(position, outcome))
      }
  }

  /** Compiles, starts the threads and searches once, so that the first move on a clock finds all of it warm. */
  async prepare(position: Position): Promise<void> {
    if (position.size > KERNEL_MAX_SIZE) return
    await this.#stopPondering()
    const { searcher, checker } = await this.#open()
    const request = { position, color: toPlayIn(position), seed: 1, budget: { playouts: WARM_UP } }
    for (const one of [searcher, checker]) {
      await one.search(request)
      one.clear()
    }
  }

  async choose(request: Request): Promise<Answer> {
    if (this.#isTimeOut(request.budget)) return { move: PASS, reason: "no-time" }
    if (request.position.size > KERNEL_MAX_SIZE) return this.#chooseWithoutTree(request)
    const answer = await this.#answer(request)
    const { move } = answer
    if (this.#options.params.ponder === 1 && move !== "resign" && !endsGame(request, move))
      this.#ponder(request, move)
    return answer
  }

  /** Whether a move may come too late, however short its search. */
  #isTimeOut({ clock }: Budget): boolean {
    if (clock?.left === undefined || clock.settings.kind === "none") return false
    const whole = clock.settings.kind === "absolute" ? clock.settings.main : clock.settings.period
    const needed = Math.max(NO_TIME, NO_TIME_FOR_WAIT * this.#longestWait)
    return clock.left.seconds < Math.min(needed, LARGEST_NO_TIME * whole)
  }

  /** The kernel has no room for larger boards: a simpler search plays there, slowly. */
  async #chooseWithoutTree(request: Request): Promise<Answer> {
    const { searchWithoutTree } = this.#environment
    if (!searchWithoutTree) throw new RangeError(NO_ROOM)
    const answer = await searchWithoutTree({ ...request, budget: this.#budget(request) })
    const notes = [...answer.report.notes, `${NO_ROOM}: this was a search without a tree`]
    return { ...answer, report: { ...answer.report, notes } }
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
    const { position, color, seed, signal, onReport, reportEvery, mayStopEarly } = request
    const since = performance.now()
    await this.#stopPondering()
    const opened = await this.#open()
    const { searcher, judge } = opened
    const { report, game, spare, longestWait } = await searcher.search({
      position,
      color,
      seed,
      signal,
      onReport,
      ...(reportEvery === undefined ? {} : { reportEvery }),
      ...(mayStopEarly === undefined ? {} : { mayStopEarly }),
      budget: this.#budget(request),
      since,
      ...(request.budget.clock && this.#wasSettled ? { reserve: PASS_CHECK_SECONDS } : {}),
    })
    if (request.budget.clock) this.#longestWait = Math.max(longestWait, FORGETTING * this.#longestWait)
    const options: EndingOptions = {
      // An estimate of its own takes as long as many a move of a fast game; the search has seen who survives, too.
      dead: () =>
        request.budget.clock ? deadInSearch(game.board, report) : judge.dead(game.board, color, seed),
      mustCapture: request.mustCapture ?? false,
      ...this.#resignation(position, report),
    }
    const ending = chooseEnding(game, color, report, options)
    const { move, reason } = ending
    this.#wasSettled = move === PASS
    if (move !== PASS || ending.isFinal || report.candidates.length === 0) return { move, reason, report }
    const left = await this.#moveLeft(opened, request, game, report, spare)
    return left === undefined ? { move, reason, report } : { move: left, reason: "still-open", report }
  }

  /** What is still to be played where the search would pass; `spare` seconds are left to find out. */
  async #moveLeft(
    { judge, checker }: Opened,
    request: Request,
    game: Game,
    report: SearchReport,
    spare: number,
  ): Promise<Move | undefined> {
    const { position, color, seed, signal, budget } = request
    const { size } = position
    const seen = openPoints(size, report)
    if (budget.clock && spare < PASS_CHECK_SECONDS) return moveLeft(seen, report, report.winRate)
    const limit = budget.clock ? PASS_CHECK_SECONDS : (this.#budget(request).seconds ?? Infinity)
    const seconds = limit < Infinity ? { seconds: limit / PASS_CHECKS } : {}
    // Without the passes: one more would end the game, and dead stones that stand then would not count as dead.
    const stood = withoutPasses(position)
    const check = async (first: Color, basis: SearchReport): Promise<SearchReport> => {
      const even = evenPosition(stood, color, basis)
      const limits = { playouts: PASS_CHECK, ...seconds }
      const asked = { position: even, color: first, seed, signal, budget: limits, mayStopEarly: false }
      return (await checker.search(asked)).report
    }
    // The owners of a decided game are careless. Those of the first search, under an even komi, set that of the others.
    const basis = await check(color, report)
    const [ours, theirs] = [await check(color, basis), await check(opponent(color), basis)]
    if (Math.min(ours.playouts, theirs.playouts) < FEWEST_TO_JUDGE)
      return moveLeft(seen, report, report.winRate)
    const open = budget.clock ? openPoints(size, ours) : judge.open(game, seed)
    return moveLeft([...open, ...contestedPoints(size, ours, theirs)], ours, 1 - theirs.winRate)
  }

  async analyze(request: Parameters<NonNullable<Player["analyze"]>>[0]): Promise<SearchReport> {
    const { position, color, seed, signal, onReport, reportEvery, budget } = request
    // Before anything is opened: the caller learns at once that there is no analysis.
    if (position.size > KERNEL_MAX_SIZE) throw new RangeError(NO_ROOM)
    await this.#stopPondering()
    const { searcher } = await this.#open()
    const { report } = await searcher.search({
      position,
      color,
      seed,
      signal,
      onReport,
      ...(reportEvery === undefined ? {} : { reportEvery }),
      budget: { playouts: Infinity, ...budget },
      mayStopEarly: false,
    })
    return report
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

  async #open(): Promise<Opened> {
    const opened = await (this.#opened ??= this.#openAll())
    // What was learnt from one game is known in the next.
    await this.#learning
    opened.searcher.experience = this.#options.memory?.experience
    return opened
  }

  async #openAll(): Promise<Opened> {
    const { params, threads } = this.#options
    const { openHelpers } = this.#environment
    const helpers = threads > 1 && openHelpers ? { helpers: openHelpers(threads - 1) } : {}
    const [searcher, judge, checker] = await Promise.all([
      Searcher.create({ params, ...helpers }),
      openPositionJudge(),
      Searcher.create({ params: CHECKER }),
    ])
    return { searcher, judge, checker }
  }

  async close(): Promise<void> {
    await this.#stopPondering()
    await this.#learning
    const opened = await this.#opened?.catch(() => undefined)
    await Promise.all([opened?.searcher.close(), opened?.checker.close()])
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

function withoutPasses(position: Position): Position {
  const last = position.moves.findLastIndex(({ move }) => !isPass(move))
  return { ...position, moves: position.moves.slice(0, last + 1) }
}

/** Budget and memory beside the search's knobs. */
export const UCT_OPTIONS = {
  ...BUDGET_OPTIONS,
  threads: THREADS_OPTION,
  experience: { kind: "file", meaning: "file of past games that the search knows", needs: "files" },
  learn: {
    kind: "switch",
    default: false,
    meaning: "add the games that it plays to the file of past games",
    needs: "files",
  },
  ...PARAMS,
} as const satisfies OptionTable

/** For the list of players. */
export const UCT_PLAYER = {
  name: "uct",
  summary: "tree search; presets plain, brady, mogo, strong; montego params lists its options",
  options: UCT_OPTIONS,
  presets: PRESETS,
  make: makeUctPlayer,
} as const

/** What the name of a `uct` player says. */
export interface UctSearch extends Pick<UctOptions, "params" | "budget" | "threads"> {
  readonly experience?: string
  readonly learn: boolean
}

/** Reads `uct[:PRESET][,key=value…]`. */
export function readUctSpec(spec: PlayerSpec): Result<UctSearch, string> {
  const read = readOptions(UCT_PLAYER, spec)
  if (!read.ok) return read
  const { playouts, seconds, threads, experience, learn, ...params } = read.value
  const budget = budgetOf({ playouts, seconds })
  return ok({ params, budget, threads, learn, ...(experience === undefined ? {} : { experience }) })
}

export function makeUctPlayer(spec: PlayerSpec, environment: PlayerEnvironment = {}): Result<Player, string> {
  const read = readUctSpec(spec)
  if (!read.ok) return read
  const { params, budget, threads } = read.value
  const memory = openMemory(read.value, environment)
  if (!memory.ok) return memory
  const preset = spec.preset === undefined ? {} : { preset: spec.preset }
  return ok(new UctPlayer({ params, budget, threads, ...preset, ...memory.value }, environment))
}

function openMemory(
  { experience, learn: learns }: UctSearch,
  { openExperience, warn = () => undefined }: PlayerEnvironment,
): Result<Pick<UctOptions, "memory" | "learns">, string> {
  if (experience === undefined) return learns ? err("learn=on needs a file: experience=FILE") : ok({})
  if (!openExperience)
    return err("experience is read from a file, and there are no files here (a browser has none)")
  const memory = openExperience(experience, { learns, warn })
  return memory.ok ? ok({ memory: memory.value, learns }) : memory
}
