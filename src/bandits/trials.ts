// Trials of a policy on a bandit, and what they say: mean reward and regret after given numbers of rounds (BAN-1). A
// trial goes on through all of these, so that 10 000 rounds begin with the first 1 000. Nothing is allocated in the
// loop: fifty million pulls take seconds.

import { Random } from "../base/random.ts"
import { err, ok, type Result } from "../base/result.ts"
import type { Interval } from "../base/statistics.ts"
import type { Bandit } from "./arms.ts"
import { BANDIT_POLICIES, DEFAULT_EPSILON, ucb1, ucb1Tuned, type BanditPolicy } from "./policies.ts"
import { WordStream } from "./stream.ts"

/** Which trials to run. */
export interface TrialOptions {
  readonly policy: BanditPolicy
  /** After how many rounds to look, rising. */
  readonly rounds: readonly number[]
  readonly trials: number
  readonly seed: number
  /** The ε of ε-greedy. Default: 0.1. */
  readonly epsilon?: number
}

/** How the trials stood after `rounds` rounds. */
export interface Checkpoint {
  readonly rounds: number
  /** Mean over the trials of the rewards in a round, and its 95 % interval. */
  readonly reward: number
  readonly interval: Interval
  /** Standard deviation of a single trial's reward in a round. */
  readonly deviation: number
  /**
   * Mean over the trials of what the best arm would have brought on average less what the arms pulled bring on average.
   */
  readonly regret: number
  /** Share of all pulls that went to a best arm. */
  readonly bestShare: number
}

/** What a policy was rewarded with, at several numbers of pulls. */
export interface PolicyResult {
  readonly policy: BanditPolicy
  readonly trials: number
  readonly checkpoints: readonly Checkpoint[]
}

/** The most pulls of a trial. */
export const MOST_ROUNDS = 1_000_000_000
/** The most trials of a run. */
export const MOST_TRIALS = 1_000_000
/** 95 % of a normal distribution lie within this number of standard deviations. */
const Z = 1.959964

/** Checks options that people wrote; the error says what is allowed. */
export function checkTrials({
  rounds,
  trials,
  epsilon = DEFAULT_EPSILON,
}: TrialOptions): Result<void, string> {
  const isCount = (value: number, most: number): boolean =>
    Number.isInteger(value) && value >= 1 && value <= most
  if (rounds.length === 0) return err("at least one number of rounds is wanted")
  const wrong = rounds.find((count) => !isCount(count, MOST_ROUNDS))
  if (wrong !== undefined) return err(`rounds are whole numbers from 1 to ${MOST_ROUNDS}, not ${wrong}`)
  if (rounds.some((count, i) => i > 0 && count <= rounds[i - 1]!))
    return err(`the numbers of rounds must rise: ${rounds.join(", ")} do not`)
  if (!isCount(trials, MOST_TRIALS))
    return err(`trials are a whole number from 1 to ${MOST_TRIALS}, not ${trials}`)
  if (!(epsilon >= 0 && epsilon <= 1)) return err(`epsilon is a probability from 0 to 1, not ${epsilon}`)
  return ok(undefined)
}

/** Trials of one policy that can be run a few at a time, so that others have their turn. */
export class Experiment {
  readonly #options: TrialOptions
  readonly #arms: Arms
  readonly #rewards: readonly Moments[]
  readonly #regrets: readonly Moments[]
  readonly #bestPulls: readonly Moments[]
  #done = 0

  /** @throws {RangeError} when the options are not those that `checkTrials` allows. */
  constructor(bandit: Bandit, options: TrialOptions) {
    const checked = checkTrials(options)
    if (!checked.ok) throw new RangeError(checked.error)
    this.#options = options
    this.#arms = new Arms(bandit, options)
    const moments = (): Moments[] => options.rounds.map(() => new Moments())
    this.#rewards = moments()
    this.#regrets = moments()
    this.#bestPulls = moments()
  }

  get done(): number {
    return this.#done
  }

  get isOver(): boolean {
    return this.#done >= this.#options.trials
  }

  /** One trial, from the first round to the last. Its chance depends on the seed and its number alone. */
  runOne(): void {
    const { rounds } = this.#options
    this.#arms.begin(this.#done)
    for (const [i, until] of rounds.entries()) {
      this.#arms.pullUntil(until)
      this.#rewards[i]!.add(this.#arms.rewards / until)
      this.#regrets[i]!.add(this.#arms.regret())
      this.#bestPulls[i]!.add(this.#arms.bestPulls() / until)
    }
    this.#done++
  }

