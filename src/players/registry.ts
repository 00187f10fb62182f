// The players by name. Each line here is a player that can be chosen in every command, in the page and on the server.

import { makeChoice } from "../base/nearest.ts"
import { err, ok, type Result } from "../base/result.ts"
import { EVOLVE_PLAYER } from "../evolve/index.ts"
import { FLAT_PLAYERS, searchFlat } from "../flat/index.ts"
import { GOBBLE_PLAYER } from "../gobble/index.ts"
import { HYBRID_PLAYER } from "../hybrid/index.ts"
import { NET_PLAYER } from "../net/player.ts"
import { parsePlayerSpec, type Player, type PlayerForm, type PlayerSpec } from "../player/index.ts"
import { UCT_PLAYER, type PlayerEnvironment } from "../search/index.ts"
import { RANDOM_PLAYER } from "./random.ts"

/** A player of the registry: what it is, its options, and how it is made. */
export interface PlayerKind extends PlayerForm {
  /** One line for lists and `--help`. */
  readonly summary: string
  make(spec: PlayerSpec, environment: PlayerEnvironment): Result<Player, string>
}

/** Keys that a caller gives to every player that knows them, unless the player's name has its own. */
export interface PlayerDefaults {
  readonly playouts?: number | undefined
  readonly seconds?: number | undefined
  readonly threads?: number | undefined
}

/** All players of the package, with their options. */
export const PLAYERS: readonly PlayerKind[] = [
  RANDOM_PLAYER,
  UCT_PLAYER,
  NET_PLAYER,
  ...FLAT_PLAYERS,
  GOBBLE_PLAYER,
  EVOLVE_PLAYER,
  HYBRID_PLAYER,
]

/** The names of all players. */
export const PLAYER_NAMES: readonly string[] = PLAYERS.map(({ name }) => name)

/** What players get that the caller's environment lacks: ideas that lie above the search. */
const SUPPLIED: PlayerEnvironment = {
  searchWithoutTree: (request) => searchFlat(undefined, request, { method: "vanilla" }),
  openEndgame: async () => {
    const { EndgameChooser } = await import("../cgt/board/choose.ts")
    return new EndgameChooser()
  },
}

/** Makes the player that `text` names (see `parsePlayerSpec`). */
export function makePlayer(
  text: string,
  defaults: PlayerDefaults = {},
  environment: PlayerEnvironment = {},
): Result<Player, string> {
  const spec = parsePlayerSpec(text)
  if (!spec.ok) return spec
  const kind = findPlayer(spec.value.name)
  if (!kind.ok) return kind
  return kind.value.make(withDefaults(kind.value, spec.value, defaults), { ...SUPPLIED, ...environment })
}

/** The entry of the registry for a player's name without options; the error lists the names. */
export function findPlayer(name: string): Result<PlayerKind, string> {
  const kind = PLAYERS.find((player) => player.name === name)
  return kind ? ok(kind) : err(`there is no player ${makeChoice(name, PLAYER_NAMES)}`)
}

/** Whether the player has the options `playouts` and `seconds`. */
export function isBudgeted({ options }: PlayerForm): boolean {
  return Object.hasOwn(options, "playouts")
}

/**
 * A player's name with the caller's values of keys that the player knows and the name does not set. A budget in
 * the name is a whole one: the caller's does not add to it.
 */
export function withDefaults(
  { options: known }: PlayerForm,
  spec: PlayerSpec,
  defaults: PlayerDefaults,
): PlayerSpec {
  const options = new Map(spec.options)
  const hasBudget = options.has("playouts") || options.has("seconds")
  for (const key of ["playouts", "seconds", "threads"] as const) {
    const value = defaults[key]
    const isGiven = key === "threads" ? options.has(key) : hasBudget
    if (value !== undefined && !isGiven && Object.hasOwn(known, key)) options.set(key, String(value))
  }
  return { ...spec, options }
}
