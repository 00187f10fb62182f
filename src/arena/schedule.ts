// Which games a match consists of (ARE-1, ARE-3). A game follows from the match's definition and its number alone: a
// match that is continued, on this machine or another, has the same games under the same ids.

import { createHash } from "node:crypto"
import { Random } from "../base/random.ts"
import { makeClock } from "./clock.ts"
import type { Opening, Openings, OpeningsDefinition } from "./openings.ts"
import type { TimeSettings } from "../players/index.ts"

/** The two players of a match, whichever colour they have. */
export type Side = "a" | "b"

/** What each move may cost; where nothing is said, what the players themselves are set to. */
export type MatchBudget =
  | { readonly kind: "own" }
  | { readonly kind: "playouts"; readonly playouts: number }
  | { readonly kind: "seconds"; readonly seconds: number }
  | { readonly kind: "clock"; readonly settings: Exclude<TimeSettings, { kind: "none" }> }

/** All that a match's games depend on, how many they are excepted: it may be continued. */
export interface MatchDefinition {
  readonly a: string
  readonly b: string
  readonly size: number
  readonly komi: number
  /** The rule set's name. */
  readonly rules: string
  readonly budget: MatchBudget
  readonly threads: number
  readonly openings: OpeningsDefinition
  readonly seed: number
  // What follows is left out where a match does without it, so that older journals stay what they are.
  /** Stones that A has on the fixed points; A is then Black in every game. */
  readonly handicap?: number
  /** The engine that names the dead stones at the end: `gtp:COMMAND`. */
  readonly referee?: string
  /** Error rates of the SPRT, where they are not 0.05. */
  readonly alpha?: number
  readonly beta?: number
}

/** One game, as plain data: workers are sent it. */
export interface GameTask {
  readonly id: string
  /** From 0. Games 2n and 2n + 1 are a pair: the same opening, the colours exchanged unless there is a handicap. */
  readonly number: number
  readonly black: Side
  readonly opening: Opening
  /** For the players, which get one of their own each, and for the count. */
  readonly seed: number
  readonly match: MatchDefinition
}

export function otherSide(side: Side): Side {
  return side === "a" ? "b" : "a"
}

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

/** For tables and records. */
export function budgetText(budget: MatchBudget): string {
  switch (budget.kind) {
    case "own":
      return "the players' own budgets"
    case "playouts":
      return `${budget.playouts} playouts a move`
    case "seconds":
      return `${budget.seconds} s a move`
    case "clock":
      return makeClock(budget.settings)
  }
}

/** The conditions of a match in one line. */
export function describeMatch(match: MatchDefinition): string {
  const { size, komi, rules, budget, seed, handicap, referee } = match
  const parts = [
    `${size}×${size}`,
    ...(handicap === undefined ? [] : [`A has ${handicap} handicap stones`]),
    `komi ${komi}`,
    `${rules} rules`,
    budgetText(budget),
    `seed ${seed}`,
    ...(referee === undefined ? [] : [`referee ${referee}`]),
  ]
  return parts.join(", ")
}
