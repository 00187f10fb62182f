// How long a search takes, and when it may end early.

import type { TreeSearch } from "../kernel/index.ts"
import type { Position } from "../rules/index.ts"
import { allocate, reasonToStop, type Allocation, type StopReason } from "./clock.ts"
import type { SearchBudget } from "./request.ts"
import { mostVisited } from "./results.ts"
import { topTwo } from "./trees.ts"

/** No search ends early with fewer: its owners and its score need simulations. */
const FEWEST_PLAYOUTS = 128
/** What is left over for later is at most this share of a move's time. */
const LARGEST_RESERVE = 0.5

/** Seconds for the next move, by the budget and its clock. */
export function allocationFor(
  { seconds = Infinity, clock }: SearchBudget,
  { size, moves }: Position,
  threads = 1,
): Allocation {
  if (!clock) return { target: seconds, limit: seconds }
  const emptyPoints = Math.max(0, size * size - moves.length)
  const { target, limit } = allocate(clock, { size, moveNumber: moves.length, emptyPoints, threads })
  return { target: Math.min(target, seconds), limit: Math.min(limit, seconds) }
}

/** Leaves something over, unless that would be too much of it. */
export function shortened({ target, limit }: Allocation, reserve: number): Allocation {
  if (reserve > LARGEST_RESERVE * limit) return { target, limit }
  return { target: Math.min(target, limit - reserve), limit: limit - reserve }
}

/** Why a timed search ends now; undefined when it goes on. */
export function reasonByClock(
  trees: readonly TreeSearch[],
  playouts: number,
  elapsed: number,
  allocation: Allocation,
  mayStopEarly: boolean,
): StopReason | undefined {
  if (elapsed >= allocation.limit) return "limit"
  if (!mayStopEarly) return elapsed >= allocation.target ? "target" : undefined
  const [best, second] = topTwo(trees)
  const reply = best && best.node.children > 0 ? mostVisited(best.tree, best.node.unit) : undefined
  return reasonToStop(
    {
      elapsed,
      playouts,
      bestVisits: best?.sum.visits ?? 0,
      secondVisits: second?.sum.visits ?? 0,
      bestValue: best?.sum.mean ?? 0.5,
      isBestByValue: !best || !second || best.sum.mean >= second.sum.mean,
      replyValue: reply && reply.visits > 0 ? 1 - reply.mean : undefined,
    },
    allocation,
  )
}

/** Whether `left` more simulations can't change which move has the most visits; this thread made `playouts`. */
export function isDecided(trees: readonly TreeSearch[], playouts: number, left: number): boolean {
  // How far other trees are is chance, and a search on its own trees is to repeat exactly: it goes on to the end.
  if (trees.length > 1 || playouts < FEWEST_PLAYOUTS) return false
  const [best, second] = topTwo(trees)
  return best !== undefined && best.sum.visits - (second?.sum.visits ?? 0) > left
}
