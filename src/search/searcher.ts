// A search in a game: keeps the tree from move to move, runs simulations in slices until the budget is used up or the
// choice is made, and reports. It runs in the thread that calls it; helpers (helpers.ts) run on the same tree in others.

import { err } from "../base/result.ts"
import { Kernel, KERNEL_MAX_SIZE, makeKernelMemory, ROOT_UNIT } from "../kernel/index.ts"
import type { NodeStatistics, SelectionTerms, TreeSearch, Unit, WasmMemory } from "../kernel/index.ts"
import { opponent, type Color, type Move, type PlayedMove, type Position } from "../rules/index.ts"
import { allocate, reasonToStop, type Allocation, type Clock, type StopReason } from "./clock.ts"
import { knownMoves, type Experience } from "./experience/index.ts"
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
  /** When the move was asked for, by `performance.now()`: the clock has been running since. Default: now. */
  readonly since?: number
  /** Seconds of a clock's allowance to leave over for whatever follows the search, where there are so many; default 0. */
  readonly reserve?: number
  /** Milliseconds after which other work of this thread gets its turn; default 15. */
  readonly patience?: number
}

export interface SearchResult {
  readonly report: SearchReport
  /** The move with the most visits. */
  readonly best: Candidate
  readonly stopped: StopReason | "playouts" | "aborted"
  /** Seconds until the time limit; Infinity where there is none. */
  readonly spare: number
}

/** One simulation as it was played: first down the tree, then at random to the end. */
export interface Simulation {
  readonly moves: readonly PlayedMove[]
  /** How many of the moves went down the tree. */
  readonly descent: number
}

export interface SearcherOptions {
  readonly params: SearchParams
  /** More threads on the same tree; default: none. */
  readonly helpers?: HelperPool
  /** What past games tell; default: nothing. */
  readonly experience?: Experience | undefined
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
/** What is left over for later is at most this share of a move's time. */
const LARGEST_RESERVE = 0.5
/** Where a full tree is pruned: children of nodes with fewer visits go. Doubled until enough is free. */
const FIRST_PRUNING = 8
const MEGABYTE = 1_048_576

export class Searcher {
  readonly params: SearchParams
  /** What past games tell (TREE-10); it may be exchanged between searches. */
  experience: Experience | undefined
  readonly #kernel: Kernel
  readonly #tree: TreeSearch
  readonly #helpers: HelperPool | undefined
  /** What the tree's root stands for; undefined when the tree is of no use. */
  #rooted: Position | undefined
  #rootColor: Color | undefined
  /** What Black's area is compared with: komi and compensation for handicap. */
  #komi = 0
  /** What experience did at this root. */
  #experienceNotes: readonly string[] = []
  #playouts = 0
  /** Simulations that this search may make, in all threads. */
  #most = DEFAULT_PLAYOUTS

  private constructor(params: SearchParams, kernel: Kernel, tree: TreeSearch, helpers?: HelperPool) {
    this.params = params
    this.#kernel = kernel
    this.#tree = tree
    this.#helpers = helpers
    tree.set(knobsOf(params, this.threads))
    tree.clear()
  }

  static async create({ params, helpers, experience }: SearcherOptions): Promise<Searcher> {
    const workers = 1 + (helpers?.count ?? 0)
    const memory: WasmMemory = makeKernelMemory(workers, params["tree-mb"] * MEGABYTE)
    const kernel = await Kernel.create({ memory })
    const searcher = new Searcher(params, kernel, kernel.openTree(workers), helpers)
    searcher.experience = experience
    try {
      await helpers?.open(memory)
    } catch (error) {
      await helpers?.close()
      throw error
    }
    return searcher
  }

  get threads(): number {
    return 1 + (this.#helpers?.count ?? 0)
  }

  /** Searches a position of at most 19×19. The tree of an earlier one is kept where the game went into it. */
  async search(request: SearchRequest): Promise<SearchResult> {
    const { since = performance.now(), reserve = 0 } = request
    const elapsed = (): number => (performance.now() - since) / 1000
    const allocation = this.#allocation(request)
    const unlimited = Number.isFinite(allocation.limit) ? Infinity : DEFAULT_PLAYOUTS
    this.#most = Math.max(1, request.budget.playouts ?? unlimited)
    this.#prepare(request)
    this.#startHelpers(request)
    try {
      const stopped = await this.#run(request, shortened(allocation, reserve), elapsed)
      await this.#stopHelpers()
      const report = this.report(elapsed())
      return { report, best: report.candidates[0]!, stopped, spare: allocation.limit - elapsed() }
    } finally {
      await this.#stopHelpers()
    }
  }

  #startHelpers({ position, color, seed }: SearchRequest): void {
    this.#helpers?.search(position, color, seed + this.#playouts, this.#most)
  }

  async #stopHelpers(): Promise<void> {
    this.#tree.stop()
    try {
      await this.#helpers?.idle()
    } finally {
      this.#tree.resume()
    }
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
    const root = this.#moveRoot(position, color)
    this.#kernel.load(start.board)
    this.#komi = start.komi
    const komi = start.komi + extraKomi(this.params["dynamic-komi"], position)
    this.#tree.set({ komi, superko: start.superko, captureGoal: start.captureGoal })
    this.#tree.setPast(start.past)
    if (this.params.keys !== 0) {
      const map = this.params.keys === 1 ? "stars" : "printed"
      this.#tree.setKeys(keyCategories(position.size, map), keyEnds())
    }
    this.#tree.forgetSums()
    this.#tree.begin({ color, seed, last: start.last, passes: start.passes })
    this.#playouts = 0
    // Only roots get experience, and no node is a root twice: so nothing is counted twice in a tree that is kept.
    if (root !== "same") this.#graft(position, color, root)
  }

