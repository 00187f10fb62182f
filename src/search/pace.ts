// When a search without a tree must end and when others get their turn: it knows the time, the signal and who wants
// reports.

import { pause } from "./pause.ts"

export interface PaceOptions {
  /** Infinity when only playouts limit. */
  readonly seconds: number
  readonly signal?: AbortSignal | undefined
  /** Is called about this often, in milliseconds. */
  readonly report?: (() => void) | undefined
  readonly reportEvery: number
}

/** Milliseconds after which other work of this thread gets its turn. */
const PATIENCE = 15

export class Pace {
  readonly #options: PaceOptions
  readonly #begun = performance.now()
  #paused = this.#begun
  #reported = this.#begun

  constructor(options: PaceOptions) {
    this.#options = options
  }

  get seconds(): number {
    return (performance.now() - this.#begun) / 1000
  }

  /** Whether the search must answer now, however many playouts are left. */
  get isOver(): boolean {
    const { seconds, signal } = this.#options
    return signal?.aborted === true || (seconds < Infinity && this.seconds >= seconds)
  }

  /** To be called after every few playouts. */
  async rest(): Promise<void> {
    const { report, reportEvery } = this.#options
    const now = performance.now()
    if (report && now - this.#reported >= reportEvery) {
      this.#reported = now
      report()
    }
    if (now - this.#paused < PATIENCE) return
    await pause()
    this.#paused = performance.now()
  }
}
