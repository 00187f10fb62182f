// The nodes of an experience tree in columns, one row a node, row 0 the root. A million nodes are 22 MB so; as objects
// they would be several times as much, and every pass over them a chase through memory.

import type { Color, Move, PlayedMove } from "../../rules/index.ts"

/** A move and its colour in 12 bits: points have numbers below 1024. */
export type MoveKey = number

const COLOR_SHIFT = 10
const MOVE_MASK = (1 << COLOR_SHIFT) - 1

export function keyOf({ color, move }: PlayedMove): MoveKey {
  return (color << COLOR_SHIFT) | move
}

export function moveOfKey(key: MoveKey): Move {
  return (key & MOVE_MASK) as Move
}

export function colorOfKey(key: MoveKey): Color {
  return (key >> COLOR_SHIFT) as Color
}

/** All nodes as the file has them: parents before children, siblings together, the most visited first. */
export interface BreadthFirst {
  /** The row of each node. */
  readonly rows: Uint32Array
  /** Where the children begin in `rows`, and how many there are. */
  readonly firstChild: Uint32Array
  readonly childCount: Uint16Array
}

const ROOT = 0
/** The root is no child or sibling of any node, so its row can say that there is none. */
const NONE = 0

export class Nodes {
  #count = 1
  #first = new Uint32Array(64)
  #next = new Uint32Array(64)
  #key = new Uint16Array(64)
  #visits = new Uint32Array(64)
  #value = new Float64Array(64)

  get count(): number {
    return this.#count
  }

  key(row: number): MoveKey {
    return this.#key[row]!
  }

  visits(row: number): number {
    return this.#visits[row]!
  }

  value(row: number): number {
    return this.#value[row]!
  }

  /** The child with this move, or undefined. */
  find(parent: number, key: MoveKey): number | undefined {
    for (let row = this.#first[parent]!; row !== NONE; row = this.#next[row]!)
      if (this.#key[row] === key) return row
    return undefined
  }

  /** Adds a child that its parent doesn't have yet. */
  append(parent: number, key: MoveKey): number {
    if (this.#count === this.#key.length) this.#grow()
    const row = this.#count++
    this.#key[row] = key
    this.#next[row] = this.#first[parent]!
    this.#first[parent] = row
    return row
  }

  add(row: number, visits: number, value: number): void {
    this.#visits[row]! += visits
    this.#value[row]! += value
  }

  /** The most visited first; the move decides between equals, so that nothing depends on the order of the games. */
  children(parent: number): number[] {
    const rows: number[] = []
    for (let row = this.#first[parent]!; row !== NONE; row = this.#next[row]!) rows.push(row)
    return rows.sort((a, b) => this.visits(b) - this.visits(a) || this.key(a) - this.key(b))
  }

  breadthFirst(): BreadthFirst {
    const rows = new Uint32Array(this.#count)
    const firstChild = new Uint32Array(this.#count)
    const childCount = new Uint16Array(this.#count)
    let end = 1
    rows[0] = ROOT
    for (let place = 0; place < end; place++) {
      const children = this.children(rows[place]!)
      if (children.length === 0) continue
      firstChild[place] = end
      childCount[place] = children.length
      rows.set(children, end)
      end += children.length
    }
    return { rows, firstChild, childCount }
  }

  #grow(): void {
    const length = this.#key.length * 2
    const longer = <T extends Uint32Array | Uint16Array | Float64Array>(column: T, fresh: T): T => {
      fresh.set(column)
      return fresh
    }
    this.#first = longer(this.#first, new Uint32Array(length))
    this.#next = longer(this.#next, new Uint32Array(length))
    this.#key = longer(this.#key, new Uint16Array(length))
    this.#visits = longer(this.#visits, new Uint32Array(length))
    this.#value = longer(this.#value, new Float64Array(length))
  }
}
