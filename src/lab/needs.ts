// What some experiments need beyond Montego, and whether this machine has it.

import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { findProgram } from "../gtp/controller/index.ts"
import type { Experiment, Need } from "./experiment.ts"

/** Where collections of games are looked for: the folder that the variable names, or beside the checkout. */
const FOLDER_VARIABLE = "MONTEGO_DATA"
const USUAL_FOLDER = fileURLToPath(new URL("../../../shared/data", import.meta.url))

/** A collection of games by its name; undefined where there is none. */
export function findRecords(name: string): string | undefined {
  const folder = process.env[FOLDER_VARIABLE] ?? USUAL_FOLDER
  const file = join(folder, name)
  return existsSync(file) ? file : undefined
}

/** The collection that experiments on professional games read. */
export const PROFESSIONAL_GAMES = "pro19.valid.sgf.gz"

const ADVICE: Readonly<Record<Need, string>> = {
  gnugo: "gnugo (Debian's package gnugo, Homebrew's gnu-go)",
  records: `game records (${PROFESSIONAL_GAMES} in the folder that ${FOLDER_VARIABLE} names)`,
}

const isThere: Readonly<Record<Need, () => boolean>> = {
  gnugo: () => findProgram("gnugo") !== undefined,
  records: () => findRecords(PROFESSIONAL_GAMES) !== undefined,
}

/** Why an experiment can't run here; undefined when it can. */
export function missingNeed({ needs = [] }: Experiment): string | undefined {
  const missing = needs.filter((need) => !isThere[need]())
  return missing.length === 0 ? undefined : `needs ${missing.map((need) => ADVICE[need]).join(" and ")}`
}
