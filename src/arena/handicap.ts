// The stones of a handicap match, as the options of `Game`: fixed points, Black's, and White begins.

import { Black, fixedHandicap, type GameOptions } from "../rules/index.ts"

/**
 * The stones of a fixed handicap as options of a game; none without a handicap.
 * @throws {Error} when this board has no such handicap.
 */
export function handicapOptions(
  size: number,
  handicap: number | undefined,
): Pick<GameOptions, "setup" | "handicap"> {
  if (handicap === undefined) return {}
  const points = fixedHandicap(size, handicap)
  if (!points) throw new Error(`a board of ${size} lines has no fixed handicap of ${handicap} stones`)
  return { handicap, setup: points.map((point) => [Black, point] as const) }
}
