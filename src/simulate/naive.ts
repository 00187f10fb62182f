// The naive method (SIM-1; Chelaru 2008, 4.3.1.1): a real game with captures, whose chains and liberties
// are found again after each move by walking all stones of every chain the move touched. Slow on purpose:
// it is what the other two methods of the text were invented to avoid.
//
// As published, a move must be legal, fill no own eye, and leave its chain at least two liberties unless it
// captures; a drawn point that fails is dropped for good (candidates.ts). With `choice: "uniform"` neither
// holds and the game is the exact one: move by move that of `ExactSimulation` from the same seed.

import type { Random } from "../base/random.ts"
import { Border, Empty, NEIGHBOURS, opponent, PASS, POINTS } from "../rules/index.ts"
import type { Board, Color, Move, Point } from "../rules/index.ts"
import { Candidates, type MoveChoice } from "./candidates.ts"
import { isEyeAmong, loadStones, pointsOf } from "./stones.ts"
import { TurnSimulation, type PlayingPosition } from "./turns.ts"

/** A position whose chains and liberties are found again after each move. */
export class NaivePosition implements PlayingPosition {
  // What is true.
  readonly #stones = new Uint8Array(POINTS).fill(Border)
  #ko: Move = PASS
  #koFor: Color = 1

  // What is derived by walking.
  readonly #origin = new Int16Array(POINTS) // the stone that names the chain
  readonly #liberties = new Int16Array(POINTS) // real liberties, valid at the origin

  // Scratch: the queue of a walk, and stamps in place of sets.
  readonly #queue = new Int16Array(POINTS)
  readonly #taken = new Int16Array(POINTS)
  readonly #walked = new Int32Array(POINTS) // stones, by the stamp of the move
  readonly #counted = new Int32Array(POINTS) // points, by the stamp of the walk
  #stamp = 0

  readonly #choice: MoveChoice
  readonly #candidates: Candidates

  constructor(choice: MoveChoice) {
    this.#choice = choice
    this.#candidates = new Candidates(choice)
  }

