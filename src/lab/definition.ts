// What makes a run of an experiment this run and no other: its id, its sizes, its seed, the program that plays and the
// tasks themselves. Two runs of one definition have the same findings, unless they measure time.

import { createHash } from "node:crypto"
import { SIGNATURE } from "../search/index.ts"
import type { Experiment, SizeName, Sizes, Unit } from "./experiment.ts"

export interface RunDefinition {
  readonly id: string
  readonly size: SizeName
  readonly sizes: Sizes
  readonly seed: number
  readonly signature: string
  /** A digest of all tasks: a run continues only with the same units. */
  readonly tasks: string
}

export interface PreparedRun {
  readonly experiment: Experiment
  readonly definition: RunDefinition
  readonly units: readonly Unit[]
}

export function prepareRun(experiment: Experiment, size: SizeName, sizes: Sizes, seed: number): PreparedRun {
  const units = experiment.units(sizes, seed)
  const tasks = digest(units.map(({ id, task }) => [id, task]))
  return {
    experiment,
    definition: { id: experiment.id, size, sizes, seed, signature: SIGNATURE, tasks },
    units,
  }
}

/** Part of the names of files: the same run has the same. */
export function runName({ size, sizes, seed, signature, tasks }: RunDefinition): string {
  return `${size}-${digest([sizes, seed, signature, tasks]).slice(0, 12)}`
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16)
}
