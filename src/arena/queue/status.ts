// The workers of a coordinator, for people.

import { printable } from "../../base/printable.ts"
import type { QueueStatus, WorkerStatus } from "./coordinator.ts"

const LONGEST_LINE = 200

/** Lines below the table of a match; `word` is what a job is called. */
export function makeQueueTable({ inFlight, workers }: QueueStatus, word = "game"): string {
  const playing = workers.filter(({ state }) => state === "working").length
  const head = `workers: ${playing}; ${word}s in flight: ${inFlight}`
  // Workers that come and go are many in the end: of the gone only those that did or lost something are of interest.
  const shown = workers.filter(
    ({ state, done, losses, refused }) => state !== "gone" || done + losses + refused > 0,
  )
  return [head, ...shown.map((each) => makeLine(each, word))].join("\n")
}

function makeLine(worker: WorkerStatus, word: string): string {
  const { name, state, reason, done, faults, losses, refused, inFlight } = worker
  const parts = [`${done} ${word}s`]
  if (inFlight > 0) parts.push(`${inFlight} in flight`)
  if (faults > 0) parts.push(`${faults} faults`)
  if (losses > 0) parts.push(`lost its ${word}s ${losses} times`)
  if (refused > 0) parts.push(`${refused} invalid results`)
  const what = state === "working" ? "takes not all" : state
  const note = reason === undefined ? (state === "working" ? "" : `; ${state}`) : `; ${what}: ${reason}`
  return printable(`  ${name}: ${parts.join(", ")}${note}`, LONGEST_LINE)
}
