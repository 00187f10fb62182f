// Bandits by hand: a person pulls arms whose chances are hidden, or lets UCB1 pull for them.

import { Random } from "montego/base"
import { makeBandit, ucb1, type Bandit } from "montego/bandits"
import { Observable } from "../shared/observable.ts"

interface Arm {
  readonly pulls: number
  readonly rewards: number
  /** UCB1's bound; undefined before the first pull. */
  readonly bound: number | undefined
  /** Shown when the person gives up guessing. */
  readonly chance: number
}

export class PullYourself extends Observable {
  readonly bandit: Bandit
  isRevealed = false
  /** Whether the last pull was rewarded, and of which arm. */
  last: { readonly arm: number; readonly isReward: boolean } | undefined
  readonly #random: Random
  /** The arms stand in an order of their own, so that reading the settings does not tell. */
  readonly #chances: readonly number[]
  readonly #pulls: number[]
  readonly #rewards: number[]

  private constructor(bandit: Bandit, seed: number) {
    super()
    this.bandit = bandit
    this.#random = new Random(seed)
    this.#chances = this.#random.shuffle([...bandit.arms])
    this.#pulls = bandit.arms.map(() => 0)
    this.#rewards = bandit.arms.map(() => 0)
  }

  /** Undefined where these are no arms. */
  static of(text: string, seed: number): PullYourself | undefined {
    const arms = text
      .split(/[\s,;]+/)
      .filter((part) => part !== "")
      .map(Number)
    const bandit = makeBandit(arms)
    return bandit.ok ? new PullYourself(bandit.value, seed) : undefined
  }

  get pulls(): number {
    return this.#pulls.reduce((sum, pulls) => sum + pulls, 0)
  }

  get rewards(): number {
    return this.#rewards.reduce((sum, rewards) => sum + rewards, 0)
  }

  /** What the best arm would have brought on average, less what the pulled ones do. */
  get regret(): number {
    return this.#pulls.reduce((sum, pulls, arm) => sum + pulls * (this.bandit.best - this.#chances[arm]!), 0)
  }

  get arms(): readonly Arm[] {
    const log = Math.log(this.pulls)
    return this.#pulls.map((pulls, arm) => {
      const rewards = this.#rewards[arm]!
      const bound = pulls > 0 ? ucb1(rewards / pulls, pulls, log) : undefined
      return { pulls, rewards, bound, chance: this.#chances[arm]! }
    })
  }

  /** The arm that UCB1 pulls next: one that was never pulled, or the highest bound. */
  get advice(): number {
    const bounds = this.arms.map(({ bound }) => bound ?? Infinity)
    return bounds.indexOf(Math.max(...bounds))
  }

  pull(arm: number): void {
    if (!(arm in this.#pulls)) return
    this.#pulls[arm]!++
    const isReward = this.#random.float() < this.#chances[arm]!
    if (isReward) this.#rewards[arm]!++
    this.last = { arm, isReward }
    this.changed()
  }

  reveal(): void {
    this.isRevealed = true
    this.changed()
  }
}
