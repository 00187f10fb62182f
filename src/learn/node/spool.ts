// Choices that are described once and read many times: MM and LMP pass over the data again and again, and describing takes ten times
// as long as learning. The first whole pass writes the choices to a file, the next ones read it.
//
// A feature set of playouts has few different teams, so a team is written as the number of its kind and its count, 4 bytes. The file
// has 3 numbers and these for each choice; of 12 million positions on 19×19 it has 3.7 GB. It is a part of one run only.

import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import type { ChoiceBlock } from "../choices.ts"
import type { BlockSource, PassOptions } from "./game-source.ts"

const MOST_KINDS = 65_536
/** Numbers in front of a block: choices, teams, and thousandths of the data that are read with it. */
const HEAD = 3
const SHARES = 1_000_000

export class SpooledSource implements BlockSource {
  readonly slots: number
  readonly features: number
  readonly #source: BlockSource
  readonly #path: string
  readonly #kinds: TeamKinds
  #handle: number | undefined
  #blocks = 0
  #isWhole = false

  /** @throws {Error} when the file can't be made. */
  constructor(source: BlockSource, path: string) {
    this.slots = source.slots
    this.features = source.features
    this.#source = source
    this.#path = path
    this.#kinds = new TeamKinds(source.slots, source.features)
    this.#handle = openSync(path, "w+")
  }

  async *blocks(options: PassOptions = {}): AsyncGenerator<ChoiceBlock, void, undefined> {
    if (this.#isWhole) yield* this.#read(options)
    else yield* this.#write(options)
  }

  /** Removes the file; the source stays open. */
  close(): void {
    if (this.#handle === undefined) return
    closeSync(this.#handle)
    this.#handle = undefined
    rmSync(this.#path, { force: true })
  }

  /** A pass that ends early, or begins late, leaves nothing that could be used. */
  async *#write({ skip = 0, onProgress }: PassOptions): AsyncGenerator<ChoiceBlock, void, undefined> {
    let position = 0
    let share = 0
    this.#blocks = 0
    const watched = { skip, onProgress: (now: number): void => void (share = now) }
    for await (const block of this.#source.blocks(watched)) {
      if (skip === 0) position += this.#append(block, share, position)
      this.#blocks++
      onProgress?.(share)
      yield block
    }
    this.#isWhole = skip === 0
  }

  #append(block: ChoiceBlock, share: number, position: number): number {
    const { choices, starts, chosen, moves, counts } = block
    const teams = starts[choices]!
    const shorts = new Uint16Array(3 * choices + 2 * teams)
    for (let i = 0; i < choices; i++) {
      shorts[3 * i] = starts[i + 1]! - starts[i]!
      shorts[3 * i + 1] = chosen[i]! - starts[i]!
      shorts[3 * i + 2] = moves?.[i] ?? 0
    }
    for (let team = 0, at = 3 * choices; team < teams; team++) {
      shorts[at++] = this.#kinds.numberOf(block.features, team * this.slots)
      shorts[at++] = counts?.[team] ?? 1
    }
    const head = Uint32Array.of(choices, teams, Math.round(SHARES * share))
    writeAll(this.#handle!, new Uint8Array(head.buffer), position)
    writeAll(this.#handle!, new Uint8Array(shorts.buffer), position + head.byteLength)
    return head.byteLength + shorts.byteLength
  }

  async *#read({ skip = 0, onProgress }: PassOptions): AsyncGenerator<ChoiceBlock, void, undefined> {
    let position = 0
    for (let index = 0; index < this.#blocks; index++) {
      const head = new Uint32Array(HEAD)
      readAll(this.#handle!, new Uint8Array(head.buffer), position)
      const [choices, teams, share] = head as unknown as [number, number, number]
      position += head.byteLength
      const length = 3 * choices + 2 * teams
      if (index >= skip) {
        const shorts = new Uint16Array(length)
        readAll(this.#handle!, new Uint8Array(shorts.buffer), position)
        onProgress?.(share / SHARES)
        // Reading waits for nothing else, and signals must get their turn.
        await setImmediate()
        yield this.#unpack(shorts, choices, teams)
      }
      position += 2 * length
    }
  }

  #unpack(shorts: Uint16Array, choices: number, teams: number): ChoiceBlock {
    const starts = new Uint32Array(choices + 1)
    const chosen = new Uint32Array(choices)
    const moves = new Uint16Array(choices)
    for (let i = 0; i < choices; i++) {
      starts[i + 1] = starts[i]! + shorts[3 * i]!
      chosen[i] = starts[i]! + shorts[3 * i + 1]!
      moves[i] = shorts[3 * i + 2]!
    }
    const { slots } = this
    const { table } = this.#kinds
    const features = new Uint32Array(teams * slots)
    const counts = new Uint16Array(teams)
    for (let team = 0, at = 3 * choices, place = 0; team < teams; team++) {
      const kind = shorts[at++]! * slots
      for (let slot = 0; slot < slots; slot++) features[place++] = table[kind + slot]!
      counts[team] = shorts[at++]!
    }
    return { choices, starts, chosen, features, counts, moves }
  }
}

/** Numbers for teams as they come, in the order of their first occurrence. */
class TeamKinds {
  readonly table: Uint32Array
  readonly #slots: number
  readonly #base: number
  readonly #numbers = new Map<number, number>()

  constructor(slots: number, features: number) {
    this.#slots = slots
    this.#base = features + 1
    if (this.#base ** slots > Number.MAX_SAFE_INTEGER)
      throw new Error("these teams have too many features to be spooled")
    this.table = new Uint32Array(MOST_KINDS * slots)
  }

  numberOf(features: Uint32Array, from: number): number {
    let key = 0
    for (let place = from; place < from + this.#slots; place++) key = key * this.#base + features[place]!
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#numbers.size
    if (number === MOST_KINDS) throw new Error("there are too many different teams to be spooled")
    this.#numbers.set(key, number)
    this.table.set(features.subarray(from, from + this.#slots), number * this.#slots)
    return number
  }
}

function writeAll(handle: number, bytes: Uint8Array, position: number): void {
  for (let from = 0; from < bytes.length;)
    from += writeSync(handle, bytes, from, bytes.length - from, position + from)
}

function readAll(handle: number, bytes: Uint8Array, position: number): void {
  for (let from = 0; from < bytes.length;) {
    const read = readSync(handle, bytes, from, bytes.length - from, position + from)
    if (read === 0) throw new Error("the spooled choices end too early")
    from += read
  }
}
