// A bandit: several arms, each of which rewards with a probability that the policy does not know.

import { err, ok, type Result } from "../base/result.ts"

/** The fewest arms of a bandit. */
export const FEWEST_ARMS = 2
/** The most arms of a bandit. */
export const MOST_ARMS = 1000

/** Arms by their probabilities of reward. `makeBandit` checks them. */
export interface Bandit {
  readonly arms: readonly number[]
  /** What pulling the best arm brings on average. */
  readonly best: number
}

/** The three machines of Brady 2024, section 3.6. */
export const PUBLISHED_ARMS: readonly number[] = [0.35, 0.5, 0.65]

/** The bandit with these arms; the error says what probabilities are allowed. */
export function makeBandit(arms: readonly number[]): Result<Bandit, string> {
  if (arms.length < FEWEST_ARMS || arms.length > MOST_ARMS)
    return err(`a bandit has ${FEWEST_ARMS} to ${MOST_ARMS} arms, not ${arms.length}`)
  const wrong = arms.find((chance) => !(chance >= 0 && chance <= 1))
  if (wrong !== undefined) return err(`an arm is a probability from 0 to 1, not ${wrong}`)
  return ok({ arms: [...arms], best: Math.max(...arms) })
}
