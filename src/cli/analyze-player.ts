// Whose search it is: `uct:strong,rave-bias=0.001` as for every player, read as the parameters of a `Searcher`.

import { unwrap } from "../base/result.ts"
import { makePlayer, parsePlayerSpec } from "../players/index.ts"
import {
  DEFAULTS,
  parseParams,
  presetParams,
  type PresetName,
  type SearchBudget,
  type SearchParams,
} from "../search/index.ts"
import { fail } from "./failure.ts"

/** The player whose search is shown; others have no tree. */
const SEARCHER = "uct"

export interface Analyst {
  /** As it was written. */
  readonly name: string
  readonly params: SearchParams
  readonly budget: SearchBudget
  readonly threads: number
}

export interface AnalystDefaults {
  readonly playouts?: number | undefined
  readonly seconds?: number | undefined
  readonly threads?: number | undefined
}

/** A budget in the player's name is a whole one, as everywhere: the options do not add to it. */
export function analystOf(text: string, defaults: AnalystDefaults, playouts: number): Analyst {
  // Making the player is the check: its errors are the same in all commands.
  const player = makePlayer(text)
  if (!player.ok) fail(`--player: ${player.error}`)
  const { name, preset, options } = unwrap(parsePlayerSpec(text))
  if (name !== SEARCHER) fail(`--player: ${name} has no tree to look at; ${SEARCHER} has`)
  const base = preset === undefined ? DEFAULTS : presetParams(preset as PresetName)
  const knobs = new Map(options)
  const own = (key: string): number | undefined => {
    const value = knobs.get(key)
    knobs.delete(key)
    return value === undefined ? undefined : Number(value)
  }
  const budget = budgetOf(own("playouts"), own("seconds"))
  const threads = own("threads") ?? defaults.threads ?? 1
  return {
    name: text,
    params: unwrap(parseParams(base, knobs)),
    budget: budget ?? budgetOf(defaults.playouts, defaults.seconds) ?? { playouts },
    threads,
  }
}

function budgetOf(playouts?: number, seconds?: number): SearchBudget | undefined {
  if (playouts === undefined && seconds === undefined) return undefined
  return {
    ...(playouts === undefined ? {} : { playouts }),
    ...(seconds === undefined ? {} : { seconds }),
  }
}
