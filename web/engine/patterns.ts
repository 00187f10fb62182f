// Patterns that are learned in the page: the words between the page and the worker that learns, and the place where
// the result is kept, which the worker that plays reads, too.

import { openDB, type IDBPDatabase } from "idb"
import type { ShownFeature } from "montego/learn"

/** The player whose playouts use the patterns that were learned here. Only this page's own engine has it. */
export const PATTERNS_PLAYER = "patterns"

/** With fewer games, nothing could be said about the patterns. */
export const FEWEST_GAMES = 10

export interface LearnTask {
  readonly kind: "learn"
  readonly size: number
  /** Texts of records, each with one game or more; undefined: the example games that come with the page. */
  readonly records: readonly string[] | undefined
}

/** What was learned, and what a person wants to know about it. */
export interface LearnedPatterns {
  readonly format: typeof PATTERNS_FORMAT
  readonly size: number
  readonly isFromExamples: boolean
  /** Milliseconds since 1970. */
  readonly learned: number
  /** Games that were learned from, and their moves. */
  readonly games: number
  readonly moves: number
  /** How many records were left out, by reason. */
  readonly skipped: readonly (readonly [reason: string, count: number])[]
  /** On games that were not learned from: how often the first guess is right, and how often one at random is. */
  readonly held: {
    readonly games: number
    readonly moves: number
    readonly top1: number
    readonly chance: number
  }
  readonly best: readonly ShownFeature[]
  readonly worst: readonly ShownFeature[]
  readonly plain: readonly ShownFeature[]
  /** A weight file. */
  readonly bytes: Uint8Array
}

/** Raised when the form changes; others are not read. */
export const PATTERNS_FORMAT = 1

export type LearnNews =
  | { readonly kind: "progress"; readonly phase: LearnPhase; readonly share: number }
  | { readonly kind: "learned"; readonly patterns: LearnedPatterns }
  /** `found`: usable games, where there were too few of them. */
  | { readonly kind: "failed"; readonly reason: string; readonly found?: number }

export type LearnPhase = "replaying" | "learning"

/** Where patterns are kept, one set for each board size. All may reject. */
export interface PatternStore {
  read(size: number): Promise<LearnedPatterns | undefined>
  sizes(): Promise<number[]>
  write(patterns: LearnedPatterns): Promise<void>
}

const NAME = "montego-patterns"
const VERSION = 1
const SETS = "sets"

/** The store of this browser, opened when it is first needed. */
export class BrowserPatternStore implements PatternStore {
  #database: Promise<IDBPDatabase> | undefined

  async read(size: number): Promise<LearnedPatterns | undefined> {
    const kept = (await (await this.#open()).get(SETS, size)) as LearnedPatterns | undefined
    return kept?.format === PATTERNS_FORMAT ? kept : undefined
  }

  async sizes(): Promise<number[]> {
    return (await (await this.#open()).getAllKeys(SETS)) as number[]
  }

  async write(patterns: LearnedPatterns): Promise<void> {
    await (await this.#open()).put(SETS, patterns, patterns.size)
  }

  #open(): Promise<IDBPDatabase> {
    this.#database ??= openDB(NAME, VERSION, {
      upgrade: (database) => void database.createObjectStore(SETS),
      blocking: (_, __, { target }) => (target as unknown as IDBPDatabase).close(),
      terminated: () => void (this.#database = undefined),
    }).catch((error: unknown) => {
      this.#database = undefined
      throw error
    })
    return this.#database
  }
}
