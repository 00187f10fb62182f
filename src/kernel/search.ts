// The host of the tree in the kernel's memory: turns its knobs, runs simulations, reads its nodes. It knows units and
// numbers; what they are worth to a player is for src/search.

import { Random } from "../base/random.ts"
import { allPoints, PASS, POINTS } from "../rules/index.ts"
import type { Color, HashWords, Move, PlayedMove, Point } from "../rules/index.ts"
import {
  INDICES,
  OWNERS,
  SUM_GAMES,
  SUM_MARGINS,
  SUM_SQUARES,
  SUMS,
  SUMS_LENGTH,
  TERM_BIAS,
  TERM_ESTIMATE,
  TERM_EXPLORATION,
  TERM_RAVE_VISITS,
  TERM_RAVE_WINS,
  TERM_VALUE,
  TERM_WEIGHT,
  TERM_WINS,
} from "./assembly/layout.ts"
import {
  AWAITED,
  BACKED,
  BUSY,
  CATEGORIES,
  CATEGORY_ENDS,
  CHILDREN,
  DONE,
  FIRST_CHILD,
  FORBIDDEN,
  FOUR,
  KNOB_TABLE,
  LIKELIHOOD,
  MAX_PAST,
  MOST_KNOBS,
  MOVE,
  PAST,
  PAST_COUNT,
  PRIOR_VALUE,
  PRIOR_VISITS,
  RAVE_VALUE,
  RAVE_VISITS,
  RESULT_UNIT,
  ROOT_NODE,
  STOP,
  UNIT_SIZE,
  UNITS,
  UNITS_OF_FOUR,
  VALUE,
  VISITS,
} from "./assembly/tree-layout.ts"
import { tellMoves, type HistoryExports } from "./history.ts"
import { KNOBS, type KnobName } from "./knobs.ts"
import { fromKernel, kernelIndex, toKernel } from "./points.ts"
import type { WasmMemory } from "./webassembly.ts"

/** What the module exports for the search; see assembly/search.ts. */
export interface SearchExports extends HistoryExports {
  openTree(address: number): void
  clearSearch(length: number): void
  treeUsed(): number
  isTreeFull(): number
  keepBelow(unit: number, least: number): void
  beginSearch(color: number, last: number, before: number, passes: number): void
  search(count: number): number
  explainChild(parent: number, child: number): number
  seed(low: number, high: number): void
  naturalLog(x: number): number
}

/** Bytes of a node. */
export const NODE_SIZE: number = FOUR / 4

/**
 * Fields of a node that can count wins (the knob `winsAt`): `backed` is free with the mean, `likelihood` without bias.
 */
export const WIN_FIELDS: { readonly backed: number; readonly likelihood: number } = {
  backed: BACKED,
  likelihood: LIKELIHOOD,
}

/** A node by its number. */
export type Unit = number
/** The root's place in the memory of a tree. */
export const ROOT_UNIT: Unit = ROOT_NODE

/** What a node knows. Values are seen by the side that made its move. */
export interface NodeStatistics {
  readonly unit: Unit
  readonly move: Move
  readonly visits: number
  /** Mean result of its simulations, from 0 to 1, as selection uses it; 0 without visits. */
  readonly mean: number
  /**
   * Share of its simulations that were won by the game's own komi, where the tree counts them (`winsAt`); else the
   * mean.
   */
  readonly winRate: number
  readonly raveVisits: number
  readonly raveMean: number
  readonly priorVisits: number
  readonly priorMean: number
  /** The move's probability in a weighted playout, where progressive bias is on. */
  readonly likelihood: number
  /** How many children it has; 0 before it is expanded. */
  readonly children: number
}

/** The terms of a child's value as selection adds them up. */
export interface SelectionTerms {
  /** Playouts it is judged by, those of the prior and of virtual loss included, and how many were won. */
  readonly weight: number
  readonly wins: number
  readonly raveVisits: number
  readonly raveWins: number
  /** The mean mixed with RAVE, or the first-play urgency. */
  readonly estimate: number
  readonly exploration: number
  readonly bias: number
  /** The sum, by which children are compared. */
  readonly value: number
}

/** Where a search begins. */
export interface SearchStart {
  readonly color: Color
  readonly seed: number
  /** The move before; rules and priors look around it. */
  readonly last?: Move
  /** And the one before that. */
  readonly beforeLast?: Move
  /** Passes just before: with one, the next pass ends the game. */
  readonly passes?: number
  /** The moves of the game so far, of which a network sees the last five. */
  readonly moves?: readonly PlayedMove[]
}

