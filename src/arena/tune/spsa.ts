// SPSA, simultaneous perturbation stochastic approximation (Spall 1992, 1998): all knobs are moved at once by random
// signs, the two opposite settings play each other, and the winner pulls all knobs its way. docs/tune.md says why this
// and not CLOP.
//
// Coordinates are from -1 to 1 in every dimension. Nothing here knows a game: tests and bench/tune.js use artificial
// functions.

import { mean } from "../../base/statistics.ts"
import type { Random } from "../../base/random.ts"

export interface SpsaGains {
  /** The perturbation at the end, as a share of the range. */
  readonly width: number
  /** The rate at the end: how far a win pulls, in squared perturbations. */
  readonly rate: number
  /** The share of the course, at its end, whose mean is the estimate; 0 for the last point alone. */
  readonly tail: number
}

/** The best of those that bench/tune.js compares. */
export const USUAL_GAINS: SpsaGains = { width: 0.2, rate: 0.02, tail: 0.5 }

/** Spall's exponents for courses of a practical length, and his share of the course for its first, slower part. */
const ALPHA = 0.602
const GAMMA = 0.101
const STABILITY = 0.1

/** Two opposite settings. */
export interface Perturbation {
  /** -1 or 1 by dimension. */
  readonly signs: readonly number[]
  readonly plus: readonly number[]
  readonly minus: readonly number[]
}

/** A course of a fixed number of steps; each step is one pair of games. */
export class Spsa {
  readonly #steps: number
  readonly #gains: SpsaGains
  /** After each update, the start first. */
  readonly #path: (readonly number[])[]

  constructor(start: readonly number[], steps: number, gains: SpsaGains = USUAL_GAINS) {
    this.#steps = steps
    this.#gains = gains
    this.#path = [start.map(limited)]
  }

  get point(): readonly number[] {
    return this.#path.at(-1)!
  }

  /** Where the course has been; the start first. */
  get path(): readonly (readonly number[])[] {
    return this.#path
  }

  /** The two settings of a step, counted from 1. */
  perturb(step: number, random: Random): Perturbation {
    const width = this.#width(step)
    const signs = this.point.map(() => (random.below(2) === 0 ? -1 : 1))
    const side = (sign: number): number[] =>
      this.point.map((x, axis) => limited(x + sign * width * signs[axis]!))
    return { signs, plus: side(1), minus: side(-1) }
  }

  /**
   * Moves after the results of one or more steps that were perturbed from the same point: wins less losses of `plus`.
   */
  update(
    results: readonly { readonly step: number; readonly signs: readonly number[]; readonly lead: number }[],
  ): void {
    const moved = this.point.map((x, axis) =>
      results.reduce((sum, { step, signs, lead }) => sum + this.#pull(step) * lead * signs[axis]!, x),
    )
    this.#path.push(moved.map(limited))
  }

  /** The settings that the course arrived at, and how far it still wanders around them: a standard deviation. */
  estimate(): { readonly point: readonly number[]; readonly wander: readonly number[] } {
    const count = Math.max(1, Math.round(this.#gains.tail * (this.#path.length - 1)))
    const tail = this.#path.slice(-count)
    const point = this.point.map((_, axis) => mean(tail.map((each) => each[axis]!)))
    const wander = point.map((center, axis) =>
      Math.sqrt(mean(tail.map((each) => (each[axis]! - center) ** 2))),
    )
    return { point, wander }
  }

  /** The perturbation of a step; a range is 2 wide. */
  #width(step: number): number {
    return 2 * this.#gains.width * (this.#steps / step) ** GAMMA
  }

  /** How far a lead of one game moves a coordinate. */
  #pull(step: number): number {
    const { width, rate } = this.#gains
    const early = STABILITY * this.#steps
    const gain = rate * (2 * width) ** 2 * ((early + this.#steps) / (early + step)) ** ALPHA
    return gain / this.#width(step)
  }
}

function limited(x: number): number {
  return Math.max(-1, Math.min(1, x))
}
