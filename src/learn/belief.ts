// What is known about a strength beside its value: the Gamma belief of Lew 2011 (4.7.1), and the curvature of the
// posterior, which gives the sound error bar (docs/learning.md compares them).

import type { ChoiceSource } from "./choices.ts"
import { largestChoice, weighTeams } from "./teams.ts"

/** A Gamma belief about a strength: its density is proportional to w^α·exp(-βw). */
export interface Belief {
  readonly alpha: number
  readonly beta: number
  /** The likeliest strength, α/β. */
  readonly mode: number
  readonly mean: number
  /** Standard deviation of the strength. */
  readonly deviation: number
  /** Of the strength's logarithm, by the curvature at the mode; × 400 / ln 10 it is in Elo. */
  readonly logDeviation: number
}

/** The belief with these two numbers, with its mode, mean and deviation. */
export function makeBelief(alpha: number, beta: number): Belief {
  return {
    alpha,
    beta,
    mode: alpha / beta,
    mean: (alpha + 1) / beta,
    deviation: Math.sqrt(alpha + 1) / beta,
    logDeviation: 1 / Math.sqrt(alpha),
  }
}

/**
 * The curvature of the log-posterior over the logarithm of each gamma, the others fixed: Σ p(1 - p) +
 * prior·gamma, where p is the chance that a team with the feature is chosen. 1/√ of it is the standard error of
 * log gamma.
 */
export async function measureCurvatures(
  source: ChoiceSource,
  gammas: Float64Array,
  prior: number,
): Promise<Float64Array> {
  const { slots } = source
  const curvatures = gammas.map((gamma) => prior * gamma)
  curvatures[0] = 0
  const chances = new Float64Array(gammas.length)
  let weights = new Float64Array(0)
  for await (const block of source.blocks()) {
    const { starts, features } = block
    if (weights.length < largestChoice(block)) weights = new Float64Array(largestChoice(block))
    for (let choice = 0; choice < block.choices; choice++) {
      const [from, to] = [starts[choice]!, starts[choice + 1]!]
      const total = weighTeams(block, slots, -1, choice, gammas, weights)
      for (let team = from, place = from * slots; team < to; team++)
        for (let slot = 0; slot < slots; slot++) chances[features[place++]!]! += weights[team - from]! / total
      // The first place of a feature takes its sum and clears it; at the next ones it adds 0.
      for (let place = from * slots; place < to * slots; place++) {
        const feature = features[place]!
        const chance = chances[feature]!
        chances[feature] = 0
        if (feature > 0) curvatures[feature]! += chance * (1 - chance)
      }
    }
  }
  return curvatures
}
