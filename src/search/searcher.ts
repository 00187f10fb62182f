// A search in a game: keeps the tree from move to move, runs simulations in slices until the budget is used up or the
// choice is made, and reports. It runs in the thread that calls it; helpers (helpers.ts) run in others, on the same
// tree or each on its own. Between searches, when helpers are idle, all trees are this thread's.

import { ok } from "../base/result.ts"
import { Kernel, KERNEL_MAX_SIZE, makeKernelMemory, ROOT_UNIT } from "../kernel/index.ts"
import type { NetImage, TreeSearch, WasmMemory } from "../kernel/index.ts"
import type { SearchReport } from "../player/index.ts"
import type { Move, Position } from "../rules/index.ts"
import { allocationFor, isDecided, reasonByClock, shortened } from "./allowance.ts"
import type { Allocation } from "./clock.ts"
import { ConsideredMoves } from "./considered.ts"
import { ExperienceLoader, type Experience } from "./experience/index.ts"
import { SEED_STEP, type HelperPool } from "./helpers.ts"
import type { Knowledge } from "./knowledge.ts"
import { hasOtherValues, knobsOf, winsAt, type SearchParams } from "./params.ts"
import { pause, rest } from "./pause.ts"
import { DEFAULT_EVALUATIONS, DEFAULT_PLAYOUTS, type SearchRequest, type SearchResult } from "./request.ts"
import { candidatesOf, explainMoves, simulationIn, type ExplainedMove, type Simulation } from "./results.ts"
import {
  askExperience,
  creditExperience,
  moveRoot,
  noteExperience,
  tellRules,
  type Root,
  type Uncles,
} from "./root.ts"
import { startOf, type Start } from "./start.ts"
import { foldImages, symmetriesOf } from "./symmetry.ts"
import { makeRoom, rootOf, shared } from "./trees.ts"

/** Parameters, helpers, experience and knowledge of a search. */
export interface SearcherOptions {
  readonly params: SearchParams
  /** More threads, on the same tree or each on its own (`parallel`); default: none. */
  readonly helpers?: HelperPool
  /** What past games tell; default: nothing. */
  readonly experience?: Experience | undefined
  /** What was learned from records; default: nothing. */
  readonly knowledge?: Knowledge | undefined
  /** The network that judges nodes, where the knob `net` is on. */
  readonly net?: NetImage | undefined
  /** For the reports: see `SearchReport.missing`. */
  readonly missing?: string | undefined
}

/** Simulations between looks at the visits: a fixed number, so that a search repeats exactly. */
const SLICE = 32
/** Simulations between looks at the clock, which may leave a move a millisecond. */
const TIMED_SLICE = 8
/** Seconds for a move below which helpers stay idle: to wake and to stop them takes longer on a busy machine. */
const LEAST_FOR_HELPERS = 0.05
/** Milliseconds after which other work of this thread gets its turn. */
const PATIENCE = 15
const MEGABYTE = 1_048_576
/** The smallest share of the memory with which a tree is worth having. */
const SMALLEST_TREE = MEGABYTE / 4
/** Milliseconds between looks at the clock while other trees are not ready yet. */
const WAITING = 4

/** The tree search in a game: keeps its tree from move to move, and reports. */
export class Searcher {
  readonly params: SearchParams
  /** What past games tell (TREE-10); it may be exchanged between searches. */
  experience: Experience | undefined
  readonly #kernel: Kernel
  /** This thread's first; the others are those of helpers that have their own. */
  readonly #trees: readonly TreeSearch[]
  readonly #tree: TreeSearch
  readonly #helpers: HelperPool | undefined
  /**
   * What the trees' roots stand for, with the komi that Black's area is compared with; undefined when the trees are of
   * no use.
   */
  #root: (Root & { readonly komi: number }) | undefined
  /** For each tree, the moves beside the one that led to its root (TREE-7). */
  #uncles: readonly (Uncles | undefined)[] = []
  /** Past games below the root. */
  readonly #loader = new ExperienceLoader()
  /** What experience did at this root. */
  #experienceNotes: readonly string[] = []
  readonly #considered = new ConsideredMoves()
  /** The slice of simulations at whose end the leading move was noted last. */
  #looked = -1
  /** Simulations of this thread in this search. */
  #playouts = 0
  /** Simulations that this search may make, in all threads, and how many of them in each tree. */
  #most = DEFAULT_PLAYOUTS
  #shares: readonly number[] = []
  /** Whether helpers take part in this search. */
  #isHelped = true
  #longestWait = 0
  #missing: string | undefined
  /** Whether there is a network, and whether it judges this game. */
  #hasNet = false
  #isJudged = false

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

