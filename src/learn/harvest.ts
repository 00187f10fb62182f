// Which shapes are worth a number (BT-1): those that were played often. A collection has tens of millions of
// different shapes, most of them seen once, so the table is bounded: when it is full, the rarest entries go (lossy
// counting, Manku & Motwani 2002).
//
// The guarantee: after `missed` removals, a shape's true count lies between its count here and that plus `missed`. A
// shape that was played `least + missed` times is surely among `shapes(least)`, and none there was played less than
// `least` times.

import { err, ok, type Result } from "../base/result.ts"
import { bytesOf, makeContainer, parseContainer } from "../base/container.ts"
import { SHAPE_SLOTS } from "./features.ts"

/** Entries of the table: with 9 bytes each it takes 151 MB. */
const DEFAULT_BITS = 24
const FULLEST = 0.8

/** Counts the shapes of played moves in a table of bounded size. */
export class ShapeCounter {
  /** How many plays were counted. */
  plays = 0
  /** By how much a count may be too low. */
  missed = 0
  #used = 0
  readonly #mask: number
  readonly #keys: Uint32Array
  /** The count, plus in the upper byte what may have been missed before the entry was made. */
  readonly #counts: Uint32Array
  readonly #levels: Uint8Array

  constructor(bits: number = DEFAULT_BITS) {
    this.#mask = 2 ** bits - 1
    this.#keys = new Uint32Array(2 ** bits)
    this.#counts = new Uint32Array(2 ** bits)
    this.#levels = new Uint8Array(2 ** bits)
  }

  /** How many different shapes are in the table. */
  get size(): number {
    return this.#used
  }

  /** Keys as `KeyDescriber` gives them. */
  add(keys: Uint32Array): void {
    for (let from = 0; from < keys.length; from += SHAPE_SLOTS.length) {
      this.plays++
      for (let level = 0; level < SHAPE_SLOTS.length; level++)
        if (keys[from + level] !== 0) this.#count(keys[from + level]!, level)
    }
  }

  #count(key: number, level: number): void {
    let at = key & this.#mask
    while (this.#keys[at] !== 0 && this.#keys[at] !== key) at = (at + 1) & this.#mask
    if (this.#keys[at] === 0) {
      if (this.#used >= FULLEST * this.#keys.length) {
        this.#removeRare()
        this.#count(key, level)
        return
      }
      this.#keys[at] = key
      this.#levels[at] = level
      this.#counts[at] = this.missed * MISSED_UNIT
      this.#used++
    }
    this.#counts[at]!++
  }

  /** Removes what was counted least, until half of the room is free. */
  #removeRare(): void {
    const kept = [this.#keys.slice(), this.#counts.slice(), this.#levels.slice()] as const
    while (this.#used > (FULLEST / 2) * this.#keys.length) {
      if (this.missed === MOST_MISSED) throw new Error("the table of shapes is too small for these games")
      this.missed++
      this.#used = kept[1].reduce(
        (sum, count) => sum + (count !== 0 && mostCount(count) > this.missed ? 1 : 0),
        0,
      )
    }
    this.#keys.fill(0)
    this.#counts.fill(0)
    for (let i = 0; i < kept[0].length; i++) {
      const count = kept[1][i]!
      if (count === 0 || mostCount(count) <= this.missed) continue
      let at = kept[0][i]! & this.#mask
      while (this.#keys[at] !== 0) at = (at + 1) & this.#mask
      this.#keys[at] = kept[0][i]!
      this.#counts[at] = count
      this.#levels[at] = kept[2][i]!
    }
  }

  /** The shapes with at least this count, by ascending key. */
  shapes(least: number): Shapes {
    const places: number[] = []
    for (let at = 0; at < this.#keys.length; at++)
      if (this.#keys[at] !== 0 && leastCount(this.#counts[at]!) >= least) places.push(at)
    places.sort((a, b) => this.#keys[a]! - this.#keys[b]!)
    return {
      keys: Uint32Array.from(places, (at) => this.#keys[at]!),
      counts: Uint32Array.from(places, (at) => leastCount(this.#counts[at]!)),
      levels: Uint8Array.from(places, (at) => this.#levels[at]!),
    }
  }
}

const MISSED_UNIT = 2 ** 24
const MOST_MISSED = 255

function leastCount(count: number): number {
  return count % MISSED_UNIT
}

function mostCount(count: number): number {
  return leastCount(count) + Math.floor(count / MISSED_UNIT)
}

/** Shapes with how often they were played. */
export interface Shapes {
  /** Ascending, each once. */
  readonly keys: Uint32Array
  /** How often each was played. */
  readonly counts: Uint32Array
  /** Places in `SHAPE_SLOTS`. */
  readonly levels: Uint8Array
}

/** The shapes of all, each once; counts of equal ones are added. */
export function mergeShapes(parts: readonly Shapes[]): Shapes {
  const found = new Map<number, { count: number; level: number }>()
  for (const { keys, counts, levels } of parts)
    for (const [i, key] of keys.entries())
      found.set(key, { count: (found.get(key)?.count ?? 0) + counts[i]!, level: levels[i]! })
  const keys = Uint32Array.from(found.keys()).sort()
  return {
    keys,
    counts: Uint32Array.from(keys, (key) => found.get(key)!.count),
    levels: Uint8Array.from(keys, (key) => found.get(key)!.level),
  }
}

/** What shapes were counted in. */
export interface ShapesOrigin {
  readonly montego: string
  readonly size: number
  readonly files: readonly string[]
  readonly games: number
  readonly plays: number
  /** Shapes were played at least this often. */
  readonly least: number
  /** By how much counts may be too low. */
  readonly missed: number
}

const KIND = { name: "montego-shapes", version: 1 }

/** Shapes as the bytes of their file. */
export function makeShapesFile({ keys, counts, levels }: Shapes, origin: ShapesOrigin): Uint8Array {
  const parts = { keys: bytesOf(keys), counts: bytesOf(counts), levels }
  return makeContainer(KIND, { header: { ...origin, slots: SHAPE_SLOTS }, parts })
}

/** Reads a file of shapes. */
export function parseShapesFile(
  bytes: Uint8Array,
): Result<{ readonly shapes: Shapes; readonly origin: ShapesOrigin }, string> {
  const container = parseContainer(bytes, KIND)
  if (!container.ok) return container
  const { slots, ...origin } = container.value.header as ShapesOrigin & { slots: readonly string[] }
  if (slots.join() !== SHAPE_SLOTS.join()) return err("made for another list of shapes; harvest again")
  const { keys, counts, levels } = container.value.parts as Record<"keys" | "counts" | "levels", Uint8Array>
  return ok({
    shapes: { keys: new Uint32Array(keys.buffer), counts: new Uint32Array(counts.buffer), levels },
    origin,
  })
}
