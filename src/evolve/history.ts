// The course of a run: samples of both populations at equal numbers of steps. Charts, figures and the question since
// when a move leads are made from these.

import type { Move } from "../rules/index.ts"
import type { Measure } from "./positions.ts"
import { tallyAdvice, type Coevolution } from "./settings.ts"

/** How the populations stand at a step. */
export interface Sample {
  readonly step: number
  /** Individuals of the side to play by their first move, most first; those that advise nothing are left out. */
  readonly openings: readonly (readonly [move: Move, individuals: number])[]
  /** Individuals that fit each measure, in their order. */
  readonly measures: readonly number[]
}

/** First moves that a sample keeps: enough for charts. */
const MOST_OPENINGS = 12

/** How the populations stand now: the most frequent first moves, and the measures. */
export function takeSample(evolution: Coevolution, measures: readonly Measure[]): Sample {
  const { steps } = evolution
  return {
    step: steps,
    openings: openingsOf(evolution).slice(0, MOST_OPENINGS),
    measures: measures.map((measure) => count(evolution, measure)),
  }
}

/** All first moves of the side to play, most individuals first; of equals the one that comes first on the board. */
export function openingsOf(evolution: Coevolution): [move: Move, individuals: number][] {
  const tally = tallyAdvice(evolution, evolution.settings.first)
  const moves = [...tally].filter((entry): entry is [Move, number] => entry[0] !== undefined)
  return moves.sort(([a, many], [b, more]) => more - many || a - b)
}

function count(evolution: Coevolution, measure: Measure): number {
  let fitting = 0
  for (let index = 0; index < evolution.settings.population; index++)
    if (fits(evolution, index, measure)) fitting++
  return fitting
}

/** Whether an individual fits a measure. */
export function fits(
  evolution: Coevolution,
  index: number,
  { color, opening, answers, isAnyEnough = false }: Measure,
): boolean {
  if (opening !== undefined && evolution.advice(color, index, []) !== opening) return false
  if (answers.length === 0) return true
  const isRight = ({ after, right }: Measure["answers"][number]): boolean => {
    const move = evolution.advice(color, index, after)
    return move !== undefined && right.includes(move)
  }
  return isAnyEnough ? answers.some(isRight) : answers.every(isRight)
}

/** The move with more individuals than any other first move; undefined when two have as many. */
export function leaderOf({ openings: [best, second] }: Sample): Move | undefined {
  return best && best[1] > (second?.[1] ?? 0) ? best[0] : undefined
}

/** Since which step on one of these moves has led without a break, to the end of what was seen. */
export function leadsSince(history: readonly Sample[], moves: readonly Move[]): number | undefined {
  const isLed = (sample: Sample): boolean => {
    const leader = leaderOf(sample)
    return leader !== undefined && moves.includes(leader)
  }
  const lastBreak = history.findLastIndex((sample) => !isLed(sample))
  return history[lastBreak + 1]?.step
}
