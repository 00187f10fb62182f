// What results of games say about strength (ARE-2): rates and Elo differences with their intervals, and the normal
// distribution that they need. Only numbers come in, so that benchmarks, the arena and the web page share it.
//
// Results of a match are counted by score, lowest first, as fishtest does it: single games as [losses, draws,
// wins], or pairs of games with colours swapped in five classes. A pair is one observation. Its two games share an
// opening and cancel the advantage of a colour, so that they vary less than two games on their own.

/** A range of numbers, such as a confidence interval. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** How many games were lost, drawn and won, in this order. */
export type GameCounts = readonly [losses: number, draws: number, wins: number]

/** How many pairs of games brought 0, ½, 1, 1½ and 2 points, in this order. */
export type PairCounts = readonly [none: number, half: number, one: number, oneAndHalf: number, two: number]

/** Results counted by games or by pairs. */
export type ScoreCounts = GameCounts | PairCounts

/** The share of points of a match, with its interval. */
export interface ScoreSummary {
  readonly games: number
  /** Points by game, a draw being half of one; 0.5 without games. */
  readonly rate: number
  readonly interval: Interval
}

/** A match in Elo, with its interval and the probability that the first side is stronger. */
export interface EloSummary extends ScoreSummary {
  /** The difference for which `rate` is expected; infinite when every game, or none, was won. */
  readonly elo: number
  /** `interval` in Elo; a side may be infinite. */
  readonly eloInterval: Interval
  /** See `superiority`. */
  readonly superiority: number
}

const CONFIDENCE = 0.95

/** The mean of the values; NaN where there are none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The sample's estimate of the variance, by n - 1; it takes two values at least. */
export function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

/** Density of the standard normal distribution. */
function normalDensity(x: number): number {
  return Math.exp(-x * x * 0.5) / Math.sqrt(2 * Math.PI)
}

/** Beyond this many standard deviations the series below would cancel its digits away. */
const TAIL = 3
/** At `TAIL` the continued fraction has all its digits long before. */
const FRACTION_DEPTH = 200

/** The chance that a standard normal variable is below x, to full precision in the lower tail too. */
export function normalDistribution(x: number): number {
  if (x > TAIL) return 1 - normalDistribution(-x)
  if (x === -Infinity) return 0
  if (x < -TAIL) {
    // Laplace's continued fraction for the tail.
    let denominator = -x
    for (let depth = FRACTION_DEPTH; depth > 0; depth--) denominator = depth / denominator - x
    return normalDensity(x) / denominator
  }
  // 1/2 + density × (x + x³/3 + x⁵/(3·5) + …).
  let sum = x
  let term = x
  for (let odd = 3; Math.abs(term) > Number.EPSILON * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + sum * normalDensity(x)
}

/** The x below which a standard normal variable is with this chance. */
export function normalQuantile(chance: number): number {
  if (!(chance >= 0 && chance <= 1)) return NaN
  if (chance === 0) return -Infinity
  if (chance > 0.5) return -normalQuantile(1 - chance)
  // The distribution is convex below 0, so that Newton's steps from 0 only fall, and never past the quantile.
  for (let x = 0; ;) {
    const next = x - (normalDistribution(x) - chance) / normalDensity(x)
    if (!(next < x - Number.EPSILON * Math.abs(x))) return x
    x = next
  }
}

/**
 * Wilson's interval for a proportion: sound for few trials and at the ends, too. Successes and trials may be
 * fractional.
 */
export function wilsonInterval(successes: number, trials: number, confidence = CONFIDENCE): Interval {
  if (trials <= 0) return { low: 0, high: 1 }
  const z = normalQuantile((1 + confidence) / 2)
  const rate = successes / trials
  const shrink = 1 + z ** 2 / trials
  const middle = (rate + z ** 2 / (2 * trials)) / shrink
  const radius = (z / shrink) * Math.sqrt((rate * (1 - rate)) / trials + z ** 2 / (4 * trials ** 2))
  return { low: Math.max(0, middle - radius), high: Math.min(1, middle + radius) }
}

/** The share of the points that a player is expected to win who is stronger by `elo`. */
export function expectedScore(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400))
}

/** The inverse of `expectedScore`; ±Infinity for 1 and 0. */
export function eloOfScore(rate: number): number {
  return 400 * Math.log10(rate / (1 - rate))
}

/**
 * The score rate with Wilson's interval for the number of decided games that would vary as much as these results:
 * drawn games, and pairs whose games offset each other, say more than their number. Without draws and pairs it is
 * plain Wilson.
 */
export function summarizeScore(counts: ScoreCounts, confidence = CONFIDENCE): ScoreSummary {
  const observations = counts.reduce((sum, count) => sum + count, 0)
  const gamesEach = (counts.length - 1) / 2
  const games = observations * gamesEach
  if (games === 0) return { games, rate: 0.5, interval: { low: 0, high: 1 } }
  const rate = counts.reduce((sum, count, i) => sum + count * scoreOf(counts, i), 0) / observations
  const decided = rate * (1 - rate)
  const squares = counts.reduce((sum, count, i) => sum + count * (scoreOf(counts, i) - rate) ** 2, 0)
  // One imagined observation of independent decided games: a few pairs that all ended one to one prove no certainty.
  const spread = (squares + decided / gamesEach) / (observations + 1)
  const effective = decided === 0 ? games : (observations * decided) / spread
  return { games, rate, interval: wilsonInterval(rate * effective, effective, confidence) }
}

/** `summarizeScore` with everything in Elo besides. */
export function summarizeElo(counts: ScoreCounts, confidence = CONFIDENCE): EloSummary {
  const summary = summarizeScore(counts, confidence)
  const { low, high } = summary.interval
  return {
    ...summary,
    elo: eloOfScore(summary.rate),
    eloInterval: { low: eloOfScore(low), high: eloOfScore(high) },
    superiority: superiority(counts),
  }
}

/**
 * Likelihood of superiority: how sure the results make it that the first player is the stronger one. The variance is
 * that of equal players, so that a clean sweep is no special case; for games it is Φ((wins - losses) / √(wins +
 * losses)).
 */
export function superiority(counts: ScoreCounts): number {
  const lead = counts.reduce((sum, count, i) => sum + count * (scoreOf(counts, i) - 0.5), 0)
  const squares = counts.reduce((sum, count, i) => sum + count * (scoreOf(counts, i) - 0.5) ** 2, 0)
  return squares === 0 ? 0.5 : normalDistribution(lead / Math.sqrt(squares))
}

/** The score of the i-th class of results, from 0 to 1. */
function scoreOf(counts: ScoreCounts, i: number): number {
  return i / (counts.length - 1)
}