/** Where a tree lies in memory, in bytes. */
export interface TreeRoom {
  readonly address: number
  readonly length: number
}

/** The tree search of the WebAssembly kernel, one simulation after the other. */
export class TreeSearch {
  readonly #exports: SearchExports
  readonly #memory: WasmMemory
  /** Of all workers. */
  readonly #regions: readonly number[]
  readonly #address: number
  readonly #length: number

  constructor(exports: SearchExports, memory: WasmMemory, regions: readonly number[], room: TreeRoom) {
    this.#exports = exports
    this.#memory = memory
    this.#regions = regions
    this.#address = room.address
    this.#length = room.length
  }

  /** The module, with this tree in use: a kernel may have opened several. */
  get #module(): SearchExports {
    this.#exports.openTree(this.#address)
    return this.#exports
  }

  /** Nodes the tree has room for. */
  get capacity(): number {
    return Math.floor((this.#length - UNITS) / NODE_SIZE)
  }

  /** Nodes that what is in use has room for, the heads between them included. */
  get used(): number {
    return Math.ceil((this.#module.treeUsed() * UNIT_SIZE) / NODE_SIZE)
  }

  /** Whether a node could not be expanded for want of room. */
  get isFull(): boolean {
    return this.#module.isTreeFull() !== 0
  }

  /** Simulations of all workers since `clear`. */
  get done(): number {
    return new DataView(this.#memory.buffer).getUint32(this.#address + DONE, true)
  }

  /** Forgets all nodes; knobs, key positions and past positions stay. */
  clear(): void {
    this.#module.clearSearch(this.#length)
  }

  set(knobs: Partial<Record<KnobName, number>>): void {
    const table = new Float64Array(this.#memory.buffer, this.#address + KNOB_TABLE, MOST_KNOBS)
    for (const [name, value] of Object.entries(knobs)) table[KNOBS[name as KnobName]] = value
  }

  /** Positions that superko forbids; the last 1024 of them. */
  setPast(past: readonly HashWords[]): void {
    const recent = past.slice(-MAX_PAST)
    const words = new Int32Array(this.#memory.buffer, this.#address + PAST, 2 * MAX_PAST)
    let at = 0
    for (const { low, high } of recent) {
      words[at++] = low
      words[at++] = high
    }
    new DataView(this.#memory.buffer).setUint32(this.#address + PAST_COUNT, recent.length, true)
  }

  /** Key positions (TREE-9): a category of 0 to 8 for each point, and up to which random number each is drawn. */
  setKeys(categories: ReadonlyMap<Point, number>, ends: readonly number[]): void {
    const bytes = new Uint8Array(this.#memory.buffer, this.#address + CATEGORIES, INDICES)
    bytes.fill(0)
    for (const [point, category] of categories) bytes[kernelIndex(point)] = category
    new Float64Array(this.#memory.buffer, this.#address + CATEGORY_ENDS, 9).set(ends)
  }

  /** Forgets the margins and the owners of all workers. */
  forgetSums(): void {
    for (const region of this.#regions) {
      new Float64Array(this.#memory.buffer, region + SUMS, SUMS_LENGTH / 8).fill(0)
      new Int32Array(this.#memory.buffer, region + OWNERS, INDICES).fill(0)
    }
  }

  /** Where this worker's simulations start: the position that its kernel has loaded. */
  begin({ color, seed, last = PASS, beforeLast = PASS, passes = 0, moves = [] }: SearchStart): void {
    const { low, high } = new Random(seed).state
    this.#exports.seed(low, high)
    tellMoves(this.#exports, moves)
    this.#module.beginSearch(color, toKernel(last), toKernel(beforeLast), passes)
  }

  /** Runs simulations; fewer when someone stops, or after an awaited node was expanded. Answers how many. */
  run(count: number): number {
    return this.#module.search(count)
  }

  /** Makes all workers end their batches; `resume` lets them run again. */
  stop(): void {
    Atomics.store(this.#flags(), STOP / 4, 1)
  }

  resume(): void {
    Atomics.store(this.#flags(), STOP / 4, 0)
  }

  get isStopped(): boolean {
    return Atomics.load(this.#flags(), STOP / 4) !== 0
  }

  #flags(): Int32Array {
    return new Int32Array(this.#memory.buffer, this.#address, 16)
  }

  /** Makes a node the root and keeps what is below it, less the children of nodes with fewer visits. */
  keep(unit: Unit, leastVisits = 0): void {
    this.#module.keepBelow(unit, leastVisits)
  }

  node(unit: Unit): NodeStatistics {
    const view = this.#view(unit)
    const visits = view.getUint32(VISITS, true)
    const at = valueOf(unit)
    const sum = view.getUint32(at, true) + view.getInt32(at + 4, true) * 0x1_0000_0000
    const raveVisits = view.getFloat32(RAVE_VISITS, true)
    const word = view.getUint16(MOVE, true)
    const mean = visits > 0 ? sum / RESULT_UNIT / visits : 0
    const winsAt = this.#winsAt
    return {
      unit,
      move: word === 0 ? PASS : fromKernel(word),
      visits,
      mean,
      winRate: winsAt === 0 || visits === 0 ? mean : view.getUint32(winsAt, true) / 2 / visits,
      raveVisits,
      raveMean: raveVisits > 0 ? view.getFloat32(RAVE_VALUE, true) / raveVisits : 0,
      priorVisits: view.getFloat32(PRIOR_VISITS, true),
      priorMean: view.getFloat32(PRIOR_VALUE, true),
      likelihood: winsAt === LIKELIHOOD ? 0 : view.getFloat32(LIKELIHOOD, true),
      children: view.getUint32(FIRST_CHILD, true) > BUSY ? view.getUint16(CHILDREN, true) : 0,
    }
  }

  /** Where nodes count wins; 0 where they don't. */
  get #winsAt(): number {
    return new Float64Array(this.#memory.buffer, this.#address + KNOB_TABLE, MOST_KNOBS)[KNOBS.winsAt]!
  }

  /** The children of a node in the order in which they are tried; none before it is expanded. */
  children(unit: Unit): NodeStatistics[] {
    const view = this.#view(unit)
    const first = view.getUint32(FIRST_CHILD, true)
    if (first <= BUSY) return []
    const units = Array.from({ length: view.getUint16(CHILDREN, true) }, (_, index) => childOf(first, index))
    return units
      .filter((child) => this.#view(child).getUint16(CHILDREN, true) !== FORBIDDEN)
      .map((child) => this.node(child))
  }

  child(unit: Unit, move: Move): NodeStatistics | undefined {
    return this.children(unit).find((child) => child.move === move)
  }

  /** The two most visited children of a node, the first of equals; quick enough to be asked all the time. */
  mostVisited(unit: Unit): [best?: Unit, second?: Unit] {
    const view = this.#view(unit)
    const first = view.getUint32(FIRST_CHILD, true)
    if (first <= BUSY) return []
    const count = view.getUint16(CHILDREN, true)
    const visitsOf = new Uint32Array(this.#memory.buffer, this.#address + UNITS + VISITS)
    let [best, second] = [0, 0]
    let [most, next] = [0, 0]
    for (let index = 0; index < count; index++) {
      const child = childOf(first, index)
      const visits = visitsOf[child]!
      if (visits > most) [best, second, most, next] = [child, best, visits, most]
      else if (visits > next) [second, next] = [child, visits]
    }
    return best === 0 ? [] : second === 0 ? [best] : [best, second]
  }

  /** A worker ends its batch after the simulation that gives this node its children. Other workers may run. */
  await(unit: Unit): void {
    const halves = new Uint16Array(this.#memory.buffer)
    Atomics.compareExchange(halves, (this.#address + UNITS + unit * UNIT_SIZE + CHILDREN) / 2, 0, AWAITED)
  }

  /**
   * The place of the first of these nodes that has children; -1 when none has. Quick enough to be asked all the time.
   */
  findExpanded(units: readonly Unit[]): number {
    const firstOf = new Uint32Array(this.#memory.buffer, this.#address + UNITS + FIRST_CHILD)
    return units.findIndex((unit) => firstOf[unit]! > BUSY)
  }

  /** Why a child is worth what it is in the eyes of selection. */
  explain(parent: Unit, child: Unit): SelectionTerms {
    const terms = new DataView(this.#memory.buffer, this.#module.explainChild(parent, child))
    const at = (offset: number): number => terms.getFloat64(offset, true)
    return {
      weight: at(TERM_WEIGHT),
      wins: at(TERM_WINS),
      raveVisits: at(TERM_RAVE_VISITS),
      raveWins: at(TERM_RAVE_WINS),
      estimate: at(TERM_ESTIMATE),
      exploration: at(TERM_EXPLORATION),
      bias: at(TERM_BIAS),
      value: at(TERM_VALUE),
    }
  }

  /**
   * Adds to a child's statistics, as if it had been visited so often (experience of past games); other workers may
   * run.
   */
  credit(unit: Unit, visits: number, mean: number): void {
    const address = this.#address + UNITS + unit * UNIT_SIZE
    const words = new Uint32Array(this.#memory.buffer)
    const values = new BigInt64Array(this.#memory.buffer)
    Atomics.add(words, (address + VISITS) / 4, visits)
    Atomics.add(values, (address + valueOf(unit)) / 8, BigInt(Math.round(visits * mean * RESULT_UNIT)))
    const winsAt = this.#winsAt
    if (winsAt !== 0) Atomics.add(words, (address + winsAt) / 4, Math.round(2 * visits * mean))
  }

  /** Gives the visits and results of one child to another and takes it out of the search, with all that is below it. */
  merge(from: Unit, into: Unit): void {
    const [source, target] = [this.#view(from), this.#view(into)]
    const [lost, kept] = [source.getUint32(VISITS, true), target.getUint32(VISITS, true)]
    const [lostAt, keptAt] = [valueOf(from), valueOf(into)]
    if (lost > 0) {
      const winsAt = this.#winsAt
      const backed = lost * source.getFloat32(BACKED, true) + kept * target.getFloat32(BACKED, true)
      target.setUint32(VISITS, kept + lost, true)
      target.setBigInt64(keptAt, target.getBigInt64(keptAt, true) + source.getBigInt64(lostAt, true), true)
      if (winsAt !== BACKED) target.setFloat32(BACKED, backed / (kept + lost), true)
      if (winsAt !== 0)
        target.setUint32(winsAt, target.getUint32(winsAt, true) + source.getUint32(winsAt, true), true)
    }
    source.setUint32(VISITS, 0, true)
    source.setBigInt64(lostAt, 0n, true)
    source.setUint32(FIRST_CHILD, 0, true)
    source.setUint16(CHILDREN, FORBIDDEN, true)
  }

  /** Replaces a node's mean; its visits stay. */
  setMean(unit: Unit, mean: number): void {
    const view = this.#view(unit)
    const sum = Math.round(view.getUint32(VISITS, true) * mean * RESULT_UNIT)
    view.setBigInt64(valueOf(unit), BigInt(sum), true)
  }

  #view(unit: Unit): DataView {
    return new DataView(this.#memory.buffer, this.#address + UNITS + unit * UNIT_SIZE)
  }

  /** Black's margins in the simulations of all workers since they began. */
  margins(): { readonly games: number; readonly mean: number; readonly spread: number } {
    let [games, sum, squares] = [0, 0, 0]
    for (const region of this.#regions) {
      const sums = new DataView(this.#memory.buffer, region + SUMS, SUMS_LENGTH)
      games += sums.getFloat64(SUM_GAMES, true)
      sum += sums.getFloat64(SUM_MARGINS, true)
      squares += sums.getFloat64(SUM_SQUARES, true)
    }
    if (games === 0) return { games, mean: 0, spread: 0 }
    const mean = sum / games
    return { games, mean, spread: Math.sqrt(Math.max(0, squares / games - mean * mean)) }
  }

  /** By point: share of all these simulations in which it ended as Black's less the share as White's. */
  owners(size: number): Float64Array {
    const games = Math.max(1, this.margins().games)
    const owners = new Float64Array(POINTS)
    for (const region of this.#regions) {
      const sums = new Int32Array(this.#memory.buffer, region + OWNERS, INDICES)
      for (const point of allPoints(size)) owners[point]! += sums[kernelIndex(point)]! / games
    }
    return owners
  }
}

/** A child by its place. */
function childOf(first: Unit, index: number): Unit {
  return first + (index >> 2) * UNITS_OF_FOUR + (index & 3)
}

/** Where a node's sum of results is, from its address: eight bytes each, where the other fields have four. */
function valueOf(unit: Unit): number {
  return VALUE + (unit & 3) * UNIT_SIZE
}
