// How far a method's games are from the exact ones: what the papers did not measure. For each position and
// method the difference of the mean score, the spread, the owner map and the length, each with its standard
// error. Data only; a command prints it.
//
// Errors come from the jackknife over groups of games, which serves all four quantities alike and asks
// nothing of their distributions (scores of random games are far from normal).

import { Random } from "../base/random.ts"
import { mean } from "../base/statistics.ts"
import type { Board, Color } from "../rules/index.ts"
import type { Simulation } from "./simulation.ts"
import { pointsOf } from "./stones.ts"
import { Tally } from "./tally.ts"

/** A position of the study of bias. */
export interface StudyPosition {
  readonly name: string
  readonly board: Board
  readonly toPlay: Color
}

/** A quantity under the reference and under the method; the difference is the method's less the reference's. */
export interface Comparison {
  readonly reference: number
  readonly method: number
  readonly difference: number
  /** Standard error of the difference. */
  readonly error: number
}

/** How far two owner maps are apart, and how much of that chance would give. */
export interface OwnerComparison {
  /** Mean over the points of the absolute difference of Black's shares, 0 to 1. */
  readonly difference: number
  /** Its standard error. */
  readonly error: number
  /** What chance alone would make of it if the two methods agreed: the floor to read it against. */
  readonly noise: number
}

/** How far a method is from the exact game in a position. */
export interface BiasRow {
  readonly position: string
  readonly size: number
  readonly method: string
  /** Games of each of the two. */
  readonly runs: number
  /** Mean margin, Black's points less White's without komi. */
  readonly margin: Comparison
  /** Standard deviation of the margin of one game. */
  readonly spread: Comparison
  /** Mean number of stones played. */
  readonly moves: Comparison
  readonly owner: OwnerComparison
  /** Games that were stopped at the move cap. */
  readonly capped: { readonly reference: number; readonly method: number }
}

/** Which methods to compare with the exact game, and where. */
export interface BiasOptions {
  readonly positions: readonly StudyPosition[]
  readonly methods: readonly Simulation[]
  /** What the methods are measured against. */
  readonly reference: Simulation
  /** Games for each method and position; at least two. */
  readonly runs: number
  readonly seed: number
}

/** One row for each position and method, in their order. The same options give the same rows. */
export function measureBias(options: BiasOptions): BiasRow[] {
  return [...biasRows(options)]
}

/** The rows of `measureBias` one by one, for callers that show progress or stop in between. */
export function* biasRows({
  positions,
  methods,
  reference,
  runs,
  seed,
}: BiasOptions): Generator<BiasRow, void, undefined> {
  if (!(Number.isInteger(runs) && runs >= 2))
    throw new RangeError(`bias needs two games or more, not ${runs}`)
  const seeds = new Random(seed)
  for (const position of positions) {
    const exact = playGroups(reference, position, runs, seeds.next())
    for (const method of methods)
      yield compare(position, method, playGroups(method, position, runs, seeds.next()), exact)
  }
}

const GROUPS = 20

interface Games {
  readonly all: Tally
  /** All games but one group, for each group. */
  readonly without: readonly Tally[]
}

function playGroups(method: Simulation, { board, toPlay }: StudyPosition, runs: number, seed: number): Games {
  const random = new Random(seed)
  const groups = Array.from({ length: Math.min(GROUPS, runs) }, () => new Tally())
  for (let i = 0; i < runs; i++) groups[i % groups.length]!.count(method.run(board, toPlay, random), 0)
  const all = new Tally()
  for (const group of groups) all.add(group)
  return { all, without: groups.map((group) => new Tally().add(all).add(group, -1)) }
}

function compare(position: StudyPosition, method: Simulation, games: Games, exact: Games): BiasRow {
  const { size } = position.board
  const comparison = (quantity: (tally: Tally) => number): Comparison => {
    const reference = quantity(exact.all)
    const own = quantity(games.all)
    const error = jackknife((a, b) => quantity(a) - quantity(b), games, exact)
    return { reference, method: own, difference: own - reference, error }
  }
  const ownerGap = (a: Tally, b: Tally): number => ownerDifference(a, b, size)
  return {
    position: position.name,
    size,
    method: method.name,
    runs: games.all.runs,
    margin: comparison((tally) => tally.meanMargin),
    spread: comparison((tally) => tally.spread),
    moves: comparison((tally) => tally.meanMoves),
    owner: {
      difference: ownerGap(games.all, exact.all),
      error: jackknife(ownerGap, games, exact),
      noise: ownerNoise(games.all, exact.all, size),
    },
    capped: { reference: exact.all.capped, method: games.all.capped },
  }
}

/** Standard error of `quantity`, from leaving out one group of one side at a time. */
function jackknife(quantity: (a: Tally, b: Tally) => number, a: Games, b: Games): number {
  const variance = (values: readonly number[]): number => {
    const middle = mean(values)
    const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
    return (squares * (values.length - 1)) / values.length
  }
  const ofA = variance(a.without.map((tally) => quantity(tally, b.all)))
  const ofB = variance(b.without.map((tally) => quantity(a.all, tally)))
  return Math.sqrt(ofA + ofB)
}

function ownerDifference(a: Tally, b: Tally, size: number): number {
  const points = pointsOf(size)
  let sum = 0
  for (const point of points) sum += Math.abs(a.black[point]! / a.runs - b.black[point]! / b.runs)
  return sum / points.length
}

/** Mean of |x - y| for two shares of the same chance, each point by itself: a normal's mean deviation. */
function ownerNoise(a: Tally, b: Tally, size: number): number {
  const points = pointsOf(size)
  let sum = 0
  for (const point of points) {
    const share = (a.black[point]! + b.black[point]!) / (a.runs + b.runs)
    sum += Math.sqrt((2 / Math.PI) * share * (1 - share) * (1 / a.runs + 1 / b.runs))
  }
  return sum / points.length
}
