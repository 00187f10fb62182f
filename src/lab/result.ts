// The result of a run as one JSON object: what was found, on which program and machine, and the verdict. docs/lab.md
// describes the fields.

import type { Machine } from "../base/node/index.ts"
import { VERSION } from "../base/version.ts"
import type { Comparison, Conclusion, Experiment, Found, Sizes, SizeName } from "./experiment.ts"
import type { Source } from "./source.ts"
import { combine, type Verdict } from "./verdict.ts"
import type { RunDefinition } from "./definition.ts"
import type { FinishedUnit } from "./journal.ts"

export interface LabResult {
  readonly lab: "montego lab"
  /** Of this form. */
  readonly version: 1
  readonly id: string
  readonly title: string
  readonly ids: readonly string[]
  readonly source: Source
  readonly size: SizeName
  readonly parameters: Sizes
  readonly seed: number
  /** The command that repeats it. */
  readonly command: string
  readonly montego: string
  readonly signature: string
  readonly machine: Machine
  /** When the last unit was finished, in UTC. */
  readonly ranAt: string
  /** Of all units together. */
  readonly seconds: number
  readonly verdict: Verdict
  readonly comparisons: readonly Comparison[]
  readonly units: readonly Found[]
}

export interface ResultOptions {
  readonly experiment: Experiment
  readonly definition: RunDefinition
  readonly found: readonly Found[]
  readonly finished: readonly FinishedUnit[]
  readonly conclusion: Conclusion
  readonly machine: Machine
}

export function makeResult({
  experiment,
  definition,
  found,
  finished,
  conclusion,
  machine,
}: ResultOptions): LabResult {
  const { id, title, ids, source } = experiment
  const { size, sizes, seed, signature } = definition
  return {
    lab: "montego lab",
    version: 1,
    id,
    title,
    ids,
    source,
    size,
    parameters: sizes,
    seed,
    command: commandOf(experiment, definition),
    montego: VERSION,
    signature,
    machine,
    ranAt: finished
      .map(({ at }) => at)
      .sort()
      .at(-1)!,
    seconds: Number(finished.reduce((sum, unit) => sum + unit.seconds, 0).toFixed(1)),
    verdict: combine(conclusion.comparisons.map(({ verdict }) => verdict)),
    comparisons: conclusion.comparisons,
    units: found,
  }
}

/** How the run is typed. */
function commandOf({ id, parameters }: Experiment, { size, sizes, seed }: RunDefinition): string {
  const changed = Object.entries(sizes).filter(([name, value]) => parameters[name]![size] !== value)
  return [
    `montego lab run ${id}`,
    ...(size === "full" ? ["--full"] : []),
    ...changed.map(([name, value]) => `--set ${name}=${value}`),
    ...(seed === 1 ? [] : [`--seed ${seed}`]),
  ].join(" ")
}
