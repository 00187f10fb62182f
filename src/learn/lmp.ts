// Laplace_q marginal propagation (BT-4; Lew 2011, chapter 4): strengths of the Bradley–Terry model from choices. Every
// alternative has a belief w^α·exp(-βw) about its strength w, every datapoint d one number δ, its share in the β of
// its alternatives. A visit takes the share out and puts the renewed one in; visits come in any order and any number,
// so that data may stream by, and what is kept is two numbers for an alternative and one for a datapoint.
//
// Beyond the text: a datapoint may weigh more or less than one choice (a draw is half a choice of either side; equal
// choices can be one datapoint), and an alternative may stand in it several times, as a pattern does on a board. Both
// only scale the minorizing function of section 4.7.5. `TeamLmp` is the extension to products of features.
//
// The spread of a belief is that of the text: α is the curvature over log w of the minorizer, which is sharper than the
// likelihood. Two alternatives that met only each other get the exact error of their ratio, √(1/α + 1/α'). With more
// opponents it is too small: by √2 among many equal ones, and without limit for one that nearly always wins.

/** One alternative was chosen among several, each named by its number. */
export interface Choice {
  /** Those to choose from, the chosen one included; one may stand here several times. */
  readonly alternatives: ArrayLike<number>
  readonly choice: number
  /** How many such choices this is, above 0; default 1. */
  readonly weight?: number
}

/** A choice among teams of features; a team's strength is the product of theirs. A team of none has strength 1. */
export interface TeamChoice {
  readonly teams: readonly ArrayLike<number>[]
  /** Which of `teams`. */
  readonly choice: number
  readonly weight?: number
}

/** A Gamma belief about a strength: its density is proportional to w^α·exp(-βw). */
export interface Belief {
  readonly alpha: number
  readonly beta: number
  /** The likeliest strength, α/β. */
  readonly mode: number
  readonly mean: number
  /** Standard deviation of the strength. */
  readonly deviation: number
  /** Of the strength's logarithm, by the curvature at the mode; × 400 / ln 10 it is in Elo. */
  readonly logDeviation: number
}

/** Anything that learns by visits. A visit answers how much it changed: a relative change of the datapoint's share. */
export interface Propagation<T> {
  visit(datapoint: number, choice: T): number
}

export class Lmp implements Propagation<Choice> {
  readonly #alpha: Float64Array
  readonly #beta: Float64Array
  /** By datapoint; 0 = not visited yet. */
  #delta = new Float64Array(64)

  /**
   * The prior of every alternative is Gamma with α = β = `prior`, so its mode is 1; it keeps what is never chosen off
   * zero. With 0 there is none, and only ratios of strengths mean something.
   */
  constructor(alternatives: number, prior = 1) {
    this.#alpha = new Float64Array(alternatives).fill(prior)
    this.#beta = new Float64Array(alternatives).fill(prior)
  }

  visit(datapoint: number, { alternatives, choice, weight = 1 }: Choice): number {
    const known = this.delta(datapoint)
    if (known === 0) {
      this.#alpha[choice]! += weight
      this.#share(alternatives, weight)
    }
    const old = known || weight
    let total = 0
    for (let i = 0; i < alternatives.length; i++) total += this.strength(alternatives[i]!)
    const delta = weight / total
    this.#share(alternatives, delta - old)
    this.#delta = grown(this.#delta, datapoint)
    this.#delta[datapoint] = delta
    return Math.abs(delta / old - 1)
  }

  /** The mode of the belief; not a number for what never was an alternative and has no prior. */
  strength(alternative: number): number {
    return this.#alpha[alternative]! / this.#beta[alternative]!
  }

  belief(alternative: number): Belief {
    return makeBelief(this.#alpha[alternative]!, this.#beta[alternative]!)
  }

  /** The datapoint's share in the β of its alternatives; 0 before its first visit. */
  delta(datapoint: number): number {
    return this.#delta[datapoint] ?? 0
  }

  #share(alternatives: ArrayLike<number>, amount: number): void {
    for (let i = 0; i < alternatives.length; i++) this.#beta[alternatives[i]!]! += amount
  }
}

/**
 * LMP for products of features. In a product no Gamma factor of one feature is a minorizer, because the others move, too;
 * but by the inequality of arithmetic and geometric means a product of k ratios is at most the mean of their k-th
 * powers. So the factors are w^α·exp(-β·w^k/k), and the mode is (α/β)^(1/k), where k is the size of the largest team;
 * with k = 1 this is the text's algorithm. A feature's share in a datapoint is the chance of the teams that hold it,
 * divided by w^k: no longer the same for all features, so a datapoint keeps one number for each of its features.
 */
