// Stochastic gradient ascent (BT-3; Lew 2011, 4.6.1) on the logarithms of the gammas, choice by choice. The gradient is
// that of the log-posterior: for a feature, 1 if the chosen team holds it, less the chance p that a team with it is
// chosen, plus the prior's prior·(1 - gamma), of which each of the N choices with the feature brings a part 1/N.
//
// Steps are AdaGrad's (Duchi, Hazan & Singer 2011): rate·g/√(Σ g²), for each feature on its own, so that rare
// patterns learn as fast as common features. They shrink, and the sum of them doesn't, so the ascent ends at the
// maximum that MM and LMP have. A step x multiplies gamma by (2 + x)/(2 - x), which is exp(x) up to x³/12: no
// logarithm or exponential in the inner loop. With many features the time goes into reaching their numbers in memory,
// so the four that a step needs lie side by side.

import { ok, type Result } from "../base/result.ts"
import { makeBelief, type Belief } from "./belief.ts"
import type { ChoiceBlock, ChoiceSource } from "./choices.ts"
import {
  checkShape,
  countChosen,
  relativeChange,
  type Learner,
  type LearnerShape,
  type PassReport,
} from "./learner.ts"
import { decodeSnapshot, encodeSnapshot } from "./snapshot.ts"
import { largestChoice } from "./teams.ts"

/** The size of a learner by gradients, and its rate. */
export interface SgdShape extends LearnerShape {
  /** The first step of a feature, in log gamma; below 1. */
  readonly rate?: number
}

const DEFAULT_RATE = 0.2
/** Keeps the first step finite where the gradient is 0. */
const TINY = 1e-12
/** Above 0 and far below any chance that matters. */
const LEAST_CHANCE = 1e-300

/** The numbers of a feature, at 4 × its number and on. */
const NUMBERS = 4
/** p of the present choice; 0 between choices. */
const CHANCE = 1
/** The sum of squared gradients. */
const SQUARES = 2
/** How many choices had the feature; counted in the first pass. */
const SEEN = 3

/** Learns gammas by stochastic gradient descent. */
export class SgdLearner implements Learner {
  readonly method = "sgd"
  readonly sweep = 1
  readonly gammas: Float64Array
  readonly #slots: number
  readonly #prior: number
  readonly #rate: number
  /** How often a team with the feature was chosen; counted in the first pass. */
  readonly #wins: Float64Array
  /** Gamma and three more numbers of each feature; `gammas` follows at the end of a pass. */
  readonly #numbers: Float64Array
  #weights: Float64Array = new Float64Array(0)
  /** Where the numbers of the features of the present choice lie, each once. */
  #present: Uint32Array = new Uint32Array(0)
  #passes = 0

  constructor({ slots, features, prior = 1, rate = DEFAULT_RATE }: SgdShape) {
    this.#slots = slots
    this.#prior = prior
    this.#rate = rate
    this.gammas = new Float64Array(features + 1).fill(1)
    this.#wins = new Float64Array(features + 1)
    this.#numbers = new Float64Array(NUMBERS * (features + 1))
    for (let feature = 0; feature <= features; feature++) this.#numbers[NUMBERS * feature] = 1
  }

  static restore(bytes: Uint8Array): Result<SgdLearner, string> {
    const saved = decodeSnapshot(bytes, "sgd")
    if (!saved.ok) return saved
    const { numbers, arrays } = saved.value
    const { slots, prior, rate, passes } = numbers as Record<"slots" | "prior" | "rate" | "passes", number>
    const { wins, numbers: features } = arrays as Record<"wins" | "numbers", Float64Array>
    const learner = new SgdLearner({ slots, features: wins.length - 1, prior, rate })
    learner.#wins.set(wins)
    learner.#numbers.set(features)
    learner.#passes = passes
    learner.#publish()
    return ok(learner)
  }

  get passes(): number {
    return this.#passes
  }

