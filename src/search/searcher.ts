// A search in a game: keeps the tree from move to move, runs simulations in slices until the budget is used up or the
// choice is made, and reports. It runs in the thread that calls it; helpers (helpers.ts) run in others, on the same tree or each
// on its own. Between searches, when helpers are idle, all trees are this thread's.

import { err } from "../base/result.ts"
import { Kernel, KERNEL_MAX_SIZE, makeKernelMemory, ROOT_UNIT } from "../kernel/index.ts"
import type { NodeStatistics, SelectionTerms, TreeSearch, Unit, WasmMemory } from "../kernel/index.ts"
import type { Budget, Candidate, SearchReport } from "../player/index.ts"
import {
  continuesGame,
  opponent,
  type Color,
  type Game,
  type Move,
  type PlayedMove,
  type Position,
} from "../rules/index.ts"
import { allocate, reasonToStop, type Allocation, type StopReason } from "./clock.ts"
import { knownMoves, type Experience, type KnownMove } from "./experience/index.ts"
import { SEED_STEP, type HelperPool } from "./helpers.ts"
import { keyCategories, keyEnds } from "./keys.ts"
import { knobsOf, type SearchParams } from "./params.ts"
import { pause, rest } from "./pause.ts"
import { startOf, type Start } from "./start.ts"
import { foldImages, symmetriesOf } from "./symmetry.ts"
import { makeRoom, rootMoves, rootOf, shared, topTwo, type RootMove } from "./trees.ts"

/** How long to search; what is not given doesn't limit. Without any, `DEFAULT_PLAYOUTS`. */
export type SearchBudget = Budget

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
  /** The game that was searched, ready for the next move. */
  readonly game: Game
  readonly stopped: StopReason | "playouts" | "aborted"
  /** Seconds until the time limit; Infinity where there is none. */
  readonly spare: number
  /** The longest time between two looks at the clock, in seconds: how long a busy machine let a timed search wait. */
  readonly longestWait: number
}

/** One simulation as it was played: first down the tree, then at random to the end. */
export interface Simulation {
  readonly moves: readonly PlayedMove[]
  /** How many of the moves went down the tree. */
  readonly descent: number
}

export interface SearcherOptions {
  readonly params: SearchParams
  /** More threads, on the same tree or each on its own (`parallel`); default: none. */
  readonly helpers?: HelperPool
  /** What past games tell; default: nothing. */
  readonly experience?: Experience | undefined
}

/** Simulations between looks at the visits: a fixed number, so that a search repeats exactly. */
const SLICE = 32
/** Simulations between looks at the clock, which may leave a move a millisecond. */
const TIMED_SLICE = 8
/** Seconds for a move below which helpers stay idle: to wake and to stop them takes longer on a busy machine. */
const LEAST_FOR_HELPERS = 0.05
/** No search ends early before so many: what it tells of owners and score must come from somewhere. */
const FEWEST_PLAYOUTS = 128
/** Milliseconds after which other work of this thread gets its turn. */
const PATIENCE = 15
const PV_LENGTH = 12
/** What is left over for later is at most this share of a move's time. */
const LARGEST_RESERVE = 0.5
const MEGABYTE = 1_048_576
/** The smallest share of the memory with which a tree is worth having. */
const SMALLEST_TREE = MEGABYTE / 4
/** Milliseconds between looks at the clock while other trees are not ready yet. */
const WAITING = 4

export class Searcher {
  readonly params: SearchParams
  /** What past games tell (TREE-10); it may be exchanged between searches. */
  experience: Experience | undefined
  readonly #kernel: Kernel
  /** This thread's first; the others are those of helpers that have their own. */
  readonly #trees: readonly TreeSearch[]
  readonly #tree: TreeSearch
  readonly #helpers: HelperPool | undefined
  /** What the tree's root stands for; undefined when the tree is of no use. */
  #rooted: Position | undefined
  #rootColor: Color | undefined
  /** What Black's area is compared with: komi and compensation for handicap. */
  #komi = 0
  /** What experience did at this root. */
  #experienceNotes: readonly string[] = []
  /** Simulations of this thread in this search. */
  #playouts = 0
  /** Simulations that this search may make, in all threads, and how many of them in each tree. */
  #most = DEFAULT_PLAYOUTS
  #shares: readonly number[] = []
  /** Whether helpers take part in this search. */
  #isHelped = true
  #longestWait = 0

