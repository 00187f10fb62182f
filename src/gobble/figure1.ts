// Brügmann's figure 1 and how a map of ours compares with it: the one result of the text that is a table of numbers.

import { mean } from "../base/statistics.ts"
import { allPoints, pointAt, SYMMETRIES, transform, xOf, yOf, type Point } from "../rules/index.ts"

const SIZE = 9

/**
 * B. Brügmann, "Monte Carlo Go", 9 October 1993, figure 1: the empty 9×9 board, Black to move, after 10 000 games; rows
 * from the top. "The numerical values ranging from 0.9 to 5.3 denote the average value of all games in which Black was
 * the first to move onto that field."
 */
export const PUBLISHED_MAP: readonly (readonly number[])[] = [
  [0.9, 3.0, 2.9, 3.2, 2.3, 3.2, 2.5, 2.6, 2.1],
  [3.2, 3.3, 3.8, 3.8, 4.3, 4.6, 4.3, 3.3, 2.8],
  [3.1, 3.7, 4.8, 4.6, 4.9, 4.5, 4.6, 3.5, 1.5],
  [2.7, 4.2, 4.7, 5.0, 5.2, 4.9, 4.9, 4.6, 2.5],
  [3.4, 4.1, 4.9, 5.1, 5.2, 5.3, 4.9, 4.7, 2.1],
  [2.1, 4.3, 4.8, 5.0, 5.1, 5.0, 4.8, 4.3, 2.2],
  [2.1, 3.8, 4.6, 4.5, 5.1, 4.8, 4.6, 4.1, 1.8],
  [1.8, 2.2, 4.1, 3.9, 4.4, 4.5, 3.6, 3.2, 1.6],
  [1.3, 2.7, 1.9, 2.5, 1.5, 1.8, 2.4, 1.7, 1.5],
]

/** A map in numbers, beside the published one. */
export interface MapFigures {
  /** Spearman's rank correlation with the published map, both averaged over the eight symmetries. */
  readonly symmetricCorrelation: number
  /** Spearman's rank correlation of the maps as they are. */
  readonly correlation: number
  readonly low: number
  readonly high: number
  readonly mean: number
  /**
   * How far points are from the mean of their images in the mirrors, as a root of mean squares: the error that chance
   * makes.
   */
  readonly error: number
  /** Means of the nine points in the middle, of the first line without its corners, and of the corners. */
  readonly centre: number
  readonly edge: number
  readonly corner: number
}

/** Compares a map of the empty 9×9 board, by point, with the published figure 1. */
export function compareWithFigure1(map: Float64Array): MapFigures {
  const points = allPoints(SIZE)
  const published = new Map(points.map((point) => [point, PUBLISHED_MAP[yOf(point)]![xOf(point)]!]))
  const ours = points.map((point) => map[point]!)
  const theirs = points.map((point) => published.get(point)!)
  const ourMean = points.map((point) => symmetricMean(point, (image) => map[image]!))
  const theirMean = points.map((point) => symmetricMean(point, (image) => published.get(image)!))
  const of = (some: readonly Point[]): number => mean(some.map((point) => map[point]!))
  const squares = ours.map((value, i) => (value - ourMean[i]!) ** 2)
  return {
    symmetricCorrelation: rankCorrelation(ourMean, theirMean),
    correlation: rankCorrelation(ours, theirs),
    low: Math.min(...ours),
    high: Math.max(...ours),
    mean: mean(ours),
    error: Math.sqrt(mean(squares)),
    centre: of(points.filter((point) => lineOf(point) >= 3)),
    edge: of(points.filter((point) => lineOf(point) === 0 && !CORNERS.includes(point))),
    corner: of(CORNERS),
  }
}

const CORNERS: readonly Point[] = [pointAt(0, 0), pointAt(8, 0), pointAt(0, 8), pointAt(8, 8)]

/** 0 for the first line. */
function lineOf(point: Point): number {
  const [x, y] = [xOf(point), yOf(point)]
  return Math.min(x, y, SIZE - 1 - x, SIZE - 1 - y)
}

function symmetricMean(point: Point, value: (image: Point) => number): number {
  return mean(SYMMETRIES.map((symmetry) => value(transform(symmetry, point, SIZE))))
}

/**
 * Spearman's rank correlation: Pearson's correlation of the ranks, where equal values share the mean of their
 * ranks.
 */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)]
  const [meanX, meanY] = [mean(x), mean(y)]
  const covariance = mean(x.map((rank, i) => (rank - meanX) * (y[i]! - meanY)))
  const spread = (of: readonly number[], middle: number): number =>
    Math.sqrt(mean(of.map((rank) => (rank - middle) ** 2)))
  return covariance / (spread(x, meanX) * spread(y, meanY))
}

/** Sums in another order may differ in the last digit: closer than this is equal. */
const EQUAL = 1e-9

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((i, j) => values[i]! - values[j]!)
  const found = new Array<number>(values.length).fill(0)
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]!]! - values[order[from]!]! < EQUAL) to++
    for (let i = from; i < to; i++) found[order[i]!] = (from + to - 1) / 2
  }
  return found
}
