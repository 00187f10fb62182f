// Opponents by name, the same in the page and in the terminal.

/** The classical search: its levels differ by playouts and nothing else. */
const CLASSICAL = "uct:strong"
/** The network judges: an evaluation is worth hundreds of playouts, and takes as long. */
const BY_NET = "uct:net"

/** Strength is set by playouts, so that each level is the same on a phone and on a desktop. */
export const LEVELS = [
  { id: "newcomer", player: CLASSICAL, playouts: 10 },
  { id: "learner", player: CLASSICAL, playouts: 60 },
  { id: "casual", player: CLASSICAL, playouts: 300 },
  { id: "steady", player: CLASSICAL, playouts: 1500 },
  { id: "sharp", player: CLASSICAL, playouts: 6000 },
  { id: "deep", player: CLASSICAL, playouts: 25_000 },
  { id: "master", player: BY_NET, playouts: 400 },
] as const

export type Level = (typeof LEVELS)[number]
export type LevelId = Level["id"]

export function findLevel(name: string): Level | undefined {
  return LEVELS.find(({ id }) => id === name)
}

/** The player of a level, as `makePlayer` reads it; undefined where there is no such level. */
export function levelPlayer(name: string): string | undefined {
  const level = findLevel(name)
  return level && `${level.player},playouts=${level.playouts}`
}
