// What a move must cost to be marked as a mistake; the person chooses.

import type { Mistake } from "montego/search"

export interface Thresholds {
  /** Share of the win rate, from 0 to 1. */
  readonly rate: number
  /** Points of the lead that the network estimates. */
  readonly points: number
}

/** From which one can choose. A quick look is off by a few percent: smaller losses are noise. */
export const RATES = [0.02, 0.05, 0.1, 0.2] as const
export const POINTS_LOST = [1, 2, 4, 8] as const

const FIRST: Thresholds = { rate: 0.05, points: 2 }
/** How many times the threshold a move must cost to be marked in red. */
const GRAVE = 3

/** Distrusts what was kept. */
export function readThresholds(stored: unknown): Thresholds {
  const { rate, points } = (stored ?? {}) as Partial<Record<keyof Thresholds, unknown>>
  const oneOf = (list: readonly number[], value: unknown, first: number): number =>
    list.find((each) => each === value) ?? first
  return { rate: oneOf(RATES, rate, FIRST.rate), points: oneOf(POINTS_LOST, points, FIRST.points) }
}

export function isGrave({ loss, points = 0, noise }: Mistake, least: Thresholds): boolean {
  return loss - noise.rate >= GRAVE * least.rate || points - noise.points >= GRAVE * least.points
}
