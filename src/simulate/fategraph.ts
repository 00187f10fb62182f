// The common fate graph method (SIM-2; Chelaru 2008, 4.3.1.2): a chain is one node, every other point a
// node of its own, and an edge joins what touches. The stones of a chain share their liberties, so these
// are simply the node's empty neighbours.
//
// A point finds its node, but a node can't find its points: that is the bargain of the method. So a
// captured chain can't be emptied. Its node is marked as taken, neither side plays inside, and it stays as one
// liberty of the chains around it, which therefore can't be captured. When the side to play finds nothing
// else, taken points are emptied one by one, the graph is made anew, and the game goes on.
//
// The text leaves the choice of moves as in the naive method: `choice: "published"`. With "uniform" only
// the treatment of captured chains differs from the exact game.

import type { Random } from "../base/random.ts"
import { Border, DIAGONALS, Empty, opponent, PASS, POINTS, STRIDE } from "../rules/index.ts"
import type { Board, Color, Move, Point } from "../rules/index.ts"
import { Candidates, type MoveChoice } from "./candidates.ts"
import { MeltingGraph, type Node } from "./graph.ts"
import { pointsOf } from "./stones.ts"
import { TurnSimulation, type PlayingPosition } from "./turns.ts"

/** The label of a captured chain until the graph is made anew. The other labels are stones and `Empty`. */
export const Taken = 3

const NO_NODE = -1

/** A position of the common fate graph: a chain is one node. */
export class FateGraphPosition implements PlayingPosition {
  readonly #graph = new MeltingGraph()
  #points: readonly Point[] = [] // by node, as the graph begins
  readonly #nodes = new Int16Array(POINTS).fill(NO_NODE) // by point, as the graph begins
  #ko: Move = PASS
  #koFor: Color = 1

  // By node; valid for those that have not melted into another.
  readonly #label = new Uint8Array(POINTS)
  readonly #liberties = new Int16Array(POINTS) // neighbours that are empty or taken
  readonly #stones = new Int16Array(POINTS) // only ko asks for it

  readonly #touching = new Int16Array(4)
  readonly #counted = new Int32Array(POINTS)
  #stamp = 0
  #taken = 0 // chains captured since the graph was made
  #rebuilds = 0

  readonly #choice: MoveChoice
  readonly #candidates: Candidates

  constructor(choice: MoveChoice) {
    this.#choice = choice
    this.#candidates = new Candidates(choice)
  }

  /** How often the graph was made anew since `load`. */
  get rebuilds(): number {
    return this.#rebuilds
  }

