// A search in a game: keeps the tree from move to move, runs simulations in slices until the budget is used up or the
// choice is made, and reports. It runs in the thread that calls it; helpers (helpers.ts) run on the same tree in others.

import { Kernel, KERNEL_MAX_SIZE, makeKernelMemory, ROOT_UNIT } from "../kernel/index.ts"
import type { NodeStatistics, SelectionTerms, TreeSearch, Unit, WasmMemory } from "../kernel/index.ts"
import { opponent, type Color, type Move, type Position } from "../rules/index.ts"
import { allocate, reasonToStop, type Allocation, type Clock, type StopReason } from "./clock.ts"
import type { HelperPool } from "./helpers.ts"
import { keyCategories, keyEnds } from "./keys.ts"
import { knobsOf, type SearchParams } from "./params.ts"
import { pause } from "./pause.ts"
import type { Candidate, SearchReport } from "./report.ts"
import { startOf } from "./start.ts"

/** How long to search; what is not given doesn't limit. Without any, `DEFAULT_PLAYOUTS`. */
export interface SearchBudget {
  readonly playouts?: number
  readonly seconds?: number
  readonly clock?: Clock
}

export const DEFAULT_PLAYOUTS = 10_000

export interface SearchRequest {
  readonly position: Position
  readonly color: Color
  readonly budget: SearchBudget
  readonly seed: number
  readonly signal?: AbortSignal | undefined
  /** Gets a report now and then. */
  readonly onReport?: ((report: SearchReport) => void) | undefined
  /** Milliseconds between reports. Default: 100. */
  readonly reportEvery?: number
  /** Whether the search may end when the choice is made; default: what the params say. */
  readonly mayStopEarly?: boolean
}

export interface SearchResult {
  readonly report: SearchReport
  /** The move with the most visits. */
  readonly best: Candidate
  readonly stopped: StopReason | "playouts" | "aborted"
}

export interface SearcherOptions {
  readonly params: SearchParams
  /** More threads on the same tree; default: none. */
  readonly helpers?: HelperPool
}

/** Simulations between looks at the visits: a fixed number, so that a search repeats exactly. */
const SLICE = 32
/** Simulations between looks at the clock, which may leave a move a millisecond. */
const TIMED_SLICE = 8
/** No search ends early before so many: what it tells of owners and score must come from somewhere. */
const FEWEST_PLAYOUTS = 128
/** Milliseconds after which other work of this thread gets its turn. */
const PATIENCE = 15
const PV_LENGTH = 12
/** Where a full tree is pruned: children of nodes with fewer visits go. Doubled until enough is free. */
const FIRST_PRUNING = 8
const MEGABYTE = 1_048_576

export class Searcher {
  readonly params: SearchParams
  readonly #kernel: Kernel
  readonly #tree: TreeSearch
  readonly #helpers: HelperPool | undefined
  /** What the tree's root stands for; undefined when the tree is of no use. */
  #rooted: Position | undefined
  #rootColor: Color | undefined
  /** What Black's area is compared with: komi and compensation for handicap. */
  #komi = 0
  #playouts = 0

  private constructor(params: SearchParams, kernel: Kernel, tree: TreeSearch, helpers?: HelperPool) {
    this.params = params
    this.#kernel = kernel
    this.#tree = tree
    this.#helpers = helpers
    tree.set(knobsOf(params, this.threads))
    tree.clear()
  }

  static async create({ params, helpers }: SearcherOptions): Promise<Searcher> {
    const workers = 1 + (helpers?.count ?? 0)
    const memory: WasmMemory = makeKernelMemory(workers, params["tree-mb"] * MEGABYTE)
    const kernel = await Kernel.create({ memory })
    const searcher = new Searcher(params, kernel, kernel.openTree(workers), helpers)
    await helpers?.open(memory)
    return searcher
  }

  get threads(): number {
    return 1 + (this.#helpers?.count ?? 0)
  }

  /** Searches a position of at most 19×19. The tree of an earlier one is kept where the game went into it. */
  async search(request: SearchRequest): Promise<SearchResult> {
    const begun = performance.now()
    const elapsed = (): number => (performance.now() - begun) / 1000
    this.#prepare(request)
    this.#startHelpers(request)
    try {
      const stopped = await this.#run(request, elapsed)
      await this.#stopHelpers()
      const report = this.report(elapsed())
      return { report, best: report.candidates[0]!, stopped }
    } finally {
      await this.#stopHelpers()
    }
  }

  #startHelpers({ position, color, seed }: SearchRequest): void {
    this.#helpers?.search(position, color, seed + this.#playouts)
  }

