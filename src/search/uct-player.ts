// The tree search as a player (TREE-3 to TREE-15): a budget for each move, pondering, resignation and passing.

import { KERNEL_MAX_SIZE, kernelLack, type NetImage } from "../kernel/index.ts"
import type { Answer, Budget, Player, Request, SearchReport } from "../player/index.ts"
import { isPass, opponent, PASS, toPlayIn } from "../rules/index.ts"
import type { Move, Outcome, Position } from "../rules/index.ts"
import { hasPeriods } from "./clock.ts"
import { chooseEnding, hopeOf, type EndingOptions } from "./ending.ts"
import type { EndgameSolver, Memory, PlayerEnvironment } from "./environment.ts"
import { findKnowledge, findNet, type Knowledge, type KnowledgeSource } from "./knowledge.ts"
import type { SearchParams } from "./params.ts"
import { FEWEST_TO_JUDGE, isTelling, PASS_CHECK_SECONDS, PassCheck } from "./pass-check.ts"
import { pause } from "./pause.ts"
import type { SearchBudget } from "./request.ts"
import { Searcher, type SearcherOptions } from "./searcher.ts"

/** The options of the player `uct`, read. */
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
/** A player with these seconds to spare for a move checks a pass like one without a clock. */
const CALM = 1
/** A limit, so that a game that is abandoned while the player ponders frees the processor. */
const MOST_PONDERING = 10_000_000
/** Milliseconds: while it ponders, the next command waits so long to be read, and by then our clock may run. */
const PONDER_PATIENCE = 1
/** So that pondering and the next move don't draw the same numbers. */
const PONDER_SEED = 500_000
/** The value of `endgame` that trusts the owners of a search. */
const LIKELY = 2
/** How much less than the best win rate a likely move may have. */
const MOST_RISK = 0.05
/** Simulations that warm a search up. */
const WARM_UP = 64
/**
 * Seconds left on an absolute clock below which even one simulation may come too late; on a machine that is so busy
 * that this thread waited for a processor, the longest wait; at most a share of the main time, so that no wait makes
 * a player pass for good. A clock with periods has no such bound: told in whole seconds, it says 0 during the whole
 * last second of each.
 */
const NO_TIME = 0.005
const LARGEST_NO_TIME = 0.5
/** What is left of the longest wait at the next move: a machine that was busy once need not stay so. */
const FORGETTING = 0.95

interface Opened {
  readonly searcher: Searcher
  readonly check: PassCheck
  readonly knowledge: Knowledge | undefined
  readonly net: NetImage | undefined
}

