// Something that tells when it changed. The view listens; nothing here knows of a view.

export class Observable {
  readonly #listeners = new Set<() => void>()

  /** Answers the function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  protected changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
