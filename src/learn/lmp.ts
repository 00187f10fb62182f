// Laplace_q marginal propagation (BT-4; Lew 2011, chapter 4): strengths of the Bradley–Terry model from choices. Every
// alternative has a belief w^α·exp(-βw) about its strength w, every datapoint d one number δ, its share in the β of
// its alternatives. A visit takes the share out and puts the renewed one in; visits come in any order and any number,
// so that data may stream by, and what is kept is two numbers for an alternative and one for a datapoint.
//
// Beyond the text: a datapoint may weigh more or less than one choice (a draw is half a choice of either side; equal
// choices can be one datapoint), an alternative may stand in it several times, as a pattern does on a board, and its
// strength there may have a known factor. All three only scale the minorizing function of section 4.7.5. The factor is
// what products of features need (products.ts).
//
// The spread of a belief is that of the text: α is the curvature over log w of the minorizer, which is sharper than the
// likelihood. Two alternatives that met only each other get the exact error of their ratio, √(1/α + 1/α'). With more
// opponents it is too small: by √2 among many equal ones, and without limit for one that nearly always wins.

import { makeBelief, type Belief } from "./belief.ts"

/** One alternative was chosen among several, each named by its number. */
export interface Choice {
  /** Those to choose from, the chosen one included; one may stand here several times. */
  readonly alternatives: ArrayLike<number>
  readonly choice: number
  /** How many such choices this is, above 0; default 1. */
  readonly weight?: number
}

/** The alternatives of a datapoint, in arrays that may be longer than they are many. */
export interface Competitors {
  readonly alternatives: ArrayLike<number>
  /** The known factor of each one's strength; absent: 1. */
  readonly factors?: ArrayLike<number>
  readonly length: number
  /** The strength of those that have no number, because it is known. */
  readonly rest: number
}

/**
 * What learns by visits to datapoints. A visit answers by how much it changed the datapoint's share, relatively.
 */
export interface Propagation<T> {
  visit(datapoint: number, choice: T): number
}

/** Laplace marginal propagation (Lew 2011): strengths from choices that stream by. */
export class Lmp implements Propagation<Choice> {
  readonly prior: number
  readonly #alpha: Float64Array
  readonly #beta: Float64Array
  readonly #deltas = new Deltas()

  /**
   * The prior of every alternative is Gamma with α = β = `prior`, so its mode is 1; it keeps what is never chosen off
   * zero. With 0 there is none, and only ratios of strengths mean something.
   */
  constructor(alternatives: number, prior = 1) {
    this.prior = prior
    this.#alpha = new Float64Array(alternatives).fill(prior)
    this.#beta = new Float64Array(alternatives).fill(prior)
  }

  /** Algorithm 1 of the text: the first visit counts the choice, every visit renews δ. */
  visit(datapoint: number, { alternatives, choice, weight = 1 }: Choice): number {
    const competitors = { alternatives, length: alternatives.length, rest: 0 }
    if (this.delta(datapoint) === 0) {
      this.choose(choice, weight)
      this.enter(datapoint, competitors, weight)
    }
    return this.renew(datapoint, competitors, weight)
  }

  /** Counts a choice of the alternative. */
  choose(alternative: number, weight = 1): void {
    this.#alpha[alternative]! += weight
  }

  /** Gives the datapoint this δ, where its alternatives have no share of it yet. */
  enter(datapoint: number, competitors: Competitors, delta: number): void {
    this.#share(competitors, delta)
    this.#deltas.set(datapoint, delta)
  }

  /** δ := weight / E, where E is the strength of all alternatives; answers by how much δ changed. */
  renew(datapoint: number, competitors: Competitors, weight = 1): number {
    const { alternatives, factors, length } = competitors
    let total = competitors.rest
    for (let i = 0; i < length; i++) total += this.strength(alternatives[i]!) * (factors?.[i] ?? 1)
    const old = this.delta(datapoint)
    const delta = weight / total
    this.#share(competitors, delta - old)
    this.#deltas.set(datapoint, delta)
    return Math.abs(delta / old - 1)
  }

  /** Takes all shares out of every β, for summing them anew with other factors; each δ stays. */
  clearShares(): void {
    this.#beta.fill(this.prior)
  }

