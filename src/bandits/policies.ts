// What to pull next (BAN-1): random, ε-greedy, and the upper confidence bounds of Auer, Cesa-Bianchi and Fischer
// (2002). The bounds are the ones that the tree search chooses its children by; a test holds the two against each
// other.
//
// All bounds take the logarithm of the number of pulls so far, of all arms together: a caller takes it once for all
// arms.

/** The policies by name. */
export const BANDIT_POLICIES = ["random", "epsilon-greedy", "ucb1", "ucb1-tuned"] as const
/** A policy by name. */
export type BanditPolicy = (typeof BANDIT_POLICIES)[number]

/** The ε of ε-greedy where none is given: Brady's (2024, section 3.6), for whom one pull in ten is random. */
export const DEFAULT_EPSILON = 0.1

/**
 * The bonus of UCB1 in a tree, √(ln N / n), for what was tried little. A tree multiplies it by its knob c; √2
 * makes it that of UCB1.
 */
export function treeBonus(pulls: number, logOfAll: number): number {
  return Math.sqrt(logOfAll / pulls)
}

/**
 * The bonus of UCB1-TUNED in a tree: √((ln N / n) · min(¼, V)), where V = mean of squares − mean² + √(2 ln N / n)
 * bounds the variance. Results are 0 or 1, so that the mean of squares is the mean. The minimum stands inside the
 * root.
 */
export function tunedTreeBonus(mean: number, pulls: number, logOfAll: number): number {
  const ratio = logOfAll / pulls
  return Math.sqrt(ratio * Math.min(0.25, mean - mean * mean + Math.sqrt(2 * ratio)))
}

/** What UCB1 compares, for an arm with mean x̄ and n of all t pulls: x̄ + √(2 ln t / n). */
export function ucb1(mean: number, pulls: number, logOfAll: number): number {
  return mean + Math.SQRT2 * treeBonus(pulls, logOfAll)
}

/**
 * What UCB1-TUNED compares, for an arm with mean x̄ and n of all t pulls: x̄ + √((ln t / n) · min(¼, V)), where V
 * bounds the variance.
 */
export function ucb1Tuned(mean: number, pulls: number, logOfAll: number): number {
  return mean + tunedTreeBonus(mean, pulls, logOfAll)
}
