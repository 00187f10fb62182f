// A referee engine of the match (ARE-1): another program that says at the end which stones are dead, or what the score
// is. Legality stays with `Game`. Whatever the engine says is recorded; when it fails, the game is counted as without
// it.

import { messageOf } from "../base/failure.ts"
import type { Result } from "../base/result.ts"
import { parseOutcome, type Point, type Position } from "../rules/index.ts"
import type { Contestant } from "./contestant.ts"
import type { RefereeWord } from "./played.ts"

interface Consultation {
  readonly word: RefereeWord
  /** The stones that it takes for dead, where that is what it decides. */
  readonly dead?: readonly Point[]
}

/** Engines may say much, and a journal line is to be read. */
const LONGEST_CLAIM = 80
const LONGEST_FAILURE = 300

/** Asks the engine about the end of this game, and lets it go. Never rejects. */
export async function consult(
  made: Result<Contestant, string>,
  engine: string,
  position: Position,
  signal: AbortSignal,
): Promise<Consultation> {
  if (!made.ok) return { word: failedWord(engine, made.error) }
  const contestant = made.value
  const close = (): void => void contestant.close().catch(() => undefined)
  signal.addEventListener("abort", close)
  try {
    await contestant.prepare?.(position)
    return await ask(contestant, engine, position)
  } catch (error) {
    return { word: failedWord(engine, messageOf(error)) }
  } finally {
    signal.removeEventListener("abort", close)
    close()
  }
}

async function ask(contestant: Contestant, engine: string, position: Position): Promise<Consultation> {
  const dead = await contestant.deadStones?.(position)
  const claim = (await contestant.finalScore?.(position))?.slice(0, LONGEST_CLAIM)
  const told = claim === undefined ? {} : { claim }
  if (dead) return { word: { engine, decided: "dead", ...told }, dead }
  const outcome = parseOutcome(claim ?? "?")
  if (outcome?.kind === "score" || outcome?.kind === "draw")
    return { word: { engine, decided: "score", ...told } }
  return { word: { ...failedWord(engine, "it named neither dead stones nor a score"), ...told } }
}

export function failedWord(engine: string, reason: string): RefereeWord {
  return { engine, decided: "nothing", failure: reason.slice(0, LONGEST_FAILURE) }
}

/** The same word under rules that take no stone off the board: there is nothing to decide. */
export function withoutSay({ engine, claim, failure }: RefereeWord): RefereeWord {
  const reason = failure ?? "these rules count every stone as alive"
  return { engine, decided: "nothing", failure: reason, ...(claim === undefined ? {} : { claim }) }
}