  /** The root's children begin with what past games tell of them, as if they had been visited (TREE-10). */
  #graft(position: Position, color: Color, root: "new" | "child"): void {
    this.#experienceNotes = []
    if (!this.experience || this.params["experience-visits"] === 0) return
    const known = this.#knownMoves(this.experience, position, color)
    if (!known.ok) this.#experienceNotes = [`experience is not used: ${known.error}`]
    if (!known.ok || known.value.length === 0) return
    // The first simulation gives the root its children.
    if (this.#tree.node(ROOT_UNIT).children === 0) this.#playouts += this.#tree.run(1)
    const units = new Map(this.#tree.children(ROOT_UNIT).map(({ move, unit }) => [move, unit]))
    const credited = known.value.filter(({ move }) => units.has(move))
    for (const { move, visits, mean } of credited) {
      this.#tree.credit(units.get(move)!, visits, mean)
      // A root that was a child before brought its own share of these games along.
      if (root === "new") this.#tree.credit(ROOT_UNIT, visits, 1 - mean)
    }
    const total = credited.reduce((sum, { visits }) => sum + visits, 0)
    this.#experienceNotes = [`experience: moves that past games know: ${credited.length}, visits: ${total}`]
  }

  #knownMoves(experience: Experience, position: Position, color: Color): ReturnType<typeof knownMoves> {
    if (this.params.backup !== 0) return err("it goes with backup=mean only")
    return knownMoves(experience, position, color, this.params["experience-visits"])
  }

  /** Keeps the part of the tree below the moves that were played since, or forgets all. Tells what the root was. */
  #moveRoot(position: Position, color: Color): "new" | "child" | "same" {
    const path = this.params.reuse === 0 ? undefined : this.#pathTo(position, color)
    const unit = path?.at(-1)
    const grandparent = path?.at(-3)
    if (this.params["uncle-merge"] === 1 && unit !== undefined && grandparent !== undefined)
      this.#mergeUncles(grandparent, unit)
    if (unit === undefined) this.#tree.clear()
    else if (unit !== ROOT_UNIT) this.#tree.keep(unit)
    this.#rooted = position
    this.#rootColor = color
    return unit === undefined ? "new" : unit === ROOT_UNIT ? "same" : "child"
  }

  /** The nodes from the root to a later position of the same game; nothing when the tree doesn't reach it. */
  #pathTo(position: Position, color: Color): Unit[] | undefined {
    const before = this.#rooted
    if (!before || !isSameGame(before, position)) return undefined
    const path: Unit[] = [ROOT_UNIT]
    let turn = this.#rootColor!
    for (const { color: mover, move } of position.moves.slice(before.moves.length)) {
      const child = mover === turn ? this.#tree.child(path.at(-1)!, move) : undefined
      if (!child || child.visits === 0) return undefined
      path.push(child.unit)
      turn = opponent(turn)
    }
    return turn === color ? path : undefined
  }

  /** Sons take over half of what the same moves were worth two plies before: (v_s + v_u)/(n_s + n_u)·n_s (TREE-7, published). */
  #mergeUncles(grandparent: Unit, node: Unit): void {
    for (const { unit, move, visits, mean } of this.#tree.children(node)) {
      const uncle = this.#tree.child(grandparent, move)
      if (visits === 0 || !uncle || uncle.visits === 0) continue
      this.#tree.setMean(unit, (visits * mean + uncle.visits * uncle.mean) / (visits + uncle.visits))
    }
  }

  async #run(
    request: SearchRequest,
    allocation: Allocation,
    elapsed: () => number,
  ): Promise<SearchResult["stopped"]> {
    const { signal, onReport, reportEvery = 100, patience = PATIENCE } = request
    const isTimed = Number.isFinite(allocation.limit)
    const most = this.#most
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
      if (now - paused < patience) continue
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
      // A thread that finds no room any more has counted its nodes for a moment.
      nodes: Math.min(this.#tree.used, this.#tree.capacity),
      capacity: this.#tree.capacity,
      notes: [
        ...this.#experienceNotes,
        ...(this.threads > 1 ? ["several threads: the search does not repeat exactly"] : []),
      ],
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

  /** The last simulation of this thread, as it was played (glass box). After `begin`, `step` comes first. */
  lastSimulation(): Simulation {
    const moves = this.#kernel.lastGame()
    // Nodes get children when a descent comes through: where it ended, there are none.
    let descent = 0
    let unit: Unit = ROOT_UNIT
    while (descent < moves.length && this.#tree.node(unit).children > 0) {
      unit = this.#tree.child(unit, moves[descent]!.move)!.unit
      descent++
    }
    return { moves, descent }
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

/** Leaves something over, unless that would be too much of it. */
function shortened({ target, limit }: Allocation, reserve: number): Allocation {
  if (reserve > LARGEST_RESERVE * limit) return { target, limit }
  return { target: Math.min(target, limit - reserve), limit: limit - reserve }
}

/** By which move the extra komi of a handicap game has faded away, by size of the board (Pachi). */
const FADED: readonly (readonly [size: number, move: number])[] = [
  [9, 15],
  [13, 50],
  [15, 100],
  [19, 200],
]

/** Makes a handicap game look even, less and less so, because a search sees nothing in a game that is won or lost (TREE-12). */
function extraKomi(pointsPerStone: number, { handicap, moves, size }: Position): number {
  const [, faded] = FADED.find(([largest]) => size <= largest) ?? FADED.at(-1)!
  return pointsPerStone * handicap * Math.max(0, 1 - moves.length / faded)
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
