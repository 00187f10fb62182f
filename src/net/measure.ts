// How well a network predicts games: its policy the moves that were played, its value who won. Sums are plain numbers,
// so that threads can hand them over and add them up.

import { Black, type Color, type Move, type PlayedMove } from "../rules/index.ts"
import type { NetEvaluator } from "./evaluator.ts"

/** A recorded game, and in which positions the network is asked. */
export interface MeasuredGame {
  readonly size: number
  readonly moves: readonly PlayedMove[]
  /** Indices of moves, ascending: the positions before them. */
  readonly picks: readonly number[]
  readonly komi: number
  readonly territory: boolean
  /** 1 for Black, -1 for White, 0 for a draw; absent where the record doesn't tell. */
  readonly winner?: number
}

/** How well a network predicts moves and winners. */
export interface NetPrediction {
  readonly positions: number
  /** Shares of the positions in which the played move is among the first; equal ones stand in random order. */
  readonly top1: number
  readonly top3: number
  readonly top5: number
  readonly top10: number
  /** Mean by position of the natural logarithm of the played move's chance. */
  readonly logLikelihood: number
  /** Positions of games with a known winner, and the mean squared error of the chance to win there. */
  readonly valued: number
  readonly brier: number
}

/** How well a network predicts a phase of the game. */
export interface NetPhase extends NetPrediction {
  /** Move numbers, both included; `to` is absent in the last phase. */
  readonly from: number
  readonly to?: number
}

/** Positions in which the network gave the side to move a chance to win between two bounds. */
export interface CalibrationBin {
  readonly from: number
  readonly to: number
  readonly positions: number
  /** Mean of these chances, and the share that was won; 0 without positions. */
  readonly predicted: number
  readonly won: number
}

/** How well a network predicts, with its calibration. */
export interface NetReport extends NetPrediction {
  readonly phases: readonly NetPhase[]
  readonly calibration: readonly CalibrationBin[]
}

/** What a measurement has added up so far: by phase of the game, and by bin of the calibration. */
export interface NetSums {
  readonly phases: readonly Float64Array[]
  readonly bins: readonly Float64Array[]
}

const TOPS = [1, 3, 5, 10] as const
// Fields of a phase: positions, the tops, log-likelihood, valued positions, squared errors.
const LOG = 1 + TOPS.length
const VALUED = LOG + 1
const SQUARES = LOG + 2
const FIELDS = LOG + 3
const BINS = 10

/** Sums for a measurement that begins. `ends` has the last move of each phase but the last one. */
export function emptySums(ends: readonly number[]): NetSums {
  return {
    phases: Array.from({ length: ends.length + 1 }, () => new Float64Array(FIELDS)),
    bins: Array.from({ length: BINS }, () => new Float64Array(3)),
  }
}

/** Adds the sums of one thread to those of another. */
export function addSums(sums: NetSums, more: NetSums): void {
  const add = (to: readonly Float64Array[], from: readonly Float64Array[]): void => {
    for (const [row, values] of from.entries())
      for (const [i, value] of values.entries()) to[row]![i]! += value
  }
  add(sums.phases, more.phases)
  add(sums.bins, more.bins)
}

/** The least chance that the logarithm is taken of: single precision may round to 0. */
const LEAST_CHANCE = 1e-30

/** Replays a game of legal moves and adds what the network says in the picked positions. */
export function measureGame(
  evaluator: NetEvaluator,
  game: MeasuredGame,
  ends: readonly number[],
  sums: NetSums,
): void {
  const { size, moves, picks, komi, territory, winner } = game
  const picked = new Set(picks)
  evaluator.reset(size)
  for (const [index, { color, move }] of moves.entries()) {
    if (picked.has(index)) {
      evaluator.evaluate({ color, komi, territory, moves: moves.slice(Math.max(0, index - 5), index) })
      const phase = ends.findIndex((end) => index < end)
      addPosition(sums.phases.at(phase)!, evaluator, move)
      if (winner !== undefined)
        addValue(sums, sums.phases.at(phase)!, evaluator.value, outcomeFor(color, winner))
    }
    if (!evaluator.play(color, move)) throw new Error(`move ${index + 1} is illegal`)
  }
}

/** Adds what another judge gave the side to move in a position of a game with a known winner. */
export function addOpinion(
  sums: NetSums,
  ends: readonly number[],
  { moves, winner }: MeasuredGame,
  index: number,
  value: number,
): void {
  const phase = ends.findIndex((end) => index < end)
  addValue(sums, sums.phases.at(phase)!, value, outcomeFor(moves[index]!.color, winner!))
}

function outcomeFor(color: Color, winner: number): number {
  return winner === 0 ? 0.5 : winner > 0 === (color === Black) ? 1 : 0
}

function addPosition(phase: Float64Array, evaluator: NetEvaluator, move: Move): void {
  const chosen = evaluator.chanceOf(move)
  const { better, equal } = evaluator.rankOf(move)
  phase[0]!++
  for (const [i, top] of TOPS.entries()) phase[1 + i]! += Math.min(1, Math.max(0, (top - better) / equal))
  phase[LOG]! += Math.log(Math.max(LEAST_CHANCE, chosen))
}

function addValue({ bins }: NetSums, phase: Float64Array, value: number, outcome: number): void {
  phase[VALUED]!++
  phase[SQUARES]! += (value - outcome) ** 2
  const bin = bins[Math.min(BINS - 1, Math.floor(value * BINS))]!
  bin[0]!++
  bin[1]! += value
  bin[2]! += outcome
}

/** The report of a measurement from its sums, as a whole and by phases of the game. */
export function reportOf({ phases, bins }: NetSums, ends: readonly number[]): NetReport {
  const all = new Float64Array(FIELDS)
  for (const phase of phases) for (const [i, value] of phase.entries()) all[i]! += value
  return {
    ...predictionOf(all),
    phases: phases.map((phase, i) => ({
      from: (ends[i - 1] ?? 0) + 1,
      ...(ends[i] === undefined ? {} : { to: ends[i] }),
      ...predictionOf(phase),
    })),
    calibration: bins.map(([positions, predicted, won], i) => ({
      from: i / BINS,
      to: (i + 1) / BINS,
      positions: positions!,
      predicted: share(predicted!, positions!),
      won: share(won!, positions!),
    })),
  }
}

function share(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count
}

function predictionOf(fields: Float64Array): NetPrediction {
  const positions = fields[0]!
  const [top1, top3, top5, top10] = TOPS.map((_, i) => share(fields[1 + i]!, positions)) as [
    number,
    number,
    number,
    number,
  ]
  const valued = fields[VALUED]!
  const logLikelihood = share(fields[LOG]!, positions)
  return { positions, top1, top3, top5, top10, logLikelihood, valued, brier: share(fields[SQUARES]!, valued) }
}
