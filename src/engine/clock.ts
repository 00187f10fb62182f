// What a clock shows after a move of our own. Controllers should tell the time before every move; one that tells it once
// would otherwise have us think for a whole game with the time of its beginning.

import type { Clock, TimeSettings } from "../players/index.ts"

/** Seconds, and stones or periods in overtime (0 = main time). */
export type TimeLeft = NonNullable<Clock["left"]>

export function afterMove(settings: TimeSettings, left: TimeLeft, seconds: number): TimeLeft {
  const rest = left.seconds - seconds
  if (!hasOvertime(settings)) return { seconds: Math.max(0, rest), stones: left.stones }
  if (left.stones === 0) {
    return rest > 0 ? { seconds: rest, stones: 0 } : afterMove(settings, fullOvertime(settings), -rest)
  }
  const { period } = settings
  if (settings.kind === "byo-yomi") {
    const lost = rest >= 0 ? 0 : Math.ceil(-rest / period)
    return { seconds: period, stones: Math.max(1, left.stones - lost) }
  }
  return left.stones > 1 ? { seconds: Math.max(0, rest), stones: left.stones - 1 } : fullOvertime(settings)
}

type Overtime = Extract<TimeSettings, { period: number }>

function hasOvertime(settings: TimeSettings): settings is Overtime {
  if (settings.kind === "none" || settings.kind === "absolute") return false
  return settings.period > 0 && fullOvertime(settings).stones > 0
}

function fullOvertime(settings: Overtime): TimeLeft {
  const { kind, period } = settings
  return { seconds: period, stones: kind === "byo-yomi" ? settings.periods : settings.stones }
}
