// Minorization–maximization for teams (BT-2; Coulom 2007, after Hunter 2004). One pass renews one slot: with the other
// gammas fixed, a team's strength is gamma_i times a known weight C, and
//
//   gamma_i := (W_i + prior) / (Σ_d C_di / E_d + prior)
//
// where W_i counts the choices of teams with feature i, C_di sums C over the teams of choice d that hold i, and E_d
// is the strength of all teams of d. The log-posterior never falls (docs/learning.md). Coulom keeps all data in
// memory; here they stream by, and the learner keeps three numbers for each feature.

import { ok, type Result } from "../base/result.ts"
import { makeBelief, type Belief } from "./belief.ts"
import type { ChoiceSource } from "./choices.ts"
import {
  checkShape,
  countChosen,
  relativeChange,
  type Learner,
  type LearnerShape,
  type PassReport,
} from "./learner.ts"
import { decodeSnapshot, encodeSnapshot } from "./snapshot.ts"
import { largestChoice, teamStrength, weighTeams } from "./teams.ts"

/** Learns gammas by minorization-maximization (Coulom 2007). */
export class MmLearner implements Learner {
  readonly method = "mm"
  readonly gammas: Float64Array
  readonly #slots: number
  readonly #prior: number
  /** How often a team with the feature was chosen; counted in the first pass. */
  readonly #wins: Float64Array
  readonly #shares: Float64Array
  #weights: Float64Array = new Float64Array(0)
  #passes = 0
  /** In every pass; known after the first. */
  #choices = 0

  constructor({ slots, features, prior = 1 }: LearnerShape) {
    this.#slots = slots
    this.#prior = prior
    this.gammas = new Float64Array(features + 1).fill(1)
    this.#wins = new Float64Array(features + 1)
    this.#shares = new Float64Array(features + 1)
  }

  static restore(bytes: Uint8Array): Result<MmLearner, string> {
    const saved = decodeSnapshot(bytes, "mm")
    if (!saved.ok) return saved
    const { numbers, arrays } = saved.value
    const { slots, prior, passes, choices } = numbers as Record<
      "slots" | "prior" | "passes" | "choices",
      number
    >
    const { gammas, wins } = arrays as Record<"gammas" | "wins", Float64Array>
    const learner = new MmLearner({ slots, features: gammas.length - 1, prior })
    learner.gammas.set(gammas)
    learner.#wins.set(wins)
    learner.#passes = passes
    learner.#choices = choices
    return ok(learner)
  }

  get passes(): number {
    return this.#passes
  }

  get sweep(): number {
    return this.#slots
  }

  /** `change` is that of the gammas in the slot that this pass renews. */
  async pass(source: ChoiceSource): Promise<PassReport> {
    checkShape(source, { slots: this.#slots, features: this.gammas.length - 1 })
    const slot = this.#passes % this.#slots
    const { choices, logLikelihood } = await this.#gather(source, slot)
    if (this.#passes > 0 && choices !== this.#choices)
      throw new Error(`the data have ${choices} choices now, and had ${this.#choices} in the first pass`)
    this.#choices = choices
    this.#passes++
    return { choices, logLikelihood: logLikelihood / choices, change: this.#renew() }
  }

  belief(feature: number): Belief {
    const alpha = this.#wins[feature]! + this.#prior
    return makeBelief(alpha, alpha / this.gammas[feature]!)
  }

  save(): Uint8Array {
    return encodeSnapshot({
      method: this.method,
      numbers: { slots: this.#slots, prior: this.#prior, passes: this.#passes, choices: this.#choices },
      arrays: { gammas: this.gammas, wins: this.#wins },
    })
  }

  /** Sums C_di / E_d for the features of the slot. */
  async #gather(source: ChoiceSource, slot: number): Promise<{ choices: number; logLikelihood: number }> {
    const [slots, gammas, shares] = [this.#slots, this.gammas, this.#shares]
    shares.fill(0)
    let choices = 0
    let logLikelihood = 0
    for await (const block of source.blocks()) {
      const { starts, features, chosen } = block
      if (this.#weights.length < largestChoice(block)) this.#weights = new Float64Array(largestChoice(block))
      const weights = this.#weights
      for (let choice = 0; choice < block.choices; choice++) {
        const from = starts[choice]!
        const to = starts[choice + 1]!
        if (this.#passes === 0) countChosen(block, slots, choice, this.#wins)
        const delta = 1 / weighTeams(block, slots, slot, choice, gammas, weights)
        logLikelihood += Math.log(delta * teamStrength(block, slots, chosen[choice]!, gammas))
        for (let team = from, place = from * slots + slot; team < to; team++, place += slots)
          shares[features[place]!]! += delta * weights[team - from]!
      }
      choices += block.choices
    }
    return { choices, logLikelihood }
  }

  #renew(): number {
    const [gammas, shares, wins, prior] = [this.gammas, this.#shares, this.#wins, this.#prior]
    let change = 0
    for (let feature = 1; feature < gammas.length; feature++) {
      // Features of other slots have no share here, and those that never occur keep their mode.
      if (!(shares[feature]! > 0)) continue
      const gamma = (wins[feature]! + prior) / (shares[feature]! + prior)
      change = Math.max(change, relativeChange(gammas[feature]!, gamma))
      gammas[feature] = gamma
    }
    // No team without a feature in the slot: only the prior fixes the scale, and takes very long to.
    return shares[0] === 0 && prior > 0 ? Math.max(change, this.#rescale()) : change
  }

  /** Multiplies the gammas of the slot by the number that is best for the prior. */
  #rescale(): number {
    const { gammas } = this
    let sum = 0
    let count = 0
    for (let feature = 1; feature < gammas.length; feature++)
      if (this.#shares[feature]! > 0) {
        sum += gammas[feature]!
        count++
      }
    const scale = count === 0 ? 1 : count / sum
    for (let feature = 1; feature < gammas.length; feature++)
      if (this.#shares[feature]! > 0) gammas[feature]! *= scale
    return relativeChange(1, scale)
  }
}
