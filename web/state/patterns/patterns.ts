// Patterns learned from the games of the library, or from the example games: one set for each board size. Learning goes
// on while other pages are shown.

import { messageOf } from "montego/base"
import { LearnError, type Learner, type Learning } from "../../engine/learn-port.ts"
import {
  FEWEST_GAMES,
  type LearnedPatterns,
  type LearnPhase,
  type PatternStore,
} from "../../engine/patterns.ts"
import { isListed, type Desk } from "../library/desk.ts"
import { Observable } from "../shared/observable.ts"

export interface PatternTools {
  readonly learn: Learner
  readonly store: PatternStore
}

/** Why there are no new patterns. */
type Fault =
  | { readonly kind: "few"; readonly found: number }
  | { readonly kind: "failed"; readonly reason: string }

interface Progress {
  readonly phase: "reading" | LearnPhase
  /** From 0 to 1. */
  readonly share: number
}

/** The board of the example games. */
const EXAMPLE_SIZE = 9

export class Patterns extends Observable {
  size = EXAMPLE_SIZE
  /** Of this board size; undefined where nothing was learned yet. */
  learned: LearnedPatterns | undefined
  /** Whether `learned` outlives the page: the player finds it in the store alone. */
  isKept = false
  /** Undefined while nothing is being learned. */
  progress: Progress | undefined
  fault: Fault | undefined
  readonly #desk: Desk
  readonly #tools: PatternTools
  #learning: Learning | undefined
  /** Counts the runs that were begun and stopped, so that an earlier run knows that it is over. */
  #run = 0
  #isLoaded = false

  constructor(desk: Desk, tools: PatternTools) {
    super()
    this.#desk = desk
    this.#tools = tools
  }

  /** The games of the library by board size, the most frequent size first. */
  get counts(): ReadonlyMap<number, number> {
    const counts = new Map<number, number>()
    for (const { facts } of this.#desk.library.entries.filter(isListed))
      counts.set(facts.size, (counts.get(facts.size) ?? 0) + (facts.games ?? 1))
    return new Map([...counts].sort(([, a], [, b]) => b - a))
  }

  /** Whether the library has enough games of this size to learn from. */
  get hasEnough(): boolean {
    return (this.counts.get(this.size) ?? 0) >= FEWEST_GAMES
  }

  /** At first the size that was learned last, or that most games have. */
  async load(): Promise<void> {
    if (this.#isLoaded) return
    this.#isLoaded = true
    await this.#desk.library.load()
    const sizes = await this.#tools.store.sizes().catch(() => [])
    const sets = await Promise.all(sizes.map((size) => this.#read(size)))
    const last = sets
      .filter((set) => set !== undefined)
      .reduce<LearnedPatterns | undefined>((a, b) => (a && a.learned > b.learned ? a : b), undefined)
    const [most = EXAMPLE_SIZE] = this.counts.keys()
    if (this.progress) return
    await this.choose(last?.size ?? most)
  }

  async choose(size: number): Promise<void> {
    if (this.progress) return
    this.size = size
    this.fault = undefined
    const learned = await this.#read(size)
    if (this.size !== size) return
    this.learned = learned
    this.isKept = learned !== undefined
    this.changed()
  }

  async learn(from: "library" | "examples"): Promise<void> {
    if (this.progress) return
    const run = ++this.#run
    if (from === "examples") await this.choose(EXAMPLE_SIZE)
    // Asked once more meanwhile.
    if (run !== this.#run) return
    this.fault = undefined
    this.#turn({ phase: "reading", share: 0 })
    try {
      const records = from === "examples" ? undefined : await this.#records(run)
      if (run !== this.#run) return
      const { size } = this
      this.#learning = this.#tools.learn({ size, records }, ({ phase, share }) =>
        this.#turn({ phase, share }),
      )
      const learned = await this.#learning.done
      if (learned) await this.#take(learned)
    } catch (error) {
      if (run === this.#run) this.fault = faultOf(error)
    }
    if (run === this.#run) this.#turn(undefined)
  }

  stop(): void {
    this.#run++
    this.#learning?.stop()
    this.#turn(undefined)
  }

  async #take(learned: LearnedPatterns): Promise<void> {
    this.learned = learned
    this.isKept = await this.#tools.store.write(learned).then(
      () => true,
      () => false,
    )
  }

  #read(size: number): Promise<LearnedPatterns | undefined> {
    return this.#tools.store.read(size).catch(() => undefined)
  }

  /** The records of all games on this board; ends early when it is stopped. */
  async #records(run: number): Promise<string[]> {
    const entries = this.#desk.library.entries.filter(
      (entry) => isListed(entry) && entry.facts.size === this.size,
    )
    const records: string[] = []
    for (const { id } of entries) {
      records.push(await this.#desk.exportOne(id))
      if (run !== this.#run) break
      if (records.length % 20 === 0) this.#turn({ phase: "reading", share: records.length / entries.length })
    }
    return records
  }

  #turn(progress: Progress | undefined): void {
    this.progress = progress
    this.changed()
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof LearnError && error.found !== undefined) return { kind: "few", found: error.found }
  return { kind: "failed", reason: messageOf(error) }
}
