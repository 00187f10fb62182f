// The analyze-after method (SIM-3; Chelaru 2008, 4.3.1.3): fill the board in random order, Black and White
// in turn, without regard to capture; only own eyes are left open. Then settle what would have happened:
// take the chains in order of their newest stone, and remove each that has no empty neighbour by then.
//
// A game costs one pass over the points to fill, one to gather the chains and one to settle them: all
// moments differ, so walking the moves in order meets every chain at its newest stone and no sort is needed.
//
// What the text does not say: when the stones of the position came. They are older than every move, and
// chains of such stones alone are settled first, in random order, so that no corner or colour is favoured.

import type { Random } from "../base/random.ts"
import { Black, Empty, NEIGHBOURS, Border, opponent, PASS, POINTS } from "../rules/index.ts"
import { White, type Board, type Color, type Point } from "../rules/index.ts"
import { Candidates } from "./candidates.ts"
import type { Simulation, SimulationOutcome } from "./simulation.ts"
import { Area, isEyeAmong, loadStones, pointsOf } from "./stones.ts"

/** Gathers the chains of a filled board and removes what would have been captured. */
export class Settlement {
  /** Stones removed in the last `settle`, by their colour. */
  readonly removed: Int32Array = new Int32Array(3)

  readonly #members = new Int16Array(POINTS) // stones, chain after chain
  readonly #begin = new Int16Array(POINTS + 1) // by chain: where its members begin
  readonly #newest = new Int16Array(POINTS) // by chain: the moment of its newest stone
  readonly #chain = new Int16Array(POINTS) // by point
  readonly #gathered = new Uint8Array(POINTS)
  readonly #old = new Int16Array(POINTS) // chains without a stone of this game

  /**
   * `moment` says when each stone came, from 1, or 0 for those that were there before; `order` holds the
   * first `moves` of them as they came. Removes stones in place.
   */
  settle(
    stones: Uint8Array,
    points: readonly Point[],
    { moment, order, moves }: { moment: Int16Array; order: Int16Array; moves: number },
    random: Random,
  ): void {
    this.removed.fill(0)
    let oldChains = 0
    const chains = this.#gather(stones, points, moment)
    for (let chain = 0; chain < chains; chain++) {
      if (this.#newest[chain] === 0) this.#old[oldChains++] = chain
    }
    for (; oldChains > 0; oldChains--) {
      const drawn = random.below(oldChains)
      this.#decide(stones, this.#old[drawn]!)
      this.#old[drawn] = this.#old[oldChains - 1]!
    }
    for (let i = 0; i < moves; i++) {
      const chain = this.#chain[order[i]!]!
      if (this.#newest[chain] === i + 1) this.#decide(stones, chain)
    }
  }

  /** Numbers the chains and answers how many there are. */
  #gather(stones: Uint8Array, points: readonly Point[], moment: Int16Array): number {
    const members = this.#members
    const gathered = this.#gathered.fill(0)
    let chains = 0
    let end = 0
    for (let p = 0; p < points.length; p++) {
      const start = points[p]!
      const color = stones[start]!
      if (color === Empty || gathered[start] === 1) continue
      let newest = 0
      this.#begin[chains] = end
      members[end++] = start
      gathered[start] = 1
      for (let i = end - 1; i < end; i++) {
        const stone = members[i]!
        this.#chain[stone] = chains
        if (moment[stone]! > newest) newest = moment[stone]!
        for (let side = 0; side < 4; side++) {
          const next = stone + NEIGHBOURS[side]!
          if (stones[next] !== color || gathered[next] === 1) continue
          gathered[next] = 1
          members[end++] = next
        }
      }
      this.#newest[chains++] = newest
    }
    this.#begin[chains] = end
    return chains
  }

  /** A chain stays if one of its neighbours is empty so far; those not decided yet still have their stones. */
  #decide(stones: Uint8Array, chain: number): void {
    const members = this.#members
    const begin = this.#begin[chain]!
    const end = this.#begin[chain + 1]!
    for (let i = begin; i < end; i++) {
      for (let side = 0; side < 4; side++) if (stones[members[i]! + NEIGHBOURS[side]!] === Empty) return
    }
    this.removed[stones[members[begin]!]!]! += end - begin
    for (let i = begin; i < end; i++) stones[members[i]!] = Empty
  }
}

/** How analyze-after counts. */
export interface AnalyzeAfterOptions {
  /**
   * `area`: the area of the settled board. `published`: only the removed stones count, as in the text: one
   * point for each of the other side's; `owner` is the area's all the same. Default: area.
   */
  readonly score?: "area" | "published"
}

/**
 * Analyze-after (SIM-3): stones fill the whole board without captures, and what would have been captured is found
 * at the end.
 */
export class AnalyzeAfterSimulation implements Simulation {
  readonly name: string
  readonly #published: boolean
  readonly #stones = new Uint8Array(POINTS).fill(Border)
  readonly #first = new Uint8Array(POINTS)
  readonly #moment = new Int16Array(POINTS)
  readonly #order = new Int16Array(POINTS)
  readonly #candidates = new Candidates("published")
  readonly #settlement = new Settlement()
  readonly #area = new Area()

  constructor({ score = "area" }: AnalyzeAfterOptions = {}) {
    this.name = score === "area" ? "analyze-after" : `analyze-after,score=${score}`
    this.#published = score === "published"
  }

  run(board: Board, toPlay: Color, random: Random): SimulationOutcome {
    const points = pointsOf(board.size)
    const stones = this.#stones
    const candidates = this.#candidates
    loadStones(board, stones)
    candidates.clear()
    for (let i = 0; i < points.length; i++) if (stones[points[i]!] === Empty) candidates.add(points[i]!)

    const moves = this.#fill(toPlay, random)
    this.#settlement.settle(stones, points, { moment: this.#moment, order: this.#order, moves }, random)

    const area = this.#area.count(stones, points)
    const { removed } = this.#settlement
    const margin = this.#published ? removed[White]! - removed[Black]! : area
    return { margin, owner: this.#area.owner, first: this.#first, moves, passes: 0, capped: false }
  }

  /** Every empty point is drawn once; a side that draws an own eye leaves it open for good and draws again. */
  #fill(toPlay: Color, random: Random): number {
    const stones = this.#stones
    const candidates = this.#candidates
    this.#first.fill(0)
    this.#moment.fill(0)
    let color = toPlay
    let moves = 0
    candidates.beginTurn()
    for (let move = candidates.draw(random); move !== PASS; move = candidates.draw(random)) {
      const point = move as Point
      if (isEyeAmong(stones, color, point)) continue
      stones[point] = color
      this.#first[point] = color
      this.#order[moves++] = point
      this.#moment[point] = moves
      color = opponent(color)
    }
    return moves
  }
}