  result(): PolicyResult {
    const checkpoints = this.#options.rounds.map((rounds, i): Checkpoint => {
      const { mean, deviation } = this.#rewards[i]!
      const error = (Z * deviation) / Math.sqrt(Math.max(1, this.#done))
      return {
        rounds,
        reward: mean,
        interval: { low: mean - error, high: mean + error },
        deviation,
        regret: this.#regrets[i]!.mean,
        bestShare: this.#bestPulls[i]!.mean,
      }
    })
    return { policy: this.#options.policy, trials: this.#done, checkpoints }
  }
}

/** Runs all trials of a policy on a bandit. */
export function runTrials(bandit: Bandit, options: TrialOptions): PolicyResult {
  const experiment = new Experiment(bandit, options)
  while (!experiment.isOver) experiment.runOne()
  return experiment.result()
}

/** Mean and standard deviation of numbers as they come (Welford). */
class Moments {
  #count = 0
  #mean = 0
  #squares = 0

  add(value: number): void {
    this.#count++
    const before = value - this.#mean
    this.#mean += before / this.#count
    this.#squares += before * (value - this.#mean)
  }

  get mean(): number {
    return this.#mean
  }

  get deviation(): number {
    return this.#count > 1 ? Math.sqrt(this.#squares / (this.#count - 1)) : 0
  }
}

/** The arms during a trial: what each has brought, and which is next. */
class Arms {
  rewards = 0
  readonly #chances: Float64Array
  /** A word below this is a reward. */
  readonly #thresholds: Float64Array
  readonly #best: number
  readonly #pulls: Float64Array
  readonly #won: Float64Array
  readonly #means: Float64Array
  readonly #policy: BanditPolicy
  /** A word below this is a random pull. */
  readonly #explore: number
  readonly #seed: number
  readonly #random = new WordStream()
  #done = 0

  constructor({ arms, best }: Bandit, { policy, seed, epsilon = DEFAULT_EPSILON }: TrialOptions) {
    this.#chances = Float64Array.from(arms)
    this.#thresholds = Float64Array.from(arms, (chance) => chance * 2 ** 32)
    this.#best = best
    this.#pulls = new Float64Array(arms.length)
    this.#won = new Float64Array(arms.length)
    this.#means = new Float64Array(arms.length)
    this.#policy = policy
    this.#explore = epsilon * 2 ** 32
    this.#seed = new Random(seed).next()
  }

  begin(trial: number): void {
    // A policy has chance of its own: policies are compared as strangers, not on the same luck.
    const policy = BANDIT_POLICIES.indexOf(this.#policy)
    this.#random.start(new Random(this.#seed + 2 ** 32 * (trial * BANDIT_POLICIES.length + policy)))
    this.#pulls.fill(0)
    this.#won.fill(0)
    this.#means.fill(0)
    this.rewards = 0
    this.#done = 0
  }

  pullUntil(rounds: number): void {
    const random = this.#random
    const thresholds = this.#thresholds
    const pulls = this.#pulls
    const won = this.#won
    const means = this.#means
    while (this.#done < rounds) {
      const arm = this.#choose()
      this.#done++
      pulls[arm]!++
      if (random.next() < thresholds[arm]!) {
        won[arm]!++
        this.rewards++
      }
      means[arm] = won[arm]! / pulls[arm]!
    }
  }

  regret(): number {
    return this.#pulls.reduce((sum, pulls, arm) => sum + pulls * (this.#best - this.#chances[arm]!), 0)
  }

  bestPulls(): number {
    return this.#pulls.reduce((sum, pulls, arm) => sum + (this.#chances[arm] === this.#best ? pulls : 0), 0)
  }

  #choose(): number {
    const count = this.#chances.length
    switch (this.#policy) {
      case "random":
        return this.#random.below(count)
      case "epsilon-greedy":
        return this.#random.next() < this.#explore ? this.#random.below(count) : this.#highestMean()
      case "ucb1":
        // Every arm once before any bound can be told.
        return this.#done < count ? this.#done : this.#highestBound(false)
      case "ucb1-tuned":
        return this.#done < count ? this.#done : this.#highestBound(true)
    }
  }

  /** The arm with the best mean, of equals one by chance; one that was never pulled has brought nothing. */
  #highestMean(): number {
    const means = this.#means
    let best = 0
    let equals = 1
    for (let arm = 1; arm < means.length; arm++) {
      if (means[arm]! > means[best]!) {
        best = arm
        equals = 1
      } else if (means[arm] === means[best] && this.#random.below(++equals) === 0) best = arm
    }
    return best
  }

  /** The arm with the highest bound, the first of equals. */
  #highestBound(isTuned: boolean): number {
    const means = this.#means
    const pulls = this.#pulls
    const log = Math.log(this.#done)
    let best = 0
    let most = -Infinity
    for (let arm = 0; arm < means.length; arm++) {
      const value = isTuned ? ucb1Tuned(means[arm]!, pulls[arm]!, log) : ucb1(means[arm]!, pulls[arm]!, log)
      if (value <= most) continue
      best = arm
      most = value
    }
    return best
  }
}
