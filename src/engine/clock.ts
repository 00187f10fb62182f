// What a clock shows after a move of our own. Controllers should tell the time before every move; one that tells it
// once would otherwise have us think for a whole game with the time of its beginning.

import {
  afterMove,
  elapse,
  fullOvertime,
  type TimeLeft,
  type TimeLimit,
  type TimeSettings,
} from "../search/index.ts"

/** A side that has overrun, but has not lost, goes on with the least time there can be. */
export function afterOwnMove(settings: TimeSettings, left: TimeLeft, seconds: number): TimeLeft {
  const limit = limitOf(settings, left)
  const rest = elapse(limit, left, seconds)
  if (rest) return afterMove(limit, rest)
  if (limit.kind === "absolute") return { seconds: 0, stones: left.stones }
  return afterMove(limit, { seconds: 0, stones: limit.kind === "byo-yomi" ? 1 : left.stones })
}

/** Overtime without length or without moves counts as none. */
function limitOf(settings: TimeSettings, { seconds: main }: TimeLeft): TimeLimit {
  if (settings.kind === "none" || settings.kind === "absolute") return { kind: "absolute", main }
  return settings.period > 0 && fullOvertime(settings).stones > 0 ? settings : { kind: "absolute", main }
}