export class TeamLmp implements Propagation<TeamChoice> {
  readonly #teamSize: number
  readonly #prior: number
  readonly #alpha: Float64Array
  readonly #beta: Float64Array
  /** The prior's share in β: exp(-prior·w) is no factor of the new form and is renewed like a datapoint. */
  readonly #priorShare: Float64Array
  readonly #shares: Float64Array[] = []

  /** `teamSize`: of the largest team; `prior` as for `Lmp`. */
  constructor(features: number, teamSize: number, prior = 1) {
    this.#teamSize = teamSize
    this.#prior = prior
    this.#alpha = new Float64Array(features).fill(prior)
    this.#beta = new Float64Array(features).fill(prior)
    this.#priorShare = new Float64Array(features).fill(prior)
  }

  visit(datapoint: number, { teams, choice, weight = 1 }: TeamChoice): number {
    const members = countMembers(teams)
    const shares = (this.#shares[datapoint] ??= this.#enter(members, teams[choice]!, weight))
    const chances = this.#chances(teams, members)
    let change = 0
    let slot = 0
    for (const [feature, chance] of chances) {
      const power = this.#alpha[feature]! / this.#beta[feature]!
      const old = shares[slot]!
      // Without a prior a feature never chosen is 0 for ever, whatever its share.
      const share = power > 0 ? (weight * chance) / power : old
      const priorShare = power > 0 ? (this.#prior * this.strength(feature)) / power : this.#prior
      this.#beta[feature]! += share - old + priorShare - this.#priorShare[feature]!
      this.#priorShare[feature] = priorShare
      shares[slot++] = share
      change = Math.max(change, Math.abs(share / old - 1))
    }
    return change
  }

  strength(feature: number): number {
    return (this.#alpha[feature]! / this.#beta[feature]!) ** (1 / this.#teamSize)
  }

  /** The Gamma that minorizes in this feature alone, the others being what they are. */
  belief(feature: number): Belief {
    return makeBelief(this.#alpha[feature]!, this.#alpha[feature]! / this.strength(feature))
  }

  /** The first visit: the chosen features gain, and all shares are as if everything were 1. */
  #enter(members: ReadonlyMap<number, number>, chosen: ArrayLike<number>, weight: number): Float64Array {
    for (let i = 0; i < chosen.length; i++) this.#alpha[chosen[i]!]! += weight
    for (const [feature, count] of members) this.#beta[feature]! += weight * count
    return Float64Array.from(members.values(), (count) => weight * count)
  }

  /** How often each feature is expected in the chosen team. */
  #chances(teams: TeamChoice["teams"], members: ReadonlyMap<number, number>): Map<number, number> {
    const strengths = teams.map((team) => {
      let product = 1
      for (let i = 0; i < team.length; i++) product *= this.strength(team[i]!)
      return product
    })
    const total = strengths.reduce((sum, strength) => sum + strength, 0)
    const chances = new Map(Array.from(members.keys(), (feature) => [feature, 0]))
    for (const [t, team] of teams.entries())
      for (let i = 0; i < team.length; i++)
        chances.set(team[i]!, chances.get(team[i]!)! + strengths[t]! / total)
    return chances
  }
}

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

/** How often each feature stands in all teams together, in the order of first appearance. */
function countMembers(teams: TeamChoice["teams"]): Map<number, number> {
  const members = new Map<number, number>()
  for (const team of teams)
    for (let i = 0; i < team.length; i++) members.set(team[i]!, (members.get(team[i]!) ?? 0) + 1)
  return members
}

function makeBelief(alpha: number, beta: number): Belief {
  return {
    alpha,
    beta,
    mode: alpha / beta,
    mean: (alpha + 1) / beta,
    deviation: Math.sqrt(alpha + 1) / beta,
    logDeviation: 1 / Math.sqrt(alpha),
  }
}

/** The same numbers in an array that has room for `index`. */
function grown(numbers: Float64Array<ArrayBuffer>, index: number): Float64Array<ArrayBuffer> {
  if (index < numbers.length) return numbers
  const larger = new Float64Array(Math.max(2 * numbers.length, index + 1))
  larger.set(numbers)
  return larger
}
