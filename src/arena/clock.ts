// The clocks of a game as the arena judges them: what is left after a move, or by how much it came too late; and how
// people write them. The arithmetic is src/search/time.ts.

import { err, ok, type Result } from "../base/result.ts"
import { afterMove, elapse, patience, type TimeLeft, type TimeLimit } from "../search/index.ts"

/** What is left on a clock after a move that took `seconds`; the error is the overrun, in seconds. */
export function spend(limit: TimeLimit, left: TimeLeft, seconds: number): Result<TimeLeft, number> {
  const rest = elapse(limit, left, seconds)
  return rest ? ok(afterMove(limit, rest)) : err(seconds - patience(limit, left))
}

const FORMS = "absolute:60, byoyomi:600+30x5 (main + period x periods) or canadian:600+300/25"

/** Reads a clock as people write it; the error says what is possible. */
export function parseClock(text: string): Result<TimeLimit, string> {
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

/** A clock as people write it; `parseClock` reads it. */
export function makeClock(settings: TimeLimit): string {
  switch (settings.kind) {
    case "absolute":
      return `absolute:${settings.main}`
    case "byo-yomi":
      return `byoyomi:${settings.main}+${settings.period}x${settings.periods}`
    case "canadian":
      return `canadian:${settings.main}+${settings.period}/${settings.stones}`
  }
}
