// How well gammas predict choices (BT-6): how often the chosen one is among the first 1, 3, 5 and 10, and the mean
// log-likelihood, altogether and by phase of the game.

import type { ChoiceSource } from "./choices.ts"
import { largestChoice, teamStrength, weighTeams } from "./teams.ts"

/** How often the played move was among the first, and its likelihood. */
export interface Prediction {
  readonly positions: number
  /** Shares of the positions; alternatives of equal strength stand in random order, and these are the expectations. */
  readonly top1: number
  readonly top3: number
  readonly top5: number
  readonly top10: number
  /** Mean by position of the natural logarithm of the chosen alternative's chance. */
  readonly logLikelihood: number
}

/** How well moves of a phase of the game are predicted. */
export interface PhasePrediction extends Prediction {
  /** Move numbers, both included; `to` is absent in the last phase. */
  readonly from: number
  readonly to?: number
}

/** How well moves are predicted, as a whole and by phases. */
export interface PredictionReport extends Prediction {
  /** Empty where the source has no move numbers. */
  readonly phases: readonly PhasePrediction[]
}

/** The last move of each phase but the last one, on 19×19. */
const PHASE_ENDS = [30, 100, 200] as const
const FULL_AREA = 19 * 19

/** The phases of a board of `area` points, scaled from those of 19×19. */
export function phaseEnds(area: number): readonly number[] {
  return PHASE_ENDS.map((move) => Math.max(1, Math.round((move * area) / FULL_AREA)))
}

/**
 * Measures how well gammas predict the choices of a source. `ends` has the last move of each phase but the last
 * one, as `phaseEnds` gives them.
 */
export async function measurePrediction(
  source: ChoiceSource,
  gammas: Float64Array,
  ends: readonly number[] = PHASE_ENDS,
): Promise<PredictionReport> {
  const { slots } = source
  const phases = [...ends, Infinity].map(() => new Tally())
  let hasMoves = false
  let weights = new Float64Array(0)
  for await (const block of source.blocks()) {
    const { starts, counts, moves } = block
    hasMoves ||= moves !== undefined
    if (weights.length < largestChoice(block)) weights = new Float64Array(largestChoice(block))
    for (let choice = 0; choice < block.choices; choice++) {
      const [from, to] = [starts[choice]!, starts[choice + 1]!]
      const total = weighTeams(block, slots, -1, choice, gammas, weights)
      const chosen = teamStrength(block, slots, block.chosen[choice]!, gammas)
      let better = 0
      let equal = 0
      for (let team = from; team < to; team++) {
        const count = counts === undefined ? 1 : counts[team]!
        // `weights` has the count as a factor; recomputing keeps equal strengths equal to the last bit.
        const strength = count === 1 ? weights[team - from]! : teamStrength(block, slots, team, gammas)
        if (strength > chosen) better += count
        else if (strength === chosen) equal += count
      }
      const move = moves?.[choice] ?? 0
      const phase = ends.findIndex((end) => move <= end)
      phases.at(phase)!.add(better, equal, Math.log(chosen / total))
    }
  }
  return {
    ...Tally.sum(phases).prediction,
    phases: hasMoves ? phases.map((tally, i) => ({ ...boundsOf(ends, i), ...tally.prediction })) : [],
  }
}

function boundsOf(ends: readonly number[], phase: number): { from: number; to?: number } {
  const from = (ends[phase - 1] ?? 0) + 1
  const to = ends[phase]
  return to === undefined ? { from } : { from, to }
}

const TOPS = [1, 3, 5, 10] as const

class Tally {
  #positions = 0
  #logLikelihood = 0
  readonly #within: number[] = TOPS.map(() => 0)

  static sum(tallies: readonly Tally[]): Tally {
    const sum = new Tally()
    for (const tally of tallies) {
      sum.#positions += tally.#positions
      sum.#logLikelihood += tally.#logLikelihood
      for (const [i, within] of tally.#within.entries()) sum.#within[i]! += within
    }
    return sum
  }

  /** `equal` counts the chosen one, too: it takes each of the places after the better ones with the same chance. */
  add(better: number, equal: number, logLikelihood: number): void {
    this.#positions++
    this.#logLikelihood += logLikelihood
    for (const [i, top] of TOPS.entries())
      this.#within[i]! += Math.min(1, Math.max(0, (top - better) / equal))
  }

  get prediction(): Prediction {
    const positions = this.#positions
    const share = (sum: number): number => (positions === 0 ? 0 : sum / positions)
    const [top1, top3, top5, top10] = this.#within.map(share) as [number, number, number, number]
    return { positions, top1, top3, top5, top10, logLikelihood: share(this.#logLikelihood) }
  }
}
