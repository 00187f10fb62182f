// The arithmetic of a side's time: what it has at the start, while it thinks and after its move. Numbers come in, so
// that whole games on the clock are tested without waiting. The arena, the engine and the page all count by it.

import type { Clock, TimeSettings } from "../player/index.ts"

/** A time limit that is one. */
export type TimeLimit = Exclude<TimeSettings, { kind: "none" }>

/** Seconds, and stones or periods in overtime (0 = main time). */
export type TimeLeft = NonNullable<Clock["left"]>

type Overtime = Exclude<TimeLimit, { kind: "absolute" }>

/** What a side has at the start; without main time it begins in overtime. */
export function fullTime(limit: TimeLimit): TimeLeft {
  return limit.main > 0 || limit.kind === "absolute"
    ? { seconds: limit.main, stones: 0 }
    : fullOvertime(limit)
}

/** A whole period of overtime. */
export function fullOvertime(limit: Overtime): TimeLeft {
  return { seconds: limit.period, stones: limit.kind === "byo-yomi" ? limit.periods : limit.stones }
}

/** What is left while a side thinks; undefined when its time is up. */
export function elapse(limit: TimeLimit, left: TimeLeft, seconds: number): TimeLeft | undefined {
  const rest = left.seconds - seconds
  const isMainTime = left.stones === 0
  if (limit.kind !== "absolute" && isMainTime && rest <= 0) return elapse(limit, fullOvertime(limit), -rest)
  if (rest >= 0) return { seconds: rest, stones: left.stones }
  if (limit.kind !== "byo-yomi") return undefined
  const lost = Math.ceil(-rest / limit.period)
  return lost < left.stones ? { seconds: rest + lost * limit.period, stones: left.stones - lost } : undefined
}

/** What is left when the move is made: a period is whole again, a stone of Canadian overtime is played. */
export function afterMove(limit: TimeLimit, left: TimeLeft): TimeLeft {
  if (limit.kind === "absolute" || left.stones === 0) return left
  if (limit.kind === "byo-yomi") return { seconds: limit.period, stones: left.stones }
  return left.stones > 1 ? { seconds: left.seconds, stones: left.stones - 1 } : fullOvertime(limit)
}

/** Seconds until a side that only thinks has lost. */
export function patience(limit: TimeLimit, left: TimeLeft): number {
  if (limit.kind === "absolute") return left.seconds
  if (left.stones === 0) return left.seconds + patience(limit, fullOvertime(limit))
  return limit.kind === "byo-yomi" ? left.seconds + (left.stones - 1) * limit.period : left.seconds
}