  private constructor(
    params: SearchParams,
    kernel: Kernel,
    trees: readonly [TreeSearch, ...TreeSearch[]],
    helpers?: HelperPool,
  ) {
    this.params = params
    this.#kernel = kernel
    this.#trees = trees
    this.#tree = trees[0]
    this.#helpers = helpers
    for (const tree of trees) {
      tree.set(knobsOf(params, this.threads))
      tree.clear()
    }
  }

  static async create({ params, helpers, experience }: SearcherOptions): Promise<Searcher> {
    const workers = 1 + (helpers?.count ?? 0)
    const count = params.parallel === 1 ? workers : 1
    const bytes = params["tree-mb"] * MEGABYTE
    if (count > 1 && bytes / count < SMALLEST_TREE) {
      await helpers?.close()
      throw new RangeError(
        `${count} trees need more room: tree-mb is at least ${(count * SMALLEST_TREE) / MEGABYTE}`,
      )
    }
    const memory: WasmMemory = makeKernelMemory(workers, bytes)
    const kernel = await Kernel.create({ memory })
    const openTree = (part: number): TreeSearch => kernel.openTree(workers, part, count)
    const others = Array.from({ length: count - 1 }, (_, index) => openTree(index + 1))
    const searcher = new Searcher(params, kernel, [openTree(0), ...others], helpers)
    searcher.experience = experience
    try {
      await helpers?.open(memory, count)
    } catch (error) {
      await helpers?.close()
      throw error
    }
    return searcher
  }

  get threads(): number {
    return 1 + (this.#helpers?.count ?? 0)
  }

  /** Whether every thread has its own tree (TREE-13, root parallel). */
  get #isSplit(): boolean {
    return this.#trees.length > 1
  }

