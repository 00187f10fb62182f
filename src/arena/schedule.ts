// Which games a match consists of (ARE-1, ARE-3). A game follows from the match's definition and its number alone: a
// match that is continued, on this machine or another, has the same games under the same ids.

import { createHash } from "node:crypto"
import { Random } from "../base/random.ts"
import { budgetText, type GameTask, type MatchDefinition } from "./definition.ts"
import type { Openings } from "./openings.ts"

/** The game of a match with this number: colours, opening and seed. */
export function makeTask(match: MatchDefinition, openings: Openings, number: number): GameTask {
  const opening = openings.of(Math.floor(number / 2))
  const seed = seedOf(match.seed, number)
  const black = match.handicap !== undefined || number % 2 === 0 ? "a" : "b"
  return { id: idOf(match, { number, black, opening, seed }), number, black, opening, seed, match }
}

/** Never 0, which many engines take for "none", and with room for a sign in 32 bits. */
function seedOf(matchSeed: number, number: number): number {
  return 1 + new Random(new Random(matchSeed).next() + number * 2 ** 32).below(2 ** 31 - 1)
}

function idOf(match: MatchDefinition, game: Omit<GameTask, "id" | "match">): string {
  const { a, b, size, komi, rules, budget, threads, handicap, referee } = match
  const { number, black, opening, seed } = game
  const usual = [a, b, size, komi, rules, budgetText(budget), threads, number, black, opening, seed]
  const special = {
    ...(handicap === undefined ? {} : { handicap }),
    ...(referee === undefined ? {} : { referee }),
  }
  const defining = Object.keys(special).length === 0 ? usual : [...usual, special]
  return createHash("sha256").update(JSON.stringify(defining)).digest("hex").slice(0, 16)
}
