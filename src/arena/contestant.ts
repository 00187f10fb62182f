// The players of a game by their names: those of the registry, other engines (`gtp:COMMAND`) and modules
// (`module:FILE`).

import { messageOf } from "../base/failure.ts"
import { VERSION } from "../base/version.ts"
import type { Result } from "../base/result.ts"
import { parseHybridSpec, parsePlayerSpec, type Player, type PlayerDefaults } from "../players/index.ts"
import { isGtpSpec, makeGtpPlayer } from "../players/node/gtp.ts"
import { isModuleSpec, openPlayer } from "../players/node/module.ts"
import type { Point, Position } from "../rules/index.ts"

/** A player that may have an opinion about the end of a game; `undefined` where it has none. */
export interface Contestant extends Player {
  deadStones?(position: Position): Promise<readonly Point[] | undefined>
  finalScore?(position: Position): Promise<string | undefined>
  /** The end of a conversation that people can look at when it goes wrong. */
  exchange?(): readonly string[]
  /** What it is, more exactly than its name tells. */
  identify?(): Promise<string>
}

/** Makes the player that `text` names; the seed is for engines that want one when they start. */
export async function makeContestant(
  text: string,
  defaults: PlayerDefaults,
  seed: number,
): Promise<Result<Contestant, string>> {
  if (isGtpSpec(text)) return makeGtpPlayer(text, { seed, seconds: defaults.seconds })
  return openPlayer(text, defaults)
}

/** The command of the program that a player by this name starts; undefined when it plays within Montego alone. */
export function engineCommand(text: string): string | undefined {
  if (isGtpSpec(text)) return text.slice(text.indexOf(":") + 1)
  const spec = parsePlayerSpec(text)
  if (!spec.ok || spec.value.name !== "hybrid") return undefined
  const hybrid = parseHybridSpec(spec.value)
  return hybrid.ok ? hybrid.value.engine.command : undefined
}

/**
 * Finds out whether a player by this name can be had, and what it calls itself. Starts an engine once, so that a
 * wrong command is an error before the match and not a hundred lost games.
 */
export async function probe(text: string, defaults: PlayerDefaults): Promise<Result<string, string>> {
  const made = await makeContestant(text, defaults, 1)
  if (!made.ok) return made
  const player = made.value
  try {
    const own = isModuleSpec(text) ? player.name : `montego ${VERSION}`
    return { ok: true, value: (await player.identify?.()) ?? own }
  } catch (error) {
    return { ok: false, error: `"${text}": ${messageOf(error)}` }
  } finally {
    await player.close()
  }
}
