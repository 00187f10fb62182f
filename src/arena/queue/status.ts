// The workers of a match, for people.

import { printable } from "../../base/printable.ts"
import type { QueueStatus, WorkerStatus } from "./play.ts"

const LONGEST_LINE = 200

/** Lines below the table of a match. */
export function makeQueueTable({ inFlight, workers }: QueueStatus): string {
  const playing = workers.filter(({ state }) => state === "playing").length
  const head = `workers: ${playing}; games in flight: ${inFlight}`
  // Workers that come and go are many in the end: of the gone only those that played or failed are of interest.
  const shown = workers.filter(
    ({ state, games, losses, refused }) => state !== "gone" || games + losses + refused > 0,
  )
  return [head, ...shown.map(makeLine)].join("\n")
}

function makeLine({ name, state, reason, games, faults, losses, refused, inFlight }: WorkerStatus): string {
  const parts = [`${games} games`]
  if (inFlight > 0) parts.push(`playing ${inFlight}`)
  if (faults > 0) parts.push(`${faults} faults`)
  if (losses > 0) parts.push(`lost its games ${losses} times`)
  if (refused > 0) parts.push(`${refused} invalid results`)
  const what = state === "playing" ? "takes not all" : state
  const note = reason === undefined ? (state === "playing" ? "" : `; ${state}`) : `; ${what}: ${reason}`
  return printable(`  ${name}: ${parts.join(", ")}${note}`, LONGEST_LINE)
}
