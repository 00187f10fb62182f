// From values that are pushed to values that are asked for. Of several that wait only the newest is kept: a reader that
// is slow sees fewer reports of a search, not older and older ones.

export class Feed<T extends object> implements AsyncIterable<T> {
  #newest: T | undefined
  #isOver = false
  #wake: () => void = () => {}
  #begin: () => void = () => {}
  /** Resolves when there is something to read. */
  readonly begun: Promise<void> = new Promise((resolve) => (this.#begin = resolve))

  put(value: T): void {
    this.#newest = value
    this.#begin()
    this.#wake()
  }

  /** What waits is still read; then it is over. */
  end(): void {
    this.#isOver = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const value = this.#newest
      this.#newest = undefined
      if (value) yield value
      else if (this.#isOver) return
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
