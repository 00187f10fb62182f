// CLOP, confident local optimization (Coulom 2011), as the rival of SPSA in bench/tune.js. It fits a quadratic to the
// logarithm of the odds of all games so far and gives little weight to games at settings which the fit holds for
// confidently worse than the mean; new settings are drawn with these same weights. Written after the paper, with its
// constants. Coordinates are from -1 to 1.

/** @typedef {{ point: number[], games: number, score: number }} Trial points won in `games` games, a draw being half a point */
/** @typedef {{ coefficients: number[], mean: number, error: number }} Model a quadratic, and the mean result as a logit with its error */
/** @typedef {{ width: number, rows: Float64Array, games: Float64Array, scores: Float64Array }} Table */
/** @typedef {import("../dist/base/index.js").Random} Random */

/** How confidently worse a setting must be to lose weight. */
const CONFIDENCE = 3
/** Variance of the prior on each coefficient of the regression. */
const PRIOR_VARIANCE = 100
/** Weights are settled when their sum falls by less than this share. */
const SETTLED = 0.99
const MOST_PASSES = 200
const MOST_NEWTON_STEPS = 50
const NEWTON_TOLERANCE = 1e-8
/** At the maximum, sums of many terms differ by this much through rounding alone. */
const ROUNDING = 1e-12
/** A trial of less weight is left out of the sums. */
const NEGLIGIBLE = 1e-6
/** Tries to draw a coordinate before the old one is kept. */
const MOST_DRAWS = 1000
const FIRST_BATCH = 8
const BATCH_SHARE = 0.05

/**
 * How many settings are drawn from one fit: a fit over many trials takes longer and changes less. @param {number}
 * trials
 */
export function batchAfter(trials) {
  return Math.max(FIRST_BATCH, Math.floor(trials * BATCH_SHARE))
}

export class Clop {
  #dimensions
  #trials
  /** @type {Model[]} */
  #models = []
  /** @type {number[]} */
  #weights

