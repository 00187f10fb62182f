// A bounded number of members; a new one pushes the oldest out. It holds connections that have shown no token: a new
// one is always admitted, and stays at least until `most` others have come after it.

export class Crowd<T> {
  readonly #most: number
  readonly #dismiss: (member: T) => void
  readonly #members = new Set<T>()

  constructor(most: number, dismiss: (member: T) => void) {
    this.#most = most
    this.#dismiss = dismiss
  }

  get size(): number {
    return this.#members.size
  }

  /** The newest member; one that is there already becomes the newest again. */
  add(member: T): void {
    this.#members.delete(member)
    this.#members.add(member)
    if (this.#members.size <= this.#most) return
    const [oldest] = this.#members as Iterable<T>
    this.#members.delete(oldest!)
    this.#dismiss(oldest!)
  }

  delete(member: T): boolean {
    return this.#members.delete(member)
  }
}
