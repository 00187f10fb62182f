// The players by name. Whoever adds one adds a line here, and it can be played against everywhere.

import { err, ok, type Result } from "../base/result.ts"
import type { Player } from "./player.ts"
import { RandomPlayer } from "./random.ts"
import { parsePlayerSpec, type PlayerSpec } from "./spec.ts"

export interface PlayerKind {
  readonly name: string
  /** One line for lists and `--help`. */
  readonly summary: string
  make(spec: PlayerSpec): Result<Player, string>
}

export const PLAYERS: readonly PlayerKind[] = [
  {
    name: "random",
    summary: "any legal move with equal probability, never into an own eye",
    make: (spec) => withoutOptions(spec, () => new RandomPlayer()),
  },
]

/** Makes the player that `text` names (see `parsePlayerSpec`). */
export function makePlayer(text: string): Result<Player, string> {
  const spec = parsePlayerSpec(text)
  if (!spec.ok) return spec
  const kind = PLAYERS.find(({ name }) => name === spec.value.name)
  if (!kind)
    return err(`there is no player "${spec.value.name}"; there are: ${PLAYERS.map((p) => p.name).join(", ")}`)
  return kind.make(spec.value)
}

function withoutOptions({ name, preset, options }: PlayerSpec, make: () => Player): Result<Player, string> {
  if (preset !== undefined) return err(`${name} has no presets, "${preset}" is unknown`)
  const [key] = options.keys()
  if (key !== undefined) return err(`${name} has no option "${key}"`)
  return ok(make())
}
