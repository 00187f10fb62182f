// Opponents by name, the same in the page and in the terminal.

import type { PresetName } from "../search/index.ts"

/** Playouts and nothing else set them apart, so that each is the same on a phone and on a desktop. */
export const LEVELS = [
  { id: "newcomer", playouts: 10 },
  { id: "learner", playouts: 60 },
  { id: "casual", playouts: 300 },
  { id: "steady", playouts: 1500 },
  { id: "sharp", playouts: 6000 },
  { id: "deep", playouts: 25_000 },
] as const

export type LevelId = (typeof LEVELS)[number]["id"]

/** The preset that all levels search by. */
const LEVEL_PRESET: PresetName = "strong"
export const LEVEL_PLAYER = `uct:${LEVEL_PRESET}`

/** The player of a level, as `makePlayer` reads it; undefined where there is no such level. */
export function levelPlayer(name: string): string | undefined {
  const level = LEVELS.find(({ id }) => id === name)
  return level && `${LEVEL_PLAYER},playouts=${level.playouts}`
}