  /** @param {number} dimensions @param {readonly Trial[]} trials */
  constructor(dimensions, trials) {
    this.#dimensions = dimensions
    this.#trials = trials
    const rows = trials.map(({ point }) => terms(point))
    const table = tableOf(rows, trials)
    let weights = rows.map(() => 1)
    for (let pass = 0; pass < MOST_PASSES && rows.length > 0; pass++) {
      const model = fit(table, weights, this.#models.at(-1))
      const next = weights.map((weight, i) => Math.min(weight, confidenceOf(model, rows[i] ?? [])))
      this.#models.push(model)
      const isSettled = sum(next) > SETTLED * sum(weights)
      weights = next
      if (isSettled) break
    }
    this.#weights = weights
  }

  /**
   * Settings to try next, by one sweep of Gibbs sampling from a trial of the past. @param {Random} random @returns
   * {number[]}
   */
  draw(random) {
    const uniform = () => 2 * random.float() - 1
    let left = random.float() * sum(this.#weights)
    const start = this.#trials[this.#weights.findIndex((weight) => (left -= weight) < 0)]?.point
    const point = start ? [...start] : Array.from({ length: this.#dimensions }, uniform)
    for (const [axis, kept] of point.entries()) {
      let isDrawn = false
      for (let tries = 0; tries < MOST_DRAWS && !isDrawn; tries++) {
        point[axis] = uniform()
        const row = terms(point)
        isDrawn =
          random.float() < this.#models.reduce((least, model) => Math.min(least, confidenceOf(model, row)), 1)
      }
      if (!isDrawn) point[axis] = kept
    }
    return point
  }

  /** The estimate of the optimum: the mean of the trials by weight. @returns {number[]} */
  mean() {
    const total = sum(this.#weights)
    const weighted = (/** @type {number} */ axis) =>
      sum(this.#trials.map(({ point }, i) => (this.#weights[i] ?? 0) * (point[axis] ?? 0)))
    return Array.from({ length: this.#dimensions }, (_, axis) => weighted(axis) / total)
  }
}

/** 1, every coordinate, and every product of two. @param {readonly number[]} point @returns {number[]} */
function terms(point) {
  return [1, ...point, ...point.flatMap((one, i) => point.slice(i).map((other) => one * other))]
}

/** @param {Model} model @param {readonly number[]} row */
function confidenceOf({ coefficients, mean, error }, row) {
  return Math.min(1, Math.exp((dot(coefficients, row) - mean) / (CONFIDENCE * error)))
}

/** @param {readonly (readonly number[])[]} rows @param {readonly Trial[]} trials @returns {Table} */
function tableOf(rows, trials) {
  return {
    width: rows[0]?.length ?? 1,
    rows: Float64Array.from(rows.flat()),
    games: Float64Array.from(trials, ({ games }) => games),
    scores: Float64Array.from(trials, ({ score }) => score),
  }
}

/** @param {Table} table @param {readonly number[]} weights @param {Model | undefined} before @returns {Model} */
function fit(table, weights, before) {
  const constants = { ...table, width: 1, rows: new Float64Array(weights.length).fill(1) }
  const zeros = Array.from({ length: table.width }, () => 0)
  const { coefficients } = regress(table, weights, before?.coefficients ?? zeros)
  const constant = regress(constants, weights, [before?.mean ?? 0])
  return {
    coefficients,
    mean: constant.coefficients[0] ?? 0,
    error: 1 / Math.sqrt(constant.curvature[0]?.[0] ?? 1),
  }
}

/**
 * Logistic regression by Newton's method. @param {Table} table @param {readonly number[]} weights @param {number[]}
 * start
 */
function regress(table, weights, start) {
  let coefficients = start
  for (let step = 0; ; step++) {
    const { worth, gradient, curvature } = derivatives(table, weights, coefficients)
    const change = solve(curvature, gradient)
    if (step === MOST_NEWTON_STEPS || Math.max(...change.map(Math.abs)) < NEWTON_TOLERANCE)
      return { coefficients, curvature }
    const from = coefficients
    const moved = (/** @type {number} */ share) => from.map((value, i) => value + share * (change[i] ?? 0))
    let share = 1
    const least = worth - ROUNDING * Math.abs(worth)
    while (derivatives(table, weights, moved(share)).worth < least && share > NEWTON_TOLERANCE) share /= 2
    coefficients = moved(share)
  }
}

/** The logarithm of the posterior density, its gradient, and minus its second derivatives.
 * @param {Table} table @param {readonly number[]} weights @param {readonly number[]} coefficients */
function derivatives({ width, rows, games, scores }, weights, coefficients) {
  let worth = -dot(coefficients, coefficients) / (2 * PRIOR_VARIANCE)
  const gradient = Float64Array.from(coefficients, (value) => -value / PRIOR_VARIANCE)
  const bends = new Float64Array(width * width)
  const at = (/** @type {Float64Array} */ list, /** @type {number} */ index) => list[index] ?? 0
  for (const [i, weight] of weights.entries()) {
    if (weight < NEGLIGIBLE) continue
    const row = rows.subarray(i * width, (i + 1) * width)
    const [played, won] = [at(games, i), at(scores, i)]
    let logit = 0
    for (let a = 0; a < width; a++) logit += (coefficients[a] ?? 0) * at(row, a)
    const chance = 1 / (1 + Math.exp(-logit))
    const logChance = Math.min(0, logit) - Math.log1p(Math.exp(-Math.abs(logit)))
    worth += weight * (played * logChance - (played - won) * logit)
    const pull = weight * (won - played * chance)
    const bend = weight * played * chance * (1 - chance)
    for (let a = 0; a < width; a++) {
      gradient[a] = at(gradient, a) + pull * at(row, a)
      const scaled = bend * at(row, a)
      for (let b = 0; b <= a; b++) bends[a * width + b] = at(bends, a * width + b) + scaled * at(row, b)
    }
  }
  const curvature = coefficients.map((_, a) =>
    coefficients.map(
      (__, b) => at(bends, Math.max(a, b) * width + Math.min(a, b)) + (a === b ? 1 / PRIOR_VARIANCE : 0),
    ),
  )
  return { worth, gradient: [...gradient], curvature }
}

/**
 * Solves matrix · x = right by elimination; the matrix is positive definite. @param {number[][]} matrix @param
 * {number[]} right
 */
function solve(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0])
  for (const [k, pivot] of rows.entries())
    for (const [i, row] of rows.entries()) {
      if (i === k) continue
      const factor = (row[k] ?? 0) / (pivot[k] ?? 1)
      for (let j = k; j < row.length; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0)
    }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1))
}

/** @param {readonly number[]} one @param {readonly number[]} other */
function dot(one, other) {
  return one.reduce((total, value, i) => total + value * (other[i] ?? 0), 0)
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}
