// What a match is (ARE-1): its definition and its games as plain data, and how a game of it begins. Nothing here needs
// Node, so that a page can read and play matches, too.

import { unwrap } from "../base/result.ts"
import type { TimeSettings } from "../players/index.ts"
import { explainRefusal, Game, parseRuleset, parseVertex, type GameOptions } from "../rules/index.ts"
import { makeClock } from "./clock.ts"
import { handicapOptions } from "./handicap.ts"

/** Moves from the empty board, as vertices: `["E5", "C3"]`. */
export type Opening = readonly string[]

/** Which openings a match has, as its journal tells. A list is known by its digest, wherever its file lies. */
export type OpeningsDefinition =
  | { readonly kind: "none" }
  | { readonly kind: "random"; readonly moves: number }
  | { readonly kind: "list"; readonly count: number; readonly digest: string }

/** The two players of a match, whichever colour they have. */
export type Side = "a" | "b"

/** What each move of a match may cost. The kind `own` leaves it to the players. */
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
  /** What the players' seeds, one for each, and that of the count are drawn from. */
  readonly seed: number
  readonly match: MatchDefinition
}

/** The other side of a match. */
export function otherSide(side: Side): Side {
  return side === "a" ? "b" : "a"
}

/** A budget in a few words, for tables and records. */
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

/** A game of the match before its first move. */
export function newGame({ size, komi, rules, handicap }: MatchDefinition): Game {
  const ruleset = parseRuleset(rules)
  if (!ruleset) throw new Error(`there is no rule set "${rules}"`)
  return unwrap(Game.create({ size, komi, rules: ruleset, ...handicapOptions(size, handicap) }))
}

/** Why a game can't begin with these moves; undefined when it can. */
export function openingRefusal(opening: Opening, options: GameOptions): string | undefined {
  const game = Game.create(options)
  if (!game.ok) return game.error
  for (const [index, vertex] of opening.entries()) {
    const move = parseVertex(vertex, options.size)
    if (move === undefined) return `"${vertex}" is no point of this board`
    const played = game.value.play(move)
    if (!played.ok) return `move ${index + 1}, ${vertex}: ${explainRefusal(played.error)}`
  }
  return game.value.phase === "playing" ? undefined : "nothing is left to play after these moves"
}