  load(board: Board): void {
    const points = pointsOf(board.size)
    if (this.#points !== points) {
      this.#points = points
      this.#nodes.fill(NO_NODE)
      for (const [node, point] of points.entries()) this.#nodes[point] = node
    }
    this.#ko = board.ko
    this.#koFor = board.koFor
    this.#rebuilds = 0
    this.#counted.fill(0)
    this.#stamp = 0
    this.#candidates.clear()
    for (let node = 0; node < points.length; node++) {
      this.#label[node] = board.at(points[node]!)
      if (this.#label[node] === Empty) this.#candidates.add(points[node]!)
    }
    this.#build()
  }

  takeTurn(color: Color, random: Random): Move {
    for (;;) {
      const point = this.#playDrawn(color, random)
      if (point !== PASS) return point
      if (this.#taken === 0) break
      this.#rebuild()
    }
    this.#ko = PASS
    return PASS
  }

  /** Would the method play here? The point must be empty and not taken. */
  isPlayable(color: Color, point: Point): boolean {
    if (point === this.#ko && color === this.#koFor) return false
    const graph = this.#graph
    const node = this.#nodes[point]! as Node
    const degree = graph.degree(node)
    let own = 0
    let open = 0
    let safest = 0 // liberties of the own neighbour that has most
    for (let i = 0; i < degree; i++) {
      const next = graph.neighbour(node, i)
      const label = this.#label[next]!
      if (label === Empty || label === Taken) open++
      else if (label !== color) {
        if (this.#liberties[next] === 1) return true // a capture; it can't be an own eye
      } else {
        own++
        safest = Math.max(safest, this.#liberties[next]!)
      }
    }
    if (own === degree && this.#hasEyeCorners(color, point)) return false
    if (this.#choice === "uniform") return open > 0 || safest > 1
    return open > 1 || safest > 2 || this.#escapesAtari(color, node)
  }

  /** Plays a move of the caller's choice, which must be playable. */
  play(color: Color, point: Point): void {
    this.#candidates.remove(point)
    this.#place(color, point)
  }

  #place(color: Color, point: Point): void {
    const graph = this.#graph
    const node = this.#nodes[point]! as Node
    const touching = this.#touching
    const degree = graph.degree(node)
    for (let i = 0; i < degree; i++) touching[i] = graph.neighbour(node, i) // melting changes the list

    // 1. Melt own neighbours into one node; 2. take enemy ones that lose their last liberty.
    let chain = node
    let stones = 1
    let captives = 0
    let captive = node
    this.#label[node] = color
    for (let i = 0; i < degree; i++) {
      const next = touching[i]! as Node
      const label = this.#label[next]!
      if (label === color) {
        stones += this.#stones[next]!
        chain = graph.melt(chain, next)
      } else if (label === opponent(color) && --this.#liberties[next]! === 0) {
        this.#take(next)
        captives += this.#stones[next]!
        captive = next
      }
    }
    this.#stones[chain] = stones
    this.#liberties[chain] = this.#countLiberties(chain)

    // 3. Simple ko. It matters only when the graph is made anew before the next move.
    const isKo = captives === 1 && stones === 1 && this.#liberties[chain] === 1
    this.#ko = isKo ? this.#points[captive]! : PASS
    this.#koFor = opponent(color)
  }

  /** What the point is part of: a stone's colour, `Empty`, or `Taken`. */
  labelAt(point: Point): number {
    return this.#label[this.#nodeAt(point)]!
  }

  /** How many empty or taken neighbours the chain at this stone has. For tests. */
  libertiesOf(point: Point): number {
    return this.#liberties[this.#nodeAt(point)]!
  }

  /** Taken points are empty here. */
  copyStones(stones: Uint8Array): void {
    stones.fill(Border)
    for (const point of this.#points) {
      const label = this.labelAt(point)
      stones[point] = label === Taken ? Empty : label
    }
  }

  #nodeAt(point: Point): Node {
    return this.#graph.find(this.#nodes[point]! as Node)
  }

  #playDrawn(color: Color, random: Random): Move {
    const candidates = this.#candidates
    candidates.beginTurn()
    for (let move = candidates.draw(random); move !== PASS; move = candidates.draw(random)) {
      if (!this.isPlayable(color, move as Point)) continue
      candidates.takeDrawn()
      this.#place(color, move as Point)
      return move
    }
    return PASS
  }

  /** The full graph of the points, by their labels, and then all chains melted. */
  #build(): void {
    const points = this.#points
    const nodes = this.#nodes
    const graph = this.#graph
    const label = this.#label
    graph.reset(points.length)
    this.#taken = 0
    for (let node = 0; node < points.length; node++) {
      this.#stones[node] = 1
      for (let side = 0; side < 2; side++) {
        const next = nodes[points[node]! + (side === 0 ? 1 : STRIDE)]!
        if (next !== NO_NODE) graph.connect(node as Node, next as Node)
      }
    }
    for (let node = 0; node < points.length; node++) {
      if (label[node] === Empty) continue
      for (let side = 0; side < 2; side++) {
        const next = nodes[points[node]! + (side === 0 ? 1 : STRIDE)]!
        if (next !== NO_NODE && label[next] === label[node]) this.#melt(node as Node, next as Node)
      }
    }
    for (let node = 0; node < points.length; node++) {
      this.#liberties[node] = label[node] === Empty ? 0 : this.#countLiberties(node as Node)
    }
  }

  #melt(a: Node, b: Node): void {
    const first = this.#graph.find(a)
    const second = this.#graph.find(b)
    if (first === second) return
    const stones = this.#stones[first]! + this.#stones[second]!
    this.#stones[this.#graph.melt(first, second)] = stones
  }

  /** Empties what was taken, offers it to both sides again, and makes the graph anew. */
  #rebuild(): void {
    const points = this.#points
    for (let node = 0; node < points.length; node++) {
      // In place: a node that melted reads the label of the one it is part of, which reads its own.
      const label = this.labelAt(points[node]!)
      if (label === Taken) this.#candidates.add(points[node]!)
      this.#label[node] = label
    }
    for (let node = 0; node < points.length; node++)
      if (this.#label[node] === Taken) this.#label[node] = Empty
    this.#rebuilds++
    this.#build()
  }

  #take(node: Node): void {
    this.#label[node] = Taken
    this.#taken++
    for (let i = 0; i < this.#graph.degree(node); i++) this.#liberties[this.#graph.neighbour(node, i)]!++
  }

  #countLiberties(node: Node): number {
    let liberties = 0
    for (let i = 0; i < this.#graph.degree(node); i++) {
      const label = this.#label[this.#graph.neighbour(node, i)]
      if (label === Empty || label === Taken) liberties++
    }
    return liberties
  }

  /** The diagonal half of the eye rule (SIM-5). What was taken is no enemy any more. */
  #hasEyeCorners(color: Color, point: Point): boolean {
    const enemy = opponent(color)
    let enemies = 0
    let atEdge = 0
    for (let i = 0; i < 4; i++) {
      const corner = (point + DIAGONALS[i]!) as Point
      if (this.#nodes[corner] === NO_NODE) atEdge = 1
      else if (this.labelAt(corner) === enemy) enemies++
    }
    return enemies + atEdge < 2
  }

  /** Has the chain that a stone here would make at least two liberties? */
  #escapesAtari(color: Color, node: Node): boolean {
    const stamp = ++this.#stamp
    this.#counted[node] = stamp
    let liberties = this.#countNew(node, stamp, 0)
    for (let i = 0; i < this.#graph.degree(node) && liberties < 2; i++) {
      const next = this.#graph.neighbour(node, i)
      if (this.#label[next] === color) liberties = this.#countNew(next, stamp, liberties)
    }
    return liberties > 1
  }

  /** Adds the liberties of this node that have not been counted under the stamp, up to two. */
  #countNew(node: Node, stamp: number, before: number): number {
    let liberties = before
    for (let i = 0; i < this.#graph.degree(node) && liberties < 2; i++) {
      const next = this.#graph.neighbour(node, i)
      const label = this.#label[next]
      if ((label !== Empty && label !== Taken) || this.#counted[next] === stamp) continue
      this.#counted[next] = stamp
      liberties++
    }
    return liberties
  }
}

/** How the common fate graph chooses its moves. */
export interface FateGraphOptions {
  /** How moves are chosen. Default: as published. */
  readonly choice?: MoveChoice
}

/**
 * The common fate graph of the thesis (SIM-2): a chain is one node of a graph, which each move changes a little.
 */
export class FateGraphSimulation extends TurnSimulation {
  constructor({ choice = "published" }: FateGraphOptions = {}) {
    super(
      choice === "published" ? "fate-graph" : `fate-graph,choice=${choice}`,
      new FateGraphPosition(choice),
    )
  }
}
