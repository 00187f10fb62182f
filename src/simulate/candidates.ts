// The list of points from which a random game draws its moves, and what happens to a point that was drawn
// but can't be played. Chelaru's text throws it away for good, for both colours, until a capture brings it
// back; the exact game only sets it aside for the turn, which makes the choice exactly uniform among the
// playable points.

import type { Random } from "../base/random.ts"
import { PASS, POINTS, type Move, type Point } from "../rules/index.ts"

/**
 * How a simulation chooses its moves. A move is always legal and fills no own eye; beyond this
 * - `published` (Chelaru 4.3.1.1): it leaves its chain two liberties or captures, and a drawn point that
 *   is refused is dropped for both colours;
 * - `cautious`: the same, but what is refused stays on the list;
 * - `uniform`: no more conditions, and nothing is dropped: the exact game.
 */
export type MoveChoice = "published" | "cautious" | "uniform"

export class Candidates {
  readonly #keepsRefused: boolean
  readonly #list = new Int16Array(POINTS)
  readonly #listed = new Uint8Array(POINTS)
  #count = 0
  /** Not yet drawn in this turn: the front of the list. Behind it stands what was refused. */
  #left = 0

  constructor(choice: MoveChoice) {
    this.#keepsRefused = choice !== "published"
  }

  clear(): void {
    this.#count = 0
    this.#left = 0
    this.#listed.fill(0)
  }

  /** The point must be empty and not listed. */
  add(point: Point): void {
    this.#list[this.#count++] = point
    this.#listed[point] = 1
  }

  /** Takes a point off the list that was not drawn. Walks the list: not for every move. */
  remove(point: Point): void {
    if (!this.has(point)) return
    const place = this.#list.indexOf(point)
    this.#list[place] = this.#list[--this.#count]!
    this.#listed[point] = 0
  }

  has(point: Point): boolean {
    return this.#listed[point] === 1
  }

  beginTurn(): void {
    this.#left = this.#count
  }

  /** A point not yet drawn in this turn, each with equal chance; `PASS` when there is none. */
  draw(random: Random): Move {
    if (this.#left === 0) return PASS
    const list = this.#list
    const drawn = random.below(this.#left)
    const point = list[drawn]! as Point
    const last = --this.#left
    list[drawn] = list[last]!
    list[last] = point
    if (!this.#keepsRefused) {
      this.#count = last
      this.#listed[point] = 0
    }
    return point
  }

  /** The point drawn last gets a stone and leaves the list. Call it before captured points are added. */
  takeDrawn(): void {
    if (!this.#keepsRefused) return
    const list = this.#list
    this.#listed[list[this.#left]!] = 0
    list[this.#left] = list[--this.#count]!
  }
}