  /** Searches a position of at most 19×19. The tree of an earlier one is kept where the game went into it. */
  async search(request: SearchRequest): Promise<SearchResult> {
    const { since = performance.now(), reserve = 0 } = request
    const elapsed = (): number => (performance.now() - since) / 1000
    const allocation = this.#allocation(request)
    const unlimited = Number.isFinite(allocation.limit) ? Infinity : DEFAULT_PLAYOUTS
    this.#most = Math.max(1, request.budget.playouts ?? unlimited)
    const { game } = this.#prepare(request, this.#most)
    this.#isHelped = allocation.limit >= LEAST_FOR_HELPERS
    this.#longestWait = elapsed()
    this.#startHelpers(request)
    try {
      const stopped = await this.#run(request, shortened(allocation, reserve), elapsed)
      await this.#stopHelpers()
      const report = this.report(elapsed())
      const spare = allocation.limit - elapsed()
      const longestWait = Math.max(this.#longestWait, -spare)
      return { report, best: report.candidates[0]!, game, stopped, spare, longestWait }
    } finally {
      await this.#stopHelpers()
    }
  }

  #startHelpers({ position, color, seed }: SearchRequest): void {
    if (!this.#isHelped) return
    const playouts = this.#isSplit ? this.#shares.slice(1) : Array<number>(this.threads - 1).fill(this.#most)
    this.#helpers?.search(position, color, seed + this.#playouts, playouts)
  }

  async #stopHelpers(): Promise<void> {
    for (const tree of this.#trees) tree.stop()
    try {
      await this.#helpers?.idle()
    } finally {
      for (const tree of this.#trees) tree.resume()
    }
  }

  /** Runs single simulations in this thread, for whoever wants to watch; `search` or `begin` comes first. */
  step(count = 1): void {
    this.#playouts += this.#tree.run(count)
  }

  /** Makes a position the root without searching it. */
  begin(request: Pick<SearchRequest, "position" | "color" | "seed">): void {
    this.#prepare(request, 1)
  }

  #prepare(
    { position, color, seed }: Pick<SearchRequest, "position" | "color" | "seed">,
    most: number,
  ): Start {
    if (position.size > KERNEL_MAX_SIZE)
      throw new RangeError(`the tree search has room for boards up to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}`)
    const start = startOf(position, color)
    const roots = this.#trees.map((tree) => this.#moveRoot(tree, position, color))
    this.#rooted = position
    this.#rootColor = color
    this.#kernel.load(start.game.board)
    this.#komi = start.komi
    for (const tree of this.#trees) this.#tellRules(tree, position, start)
    this.#tree.forgetSums()
    const symmetries = this.params.symmetry === 1 ? symmetriesOf(position, start) : []
    // Only roots get experience, and no node is a root twice: so nothing is counted twice in a tree that is kept.
    const known = roots.includes("same") ? [] : this.#experienceOf(start.game, color)
    const shares = shared(most, this.#trees.length)
    const made = this.#trees.map(() => 0)
    // This thread's own comes last: its simulations go on from there.
    for (const [index, tree] of [...this.#trees.entries()].toReversed()) {
      tree.begin({ color, seed: seed + index * SEED_STEP, last: start.last, passes: start.passes })
      if (shares[index] === 0 || (symmetries.length < 2 && known.length === 0)) continue
      // The first simulation gives the root its children.
      if (tree.node(ROOT_UNIT).children === 0) made[index] = tree.run(1)
      if (symmetries.length > 1) foldImages(tree, symmetries, position.size)
      this.#credit(tree, index, known, roots[index]!)
    }
    this.#playouts = made[0]!
    this.#shares = shares.map((share, index) => (index === 0 ? share : share - made[index]!))
    if (known.length > 0) this.#experienceNotes = [this.#noteExperience(known)]
    return start
  }

  #tellRules(tree: TreeSearch, position: Position, { komi, superko, captureGoal, past }: Start): void {
    tree.set({ komi: komi + extraKomi(this.params["dynamic-komi"], position), superko, captureGoal })
    tree.setPast(past)
    if (this.params.keys === 0) return
    tree.setKeys(keyCategories(position.size, this.params.keys === 1 ? "stars" : "printed"), keyEnds())
  }

  /** The root's children begin with what past games tell of them, as if they had been visited (TREE-10): a share in each tree. */
  #credit(
    tree: TreeSearch,
    index: number,
    known: readonly KnownMove[],
    root: "new" | "child" | "same",
  ): void {
    const units = new Map(tree.children(ROOT_UNIT).map(({ move, unit }) => [move, unit]))
    for (const { move, visits: all, mean } of known) {
      const unit = units.get(move)
      const visits = shared(all, this.#trees.length)[index]!
      if (unit === undefined || visits === 0) continue
      tree.credit(unit, visits, mean)
      // A root that was a child before brought its own share of these games along.
      if (root === "new") tree.credit(ROOT_UNIT, visits, 1 - mean)
    }
  }

  #noteExperience(known: readonly KnownMove[]): string {
    const moves = new Set(this.#tree.children(ROOT_UNIT).map(({ move }) => move))
    const credited = known.filter(({ move }) => moves.has(move))
    const total = credited.reduce((sum, { visits }) => sum + visits, 0)
    return `experience: moves that past games know: ${credited.length}, visits: ${total}`
  }

  /** What past games tell of this position; a note says why they tell nothing. */
  #experienceOf(game: Game, color: Color): readonly KnownMove[] {
    this.#experienceNotes = []
    if (!this.experience || this.params["experience-visits"] === 0) return []
    const known = this.#knownMoves(this.experience, game, color)
    if (known.ok) return known.value
    this.#experienceNotes = [`experience is not used: ${known.error}`]
    return []
  }

  #knownMoves(experience: Experience, game: Game, color: Color): ReturnType<typeof knownMoves> {
    if (this.params.backup !== 0) return err("it goes with backup=mean only")
    return knownMoves(experience, game, color, this.params["experience-visits"])
  }

  /** Keeps the part of a tree below the moves that were played since, or forgets all. Tells what the root was. */
  #moveRoot(tree: TreeSearch, position: Position, color: Color): "new" | "child" | "same" {
    const path = this.params.reuse === 0 ? undefined : this.#pathTo(tree, position, color)
    const unit = path?.at(-1)
    const grandparent = path?.at(-3)
    if (this.params["uncle-merge"] === 1 && unit !== undefined && grandparent !== undefined)
      mergeUncles(tree, grandparent, unit)
    if (unit === undefined) tree.clear()
    else if (unit !== ROOT_UNIT) tree.keep(unit)
    return unit === undefined ? "new" : unit === ROOT_UNIT ? "same" : "child"
  }