  static async create({
    params,
    helpers,
    experience,
    knowledge,
    net,
    missing,
  }: SearcherOptions): Promise<Searcher> {
    const workers = 1 + (helpers?.count ?? 0)
    const count = params.parallel === 1 ? workers : 1
    const bytes = params["tree-mb"] * MEGABYTE
    if (count > 1 && bytes / count < SMALLEST_TREE) {
      await helpers?.close()
      throw new RangeError(
        `${count} trees need more room: tree-mb is at least ${(count * SMALLEST_TREE) / MEGABYTE}`,
      )
    }
    const memory: WasmMemory = makeKernelMemory(workers, bytes, knowledge?.moves, net)
    const kernel = await Kernel.create({ memory })
    if (knowledge) kernel.setGammas(knowledge.gammas)
    const openTree = (part: number): TreeSearch => kernel.openTree(workers, part, count)
    const others = Array.from({ length: count - 1 }, (_, index) => openTree(index + 1))
    const searcher = new Searcher(params, kernel, [openTree(0), ...others], helpers)
    searcher.experience = experience
    searcher.#missing = missing
    searcher.#hasNet = net !== undefined && params.net > 0
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
    const allocation = allocationFor(request.budget, request.position, this.threads)
    this.#most = this.#mostOf(request, Number.isFinite(allocation.limit))
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

  /** Runs single simulations in this thread, for callers that show them one by one; `search` or `begin` comes first. */
  step(count = 1): void {
    for (let left = count; left > 0;) {
      const made = this.#tree.run(Math.min(left, SLICE - (this.#playouts % SLICE)))
      if (made === 0) return
      left -= made
      this.#playouts += made
      this.#loadExperience()
      this.#look()
    }
  }

  /** Notes the leading move, once a slice of this thread's simulations, however they are divided into calls. */
  #look(): void {
    const slice = Math.floor(this.#playouts / SLICE)
    if (slice === this.#looked) return
    this.#looked = slice
    // How far other trees are is chance, and a search on its own trees is to repeat exactly.
    this.#considered.look(this.#tree, this.#isSplit ? this.#playouts : this.#done)
  }

  /** Past games below the root; only on one tree, as helpers that have their own are not to be disturbed. */
  #loadExperience(): void {
    if (!this.experience || !this.#root || this.#isSplit || this.#loader.waiting === 0) return
    const { position, color } = this.#root
    this.#loader.load(this.#tree, this.experience, position, color, this.params["experience-visits"])
  }

  /** Makes a position the root without searching it. */
  begin(request: Pick<SearchRequest, "position" | "color" | "seed">): void {
    this.#prepare(request, 1)
  }

  /** Networks are trained for Go, not for Capture Go. */
  #judges({ rules }: Position): boolean {
    return this.#hasNet && rules.captureGoal === undefined
  }

  /** The simulations that a search may make. Without any limit, it makes the usual number. */
  #mostOf({ budget: { playouts, evaluations }, position }: SearchRequest, hasTime: boolean): number {
    const isJudged = this.#judges(position)
    const asked = isJudged ? (evaluations ?? playouts) : playouts
    const usual = isJudged ? DEFAULT_EVALUATIONS : DEFAULT_PLAYOUTS
    return Math.max(1, asked ?? (hasTime ? Infinity : usual))
  }

