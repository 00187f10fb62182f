// The search that is shown: that of `uct:strong,rave-bias=0.001` as for every player, read as the
// parameters of a `Searcher`; or a player of the user's (`module:FILE`) whose answers have a report.

import { unwrap } from "../../base/result.ts"
import { budgetOf, makePlayer, parsePlayerSpec, UCT_PLAYER, withDefaults } from "../../players/index.ts"
import type { PlayerDefaults } from "../../players/index.ts"
import { isModuleSpec, NODE_ENVIRONMENT, openPlayer } from "../../players/node/index.ts"
import { openWeightsFiles } from "../../learn/node/index.ts"
import { openNetFile } from "../../net/node/index.ts"
import { DEFAULTS, findKnowledge, findNet, readUctSpec, Searcher, withOwnFiles } from "../../search/index.ts"
import type { OwnFiles, SearchBudget, SearchParams, SearchRequest, SearchResult } from "../../search/index.ts"
import { openHelpers } from "../../search/node/index.ts"
import { fail } from "../failure.ts"

/** The player whose search is shown; others have no tree. */
const SEARCHER = UCT_PLAYER.name

export interface Analyst {
  /** As it was written. */
  readonly name: string
  readonly params: SearchParams
  readonly budget: SearchBudget
  readonly threads: number
  /** The files of weights and of a network that the name has. */
  readonly files: OwnFiles
}

/** A budget in the player's name is a whole one, as everywhere: the options do not add to it. */
export function analystOf(text: string, defaults: PlayerDefaults, usual: SearchBudget): Analyst {
  if (isModuleSpec(text)) {
    const budget = budgetOf(defaults)
    const threads = defaults.threads ?? 1
    return { name: text, params: DEFAULTS, budget: isEmpty(budget) ? usual : budget, threads, files: {} }
  }
  // Making the player is the check: its errors are the same in all commands.
  const player = makePlayer(text, {}, { openNetFile, openWeightsFiles })
  if (!player.ok) fail(`--player: ${player.error}`)
  const spec = unwrap(parsePlayerSpec(text))
  if (spec.name !== SEARCHER) fail(`--player: ${spec.name} has no tree to look at; ${SEARCHER} has`)
  const { params, budget, threads, files } = unwrap(readUctSpec(withDefaults(UCT_PLAYER, spec, defaults)))
  return { name: text, params, budget: isEmpty(budget) ? usual : budget, threads, files }
}

function isEmpty({ playouts, seconds }: SearchBudget): boolean {
  return playouts === undefined && seconds === undefined
}

/** What looks at positions for us. */
export interface Looker extends Pick<Searcher, "clear" | "close"> {
  search(request: SearchRequest): Promise<Pick<SearchResult, "report" | "stopped">>
}

/** The search itself, or the user's player in its place. */
export async function openAnalyst({ name, params, threads, files }: Analyst, size: number): Promise<Looker> {
  if (isModuleSpec(name)) return openOwn(name)
  const environment = unwrap(withOwnFiles(NODE_ENVIRONMENT, files))
  const knowledge = await findKnowledge(params, size, environment)
  const net = await findNet(params, size, environment)
  const helpers = threads > 1 ? { helpers: openHelpers(threads - 1) } : {}
  return Searcher.create({ params, knowledge, net, ...helpers })
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
      if (!report || report.candidates.length === 0)
        fail(`--player: ${value.name} gives no report with its move: there is nothing to show`)
      const stopped = signal?.aborted ? "aborted" : "playouts"
      return { report, stopped }
    },
    // Each request has the whole position.
    clear: () => undefined,
    close: () => value.close(),
  }
}
