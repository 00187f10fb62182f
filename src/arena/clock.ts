// The clocks of a game as the arena judges them: what is left after a move, or by how much it came too late. The
// numbers come from outside, so that whole games on the clock are tested without waiting.

import { err, ok, type Result } from "../base/result.ts"
import type { Clock, TimeSettings } from "../players/index.ts"

/** Seconds, and stones or periods in overtime (0 = main time). */
export type TimeLeft = NonNullable<Clock["left"]>

type Limited = Exclude<TimeSettings, { kind: "none" }>

/** What a side has at the start; without main time it begins in overtime. */
export function fullClock(settings: Limited): TimeLeft {
  if (settings.main > 0 || settings.kind === "absolute") return { seconds: settings.main, stones: 0 }
  return fullOvertime(settings)
}

/** What is left after a move that took so long; the error is the overrun, in seconds. */
export function spend(settings: Limited, left: TimeLeft, seconds: number): Result<TimeLeft, number> {
  if (left.stones === 0) {
    const rest = left.seconds - seconds
    if (settings.kind === "absolute") return rest < 0 ? err(-rest) : ok({ seconds: rest, stones: 0 })
    return rest > 0 ? ok({ seconds: rest, stones: 0 }) : spend(settings, fullOvertime(settings), -rest)
  }
  const overrun = seconds - patience(settings, left)
  if (overrun > 0) return err(overrun)
  if (settings.kind === "byo-yomi") {
    const lost = Math.max(0, Math.ceil(seconds / settings.period) - 1)
    return ok({ seconds: settings.period, stones: left.stones - lost })
  }
  if (left.stones > 1) return ok({ seconds: left.seconds - seconds, stones: left.stones - 1 })
  return ok(settings.kind === "canadian" ? fullOvertime(settings) : left)
}

/** Seconds until a side that only thinks has lost. */
export function patience(settings: Limited, left: TimeLeft): number {
  if (settings.kind === "absolute") return left.seconds
  if (left.stones === 0) return left.seconds + patience(settings, fullOvertime(settings))
  return settings.kind === "byo-yomi" ? left.seconds + (left.stones - 1) * settings.period : left.seconds
}

function fullOvertime(settings: Exclude<Limited, { kind: "absolute" }>): TimeLeft {
  const stones = settings.kind === "byo-yomi" ? settings.periods : settings.stones
  return { seconds: settings.period, stones }
}

const FORMS = "absolute:60, byoyomi:600+30x5 (main + period x periods) or canadian:600+300/25"

/** Reads a clock as people write it; the error says what is possible. */
export function parseClock(text: string): Result<Limited, string> {
  const refusal = err(`a clock is ${FORMS}, not "${text}"`)
  const number = String.raw`(\d+(?:\.\d+)?)`
  const absolute = new RegExp(`^absolute:${number}$`).exec(text)
  if (absolute) {
    const main = Number(absolute[1])
    return main > 0 ? ok({ kind: "absolute", main }) : refusal
  }
  const overtime = new RegExp(`^(byoyomi|canadian):${number}\\+${number}([x/])(\\d+)$`).exec(text)
  if (!overtime) return refusal
  const [, kind, mainText, periodText, sign, countText] = overtime
  const [main, period, count] = [Number(mainText), Number(periodText), Number(countText)]
  if (period === 0 || count === 0) return refusal
  if (kind === "byoyomi" && sign === "x") return ok({ kind: "byo-yomi", main, period, periods: count })
  if (kind === "canadian" && sign === "/") return ok({ kind, main, period, stones: count })
  return refusal
}

/** As `parseClock` reads it. */
export function makeClock(settings: Limited): string {
  switch (settings.kind) {
    case "absolute":
      return `absolute:${settings.main}`
    case "byo-yomi":
      return `byoyomi:${settings.main}+${settings.period}x${settings.periods}`
    case "canadian":
      return `canadian:${settings.main}+${settings.period}/${settings.stones}`
  }
}
