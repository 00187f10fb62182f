// Where the game records for tests and benchmarks are: in the folder that MONTEGO_DATA names, or in
// `../shared/data` beside the checkout. They are not part of the repository.

import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import type { Need } from "./needs.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

export function dataFolder(): string {
  const named = process.env["MONTEGO_DATA"]
  return named === undefined || named === "" ? join(root, "..", "shared", "data") : resolve(named)
}

/** A file of the game data, e.g. `pro19.valid.sgf.gz`. */
export function dataFile(name: string): Need {
  const path = join(dataFolder(), name)
  if (existsSync(path)) return { path }
  return { missing: `${name} is not in ${dataFolder()}; set MONTEGO_DATA to the folder that has it` }
}
