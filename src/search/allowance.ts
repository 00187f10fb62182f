// How long a search takes, and when it may end early.

import type { Allocation } from "./clock.ts"

/** What is left over for later is at most this share of a move's time. */
const LARGEST_RESERVE = 0.5

/** Leaves something over, unless that would be too much of it. */
export function shortened({ target, limit }: Allocation, reserve: number): Allocation {
  if (reserve > LARGEST_RESERVE * limit) return { target, limit }
  return { target: Math.min(target, limit - reserve), limit: limit - reserve }
}