  #prepare(
    { position, color, seed }: Pick<SearchRequest, "position" | "color" | "seed">,
    most: number,
  ): Start {
    if (position.size > KERNEL_MAX_SIZE)
      throw new RangeError(`the tree search has room for boards up to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}`)
    const start = startOf(position, color)
    const { komi, last, beforeLast, passes } = start
    const root = { position, color, komi }
    const moved = this.#trees.map((tree, index) =>
      moveRoot(tree, this.params, this.#root, root, this.#uncles[index]),
    )
    this.#uncles = moved.map(({ uncles }) => uncles)
    const origins = moved.map(({ origin }) => origin)
    this.#root = root
    this.#kernel.load(start.game.board)
    for (const tree of this.#trees) tellRules(tree, this.params, position, start)
    this.#isJudged = this.#judges(position)
    this.#tree.forgetSums()
    const symmetries = this.params.symmetry === 1 ? symmetriesOf(position, start) : []
    const isKept = origins.includes("same")
    const asked = isKept ? ok([]) : askExperience(this.experience, this.params, start.game, color)
    const known = asked.ok ? asked.value : []
    if (!isKept) this.#experienceNotes = asked.ok ? [] : [`experience is not used: ${asked.error}`]
    // A node that was loaded before it became the root has these games already.
    const isLoaded = origins[0] !== "new" && this.#loader.isLoaded(position.moves)
    const shares = shared(most, this.#trees.length)
    const made = this.#trees.map(() => 0)
    // This thread's own comes last: its simulations go on from there.
    for (const [index, tree] of [...this.#trees.entries()].toReversed()) {
      const { moves } = position
      tree.begin({ color, seed: seed + index * SEED_STEP, last, beforeLast, passes, moves })
      if (shares[index] === 0 || (symmetries.length < 2 && known.length === 0)) continue
      // The first simulation gives the root its children.
      if (tree.node(ROOT_UNIT).children === 0) made[index] = tree.run(1)
      if (symmetries.length > 1) foldImages(tree, symmetries, position.size)
      const share = known.map((move) => ({
        ...move,
        visits: shared(move.visits, this.#trees.length)[index]!,
      }))
      if (!isLoaded) creditExperience(tree, share, origins[index]!)
    }
    this.#playouts = made[0]!
    this.#shares = shares.map((share, index) => (index === 0 ? share : share - made[index]!))
    if (!isKept && !this.#isSplit) this.#loader.begin(this.#tree, position, known, origins[0] === "new")
    this.#considered.clear()
    this.#looked = -1
    this.#look()
    if (known.length > 0) this.#experienceNotes = [noteExperience(this.#tree, known)]
    return start
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
      // A slice comes first: a caller in a hurry needs a move, too.
      this.#playouts += this.#tree.run(Math.min(slice, share - this.#playouts))
      this.#loadExperience()
      this.#look()
      if (this.#tree.isFull) await this.#prune(request)
      if (signal?.aborted) return "aborted"
      if (this.#done >= most) return "playouts"
      if (isTimed) {
        const now = performance.now()
        this.#longestWait = Math.max(this.#longestWait, (now - looked) / 1000)
        looked = now
        const reason = reasonByClock(this.#trees, this.#done, elapsed(), allocation, mayStopEarly)
        if (reason) return reason
      } else if (mayStopEarly && isDecided(this.#trees, this.#playouts, most - this.#done)) return "decided"
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

  async #prune(request: SearchRequest): Promise<void> {
    if (this.#isSplit) {
      makeRoom(this.#tree)
      return
    }
    await this.#stopHelpers()
    makeRoom(this.#tree)
    this.#loader.refresh(this.#tree)
    this.#startHelpers(request)
  }

  /** How the search stands now. */
  report(seconds = 0): SearchReport {
    const root = rootOf(this.#trees)
    const { mean, spread } = this.#tree.margins()
    const { position, color, komi } = this.#root!
    return {
      color,
      playouts: this.#done,
      seconds,
      winRate: root.visits > 0 ? 1 - root.winRate : 0.5,
      score: { mean: mean - komi, spread },
      candidates: candidatesOf(this.#trees, this.#isJudged),
      considered: this.#considered.leads,
      owners: this.#tree.owners(position.size),
      // A thread that finds no room any more has counted its nodes for a moment.
      nodes: this.#total(({ used, capacity }) => Math.min(used, capacity)),
      capacity: this.#total(({ capacity }) => capacity),
      notes: [
        ...this.#experienceNotes,
        ...this.#loaderNotes(),
        ...this.#valueNotes(),
        ...this.#threadNotes(),
      ],
      ...(this.#isJudged && this.params["net-mix"] === 0 ? { judge: "network" as const } : {}),
      ...(this.#missing === undefined ? {} : { missing: this.#missing }),
    }
  }

  #total(count: (tree: TreeSearch) => number): number {
    return this.#trees.reduce((sum, tree) => sum + count(tree), 0)
  }

  #loaderNotes(): string[] {
    const { nodes, visits } = this.#loader.loads
    return nodes === 0 ? [] : [`experience below the root: nodes: ${nodes}, visits: ${visits}`]
  }

  #valueNotes(): string[] {
    if (!hasOtherValues(this.params) || winsAt(this.params) !== 0) return []
    return ["win rates are mean results: with backup and bias on, nodes have no room to count wins"]
  }

  #threadNotes(): string[] {
    if (this.#isSplit) return [`several threads: ${this.threads} trees, whose moves are added up`]
    return this.threads > 1 ? ["several threads: the search does not repeat exactly"] : []
  }

  /**
   * Every term of the selection formula for every move below a line from the root, in this thread's tree (glass box).
   */
  explain(line: readonly Move[] = []): ExplainedMove[] {
    return explainMoves(this.#tree, line)
  }

  /** The last simulation of this thread, as it was played (glass box). After `begin`, `step` comes first. */
  lastSimulation(): Simulation {
    return simulationIn(this.#tree, this.#kernel.lastGame())
  }

  /** Forgets the tree. */
  clear(): void {
    for (const tree of this.#trees) tree.clear()
    this.#root = undefined
  }

  async close(): Promise<void> {
    await this.#helpers?.close()
  }
}
