// The tables of Brady (2024, section 3.6, tables 1 to 3) on the arms 0.35, 0.5 and 0.65, and how likely ours make them.
// Each cell is the mean reward of ten trials, in percent.

import type { BanditPolicy } from "./policies.ts"
import type { Checkpoint } from "./trials.ts"

/** The trials behind each cell of the published table. */
export const PUBLISHED_TRIALS = 10
/** The pulls of the columns of the published table. */
export const PUBLISHED_ROUNDS: readonly number[] = [10, 100, 1000, 10_000, 50_000]

/** The rewards of the published table: by policy, in the order of `PUBLISHED_ROUNDS`. UCB1-TUNED was not tried. */
export const PUBLISHED_REWARDS: Readonly<Partial<Record<BanditPolicy, readonly number[]>>> = {
  ucb1: [0.41, 0.518, 0.596, 0.638, 0.645],
  random: [0.31, 0.489, 0.486, 0.5, 0.499],
  "epsilon-greedy": [0.57, 0.622, 0.634, 0.633, 0.634],
}

/** A cell that is more standard deviations than this from the published value counts as not reproducible. */
export const SURPRISE = 2.5

/** A published figure beside ours. */
export interface PublishedCell {
  readonly published: number
  /** How many standard deviations of a mean of ten of our trials it lies above our mean. */
  readonly z: number
  readonly isReproducible: boolean
}

/** The published cell beside ours; undefined where nothing was published. */
export function compareWithPublished(
  policy: BanditPolicy,
  checkpoint: Checkpoint,
): PublishedCell | undefined {
  const column = PUBLISHED_ROUNDS.indexOf(checkpoint.rounds)
  const published = column < 0 ? undefined : PUBLISHED_REWARDS[policy]?.[column]
  if (published === undefined) return undefined
  const z = ((published - checkpoint.reward) / checkpoint.deviation) * Math.sqrt(PUBLISHED_TRIALS)
  return { published, z, isReproducible: Math.abs(z) <= SURPRISE }
}
