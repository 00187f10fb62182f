// What the subcommands of `montego lab` share: where results are, and which experiments are meant.

import { dirname, join } from "node:path"
import { Option } from "commander"
import { makeChoice } from "../../base/nearest.ts"
import { EXPERIMENTS, findExperiment, LabStore, missingNeed } from "../../lab/index.ts"
import type { Experiment, Reported } from "../../lab/index.ts"
import { fail } from "../failure.ts"
import { folderOption } from "../options.ts"
import { defaultFile } from "../terminal/store.ts"

export function makeFolderOption(): Option {
  return new Option(
    "--folder <folder>",
    "where journals and results are kept (default: in your state folder)",
  ).argParser(folderOption)
}

/** The usual place is beside the journals of matches. */
export function storeOf(folder: string | undefined): LabStore {
  return new LabStore(folder ?? join(dirname(defaultFile(process.env)), "lab"))
}

/** Experiments by their ids; `cgt` also stands for all that begin with `cgt-`. */
export function experimentsOf(ids: readonly string[]): Experiment[] {
  const found = ids.flatMap((id) => {
    const one = findExperiment(id)
    const family = one ? [one] : EXPERIMENTS.filter((experiment) => experiment.id.startsWith(`${id}-`))
    const names = EXPERIMENTS.map((experiment) => experiment.id)
    return family.length > 0 ? family : fail(`there is no experiment ${makeChoice(id, names)}`)
  })
  return [...new Set(found)]
}

/** All experiments with their latest results, full ones first. */
export function reportedOf(store: LabStore, experiments: readonly Experiment[] = EXPERIMENTS): Reported[] {
  return experiments.map((experiment) => {
    const read = store.best(experiment.id)
    const result = read.ok ? read.value : fail(read.error)
    const missing = missingNeed(experiment)
    return { experiment, ...(result ? { result } : {}), ...(missing === undefined ? {} : { missing }) }
  })
}
