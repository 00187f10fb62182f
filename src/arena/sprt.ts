// When a match may stop (ARE-2): the sequential probability ratio test between "A is stronger by elo0" and "by elo1".
// It is the generalised test that fishtest documents: the likelihood of the results is taken at its highest among all
// distributions of scores with the mean that a hypothesis demands, so that neither the rate of draws nor the likeness
// of the two games of a pair is assumed. Wald's bounds hold the errors near alpha and beta: what the last result
// overshoots makes them smaller, the distribution learned on the way a little larger.
//
// Pairs and games without a partner are independent samples with the same mean: their logarithms add up.

import { expectedScore, type GameCounts, type PairCounts, type ScoreCounts } from "../base/statistics.ts"

/** The error rates of an SPRT where none are given. */
export const USUAL_ERROR = 0.05

/** Points of the first player in one game. */
export type GameScore = 0 | 0.5 | 1

/** The two strengths of the test, and its error rates. */
export interface SprtOptions {
  /** Elo of the null hypothesis, such as 0. */
  readonly elo0: number
  /** Elo of the alternative; above `elo0`. */
  readonly elo1: number
  /** Chance to accept `elo1` though `elo0` is true; default `USUAL_ERROR`. */
  readonly alpha?: number
  /** Chance to accept `elo0` though `elo1` is true; default `USUAL_ERROR`. */
  readonly beta?: number
}

/** Which of the two strengths the test accepts. */
export type SprtVerdict = "accept-h0" | "accept-h1"

/** How far the test is. */
export interface SprtState {
  /** Logarithm of the likelihood of `elo1` against that of `elo0`. */
  readonly llr: number
  readonly lower: number
  readonly upper: number
  /** The first bound that was reached, for good: later results (games that were still running) don't change it. */
  readonly verdict?: SprtVerdict
}

/** The sequential test of a match: stops as soon as one of two strengths is clear. */
export class Sprt {
  readonly #scores: readonly [number, number]
  readonly #lower: number
  readonly #upper: number
  readonly #games: [number, number, number] = [0, 0, 0]
  readonly #pairs: [number, number, number, number, number] = [0, 0, 0, 0, 0]
  #llr = 0
  #verdict: SprtVerdict | undefined

  constructor({ elo0, elo1, alpha = USUAL_ERROR, beta = USUAL_ERROR }: SprtOptions) {
    if (!(elo0 < elo1)) throw new RangeError(`SPRT: elo0 (${elo0}) must be below elo1 (${elo1})`)
    if (!(alpha > 0 && beta > 0 && alpha + beta < 1))
      throw new RangeError(`SPRT: alpha (${alpha}) and beta (${beta}) must be above 0 and together below 1`)
    this.#scores = [expectedScore(elo0), expectedScore(elo1)]
    this.#lower = Math.log(beta / (1 - alpha))
    this.#upper = Math.log((1 - beta) / alpha)
  }

  get state(): SprtState {
    const bounds = { llr: this.#llr, lower: this.#lower, upper: this.#upper }
    return this.#verdict ? { ...bounds, verdict: this.#verdict } : bounds
  }

  get games(): GameCounts {
    return this.#games
  }

  get pairs(): PairCounts {
    return this.#pairs
  }

  /** Two games of one opening with colours swapped, both finished. */
  addPair(first: GameScore, second: GameScore): SprtState {
    this.#pairs[2 * (first + second)]!++
    return this.#decide()
  }

  /** A game whose partner will never come. */
  addGame(score: GameScore): SprtState {
    this.#games[2 * score]!++
    return this.#decide()
  }

  #decide(): SprtState {
    this.#llr =
      logLikelihoodRatio(this.#pairs, ...this.#scores) + logLikelihoodRatio(this.#games, ...this.#scores)
    if (this.#llr >= this.#upper) this.#verdict ??= "accept-h1"
    else if (this.#llr <= this.#lower) this.#verdict ??= "accept-h0"
    return this.state
  }
}

/** fishtest's: what counts for a result that never happened, so that every mean can be reached. */
const UNSEEN = 1e-3

/** Logarithm of how much likelier these results are when a game's mean score is `score1` than when it is `score0`. */
export function logLikelihoodRatio(counts: ScoreCounts, score0: number, score1: number): number {
  if (counts.every((count) => count === 0)) return 0
  const seen = counts.map((count) => count || UNSEEN)
  return likelihoodLoss(seen, score0) - likelihoodLoss(seen, score1)
}

/**
 * What the results lose in log-likelihood when their mean must be `score`. The likeliest distribution with that mean
 * divides the observed share of each result by 1 + x·(its score - `score`), where x makes the mean right (fishtest's
 * LLRcalc.py and the proof it refers to).
 */
function likelihoodLoss(counts: readonly number[], score: number): number {
  const distances = counts.map((_, i) => i / (counts.length - 1) - score)
  // The excess falls from +∞ to -∞ between the x at which the highest and the lowest result would get an infinite
  // share.
  let low = -1 / (1 - score)
  let high = 1 / score
  for (;;) {
    const x = (low + high) / 2
    if (x <= low || x >= high) break
    let excess = 0
    for (let i = 0; i < counts.length; i++) excess += (counts[i]! * distances[i]!) / (1 + x * distances[i]!)
    if (excess > 0) low = x
    else high = x
  }
  const x = (low + high) / 2
  return counts.reduce((sum, count, i) => sum + count * Math.log(1 + x * distances[i]!), 0)
}
