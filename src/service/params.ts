// From the name of a tree search, as people write it, to its parameters: the glass box explains them in the page and runs them in
// the engine.

import { err, type Result } from "../base/index.ts"
import { parsePlayerSpec } from "../players/index.ts"
import {
  DEFAULTS,
  parseParams,
  PRESET_NAMES,
  presetParams,
  type PresetName,
  type SearchParams,
} from "../search/index.ts"

/** Options of a player that are none of its search. */
const BESIDE = new Set(["playouts", "seconds", "threads", "experience", "learn"])

/** The parameters of `uct[:PRESET][,key=value…]`; the error says what is wrong, or that this player has no tree. */
export function searchParamsOf(player: string): Result<SearchParams, string> {
  const spec = parsePlayerSpec(player)
  if (!spec.ok) return spec
  const { name, preset, options } = spec.value
  if (name !== "uct") return err(`${name} has no tree to look into`)
  if (preset !== undefined && !(PRESET_NAMES as readonly string[]).includes(preset))
    return err(`uct has no preset "${preset}"; there are: ${PRESET_NAMES.join(", ")}`)
  const base = preset === undefined ? DEFAULTS : presetParams(preset as PresetName)
  return parseParams(
    base,
    [...options].filter(([key]) => !BESIDE.has(key)),
  )
}