  async #stopHelpers(): Promise<void> {
    this.#tree.stop()
    await this.#helpers?.idle()
    this.#tree.resume()
  }

  /** Runs single simulations in this thread, for whoever wants to watch; `search` or `begin` comes first. */
  step(count = 1): void {
    this.#playouts += this.#tree.run(count)
  }

  /** Makes a position the root without searching it. */
  begin(request: Pick<SearchRequest, "position" | "color" | "seed">): void {
    this.#prepare({ ...request, budget: {} })
  }

  #prepare({ position, color, seed }: SearchRequest): void {
    if (position.size > KERNEL_MAX_SIZE)
      throw new RangeError(`the tree search has room for boards up to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}`)
    const start = startOf(position, color)
    this.#moveRoot(position, color)
    this.#kernel.load(start.board)
    this.#komi = start.komi
    this.#tree.set({ komi: start.komi, superko: start.superko, captureGoal: start.captureGoal })
    this.#tree.setPast(start.past)
    if (this.params.keys !== 0) {
      const map = this.params.keys === 1 ? "stars" : "printed"
      this.#tree.setKeys(keyCategories(position.size, map), keyEnds())
    }
    this.#tree.forgetSums()
    this.#tree.begin({ color, seed, last: start.last, passes: start.passes })
    this.#playouts = 0
  }

  /** Keeps the part of the tree below the moves that were played since, or forgets all. */
  #moveRoot(position: Position, color: Color): void {
    const unit = this.params.reuse === 0 ? undefined : this.#unitOf(position, color)
    if (unit === undefined) this.#tree.clear()
    else if (unit !== ROOT_UNIT) this.#tree.keep(unit)
    this.#rooted = position
    this.#rootColor = color
  }

  #unitOf(position: Position, color: Color): Unit | undefined {
    const before = this.#rooted
    if (!before || !isSameGame(before, position)) return undefined
    let unit: Unit = ROOT_UNIT
    let turn = this.#rootColor!
    for (const { color: mover, move } of position.moves.slice(before.moves.length)) {
      const child = mover === turn ? this.#tree.child(unit, move) : undefined
      if (!child || child.visits === 0) return undefined
      unit = child.unit
      turn = opponent(turn)
    }
    return turn === color ? unit : undefined
  }

  async #run(request: SearchRequest, elapsed: () => number): Promise<SearchResult["stopped"]> {
    const { budget, signal, onReport, reportEvery = 100 } = request
    const allocation = this.#allocation(request)
    const isTimed = Number.isFinite(allocation.limit)
    const most = Math.max(1, budget.playouts ?? (isTimed ? Infinity : DEFAULT_PLAYOUTS))
    const mayStopEarly = request.mayStopEarly ?? this.params["early-stop"] === 1
    let paused = performance.now()
    let reported = paused
    for (;;) {
      // A slice comes before all else: whoever is in a hurry wants a move, too.
      this.#playouts += this.#tree.run(Math.min(isTimed ? TIMED_SLICE : SLICE, most - this.#playouts))
      if (this.#tree.isFull) await this.#prune(request)
      if (signal?.aborted) return "aborted"
      if (this.#done >= most) return "playouts"
      if (isTimed) {
        const reason = this.#reasonToStop(elapsed(), allocation, mayStopEarly)
        if (reason) return reason
      } else if (mayStopEarly && this.#isDecided(most - this.#done)) return "decided"
      const now = performance.now()
      if (onReport && now - reported >= reportEvery) {
        reported = now
        onReport(this.report(elapsed()))
      }
      if (now - paused < PATIENCE) continue
      await pause()
      paused = performance.now()
    }
  }

  /** Simulations of all threads in this search. */
  get #done(): number {
    return this.#helpers ? this.#tree.margins().games : this.#playouts
  }

  #allocation({ budget, position }: SearchRequest): Allocation {
    const { seconds = Infinity, clock } = budget
    const fixed = { target: seconds, limit: seconds }
    if (!clock) return fixed
    const { size, moves } = position
    const emptyPoints = Math.max(0, size * size - moves.length)
    const { target, limit } = allocate(clock, {
      size,
      moveNumber: moves.length,
      emptyPoints,
      threads: this.threads,
    })
    return { target: Math.min(target, seconds), limit: Math.min(limit, seconds) }
  }

  #reasonToStop(elapsed: number, allocation: Allocation, mayStopEarly: boolean): StopReason | undefined {
    if (elapsed >= allocation.limit) return "limit"
    if (!mayStopEarly) return elapsed >= allocation.target ? "target" : undefined
    const [best, second] = this.#topTwo()
    const reply = best && best.children > 0 ? this.#mostVisited(best.unit) : undefined
    return reasonToStop(
      {
        elapsed,
        playouts: this.#done,
        bestVisits: best?.visits ?? 0,
        secondVisits: second?.visits ?? 0,
        bestValue: best?.mean ?? 0.5,
        isBestByValue: !best || !second || best.mean >= second.mean,
        replyValue: reply && reply.visits > 0 ? 1 - reply.mean : undefined,
      },
      allocation,
    )
  }

  /** Whether so many more simulations can't change which move has the most visits. */
  #isDecided(left: number): boolean {
    if (this.#playouts < FEWEST_PLAYOUTS) return false
    const [best, second] = this.#topTwo()
    return best !== undefined && best.visits - (second?.visits ?? 0) > left
  }

  #topTwo(): NodeStatistics[] {
    return this.#tree.mostVisited(ROOT_UNIT).map((unit) => this.#tree.node(unit!))
  }

  /** Lets go of what was visited least, until a good part of the room is free. */
  async #prune(request: SearchRequest): Promise<void> {
    await this.#stopHelpers()
    for (let least = FIRST_PRUNING; this.#tree.used > this.#tree.capacity * 0.6; least *= 2)
      this.#tree.keep(ROOT_UNIT, least)
    this.#startHelpers(request)
  }

  #mostVisited(unit: Unit): NodeStatistics | undefined {
    const [best] = this.#tree.mostVisited(unit)
    return best === undefined ? undefined : this.#tree.node(best)
  }

  /** How the search stands now. */
  report(seconds = 0): SearchReport {
    const root = this.#tree.node(ROOT_UNIT)
    const { mean, spread } = this.#tree.margins()
    const { size } = this.#rooted!
    const candidates = this.#tree
      .children(ROOT_UNIT)
      .sort((a, b) => b.visits - a.visits || b.mean - a.mean)
      .map((child) => this.#candidate(child))
    return {
      color: this.#rootColor!,
      playouts: this.#done,
      seconds,
      winRate: root.visits > 0 ? 1 - root.mean : 0.5,
      score: { mean: mean - this.#komi, spread },
      candidates,
      owners: this.#tree.owners(size),
      nodes: this.#tree.used,
      capacity: this.#tree.capacity,
      notes: this.threads > 1 ? ["several threads: the search does not repeat exactly"] : [],
    }
  }

  #candidate(child: NodeStatistics): Candidate {
    const { move, visits, mean, raveVisits, raveMean, priorVisits, priorMean } = child
    const pv: Move[] = [move]
    let next = this.#mostVisited(child.unit)
    while (next && pv.length < PV_LENGTH) {
      pv.push(next.move)
      next = this.#mostVisited(next.unit)
    }
    return {
      move,
      visits,
      winRate: mean,
      ...(raveVisits > 0 ? { rave: { visits: raveVisits, winRate: raveMean } } : {}),
      ...(priorVisits > 0 ? { prior: { visits: priorVisits, winRate: priorMean } } : {}),
      pv,
    }
  }

  /** Every term of the selection formula for every move below a line from the root (glass box). */
  explain(line: readonly Move[] = []): { readonly node: NodeStatistics; readonly terms: SelectionTerms }[] {
    let unit: Unit = ROOT_UNIT
    for (const move of line) {
      const child = this.#tree.child(unit, move)
      if (!child) return []
      unit = child.unit
    }
    return this.#tree.children(unit).map((node) => ({ node, terms: this.#tree.explain(unit, node.unit) }))
  }

  /** Forgets the tree. */
  clear(): void {
    this.#tree.clear()
    this.#rooted = undefined
  }

  async close(): Promise<void> {
    await this.#helpers?.close()
  }
}

/** Whether one position leads to the other by more moves. */
function isSameGame(before: Position, after: Position): boolean {
  if (before.moves.length > after.moves.length) return false
  const { moves: _, ...setup } = before
  const { moves: __, ...now } = after
  if (JSON.stringify(setup) !== JSON.stringify(now)) return false
  return before.moves.every(({ color, move }, index) => {
    const other = after.moves[index]!
    return other.color === color && other.move === move
  })
}
