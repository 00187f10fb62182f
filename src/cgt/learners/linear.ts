// Learning the value of a state as the sum of one weight for each part's position (CGT-4; Lew 2011, section 5.3):
// Monte-Carlo policy iteration (Algorithm 2) and TD(λ) policy iteration (Algorithm 3). An epoch of N playouts follows
// the weights of its beginning.
//
// Readings of the text: Right takes the least value, where it writes arg max for both players. The last step's target
// is the result of the playout: Algorithm 3 has no reward, and weights that begin at zero would stay there.

import type { Random } from "../../base/random.ts"
import type { Player } from "../game.ts"
import {
  drawBest,
  firstBest,
  firstPlayer,
  play,
  playThrough,
  type First,
  type Learner,
  type State,
  type Step,
  type SumModel,
  type Watched,
} from "./model.ts"

/** The settings of the linear model. */
export interface LinearSettings {
  readonly method: "monte-carlo" | "td"
  /** N: playouts with one policy. */
  readonly epoch: number
  /** ε: how often a move is random. */
  readonly epsilon: number
  /** α: the learning rate. */
  readonly alpha: number
  /** λ of TD(λ): how far errors reach back. */
  readonly lambda: number
  readonly first: First
}

/**
 * The settings of the linear learner where none are given: those of figure 5.6 of the thesis, which does not say
 * who begins.
 */
export const DEFAULT_LINEAR: LinearSettings = {
  method: "td",
  epoch: 1000,
  epsilon: 0.2,
  alpha: 0.001,
  lambda: 0.9,
  first: "both",
}

/** A policy from outside, which learning does not change. */
export type FixedPolicy = (state: State, player: Player) => Step

/** Learns a weight for each position of a part from playouts. */
export class LinearLearner implements Learner {
  readonly model: SumModel
  /** By place. */
  readonly weights: Float64Array
  readonly #policy: Float64Array
  readonly #settings: LinearSettings
  readonly #random: Random
  readonly #fixed: FixedPolicy | undefined
  #playouts = 0

  constructor(model: SumModel, settings: LinearSettings, random: Random, fixed?: FixedPolicy) {
    this.model = model
    this.weights = new Float64Array(model.places.length)
    this.#policy = new Float64Array(model.places.length)
    this.#settings = settings
    this.#random = random
    this.#fixed = fixed
  }

  get playouts(): number {
    return this.#playouts
  }

  value(state: State): number {
    return state.reduce((sum, place) => sum + this.weights[place]!, 0)
  }

  playOne(): void {
    const first = firstPlayer(this.#settings.first, this.#playouts)
    if (this.#settings.method === "td") this.#temporalDifference(first)
    else this.#monteCarlo(first)
    this.#playouts++
    if (this.#playouts % this.#settings.epoch === 0) this.#policy.set(this.weights)
  }

  /** By the policy of this epoch. */
  choose(state: State, player: Player): Step {
    return firstBest(this.model.steps(state, player), this.#preference(player))
  }

  /** What each move adds to the value. Left plays the greatest, Right the least. */
  watched(): Watched[] {
    return this.model.allSteps().map(({ from, to, player }) => ({
      name: this.model.places[to]!.name,
      player,
      value: this.weights[to]! - this.weights[from]!,
    }))
  }

  #preference(player: Player): (step: Step) => number {
    const sign = player === "left" ? 1 : -1
    return ({ from, to }) => sign * (this.#policy[to]! - this.#policy[from]!)
  }

  #greedy(state: State, player: Player): Step {
    if (this.#fixed) return this.#fixed(state, player)
    return drawBest(this.model.steps(state, player), this.#preference(player), this.#random)
  }

  #explores(): boolean {
    const { epsilon } = this.#settings
    return epsilon > 0 && this.#random.float() < epsilon
  }

  #randomStep(state: State, player: Player): Step {
    const steps = this.model.steps(state, player)
    return steps[this.#random.below(steps.length)]!
  }

  #monteCarlo(first: Player): void {
    const visited: State[] = []
    const end = playThrough(this.model, first, (state, player) => {
      visited.push(state)
      return this.#explores() ? this.#randomStep(state, player) : this.#greedy(state, player)
    })
    const result = this.model.scoreOf(end)
    for (const state of [...visited, end]) {
      const change = this.#settings.alpha * (result - this.value(state))
      for (const place of state) this.weights[place]! += change
    }
  }

  #temporalDifference(first: Player): void {
    const { alpha, lambda } = this.#settings
    const traces = new Float64Array(this.weights.length)
    playThrough(this.model, first, (state, player) => {
      const isRandom = this.#explores()
      const step = isRandom ? this.#randomStep(state, player) : this.#greedy(state, player)
      for (let place = 0; place < traces.length; place++) traces[place]! *= isRandom ? 0 : lambda
      if (!isRandom) for (const place of state) traces[place]! += 1
      const next = play(state, step)
      const target = this.model.isOver(next) ? this.model.scoreOf(next) : this.value(next)
      const change = alpha * (target - this.value(state))
      for (let place = 0; place < traces.length; place++) this.weights[place]! += change * traces[place]!
      return step
    })
  }
}
