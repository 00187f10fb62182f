// What survives a reload: one slot each for choices, the game and the record under review. A browser may refuse to keep
// anything; then the page works all the same and forgets.

export interface Shelf {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export type Slot = "settings" | "view" | "game" | "review" | "screen"

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
