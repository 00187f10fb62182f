// The players by name. Each line here is a player that can be chosen in every command, in the page and on the server.

import { makeChoice } from "../base/nearest.ts"
import { err, ok, type Result } from "../base/result.ts"
import { EVOLVE_PLAYER } from "../evolve/index.ts"
import { FLAT_PLAYERS, searchFlat } from "../flat/index.ts"
import { GOBBLE_PLAYER } from "../gobble/index.ts"
import { HYBRID_PLAYER } from "../hybrid/index.ts"
import { parsePlayerSpec, type Player, type PlayerSpec } from "../player/index.ts"
import { UCT_PLAYER, type PlayerEnvironment } from "../search/index.ts"
import { RandomPlayer } from "./random.ts"

export interface PlayerKind {
  readonly name: string
  /** One line for lists and `--help`. */
  readonly summary: string
  /** Whether it knows the keys playouts, seconds and threads. */
  readonly isBudgeted: boolean
  make(spec: PlayerSpec, environment: PlayerEnvironment): Result<Player, string>
}

/** Keys that a caller gives to every player that knows them, unless the player's name has its own. */
export interface PlayerDefaults {
  readonly playouts?: number | undefined
  readonly seconds?: number | undefined
  readonly threads?: number | undefined
}

export const PLAYERS: readonly PlayerKind[] = [
  {
    name: "random",
    summary: "any legal move with equal probability, never into an own eye",
    isBudgeted: false,
    make: (spec) => withoutOptions(spec, () => new RandomPlayer()),
  },
  UCT_PLAYER,
  ...FLAT_PLAYERS,
  GOBBLE_PLAYER,
  EVOLVE_PLAYER,
  HYBRID_PLAYER,
]

/** What players get that the caller's environment lacks: the kernel's twin plays where the tree has no room. */
const SUPPLIED: PlayerEnvironment = {
  searchWithoutTree: (request) => searchFlat(undefined, request, { method: "vanilla" }),
}

/** Makes the player that `text` names (see `parsePlayerSpec`). */
export function makePlayer(
  text: string,
  defaults: PlayerDefaults = {},
  environment: PlayerEnvironment = {},
): Result<Player, string> {
  const spec = parsePlayerSpec(text)
  if (!spec.ok) return spec
  const kind = PLAYERS.find(({ name }) => name === spec.value.name)
  if (!kind)
    return err(
      `there is no player ${makeChoice(
        spec.value.name,
        PLAYERS.map(({ name }) => name),
      )}`,
    )
  const given = kind.isBudgeted ? withDefaults(spec.value, defaults) : spec.value
  return kind.make(given, { ...SUPPLIED, ...environment })
}

/** A budget in the player's name is a whole one: the caller's does not add to it. */
function withDefaults(spec: PlayerSpec, { playouts, seconds, threads }: PlayerDefaults): PlayerSpec {
  const options = new Map(spec.options)
  const hasBudget = options.has("playouts") || options.has("seconds")
  if (!hasBudget && playouts !== undefined) options.set("playouts", String(playouts))
  if (!hasBudget && seconds !== undefined) options.set("seconds", String(seconds))
  if (!options.has("threads") && threads !== undefined) options.set("threads", String(threads))
  return { ...spec, options }
}

function withoutOptions({ name, preset, options }: PlayerSpec, make: () => Player): Result<Player, string> {
  if (preset !== undefined) return err(`${name} has no presets, "${preset}" is unknown`)
  const [key] = options.keys()
  if (key !== undefined) return err(`${name} has no option "${key}"`)
  return ok(make())
}
