// Sente and gote, read off the thermograph: a wall that rises straight up at a temperature means that the move of that
// side is answered there, so the side keeps the turn.

import type { Corner } from "../trajectory.ts"
import { COLDEST } from "../trajectory.ts"
import type { Rational } from "../rational.ts"
import type { EndgameRegion } from "./endgame.ts"

/**
 * `settled`: neither side gains by moving. `gote`: either side's move ends the play there. `black-sente`: Black's move
 * must be answered, so White's move is reverse sente; `white-sente` likewise. `double-sente`: at the temperature of the
 * rest of the board both sides' moves must be answered.
 */
export type MoveKind = "settled" | "gote" | "black-sente" | "white-sente" | "double-sente"

/** What kind of move a region offers, given all regions; undefined for a refused one. */
export function kindOf(region: EndgameRegion, all: readonly EndgameRegion[]): MoveKind | undefined {
  if (region.kind === "refused") return undefined
  if (region.game.kind === "number") return "settled"
  const { leftWall, rightWall, temperature } = region.thermograph
  const ambient = hottestBeside(region, all)
  if (ambient.isLess(temperature) && risesAt(leftWall, ambient) && risesAt(rightWall, ambient))
    return "double-sente"
  if (risesBelow(leftWall)) return "black-sente"
  return risesBelow(rightWall) ? "white-sente" : "gote"
}

/** The temperature of the hottest other region. */
function hottestBeside(region: EndgameRegion, all: readonly EndgameRegion[]): Rational {
  let hottest = COLDEST
  for (const other of all)
    if (other !== region && other.kind === "evaluated" && hottest.isLess(other.thermograph.temperature))
      hottest = other.thermograph.temperature
  return hottest
}

/** Whether the wall is vertical just above this temperature. */
function risesAt(wall: readonly Corner[], temperature: Rational): boolean {
  const upper = wall.findIndex((corner) => temperature.isLess(corner.temperature))
  return upper > 0 && wall[upper]!.value.equals(wall[upper - 1]!.value)
}

/** Whether the wall is vertical just below its foot of the mast. */
function risesBelow(wall: readonly Corner[]): boolean {
  return wall.length > 1 && wall.at(-1)!.value.equals(wall.at(-2)!.value)
}