/** The tree search as a player. */
export class UctPlayer implements Player {
  readonly name: string
  /** Only of a player that learns: to know how a game ended may cost a count. */
  readonly gameOver?: (position: Position, outcome: Outcome) => void
  readonly #options: UctOptions
  readonly #environment: PlayerEnvironment
  #opened: Promise<Opened> | undefined
  #endgame: Promise<EndgameSolver> | undefined
  readonly #warned = new Set<string>()
  #learning: Promise<void> = Promise.resolve()
  #pondering: { readonly thinking: AbortController; readonly done: Promise<unknown> } | undefined
  /** The longest that this thread waited for a processor lately, in games with a clock, in seconds. */
  #longestWait = 0
  /** Simulations that found no hope in this game's last answers, without a break. */
  #hopeless = 0
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
    if (await obstacleTo(position)) return
    await this.#stopPondering()
    const { searcher, check } = await this.#open(position.size)
    const request = { position, color: toPlayIn(position), seed: 1, budget: { playouts: WARM_UP } }
    for (const one of [searcher, check.searcher]) {
      await one.search(request)
      one.clear()
    }
  }

  async choose(request: Request): Promise<Answer> {
    if (this.#isTimeOut(request.budget)) return { move: PASS, reason: "no-time" }
    const proven = await this.#provenMove(request)
    if (proven !== undefined) {
      await this.#stopPondering()
      return { move: proven, reason: "endgame" }
    }
    const obstacle = await obstacleTo(request.position)
    if (obstacle) return this.#chooseWithoutTree(request, obstacle)
    const answer = await this.#answer(request)
    const { move } = answer
    if (this.#options.params.ponder === 1 && move !== "resign" && !endsGame(request, move))
      this.#ponder(request, move)
    return answer
  }

  /** In a late position, where the settings ask for it (CGT-7). */
  async #provenMove({ position, color, mustCapture }: Request): Promise<Move | undefined> {
    if (this.#options.params.endgame === 0) return undefined
    const solver = await this.#openEndgame()
    const move = solver?.choose(position, color)
    // A proven pass leaves dead stones on the board.
    return mustCapture && move !== undefined && isPass(move) ? undefined : move
  }

  #openEndgame(): Promise<EndgameSolver> | undefined {
    return (this.#endgame ??= this.#environment.openEndgame?.())
  }

  /** As far as the owners that the search found are right, and the search does not think that it loses the game. */
  async #likelyMove({ position, color }: Request, report: SearchReport): Promise<Move | undefined> {
    if (this.#options.params.endgame !== LIKELY || !isTelling(report)) return undefined
    const solver = await this.#openEndgame()
    const move = solver?.choose(position, color, report.owners)
    const found = report.candidates.find((candidate) => candidate.move === move)
    const best = report.candidates[0]
    const isFine = found && best && found.visits > 0 && hopeOf(found) >= hopeOf(best) - MOST_RISK
    return isFine ? move : undefined
  }

  /** Whether a move may come too late, however short its search. */
  #isTimeOut({ clock }: Budget): boolean {
    if (clock?.left === undefined || clock.settings.kind === "none" || hasPeriods(clock.settings))
      return false
    const needed = Math.max(NO_TIME, this.#longestWait)
    return clock.left.seconds < Math.min(needed, LARGEST_NO_TIME * clock.settings.main)
  }

  /** Where the tree can't be had, a simpler search plays, slowly. */
  async #chooseWithoutTree(request: Request, { reason, isLack }: Obstacle): Promise<Required<Answer>> {
    const { searchWithoutTree } = this.#environment
    if (!searchWithoutTree) throw new RangeError(reason)
    const told = (report: SearchReport): SearchReport => ({
      ...report,
      notes: [...report.notes, `${reason}: this was a search without a tree`],
      ...(isLack ? { missing: `${reason}; a simpler search plays, weaker and slower` } : {}),
    })
    const { onReport } = request
    const answer = await searchWithoutTree({
      ...request,
      budget: this.#budget(request),
      ...(onReport ? { onReport: (report) => onReport(told(report)) } : {}),
    })
    return { ...answer, report: told(answer.report) }
  }

  /**
   * Thinks in the opponent's time, about the position after our move; the next request finds the tree of it (TREE-11).
   */
  #ponder({ position, color, seed }: Request, move: Move): void {
    const thinking = new AbortController()
    const moves = [...position.moves, { color, move }]
    const ponder = async (): Promise<void> => {
      // The answer goes out first: until then it is our own time.
      await pause()
      const { searcher } = await this.#open(position.size)
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
    const { searcher, check } = await this.#open(position.size)
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
    const likely = await this.#likelyMove(request, report)
    if (likely !== undefined) return { move: likely, reason: "endgame", report }
    const isCalm = spare >= CALM
    const searched = { request: isCalm ? { ...request, budget: {} } : request, game, report }
    const options: EndingOptions = {
      dead: () => check.dead(searched),
      mustCapture: request.mustCapture ?? false,
      ...this.#resignation(position, report),
    }
    const ending = chooseEnding(game, color, report, options)
    const { move, reason } = ending
    this.#wasSettled = move === PASS
    if (move !== PASS || ending.isFinal || report.candidates.length === 0) return { move, reason, report }
    const left = await check.moveLeft(searched, spare, this.#budget(request).seconds)
    return left === undefined ? { move, reason, report } : { move: left, reason: "still-open", report }
  }

  async analyze(request: Parameters<NonNullable<Player["analyze"]>>[0]): Promise<SearchReport> {
    const { position, color, seed, signal, onReport, reportEvery, budget } = request
    // Before anything is opened: the caller learns at once that there is no analysis.
    const obstacle = await obstacleTo(position)
    if (obstacle && !obstacle.isLack) throw new RangeError(NO_ROOM)
    if (obstacle) return (await this.#chooseWithoutTree(request, obstacle)).report
    await this.#stopPondering()
    const { searcher } = await this.#open(position.size)
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
    const isHopeless =
      resignAt > 0 &&
      best !== undefined &&
      hopeOf(best) < resignAt &&
      position.moves.length > EARLY * position.size ** 2
    // Two answers of many simulations or by a network, or as many simulations in more answers: weak levels resign, too.
    const visits = report.judge === "network" ? FEWEST_TO_JUDGE : (best?.visits ?? 0)
    this.#hopeless = isHopeless ? this.#hopeless + Math.min(visits, FEWEST_TO_JUDGE) : 0
    return this.#hopeless >= 2 * FEWEST_TO_JUDGE ? { resignAt } : {}
  }

  /** Weights are asked for with every move; what is wrong with them is told once. */
  #warnOnce(message: string): void {
    if (!this.#warned.has(message)) this.#environment.warn?.(message)
    this.#warned.add(message)
  }

  async #open(size: number): Promise<Opened> {
    const { loadKnowledge, loadNet } = this.#environment
    const lacks: string[] = []
    const source: KnowledgeSource = {
      ...(loadKnowledge ? { loadKnowledge } : {}),
      ...(loadNet ? { loadNet } : {}),
      warn: (message) => {
        lacks.push(message)
        this.#warnOnce(message)
      },
    }
    const { params } = this.#options
    const knowledge = await findKnowledge(params, size, source)
    const net = await findNet(params, size, source)
    // Weights are part of a searcher's memory: other ones need another searcher.
    const before = await this.#opened
    if (before && (before.knowledge !== knowledge || before.net !== net)) await this.#closeOpened()
    const missing = lacks.length > 0 ? lacks.join("; ") : undefined
    const opened = await (this.#opened ??= this.#openAll({ knowledge, net, missing }))
    // What was learnt from one game is known in the next.
    await this.#learning
    opened.searcher.experience = this.#options.memory?.experience
    return opened
  }

  async #openAll(found: Pick<SearcherOptions, "knowledge" | "net" | "missing">): Promise<Opened> {
    const { params, threads } = this.#options
    const { openHelpers } = this.#environment
    const helpers = threads > 1 && openHelpers ? { helpers: openHelpers(threads - 1) } : {}
    const [searcher, check] = await Promise.all([
      Searcher.create({ params, ...helpers, ...found }),
      PassCheck.open(),
    ])
    return { searcher, check, knowledge: found.knowledge, net: found.net }
  }

  async close(): Promise<void> {
    await this.#stopPondering()
    await this.#learning
    await this.#closeOpened()
  }

  async #closeOpened(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    await Promise.all([opened?.searcher.close(), opened?.check.close()])
  }
}

/** Why there can be no tree: the board is too large, or the runtime lacks something. */
interface Obstacle {
  readonly reason: string
  readonly isLack: boolean
}

async function obstacleTo({ size }: Position): Promise<Obstacle | undefined> {
  if (size > KERNEL_MAX_SIZE) return { reason: NO_ROOM, isLack: false }
  const reason = await kernelLack()
  return reason === undefined ? undefined : { reason, isLack: true }
}

/** Whether the move is the second pass of two. */
function endsGame({ position, color }: Request, move: Move): boolean {
  const last = position.moves.at(-1)
  return isPass(move) && last !== undefined && last.color !== color && isPass(last.move)
}