  /**
   * Multiplies every δ by the number that is best for the potential; `rest` is the sum of δ times the known strengths.
   * Where every alternative competes, the likelihood leaves the scale of the strengths open and only the prior fixes
   * it, which takes visits very long. The text's proof has the same step: it normalises δ after each visit
   * (definition 4).
   */
  normalize(datapoints: number, rest: number): void {
    if (this.prior === 0) return
    let scale = 1
    // Newton's method over the logarithm of the scale, in which the potential is concave.
    for (let step = 1, round = 0; Math.abs(step) > 1e-10 && round < 100; round++) {
      let slope = datapoints - scale * rest
      let curvature = scale * rest
      for (let i = 0; i < this.#alpha.length; i++) {
        const shares = scale * (this.#beta[i]! - this.prior)
        const pull = (this.#alpha[i]! * shares) / (this.prior + shares)
        slope -= pull
        curvature += (pull * this.prior) / (this.prior + shares)
      }
      step = curvature > 0 ? Math.min(1, Math.max(-1, slope / curvature)) : 0
      scale *= Math.exp(step)
    }
    for (let i = 0; i < this.#beta.length; i++)
      this.#beta[i] = this.prior + scale * (this.#beta[i]! - this.prior)
    this.#deltas.scale(scale)
  }

  /** Whether any datapoint has a share in the belief now. */
  hasShare(alternative: number): boolean {
    return this.#beta[alternative]! !== this.prior
  }

  /** The mode of the belief; not a number for what never was an alternative and has no prior. */
  strength(alternative: number): number {
    return this.#alpha[alternative]! / this.#beta[alternative]!
  }

  /** α: the prior and the choices. */
  chosen(alternative: number): number {
    return this.#alpha[alternative]!
  }

  belief(alternative: number): Belief {
    return makeBelief(this.#alpha[alternative]!, this.#beta[alternative]!)
  }

  /** The datapoint's share in the β of its alternatives; 0 before its first visit. */
  delta(datapoint: number): number {
    return this.#deltas.get(datapoint)
  }

  /** Bytes of the arrays: for the alternatives, and for the datapoints. */
  get memory(): { readonly alternatives: number; readonly datapoints: number } {
    return {
      alternatives: this.#alpha.byteLength + this.#beta.byteLength,
      datapoints: this.#deltas.byteLength,
    }
  }

  /** Everything, for `load`. */
  save(datapoints: number): { alpha: Float64Array; beta: Float64Array; deltas: Float64Array } {
    return { alpha: this.#alpha, beta: this.#beta, deltas: this.#deltas.slice(datapoints) }
  }

  load({ alpha, beta, deltas }: ReturnType<Lmp["save"]>): void {
    this.#alpha.set(alpha)
    this.#beta.set(beta)
    for (const [datapoint, delta] of deltas.entries()) this.#deltas.set(datapoint, delta)
  }

  #share({ alternatives, factors, length }: Competitors, amount: number): void {
    for (let i = 0; i < length; i++) this.#beta[alternatives[i]!]! += amount * (factors?.[i] ?? 1)
  }
}

const CHUNK_BITS = 10
const CHUNK = 1 << CHUNK_BITS

/** One number for each datapoint; 0 = not visited yet. Growing by chunks never holds two copies. */
class Deltas {
  readonly #chunks: Float64Array[] = []

  get byteLength(): number {
    return this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  }

  get(datapoint: number): number {
    const chunk = this.#chunks[datapoint >>> CHUNK_BITS]
    return chunk === undefined ? 0 : chunk[datapoint & (CHUNK - 1)]!
  }

  set(datapoint: number, delta: number): void {
    while (this.#chunks.length <= datapoint >>> CHUNK_BITS) this.#chunks.push(new Float64Array(CHUNK))
    this.#chunks[datapoint >>> CHUNK_BITS]![datapoint & (CHUNK - 1)] = delta
  }

  /** The first `length` numbers. */
  slice(length: number): Float64Array {
    const all = new Float64Array(length)
    for (let from = 0, i = 0; from < length; from += CHUNK, i++)
      all.set(this.#chunks[i]!.subarray(0, length - from), from)
    return all
  }

  scale(factor: number): void {
    for (const chunk of this.#chunks) for (let i = 0; i < CHUNK; i++) chunk[i]! *= factor
  }
}

/** How a propagation ended. */
export interface PropagationEnd {
  readonly passes: number
  /** Whether the last pass changed nothing by more than `tolerance`. */
  readonly converged: boolean
}

/** Visits all data in their order, again and again, until nothing changes any more. */
export function propagate<T>(
  learner: Propagation<T>,
  data: Iterable<T>,
  { tolerance = 1e-9, maxPasses = 10_000 }: { tolerance?: number; maxPasses?: number } = {},
): PropagationEnd {
  for (let passes = 1; passes <= maxPasses; passes++) {
    let change = 0
    let datapoint = 0
    for (const choice of data) change = Math.max(change, learner.visit(datapoint++, choice))
    if (change <= tolerance) return { passes, converged: true }
  }
  return { passes: maxPasses, converged: false }
}
