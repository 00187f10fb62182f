// LMP for products of features (BT-4; derived in docs/learning.md). While one slot is renewed, the other gammas are
// fixed; a team's strength is then the gamma of its feature in the slot times a known factor, and the text's algorithm
// applies. Each datapoint has one δ for all slots. Features have two numbers for the belief and their gamma.
//
// A slot's phase is two passes. The first sums the shares of the slot's features anew, because the factors have changed
// since the slot's last phase; it sets every δ to 1/E on the way. The second visits every datapoint as in the text and
// then normalises δ. With one slot there are no factors, so all passes are visits: Algorithm 1 of the text. The
// very first pass is visits, too: it enters each datapoint as it comes.

import { ok, type Result } from "../base/result.ts"
import { makeBelief, type Belief } from "./belief.ts"
import type { ChoiceBlock, ChoiceSource } from "./choices.ts"
import { checkShape, relativeChange, type Learner, type LearnerShape, type PassReport } from "./learner.ts"
import { Lmp } from "./lmp.ts"
import { decodeSnapshot, encodeSnapshot } from "./snapshot.ts"
import { largestChoice, teamStrength, weighTeams } from "./teams.ts"

type Stage = "gather" | "visit"

/** Learns gammas by Laplace marginal propagation. */
export class LmpLearner implements Learner {
  readonly method = "lmp"
  readonly gammas: Float64Array
  readonly #slots: number
  readonly #lmp: Lmp
  #passes = 0
  /** How many datapoints have a δ. */
  #datapoints = 0
  /** Reused for every datapoint: its teams' weights, and its competitors in the slot. */
  #weights = new Float64Array(0)
  readonly #competitors = {
    alternatives: new Uint32Array(0),
    factors: new Float64Array(0),
    length: 0,
    rest: 0,
  }

  constructor({ slots, features, prior = 1 }: LearnerShape) {
    this.#slots = slots
    this.#lmp = new Lmp(features + 1, prior)
    this.gammas = new Float64Array(features + 1).fill(1)
  }

  static restore(bytes: Uint8Array): Result<LmpLearner, string> {
    const saved = decodeSnapshot(bytes, "lmp")
    if (!saved.ok) return saved
    const { numbers, arrays } = saved.value
    const { slots, prior, passes } = numbers as Record<"slots" | "prior" | "passes", number>
    const { gammas, ...beliefs } = arrays as Record<"gammas" | "alpha" | "beta" | "deltas", Float64Array>
    const learner = new LmpLearner({ slots, features: gammas.length - 1, prior })
    learner.gammas.set(gammas)
    learner.#lmp.load(beliefs)
    learner.#passes = passes
    learner.#datapoints = beliefs.deltas.length
    return ok(learner)
  }

  get passes(): number {
    return this.#passes
  }

  get sweep(): number {
    return this.#slots === 1 ? 1 : 2 * this.#slots
  }

  /** Bytes of the arrays; the space for one datapoint's teams, which is reused, is left out. */
  get memory(): { readonly features: number; readonly datapoints: number } {
    const { alternatives, datapoints } = this.#lmp.memory
    return { features: alternatives + this.gammas.byteLength, datapoints }
  }

  /**
   * `change` is that of the gammas at the end of the pass and, in a pass that visits, that of δ in a visit. Datapoints
   * that come after those of the earlier passes are new ones: the data may grow.
   */
  async pass(source: ChoiceSource): Promise<PassReport> {
    checkShape(source, { slots: this.#slots, features: this.gammas.length - 1 })
    const { slot, stage } = this.#plan()
    if (stage === "gather") this.#lmp.clearShares()
    let datapoint = 0
    let logLikelihood = 0
    let change = 0
    let rest = 0
    for await (const block of source.blocks()) {
      this.#makeRoom(largestChoice(block))
      for (let choice = 0; choice < block.choices; choice++, datapoint++) {
        const total = weighTeams(block, this.#slots, slot, choice, this.gammas, this.#weights)
        logLikelihood += Math.log(
          teamStrength(block, this.#slots, block.chosen[choice]!, this.gammas) / total,
        )
        this.#compete(block, slot, choice)
        if (datapoint >= this.#datapoints) this.#count(block, choice)
        if (stage === "gather") this.#lmp.enter(datapoint, this.#competitors, 1 / total)
        else change = Math.max(change, this.#visit(datapoint))
        rest += this.#lmp.delta(datapoint) * this.#competitors.rest
      }
    }
    if (datapoint < this.#datapoints)
      throw new Error(`the data have ${datapoint} choices now, and had ${this.#datapoints} before`)
    this.#datapoints = datapoint
    this.#passes++
    if (stage === "visit") this.#lmp.normalize(datapoint, rest)
    change = Math.max(change, this.#renewSlot())
    return { choices: datapoint, logLikelihood: logLikelihood / datapoint, change }
  }

  belief(feature: number): Belief {
    const alpha = this.#lmp.chosen(feature)
    return makeBelief(alpha, alpha / this.gammas[feature]!)
  }

  /** The datapoint's share, by its place in the stream; 0 before it first passed by. */
  delta(datapoint: number): number {
    return this.#lmp.delta(datapoint)
  }

  save(): Uint8Array {
    return encodeSnapshot({
      method: this.method,
      numbers: { slots: this.#slots, prior: this.#lmp.prior, passes: this.#passes },
      arrays: { gammas: this.gammas, ...this.#lmp.save(this.#datapoints) },
    })
  }

  /** The next pass. After the first, which visits slot 0, the phases go round from slot 1. */
  #plan(): { slot: number; stage: Stage } {
    if (this.#slots === 1 || this.#passes === 0) return { slot: 0, stage: "visit" }
    const phase = (this.#passes + 1) >> 1
    return { slot: phase % this.#slots, stage: this.#passes % 2 === 1 ? "gather" : "visit" }
  }

  #makeRoom(teams: number): void {
    if (this.#weights.length >= teams) return
    this.#weights = new Float64Array(teams)
    this.#competitors.alternatives = new Uint32Array(teams)
    this.#competitors.factors = new Float64Array(teams)
  }

  /** The teams with a feature in the slot compete; the others have a known strength. */
  #compete({ starts, features }: ChoiceBlock, slot: number, choice: number): void {
    const { alternatives, factors } = this.#competitors
    const teams = starts[choice + 1]! - starts[choice]!
    let length = 0
    let rest = 0
    for (let team = 0, place = starts[choice]! * this.#slots + slot; team < teams; team++) {
      const feature = features[place]!
      if (feature === 0) rest += this.#weights[team]!
      else {
        alternatives[length] = feature
        factors[length++] = this.#weights[team]!
      }
      place += this.#slots
    }
    this.#competitors.length = length
    this.#competitors.rest = rest
  }

  /** A choice is counted once, for the features of all slots. */
  #count({ chosen, features }: ChoiceBlock, choice: number): void {
    const first = chosen[choice]! * this.#slots
    for (let place = first; place < first + this.#slots; place++)
      if (features[place]! > 0) this.#lmp.choose(features[place]!)
  }

  /** As in the text; a new datapoint enters with δ = 1. */
  #visit(datapoint: number): number {
    const { alternatives, length } = this.#competitors
    if (datapoint >= this.#datapoints) this.#lmp.enter(datapoint, this.#competitors, 1)
    const change = this.#lmp.renew(datapoint, this.#competitors)
    for (let i = 0; i < length; i++) this.gammas[alternatives[i]!] = this.#lmp.strength(alternatives[i]!)
    return change
  }

  /** Takes over the gammas of the slot; features of other slots have no shares now. */
  #renewSlot(): number {
    let change = 0
    for (let feature = 1; feature < this.gammas.length; feature++) {
      if (!this.#lmp.hasShare(feature)) continue
      const gamma = this.#lmp.strength(feature)
      change = Math.max(change, relativeChange(this.gammas[feature]!, gamma))
      this.gammas[feature] = gamma
    }
    return change
  }
}
