// Owner maps (SIM-8; Lew 2010, fig. 3.4): play a position out many times and see whose each point becomes.
// The map tells territory from contested points and dead stones from living ones, and its sum is the score.

import { Random } from "../base/random.ts"
import { POINTS, type Board, type Color } from "../rules/index.ts"
import type { Simulation } from "./simulation.ts"
import { Tally } from "./tally.ts"

/** How often each point was whose at the end of simulations. */
export interface OwnerMap {
  readonly size: number
  readonly runs: number
  /** By point: the share of games in which it ended as Black's; 0 off the board. */
  readonly black: Float64Array
  /**
   * By point: the share of games in which it ended as White's. The rest to 1 is the share of those in which the point
   * had no owner.
   */
  readonly white: Float64Array
  /** Black's points less White's, without komi. */
  readonly meanMargin: number
  /** Standard deviation of the margin of one game; that of the mean is `spread / sqrt(runs)`. */
  readonly spread: number
  /** Stones played in a game. */
  readonly meanMoves: number
  readonly meanPasses: number
  /** Share of games that Black won at the komi, and that were drawn. */
  readonly blackWins: number
  readonly draws: number
  /** How many games were stopped at 3 × points moves. */
  readonly capped: number
}

/** Which simulations an owner map is made of. */
export interface OwnerMapOptions {
  readonly board: Board
  readonly toPlay: Color
  /** How many games, at least one. */
  readonly runs: number
  readonly seed: number
  /** Only decides who won. Default 0. */
  readonly komi?: number
}

/** Plays `runs` games with any method. The same seed gives the same map. */
export function ownerMap(
  simulation: Simulation,
  { board, toPlay, runs, seed, komi = 0 }: OwnerMapOptions,
): OwnerMap {
  if (!(Number.isInteger(runs) && runs > 0)) throw new RangeError(`an owner map needs games, not ${runs}`)
  const random = new Random(seed)
  const tally = new Tally()
  for (let i = 0; i < runs; i++) tally.count(simulation.run(board, toPlay, random), komi)
  return {
    size: board.size,
    runs,
    black: shares(tally.black, runs),
    white: shares(tally.white, runs),
    meanMargin: tally.meanMargin,
    spread: tally.spread,
    meanMoves: tally.meanMoves,
    meanPasses: tally.passes / runs,
    blackWins: tally.blackWins / runs,
    draws: tally.draws / runs,
    capped: tally.capped,
  }
}

function shares(counts: Int32Array, runs: number): Float64Array {
  return new Float64Array(POINTS).map((_, point) => counts[point]! / runs)
}