  /** The nodes from the root to a later position of the same game; nothing when the tree doesn't reach it. */
  #pathTo(tree: TreeSearch, position: Position, color: Color): Unit[] | undefined {
    const before = this.#rooted
    if (!before || !continuesGame(position, before)) return undefined
    const path: Unit[] = [ROOT_UNIT]
    let turn = this.#rootColor!
    for (const { color: mover, move } of position.moves.slice(before.moves.length)) {
      const child = mover === turn ? tree.child(path.at(-1)!, move) : undefined
      if (!child || child.visits === 0) return undefined
      path.push(child.unit)
      turn = opponent(turn)
    }
    return turn === color ? path : undefined
  }

  async #run(
    request: SearchRequest,
    allocation: Allocation,
    elapsed: () => number,
  ): Promise<SearchResult["stopped"]> {
    const { signal, onReport, reportEvery = 100, patience = PATIENCE } = request
    const isTimed = Number.isFinite(allocation.limit)
    const most = this.#most
    const share = this.#shares[0]!
    const mayStopEarly = request.mayStopEarly ?? this.params["early-stop"] === 1
    // One simulation where the time is up already: a move is wanted at once.
    const slice = !isTimed ? SLICE : elapsed() < allocation.limit ? TIMED_SLICE : 1
    let paused = performance.now()
    let reported = paused
    let looked = paused
    for (;;) {
      // A slice comes before all else: whoever is in a hurry wants a move, too.
      this.#playouts += this.#tree.run(Math.min(slice, share - this.#playouts))
      if (this.#tree.isFull) await this.#prune(request)
      if (signal?.aborted) return "aborted"
      if (this.#done >= most) return "playouts"
      if (isTimed) {
        const now = performance.now()
        this.#longestWait = Math.max(this.#longestWait, (now - looked) / 1000)
        looked = now
        const reason = this.#reasonToStop(elapsed(), allocation, mayStopEarly)
        if (reason) return reason
      } else if (mayStopEarly && this.#isDecided(most)) return "decided"
      const now = performance.now()
      if (onReport && now - reported >= reportEvery) {
        reported = now
        onReport(this.report(elapsed()))
      }
      const isReady = this.#playouts >= share
      if (!isReady && now - paused < patience) continue
      await (isReady ? Promise.race([this.#helpers?.idle(), rest(WAITING)]) : pause())
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
    const [best, second] = topTwo(this.#trees)
    const reply = best && best.node.children > 0 ? mostVisited(best.tree, best.node.unit) : undefined
    return reasonToStop(
      {
        elapsed,
        playouts: this.#done,
        bestVisits: best?.sum.visits ?? 0,
        secondVisits: second?.sum.visits ?? 0,
        bestValue: best?.sum.mean ?? 0.5,
        isBestByValue: !best || !second || best.sum.mean >= second.sum.mean,
        replyValue: reply && reply.visits > 0 ? 1 - reply.mean : undefined,
      },
      allocation,
    )
  }

  /** Whether the simulations that are left can't change which move has the most visits. */
  #isDecided(most: number): boolean {
    // How far other trees are is chance, and a search on its own trees is to repeat exactly: it goes on to the end.
    if (this.#isSplit || this.#playouts < FEWEST_PLAYOUTS) return false
    const [best, second] = topTwo(this.#trees)
    return best !== undefined && best.sum.visits - (second?.sum.visits ?? 0) > most - this.#done
  }

  async #prune(request: SearchRequest): Promise<void> {
    if (this.#isSplit) {
      makeRoom(this.#tree)
      return
    }
    await this.#stopHelpers()
    makeRoom(this.#tree)
    this.#startHelpers(request)
  }

  /** How the search stands now. */
  report(seconds = 0): SearchReport {
    const root = rootOf(this.#trees)
    const { mean, spread } = this.#tree.margins()
    const { size } = this.#rooted!
    const candidates = rootMoves(this.#trees)
      .sort((a, b) => b.sum.visits - a.sum.visits || b.sum.mean - a.sum.mean)
      .map(makeCandidate)
    return {
      color: this.#rootColor!,
      playouts: this.#done,
      seconds,
      winRate: root.visits > 0 ? 1 - root.mean : 0.5,
      score: { mean: mean - this.#komi, spread },
      candidates,
      owners: this.#tree.owners(size),
      // A thread that finds no room any more has counted its nodes for a moment.
      nodes: this.#total(({ used, capacity }) => Math.min(used, capacity)),
      capacity: this.#total(({ capacity }) => capacity),
      notes: [...this.#experienceNotes, ...this.#threadNotes()],
    }
  }

  #total(count: (tree: TreeSearch) => number): number {
    return this.#trees.reduce((sum, tree) => sum + count(tree), 0)
  }

  #threadNotes(): string[] {
    if (this.#isSplit) return [`several threads: ${this.threads} trees, whose moves are added up`]
    return this.threads > 1 ? ["several threads: the search does not repeat exactly"] : []
  }

  /** Every term of the selection formula for every move below a line from the root, in this thread's tree (glass box). */
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
      const child = this.#tree.child(unit, moves[descent]!.move)
      // The simulation that found out what moves there are may have tried the image of one.
      if (!child) break
      unit = child.unit
      descent++
    }
    return { moves, descent }
  }

  /** Forgets the tree. */
  clear(): void {
    for (const tree of this.#trees) tree.clear()
    this.#rooted = undefined
  }

  async close(): Promise<void> {
    await this.#helpers?.close()
  }
}

/** Sons take over half of what the same moves were worth two plies before: (v_s + v_u)/(n_s + n_u)·n_s (TREE-7, published). */
function mergeUncles(tree: TreeSearch, grandparent: Unit, node: Unit): void {
  for (const { unit, move, visits, mean } of tree.children(node)) {
    const uncle = tree.child(grandparent, move)
    if (visits === 0 || !uncle || uncle.visits === 0) continue
    tree.setMean(unit, (visits * mean + uncle.visits * uncle.mean) / (visits + uncle.visits))
  }
}

function mostVisited(tree: TreeSearch, unit: Unit): NodeStatistics | undefined {
  const [best] = tree.mostVisited(unit)
  return best === undefined ? undefined : tree.node(best)
}

/** Of several trees, the one that knows the move best tells how it goes on. */
function makeCandidate({ sum, tree, node }: RootMove): Candidate {
  const { move, visits, mean, raveVisits, raveMean, priorVisits, priorMean } = sum
  const pv: Move[] = [move]
  let next = mostVisited(tree, node.unit)
  while (next && pv.length < PV_LENGTH) {
    pv.push(next.move)
    next = mostVisited(tree, next.unit)
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
