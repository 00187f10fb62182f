// Commands about clocks. They are kept and handed to the player with every request.

import { DONE, parseColorWord, parseFinite, parseWhole, SYNTAX_ERROR } from "./arguments.ts"
import type { Answer, Handler } from "./arguments.ts"
import type { TimeSettings } from "../players/index.ts"
import type { Session } from "./session.ts"

export const TIME_COMMANDS: Readonly<Record<string, Handler>> = {
  time_settings: (session, words) => setTime(session, draftSettings(words)),
  "kgs-time_settings": (session, [kind, ...words]) => setTime(session, kgsSettings(kind, words)),
  time_left: (session, [colorWord, secondsWord, stonesWord]) => {
    const color = parseColorWord(colorWord)
    const seconds = parseFinite(secondsWord)
    const stones = parseWhole(stonesWord)
    if (color === undefined || seconds === undefined || stones === undefined) return SYNTAX_ERROR
    session.setTimeLeft(color, Math.max(0, seconds), stones)
    return DONE
  },
}

async function setTime(session: Session, settings: TimeSettings | undefined): Promise<Answer> {
  if (!settings) return SYNTAX_ERROR
  session.setTime(settings)
  if (settings.kind !== "none") await session.wake()
  return DONE
}

/** `main byo-yomi stones`, Canadian overtime; byo-yomi without stones means no limit at all. */
function draftSettings(words: readonly string[]): TimeSettings | undefined {
  const [main, period] = [parseSeconds(words[0]), parseSeconds(words[1])]
  const stones = parseWhole(words[2])
  if (main === undefined || period === undefined || stones === undefined) return undefined
  if (period > 0 && stones === 0) return { kind: "none" }
  return period > 0 ? { kind: "canadian", main, period, stones } : { kind: "absolute", main }
}

function kgsSettings(kind: string | undefined, words: readonly string[]): TimeSettings | undefined {
  if (kind === "none") return { kind: "none" }
  const main = parseSeconds(words[0])
  if (main === undefined) return undefined
  if (kind === "absolute") return { kind: "absolute", main }
  const period = parseSeconds(words[1])
  const count = parseWhole(words[2])
  if (period === undefined || count === undefined || count === 0) return undefined
  if (kind === "byoyomi") return { kind: "byo-yomi", main, period, periods: count }
  if (kind === "canadian") return { kind: "canadian", main, period, stones: count }
  return undefined
}

/** The draft has whole seconds; some clients send fractions. */
function parseSeconds(word: string | undefined): number | undefined {
  const value = parseFinite(word)
  return value === undefined || value < 0 ? undefined : value
}
