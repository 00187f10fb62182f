// Choices that are described once and read many times: MM and LMP pass over the data again and again, and describing
// takes longer than learning. A pass reads what is in the file, and goes on with the source where the file ends; the
// file grows with it.
//
// A feature set of playouts has few different teams, so a team is written as the number of its kind and its count, 4
// bytes. The file has 3 numbers and these for each choice; of 12 million positions on 19×19 it has 3.7 GB. It is a
// part of one run only.

import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import type { ChoiceBlock } from "../choices.ts"
import type { BlockSource, PassOptions } from "./game-source.ts"

const MOST_KINDS = 65_536
/** Numbers in front of a block: choices, teams, and millionths of the data that are read with it. */
const HEAD = 3
const HEAD_BYTES = 4 * HEAD
const SHARES = 1_000_000

/** Choices that are described once, kept in a file, and read many times. */
export class SpooledSource implements BlockSource {
  readonly slots: number
  readonly features: number
  readonly #source: BlockSource
  readonly #path: string
  readonly #kinds: TeamKinds
  #handle: number | undefined
  /** Where the described choices come from, as far as they were not needed yet. */
  #rest: AsyncIterator<ChoiceBlock, void, undefined> | undefined
  #share = 0
  #blocks = 0
  #end = 0
  /** Used for all blocks that are read. */
  readonly #room = new BlockRoom()

  /** @throws {Error} when the file can't be made. */
  constructor(source: BlockSource, path: string) {
    this.slots = source.slots
    this.features = source.features
    this.#source = source
    this.#path = path
    this.#kinds = new TeamKinds(source.slots, source.features)
    this.#handle = openSync(path, "w+")
  }

  /** A block is good until the next one is asked for. */
  async *blocks({ skip = 0, onProgress }: PassOptions = {}): AsyncGenerator<ChoiceBlock, void, undefined> {
    let position = 0
    for (let index = 0; index < this.#blocks; index++) {
      const { choices, teams, share } = this.#readHead(position)
      if (index >= skip) {
        onProgress?.(share)
        // Reading waits for nothing else, and signals must get their turn.
        await setImmediate()
        yield this.#read(position + HEAD_BYTES, choices, teams)
      }
      position += HEAD_BYTES + 2 * (3 * choices + 2 * teams)
    }
    for (let block = await this.#next(); block; block = await this.#next()) {
      onProgress?.(this.#share)
      if (this.#blocks > skip) yield block
    }
  }

  /** Removes the file, and lets the source go; it can still be used. */
  async close(): Promise<void> {
    if (this.#handle === undefined) return
    closeSync(this.#handle)
    this.#handle = undefined
    rmSync(this.#path, { force: true })
    await this.#rest?.return?.()
  }

  /** The next block that is not in the file yet; it is then. */
  async #next(): Promise<ChoiceBlock | undefined> {
    const onProgress = (share: number): void => void (this.#share = share)
    this.#rest ??= this.#source.blocks({ onProgress })[Symbol.asyncIterator]() as AsyncIterator<
      ChoiceBlock,
      void,
      undefined
    >
    const next = await this.#rest.next()
    if (next.done === true) return undefined
    this.#end += this.#append(next.value, this.#share, this.#end)
    this.#blocks++
    return next.value
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

  #readHead(position: number): { choices: number; teams: number; share: number } {
    const head = new Uint32Array(HEAD)
    readAll(this.#handle!, new Uint8Array(head.buffer), position)
    const [choices, teams, share] = head as unknown as [number, number, number]
    return { choices, teams, share: share / SHARES }
  }

  #read(position: number, choices: number, teams: number): ChoiceBlock {
    const { slots } = this
    const { table } = this.#kinds
    const { shorts, ...block } = this.#room.take(choices, teams, slots)
    readAll(this.#handle!, new Uint8Array(shorts.buffer, 0, shorts.byteLength), position)
    const { starts, chosen, moves, features, counts } = block
    starts[0] = 0
    for (let i = 0; i < choices; i++) {
      starts[i + 1] = starts[i]! + shorts[3 * i]!
      chosen[i] = starts[i]! + shorts[3 * i + 1]!
      moves[i] = shorts[3 * i + 2]!
    }
    for (let team = 0, at = 3 * choices, place = 0; team < teams; team++) {
      const kind = shorts[at++]! * slots
      for (let slot = 0; slot < slots; slot++) features[place++] = table[kind + slot]!
      counts[team] = shorts[at++]!
    }
    return { choices, ...block }
  }
}

/** Arrays that are used again: fresh ones for every block would take longer than filling them. */
class BlockRoom {
  #choices = 0
  #teams = 0
  #words = new ArrayBuffer(0)
  #shorts = new ArrayBuffer(0)
  #raw = new ArrayBuffer(0)

  take(
    choices: number,
    teams: number,
    slots: number,
  ): Required<Omit<ChoiceBlock, "choices">> & { readonly shorts: Uint16Array } {
    if (choices > this.#choices || teams > this.#teams) {
      this.#choices = Math.max(choices, this.#choices)
      this.#teams = Math.max(teams, this.#teams)
      this.#words = new ArrayBuffer(4 * (2 * this.#choices + 1 + this.#teams * slots))
      this.#shorts = new ArrayBuffer(2 * (this.#choices + this.#teams))
      this.#raw = new ArrayBuffer(2 * (3 * this.#choices + 2 * this.#teams))
    }
    return {
      starts: new Uint32Array(this.#words, 0, choices + 1),
      chosen: new Uint32Array(this.#words, 4 * (choices + 1), choices),
      features: new Uint32Array(this.#words, 4 * (2 * choices + 1), teams * slots),
      moves: new Uint16Array(this.#shorts, 0, choices),
      counts: new Uint16Array(this.#shorts, 2 * choices, teams),
      shorts: new Uint16Array(this.#raw, 0, 3 * choices + 2 * teams),
    }
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
