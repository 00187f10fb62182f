// Blocks of choices while they are made, in arrays that grow.

import type { ChoiceBlock } from "./choices.ts"

class Growing<T extends Uint16Array | Uint32Array> {
  length = 0
  #array: T
  readonly #make: (length: number) => T

  constructor(make: (length: number) => T) {
    this.#make = make
    this.#array = make(1024)
  }

  push(value: number): void {
    this.#reserve(1)
    this.#array[this.length++] = value
  }

  append(values: T): void {
    this.#reserve(values.length)
    this.#array.set(values, this.length)
    this.length += values.length
  }

  /** A copy of what is in it; it is empty afterwards and keeps its room. */
  take(): T {
    const taken = this.#array.slice(0, this.length) as T
    this.length = 0
    return taken
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#array.length) return
    const larger = this.#make(2 * (this.length + more))
    larger.set(this.#array.subarray(0, this.length))
    this.#array = larger
  }
}

const makeWords = (length: number): Uint32Array => new Uint32Array(length)
const makeShorts = (length: number): Uint16Array => new Uint16Array(length)

export class BlockBuilder {
  readonly #slots: number
  readonly #starts = new Growing(makeWords)
  readonly #chosen = new Growing(makeWords)
  readonly #features = new Growing(makeWords)
  readonly #counts = new Growing(makeShorts)
  readonly #moves = new Growing(makeShorts)

  constructor(slots: number) {
    this.#slots = slots
  }

  get #teams(): number {
    return this.#features.length / this.#slots
  }

  /** A choice among teams; `chosen` counts from the first of them. With `counts`, equal teams were merged. */
  add(move: number, chosen: number, teams: Uint32Array, counts?: Uint16Array): void {
    this.#starts.push(this.#teams)
    this.#chosen.push(this.#teams + chosen)
    this.#moves.push(move)
    this.#features.append(teams)
    if (counts) this.#counts.append(counts)
  }

  /** The block; the builder is empty afterwards. */
  take(): ChoiceBlock {
    this.#starts.push(this.#teams)
    const hasCounts = this.#counts.length > 0
    const choices = this.#chosen.length
    return {
      choices,
      starts: this.#starts.take(),
      chosen: this.#chosen.take(),
      features: this.#features.take(),
      ...(hasCounts ? { counts: this.#counts.take() } : {}),
      moves: this.#moves.take(),
    }
  }
}
