// Sums over many games, kept so that groups of games can be added and taken out again: the mean needs the
// sum, its error needs the groups.

import { Black, POINTS, White } from "../rules/index.ts"
import { winnerOf, type SimulationOutcome } from "./simulation.ts"

export class Tally {
  runs = 0
  margin = 0
  marginSquared = 0
  moves = 0
  passes = 0
  capped = 0
  blackWins = 0
  draws = 0
  /** By point: in how many games it ended as Black's, or White's. */
  readonly black = new Int32Array(POINTS)
  readonly white = new Int32Array(POINTS)

  /** `komi` only decides who won. */
  count({ margin, owner, moves, passes, capped }: SimulationOutcome, komi: number): void {
    this.runs++
    this.margin += margin
    this.marginSquared += margin * margin
    this.moves += moves
    this.passes += passes
    if (capped) this.capped++
    const winner = winnerOf(margin, komi)
    if (winner === Black) this.blackWins++
    else if (winner === undefined) this.draws++
    for (let point = 0; point < POINTS; point++) {
      if (owner[point] === Black) this.black[point]!++
      else if (owner[point] === White) this.white[point]!++
    }
  }

  /** Adds all games of another tally, or takes them out with `sign` -1. */
  add(other: Tally, sign: 1 | -1 = 1): this {
    this.runs += sign * other.runs
    this.margin += sign * other.margin
    this.marginSquared += sign * other.marginSquared
    this.moves += sign * other.moves
    this.passes += sign * other.passes
    this.capped += sign * other.capped
    this.blackWins += sign * other.blackWins
    this.draws += sign * other.draws
    for (let point = 0; point < POINTS; point++) {
      this.black[point]! += sign * other.black[point]!
      this.white[point]! += sign * other.white[point]!
    }
    return this
  }

  get meanMargin(): number {
    return this.margin / this.runs
  }

  /** Standard deviation of the margin of one game. */
  get spread(): number {
    if (this.runs < 2) return 0
    const squares = this.marginSquared - this.margin * this.meanMargin
    return Math.sqrt(Math.max(0, squares) / (this.runs - 1))
  }

  get meanMoves(): number {
    return this.moves / this.runs
  }
}
