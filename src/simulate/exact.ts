// Uniform games with exact rules on the `Board` of the rules: what SIM-4 does, told plainly. Every legal
// move that fills no own eye is equally likely, ko is simple ko, and a side passes only when it has no such
// move. This is the reference for the methods of 2008 until the kernel takes its place.

import type { Random } from "../base/random.ts"
import { Board, Empty, isEye, NEIGHBOURS, PASS, POINTS, type Color, type Move } from "../rules/index.ts"
import type { Point } from "../rules/index.ts"
import { Candidates } from "./candidates.ts"
import { loadStones, pointsOf } from "./stones.ts"
import { TurnSimulation, type PlayingPosition } from "./turns.ts"

/** A board that plays uniform moves on itself. */
export class ExactPosition implements PlayingPosition {
  #board = new Board(1)
  readonly #candidates = new Candidates("uniform")
  readonly #taken = new Int16Array(POINTS)

  load(board: Board): void {
    // A board of our own: the caller's may allow suicide, a simulation never does.
    if (this.#board.size !== board.size) this.#board = new Board(board.size)
    this.#board.copyFrom(board)
    this.#candidates.clear()
    for (const point of pointsOf(board.size)) if (board.at(point) === Empty) this.#candidates.add(point)
  }

  takeTurn(color: Color, random: Random): Move {
    const board = this.#board
    const candidates = this.#candidates
    candidates.beginTurn()
    for (let move = candidates.draw(random); move !== PASS; move = candidates.draw(random)) {
      const point = move as Point
      if (isEye(board, color, point)) continue
      const prisoners = board.prisoners(color)
      if (board.play(color, point) !== undefined) continue
      candidates.takeDrawn()
      if (board.prisoners(color) !== prisoners) this.#listTaken(point)
      return point
    }
    board.play(color, PASS) // forgets the ko
    return PASS
  }

  copyStones(stones: Uint8Array): void {
    loadStones(this.#board, stones)
  }

  /** What is empty now and not listed has just been captured; it lies around the stone that took it. */
  #listTaken(point: Point): void {
    let end = 0
    for (let side = 0, walked = 0; side < 4; side++) {
      end = this.#listIfTaken(point + NEIGHBOURS[side]!, end)
      for (; walked < end; walked++) {
        for (let i = 0; i < 4; i++) end = this.#listIfTaken(this.#taken[walked]! + NEIGHBOURS[i]!, end)
      }
    }
  }

  #listIfTaken(next: number, end: number): number {
    const point = next as Point
    if (this.#board.at(point) !== Empty || this.#candidates.has(point)) return end
    this.#candidates.add(point)
    this.#taken[end] = point
    return end + 1
  }
}

/**
 * The exact game: uniform legal moves that fill no own eye. It plays as the kernel's light playouts do (SIM-4),
 * only more slowly.
 */
export class ExactSimulation extends TurnSimulation {
  constructor() {
    super("exact", new ExactPosition())
  }
}
