// Reading the sum that a command of `montego cgt` is about.

import { GameBook, makeGame, makeGameError, makeToySum, parseSum, type ScoringGame } from "../../cgt/index.ts"
import { fail } from "../failure.ts"

/** The words of the help for a command that works on the toy sum where it gets none. */
export const SUM_ARGUMENT = "a sum of games (default: the toy sum G + H + I of the thesis)"

/** The parts of a sum. The book can be used to make more games of them. */
export function sumFrom(text: string | undefined, book: GameBook = new GameBook()): ScoringGame[] {
  if (text === undefined) return makeToySum(book)
  const parsed = parseSum(text, book)
  return parsed.ok ? parsed.value : fail(makeGameError(text, parsed.error))
}

export function makeSumText(sum: readonly ScoringGame[]): string {
  return sum.map(makeGame).join(" + ")
}

/** The start of a long text. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
