// Options of games that a match and a tuning share: openings, and what a move may cost.

import { existsSync } from "node:fs"
import { InvalidArgumentError } from "commander"
import {
  handicapOptions,
  loadOpenings,
  NO_OPENINGS,
  parseClock,
  randomOpenings,
  type MatchBudget,
  type Openings,
} from "../arena/index.ts"
import type { Ruleset } from "../rules/index.ts"
import { fail } from "./failure.ts"
import { requireFile } from "./files.ts"

interface OpeningOptions {
  readonly openings?: string
  readonly size: number
  readonly rules: Ruleset
  readonly komi?: number
  readonly seed: number
  readonly handicap?: number
}

interface BudgetOptions {
  readonly playouts?: number
  readonly seconds?: number
  readonly clock?: MatchBudget
}

export async function openingsOf(options: OpeningOptions): Promise<Openings> {
  const { openings, size, rules, komi, seed, handicap } = options
  if (openings === undefined || openings === "none") return NO_OPENINGS
  const game = { size, rules, ...(komi === undefined ? {} : { komi }), ...handicapOptions(size, handicap) }
  const drawn = /^random:(\d+)$/.exec(openings)
  if (drawn) {
    const moves = Number(drawn[1])
    if (moves < 1 || moves > size ** 2 / 2)
      fail(`--openings random:${moves}: on this board it is 1 to ${Math.floor(size ** 2 / 2)}`)
    return randomOpenings(moves, game, seed)
  }
  if (openings.startsWith("random:") && !existsSync(openings))
    fail(`--openings ${openings}: it is random:N, such as random:4`)
  requireFile(openings)
  const loaded = await loadOpenings(openings, game)
  return loaded.ok ? loaded.value : fail(loaded.error)
}

export function budgetOf({ playouts, seconds, clock }: BudgetOptions): MatchBudget {
  const budgets: MatchBudget[] = []
  if (playouts !== undefined) budgets.push({ kind: "playouts", playouts })
  if (seconds !== undefined) budgets.push({ kind: "seconds", seconds })
  if (clock) budgets.push(clock)
  if (budgets.length > 1) fail("only one of --playouts, --seconds and --clock can be given")
  return budgets[0] ?? { kind: "own" }
}

export function clockOption(text: string): MatchBudget {
  const settings = parseClock(text)
  if (!settings.ok) throw new InvalidArgumentError(settings.error)
  return { kind: "clock", settings: settings.value }
}
