// CG-TD(0): thermographs learned from the results of playouts (CGT-5; Lew 2011, section 5.8, Algorithms 4 to 6). Each
// position has a triangle: mean, temperature and two stops. After a move, the learner moves the triangle of the
// position before it towards the one that its options ask for; after the playout, the means of the final positions
// follow the result.
//
// Corrections of the text: the leaf's mean follows the error, m += αδ/N with δ = R − Σm; the stop moves by
// LS += α(lrs − LS).
//
// The two intersections. Left's options together are a line from (t, value) = (0, lrs) to the mast of the option L with
// the highest mean, (t(L), m(L)). The tax takes t from it: lrs + t·((m(L) − lrs)/t(L) − 1) up to t(L), m(L) − t above.
// Right's wall near the foot of the mast is the line rs + t with rs = m(G) − t(G). It meets
//   the taxed mast at   t₁ = (m(L) − rs)/2,
//   the taxed wall at   t₂ = t(L)·(lrs − rs)/(lrs − m(L) + 2t(L)).
// The taxed line is the lesser of the two pieces, so the first of them counts. A number has t(L) = 0 and only a mast.
// Right's side is Left's with all values negated.

import type { Random } from "../../base/random.ts"
import type { Player } from "../game.ts"
import {
  drawBest,
  firstBest,
  firstPlayer,
  playThrough,
  type First,
  type Learner,
  type State,
  type Step,
  type SumModel,
  type Watched,
} from "./model.ts"

/** The settings of CG-TD(0). */
export interface CgTdSettings {
  /** α: the learning rate. The text gives none. */
  readonly alpha: number
  /** How often the part, and how often the move in it, is random. */
  readonly epsilon: number
  readonly first: First
}

/**
 * The settings of CG-TD where none are given. The players begin in turn: with one of them always first, the sides
 * of the parts are tied to each other (the first player gets two of three switches), and the results don't tell
 * the leaves apart.
 */
export const DEFAULT_CGTD: CgTdSettings = { alpha: 0.1, epsilon: 0.2, first: "both" }

/** A thermograph of four numbers. */
export interface LearnedTriangle {
  readonly mean: number
  readonly temperature: number
  readonly leftStop: number
  readonly rightStop: number
}

/** A `LearnedTriangle` while it is being learned, with its stops by player. */
export interface Learned {
  mean: number
  temperature: number
  readonly stops: Record<Player, number>
}

/** Learns thermographs from playouts: CG-TD(0). */
export class CgTdLearner implements Learner {
  readonly model: SumModel
  readonly #learned: readonly Learned[]
  readonly #settings: CgTdSettings
  readonly #random: Random
  #playouts = 0

  constructor(model: SumModel, settings: CgTdSettings, random: Random) {
    this.model = model
    this.#settings = settings
    this.#random = random
    this.#learned = model.places.map(() => ({ mean: 0, temperature: 0, stops: { left: 0, right: 0 } }))
  }

  get playouts(): number {
    return this.#playouts
  }

  triangle(place: number): LearnedTriangle {
    const { mean, temperature, stops } = this.#learned[place]!
    return { mean, temperature, leftStop: stops.left, rightStop: stops.right }
  }

  playOne(): void {
    const first = firstPlayer(this.#settings.first, this.#playouts)
    const end = playThrough(this.model, first, (state, player) => {
      const step = this.#explore(state, player)
      this.#update(step.from, "left")
      this.#update(step.from, "right")
      return step
    })
    this.#updateLeaves(end)
    this.#playouts++
  }

  /** In the hottest part, as hotstrat does with exact thermographs. */
  choose(state: State, player: Player): Step {
    const steps = this.model.steps(state, player)
    const hottest = firstBest(steps, ({ from }) => this.#learned[from]!.temperature)
    return firstBest(
      steps.filter(({ part }) => part === hottest.part),
      (step) => this.#worth(step, player),
    )
  }

  /** The temperatures of the positions with moves. */
  watched(): Watched[] {
    return this.model.places.flatMap(({ name, score }, place) =>
      score === undefined ? [{ name, value: this.#learned[place]!.temperature }] : [],
    )
  }

  /** First a part, then a move in it; each is random with probability ε. */
  #explore(state: State, player: Player): Step {
    const steps = this.model.steps(state, player)
    const { epsilon } = this.#settings
    const parts = [...new Set(steps.map(({ part }) => part))]
    const part =
      this.#random.float() < epsilon
        ? parts[this.#random.below(parts.length)]!
        : drawBest(steps, ({ from }) => this.#learned[from]!.temperature, this.#random).part
    const inside = steps.filter((step) => step.part === part)
    if (inside.length === 1) return inside[0]!
    if (this.#random.float() < epsilon) return inside[this.#random.below(inside.length)]!
    return drawBest(inside, (step) => this.#worth(step, player), this.#random)
  }

  /** The value after a move at the temperature of the position that it leaves, from the player's side. */
  #worth({ from, to }: Step, player: Player): number {
    return worthAfter(this.#learned[to]!, this.#learned[from]!.temperature, player)
  }

  /** Moves the triangle along one player's side; Right's values are negated on the way in and out. */
  #update(place: number, player: Player): void {
    const options = this.model.places[place]![player].map((option) => this.#learned[option]!)
    correct(this.#learned[place]!, options, player, this.#settings.alpha)
  }

  #updateLeaves(end: State): void {
    const result = this.model.scoreOf(end)
    const predicted = end.reduce((sum, place) => sum + this.#learned[place]!.mean, 0)
    const change = (this.#settings.alpha * (result - predicted)) / end.length
    for (const place of end) {
      const leaf = this.#learned[place]!
      leaf.mean += change
      leaf.temperature = 0
      leaf.stops.left = leaf.mean
      leaf.stops.right = leaf.mean
    }
  }
}

/** Moves a triangle along one player's side towards the one that the player's options ask for. */
export function correct(own: Learned, options: readonly Learned[], player: Player, alpha: number): void {
  const sign = player === "left" ? 1 : -1
  const opponent = player === "left" ? "right" : "left"
  const highest = options.reduce((best, option) => (sign * (option.mean - best.mean) > 0 ? option : best))
  const mean = sign * highest.mean
  const stop = Math.max(...options.map(({ stops }) => sign * stops[opponent]))
  const rs = sign * own.mean - own.temperature
  const target = Math.max(0, meeting(mean, highest.temperature, stop, rs))
  own.mean += alpha * (sign * (rs + target) - own.mean)
  own.temperature += alpha * (target - own.temperature)
  own.stops[player] += alpha * (sign * stop - own.stops[player])
}

/** The value at a temperature of a position that the player has moved to, from the player's side. */
export function worthAfter({ mean, temperature, stops }: Learned, at: number, player: Player): number {
  const sign = player === "left" ? 1 : -1
  const stop = player === "left" ? stops.right : stops.left
  const share = temperature > 0 ? Math.min(1, at / temperature) : 1
  return sign * (stop + share * (mean - stop))
}

/** Where the line rs + t meets the taxed line of the options. */
function meeting(mean: number, temperature: number, stop: number, rs: number): number {
  const withMast = (mean - rs) / 2
  const closing = stop - mean + 2 * temperature
  if (temperature <= 0 || closing <= 0) return withMast
  return Math.min(withMast, (temperature * (stop - rs)) / closing)
}