  /** `change` is the largest of a gamma between the beginning and the end of the pass. */
  async pass(source: ChoiceSource): Promise<PassReport> {
    checkShape(source, { slots: this.#slots, features: this.gammas.length - 1 })
    let choices = 0
    let logLikelihood = 0
    for await (const block of source.blocks()) {
      this.#makeRoom(largestChoice(block))
      for (let choice = 0; choice < block.choices; choice++) logLikelihood += this.#step(block, choice)
      choices += block.choices
    }
    this.#passes++
    return { choices, logLikelihood: logLikelihood / choices, change: this.#publish() }
  }

  belief(feature: number): Belief {
    const alpha = this.#wins[feature]! + this.#prior
    return makeBelief(alpha, alpha / this.gammas[feature]!)
  }

  save(): Uint8Array {
    return encodeSnapshot({
      method: this.method,
      numbers: { slots: this.#slots, prior: this.#prior, rate: this.#rate, passes: this.#passes },
      arrays: { wins: this.#wins, numbers: this.#numbers },
    })
  }

  #makeRoom(teams: number): void {
    if (this.#weights.length >= teams) return
    this.#weights = new Float64Array(teams)
    this.#present = new Uint32Array(teams * this.#slots)
  }

  /** One choice; answers its log-likelihood before the step. */
  #step(block: ChoiceBlock, choice: number): number {
    const [slots, numbers, list] = [this.#slots, this.#numbers, this.#present]
    const total = this.#weigh(block, choice)
    const team = block.chosen[choice]!
    const strength = this.#weights[team - block.starts[choice]!]! / (block.counts?.[team] ?? 1)
    const present = this.#addChances(block, choice, 1 / total)
    if (this.#passes === 0) {
      countChosen(block, slots, choice, this.#wins)
      for (let i = 0; i < present; i++) numbers[list[i]! + SEEN]!++
    }
    // From here on the chance is p less the choice, which is minus the gradient of the log-likelihood.
    for (let place = team * slots; place < (team + 1) * slots; place++)
      numbers[NUMBERS * block.features[place]! + CHANCE]!--
    this.#climb(present)
    return Math.log(strength / total)
  }

  /** `weighTeams` for all slots, with the gammas as they are now. */
  #weigh({ starts, features, counts }: ChoiceBlock, choice: number): number {
    const [slots, numbers, weights] = [this.#slots, this.#numbers, this.#weights]
    const from = starts[choice]!
    const to = starts[choice + 1]!
    let total = 0
    let place = from * slots
    for (let team = from; team < to; team++) {
      let weight = counts === undefined ? 1 : counts[team]!
      for (const end = place + slots; place < end; place++) weight *= numbers[NUMBERS * features[place]!]!
      weights[team - from] = weight
      total += weight
    }
    return total
  }

  /** Sums the chances of teams for each of their features; answers how many features there are. */
  #addChances({ starts, features }: ChoiceBlock, choice: number, scale: number): number {
    const [slots, numbers, weights, list] = [this.#slots, this.#numbers, this.#weights, this.#present]
    const from = starts[choice]!
    const to = starts[choice + 1]!
    let present = 0
    let place = from * slots
    // Number 0 is no feature: its chance is above 0 all the time, so that it never enters the list.
    numbers[CHANCE] = 1
    for (let team = from; team < to; team++) {
      // Above 0, or the features of a team without any chance would be missing in the list, or in it twice.
      const chance = weights[team - from]! * scale + LEAST_CHANCE
      for (const end = place + slots; place < end; place++) {
        const feature = NUMBERS * features[place]!
        const sum = numbers[feature + CHANCE]!
        if (sum === 0) list[present++] = feature
        numbers[feature + CHANCE] = sum + chance
      }
    }
    return present
  }

  #climb(present: number): void {
    const [numbers, list, rate, prior] = [this.#numbers, this.#present, this.#rate, this.#prior]
    for (let i = 0; i < present; i++) {
      const feature = list[i]!
      const gamma = numbers[feature]!
      const slope = (prior / numbers[feature + SEEN]!) * (1 - gamma) - numbers[feature + CHANCE]!
      const squares = numbers[feature + SQUARES]! + slope * slope
      const step = (rate * slope) / Math.sqrt(squares + TINY)
      numbers[feature] = (gamma * (2 + step)) / (2 - step)
      numbers[feature + CHANCE] = 0
      numbers[feature + SQUARES] = squares
    }
  }

  /** Copies the gammas to where others read them; answers the largest change. */
  #publish(): number {
    let change = 0
    for (let feature = 1; feature < this.gammas.length; feature++) {
      const gamma = this.#numbers[NUMBERS * feature]!
      change = Math.max(change, relativeChange(this.gammas[feature]!, gamma))
      this.gammas[feature] = gamma
    }
    return change
  }
}