  load(board: Board): void {
    loadStones(board, this.#stones)
    this.#ko = board.ko
    this.#koFor = board.koFor
    this.#candidates.clear()
    this.#walked.fill(0)
    this.#counted.fill(0)
    this.#stamp = 0
    const move = ++this.#stamp
    for (const point of pointsOf(board.size)) {
      if (this.#stones[point] === Empty) this.#candidates.add(point)
      else this.#walk(point, move)
    }
  }

  takeTurn(color: Color, random: Random): Move {
    const candidates = this.#candidates
    candidates.beginTurn()
    for (let move = candidates.draw(random); move !== PASS; move = candidates.draw(random)) {
      if (!this.isPlayable(color, move as Point)) continue
      candidates.takeDrawn()
      this.#place(color, move as Point)
      return move
    }
    this.#ko = PASS
    return PASS
  }

  /** Would the method play here? The point must be empty. */
  isPlayable(color: Color, point: Point): boolean {
    if (point === this.#ko && color === this.#koFor) return false
    let empties = 0
    let safest = 0 // liberties of the own neighbour that has most
    for (let side = 0; side < 4; side++) {
      const next = point + NEIGHBOURS[side]!
      const there = this.#stones[next]!
      if (there === Border) continue
      const liberties = this.#liberties[this.#origin[next]!]!
      if (there === Empty) empties++
      else if (there === color) safest = Math.max(safest, liberties)
      else if (liberties === 1) return true // a capture; it can't be an own eye
    }
    if (isEyeAmong(this.#stones, color, point)) return false
    if (this.#choice === "uniform") return empties > 0 || safest > 1
    return empties > 1 || safest > 2 || this.#escapesAtari(color, point)
  }

  /** Plays a move of the caller's choice, which must be playable. */
  play(color: Color, point: Point): void {
    this.#candidates.remove(point)
    this.#place(color, point)
  }

  #place(color: Color, point: Point): void {
    const enemy = opponent(color)
    const move = ++this.#stamp
    this.#stones[point] = color
    this.#ko = PASS
    let taken = 0
    for (let side = 0; side < 4; side++) {
      const next = (point + NEIGHBOURS[side]!) as Point
      if (this.#stones[next] !== enemy || this.#liberties[this.#origin[next]!] !== 1) continue
      taken = this.#remove(next, taken)
    }
    this.#walk(point, move)
    this.#walkAround(point, move)
    for (let i = 0; i < taken; i++) this.#walkAround(this.#taken[i]! as Point, move)
    if (taken === 1 && this.#liberties[point] === 1 && this.#isLone(point, color)) {
      this.#ko = this.#taken[0]! as Point
      this.#koFor = enemy
    }
  }

  copyStones(stones: Uint8Array): void {
    stones.set(this.#stones)
  }

  /** How many liberties the chain at this stone has. For tests. */
  libertiesOf(point: Point): number {
    return this.#liberties[this.#origin[point]!]!
  }

  #isLone(point: Point, color: Color): boolean {
    for (let side = 0; side < 4; side++) if (this.#stones[point + NEIGHBOURS[side]!] === color) return false
    return true
  }

  /** Takes the chain off the board, adds its points to those taken, and answers how many they are now. */
  #remove(start: Point, takenBefore: number): number {
    const stones = this.#stones
    const taken = this.#taken
    const color = stones[start]
    let end = takenBefore
    taken[end++] = start
    stones[start] = Empty
    for (let i = takenBefore; i < end; i++) {
      this.#candidates.add(taken[i]! as Point)
      for (let side = 0; side < 4; side++) {
        const next = taken[i]! + NEIGHBOURS[side]!
        if (stones[next] !== color) continue
        stones[next] = Empty
        taken[end++] = next
      }
    }
    return end
  }

  #walkAround(point: Point, move: number): void {
    for (let side = 0; side < 4; side++) {
      const next = (point + NEIGHBOURS[side]!) as Point
      const there = this.#stones[next]
      if (there !== Empty && there !== Border) this.#walk(next, move)
    }
  }

  /** Has the chain that a stone here would make at least two liberties? Walks all chains it would join. */
  #escapesAtari(color: Color, point: Point): boolean {
    const stones = this.#stones
    const queue = this.#queue
    const walk = ++this.#stamp
    let end = 0
    let liberties = 0
    queue[end++] = point
    this.#counted[point] = walk // neither a liberty nor a stone to come back to
    for (let i = 0; i < end; i++) {
      for (let side = 0; side < 4; side++) {
        const next = queue[i]! + NEIGHBOURS[side]!
        if (this.#counted[next] === walk) continue
        this.#counted[next] = walk
        if (stones[next] === color) queue[end++] = next
        else if (stones[next] === Empty && ++liberties === 2) return true
      }
    }
    return false
  }

  /** Names the chain at this stone after its smallest point and counts its liberties, once a move. */
  #walk(start: Point, move: number): void {
    if (this.#walked[start] === move) return
    const stones = this.#stones
    const queue = this.#queue
    const walk = ++this.#stamp
    const color = stones[start]
    let end = 0
    let liberties = 0
    let origin = start as number
    queue[end++] = start
    this.#walked[start] = move
    for (let i = 0; i < end; i++) {
      for (let side = 0; side < 4; side++) {
        const next = queue[i]! + NEIGHBOURS[side]!
        if (stones[next] === Empty) {
          if (this.#counted[next] !== walk) liberties++
          this.#counted[next] = walk
        } else if (stones[next] === color && this.#walked[next] !== move) {
          this.#walked[next] = move
          queue[end++] = next
          if (next < origin) origin = next
        }
      }
    }
    for (let i = 0; i < end; i++) this.#origin[queue[i]!] = origin
    this.#liberties[origin] = liberties
  }
}

/** How the naive method chooses its moves. */
export interface NaiveOptions {
  /** How moves are chosen. Default: as published. */
  readonly choice?: MoveChoice
}

/** The naive method of the thesis (SIM-1): chains and liberties are found again after each move. */
export class NaiveSimulation extends TurnSimulation {
  constructor({ choice = "published" }: NaiveOptions = {}) {
    super(choice === "published" ? "naive" : `naive,choice=${choice}`, new NaivePosition(choice))
  }
}
