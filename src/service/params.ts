// From the name of a tree search, as people write it, to its parameters: the glass box explains them
// in the page and runs them in the engine.

import { err, ok, type Result } from "../base/index.ts"
import { parsePlayerSpec } from "../players/index.ts"
import { readUctSpec, type SearchParams } from "../search/index.ts"

/** The parameters of `uct[:PRESET][,key=value…]`; the error says what is wrong, or that this player has no tree. */
export function searchParamsOf(player: string): Result<SearchParams, string> {
  const spec = parsePlayerSpec(player)
  if (!spec.ok) return spec
  if (spec.value.name !== "uct") return err(`${spec.value.name} has no tree to look into`)
  const read = readUctSpec(spec.value)
  return read.ok ? ok(read.value.params) : read
}
