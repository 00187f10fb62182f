// What learning takes in memory (Lew 2011, 4.1: MM 24 GB, LMP 15 MB): bytes from counts of the data. MM as Coulom has
// it holds all teams, because it reads them once for every slot; LMP reads them from a stream.

import type { ChoiceSource } from "./choices.ts"

/** How large data are. */
export interface DataCounts {
  readonly choices: number
  /** Of all choices together; equal ones that were merged count once. */
  readonly teams: number
  readonly slots: number
  readonly features: number
}

/** The bytes that MM and LMP need for the same data. */
export interface MemoryComparison {
  /** Bytes of MM that holds all data. */
  readonly mm: number
  /** Bytes of LMP's own numbers. */
  readonly lmp: number
  /** How many times more MM takes. */
  readonly ratio: number
}

/** The bytes of one feature number in a block. */
export const BYTES_PER_PLACE = 4
/** The start of a choice's teams, and which is chosen. */
const MM_BYTES_PER_CHOICE = 8
/** Gamma, wins and shares. */
const MM_BYTES_PER_FEATURE = 24
/** The bytes that LMP keeps for each choice: its δ. */
export const LMP_BYTES_PER_CHOICE = 8
/** The bytes that LMP keeps for each feature: α, β and gamma. */
export const LMP_BYTES_PER_FEATURE = 24

/** Counts choices, teams and features of a source, for the estimate of memory. */
export async function countData(source: ChoiceSource): Promise<DataCounts> {
  let choices = 0
  let teams = 0
  for await (const block of source.blocks()) {
    choices += block.choices
    teams += block.starts[block.choices]! - block.starts[0]!
  }
  return { choices, teams, slots: source.slots, features: source.features }
}

/**
 * The counts of the same kind of data with `factor` times as many choices: an extrapolation, to be named as such.
 */
export function scaleData(counts: DataCounts, factor: number): DataCounts {
  const [choices, teams] = [counts.choices * factor, counts.teams * factor].map(Math.round) as [
    number,
    number,
  ]
  return { ...counts, choices, teams }
}

/**
 * Compares what MM and LMP need for the same data. `bytesPerTeam` is how MM stores a team; by default one number
 * for each slot, as a block does.
 */
export function compareMemory(
  { choices, teams, slots, features }: DataCounts,
  bytesPerTeam: number = BYTES_PER_PLACE * slots,
): MemoryComparison {
  const mm = bytesPerTeam * teams + MM_BYTES_PER_CHOICE * choices + MM_BYTES_PER_FEATURE * features
  const lmp = LMP_BYTES_PER_CHOICE * choices + LMP_BYTES_PER_FEATURE * features
  return { mm, lmp, ratio: mm / lmp }
}
