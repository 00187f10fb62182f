// One evaluation of a position by Gobble's games (strategy A): annealed over a number of games, or over a time.

import type { Pace } from "../search/pace.ts"
import type { Gobble, GobbleStart } from "./kernel.ts"
import type { GobbleSettings } from "./settings.ts"

interface Limits {
  /** Infinity when only time limits. */
  readonly games: number
  /** When it must end, by the pace's seconds; Infinity when only games limit. */
  readonly until: number
}

/** Milliseconds that a batch takes, about. A signal to stop waits for the end of the batch. */
const BATCH_MS = 5
const LARGEST_BATCH = 1000

/** Steps of an annealing over time: enough to be smooth. */
const STEPS = 1_000_000

/** Plays the games; false when it had to end before they were played or the time was over. */
export async function evaluate(
  gobble: Gobble,
  start: GobbleStart,
  limits: Limits,
  { swap, frozen, random }: GobbleSettings,
  pace: Pace,
): Promise<boolean> {
  const begun = pace.seconds
  const isTimed = limits.until < Infinity
  let done = 0
  let size = 1
  gobble.begin(start)
  if (begun >= limits.until) return false
  while (done < limits.games) {
    const before = pace.seconds
    const used = Math.max(done / limits.games, (before - begun) / (limits.until - begun))
    if (used >= 1) return true
    if (pace.isOver) return false
    const games = Math.min(size, limits.games - done)
    // How far the annealing is: by games alone where no time is set, so that the same seed plays the same games.
    const place = isTimed
      ? { from: used * STEPS, cooling: (1 - frozen) * STEPS }
      : { from: done, cooling: (1 - frozen) * limits.games }
    gobble.run({ games, ...place, swap, random })
    done += games
    const took = 1000 * (pace.seconds - before)
    if (took < BATCH_MS / 2) size = Math.min(LARGEST_BATCH, 2 * size)
    else if (took > 2 * BATCH_MS) size = Math.max(1, size >> 1)
    await pace.rest()
  }
  return true
}
