// Whose search it is: `uct:strong,rave-bias=0.001` as for every player, read as the parameters of a `Searcher`; or a player of
// one's own (`module:FILE`) whose answers have a report.

import { unwrap } from "../../base/result.ts"
import { makePlayer, parsePlayerSpec } from "../../players/index.ts"
import { isModuleSpec, openPlayer } from "../../players/node/index.ts"
import {
  DEFAULTS,
  parseParams,
  presetParams,
  Searcher,
  type PresetName,
  type SearchBudget,
  type SearchParams,
} from "../../search/index.ts"
import { openHelpers } from "../../search/node/index.ts"
import { fail } from "../failure.ts"

/** The player whose search is shown; others have no tree. */
const SEARCHER = "uct"

export interface Analyst {
  /** As it was written. */
  readonly name: string
  readonly params: SearchParams
  readonly budget: SearchBudget
  readonly threads: number
}

interface AnalystDefaults {
  readonly playouts?: number | undefined
  readonly seconds?: number | undefined
  readonly threads?: number | undefined
}

/** A budget in the player's name is a whole one, as everywhere: the options do not add to it. */
export function analystOf(text: string, defaults: AnalystDefaults, playouts: number): Analyst {
  if (isModuleSpec(text)) {
    const budget = budgetOf(defaults.playouts, defaults.seconds) ?? { playouts }
    return { name: text, params: DEFAULTS, budget, threads: defaults.threads ?? 1 }
  }
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

/** What looks at positions for us. */
export type Looker = Pick<Searcher, "search" | "clear" | "close">

/** The search itself, or a player of one's own in its place. */
export async function openAnalyst({ name, params, threads }: Analyst): Promise<Looker> {
  if (isModuleSpec(name)) return openOwn(name)
  return Searcher.create({ params, ...(threads > 1 ? { helpers: openHelpers(threads - 1) } : {}) })
}

async function openOwn(name: string): Promise<Looker> {
  const player = await openPlayer(name)
  if (!player.ok) fail(`--player: ${player.error}`)
  const { value } = player
  return {
    async search({ position, color, budget, seed, signal, onReport, reportEvery }) {
      const request = { position, color, budget, seed }
      const { report } = await value.choose({
        ...request,
        ...(signal ? { signal } : {}),
        ...(onReport ? { onReport } : {}),
        ...(reportEvery === undefined ? {} : { reportEvery }),
      })
      const best = report?.candidates[0]
      if (!report || !best)
        fail(`--player: ${value.name} gives no report with its move: there is nothing to show`)
      const stopped = signal?.aborted ? "aborted" : "playouts"
      return { report, best, stopped, spare: Infinity, longestWait: 0 }
    },
    // Each request has the whole position.
    clear: () => undefined,
    close: () => value.close(),
  }
}
