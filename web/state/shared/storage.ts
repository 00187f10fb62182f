// What survives a reload, in two places. The shelf (localStorage) answers at once and holds little: choices, what was
// open, and drafts of games until the store has them. The store (IndexedDB, see database.ts) holds all games. A browser
// may refuse either; then the page works all the same and forgets.

import type { Entry } from "../library/entry.ts"

export interface Shelf {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** `game`, `review` and `screen` are of the time before the library; they are read once and moved. */
type Slot =
  | "settings"
  | "view"
  | "thresholds"
  | "results"
  | "open"
  | "game"
  | "review"
  | "screen"
  | `draft.${string}`

export class Keep {
  readonly #shelf: Shelf | undefined

  constructor(shelf: Shelf | undefined) {
    this.#shelf = shelf
  }

  read(slot: Slot): unknown {
    try {
      const text = this.#shelf?.getItem(`montego.${slot}`)
      return text === undefined || text === null ? undefined : (JSON.parse(text) as unknown)
    } catch {
      return undefined
    }
  }

  /** Whether it was kept; undefined empties the slot. */
  write(slot: Slot, value: unknown): boolean {
    try {
      if (value === undefined) this.#shelf?.removeItem(`montego.${slot}`)
      else this.#shelf?.setItem(`montego.${slot}`, JSON.stringify(value))
      return this.#shelf !== undefined
    } catch {
      return false
    }
  }
}

/** What a game consists of, beside what the list shows. */
export interface Body {
  /** A played game, as saved-game.ts has it. */
  readonly game?: unknown
  /** A record; in a played game, its review. */
  readonly sgf?: string | undefined
  /** The content of the played game that the review was made of. */
  readonly reviewOf?: string | undefined
  /** What the engine found in a review of the game, as thoughts.ts has it, and the content that it belongs to. */
  readonly thoughts?: unknown
  readonly thoughtsOf?: string | undefined
}

export interface Kept {
  readonly entry: Entry
  readonly body: Body
}

/** Where games last. Everything may reject: when there is no room, or the browser took the place away. */
export interface Store {
  list(): Promise<Entry[]>
  read(id: string): Promise<Kept | undefined>
  /** Writes if the store's own is of revision `base`, or absent for 0; false when another tab was quicker. */
  write(kept: Kept, base: number): Promise<boolean>
  remove(id: string): Promise<void>
}

/** For as long as the page is open: where there is nothing better, and for tests. */
export class MemoryStore implements Store {
  readonly #kept = new Map<string, Kept>()

  list(): Promise<Entry[]> {
    return Promise.resolve([...this.#kept.values()].map(({ entry }) => entry))
  }

  read(id: string): Promise<Kept | undefined> {
    return Promise.resolve(this.#kept.get(id))
  }

  write(kept: Kept, base: number): Promise<boolean> {
    const { id } = kept.entry
    const isExpected = (this.#kept.get(id)?.entry.revision ?? 0) === base
    if (isExpected) this.#kept.set(id, kept)
    return Promise.resolve(isExpected)
  }

  remove(id: string): Promise<void> {
    this.#kept.delete(id)
    return Promise.resolve()
  }
}
