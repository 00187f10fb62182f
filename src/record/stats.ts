// What is in a collection of records: how many games and moves, and how often each size, result, komi and rule set
// occurs.

import { Black, parseOutcome } from "../rules/index.ts"
import { readGameInfo } from "./info.ts"
import { mainLine, type SgfNode } from "./tree.ts"

/** The tables of `CollectionStats` by name: what is counted value by value. */
export const STATS_TABLES = ["size", "result", "komi", "rules"] as const
type TableName = (typeof STATS_TABLES)[number]

/** What is in a collection of records: games, moves, sizes, results, komi, rules. */
export class CollectionStats {
  games = 0
  /** Moves of all main lines, and of the shortest and the longest. */
  readonly moves = { total: 0, fewest: 0, most: 0 }
  readonly #tables = new Map(STATS_TABLES.map((name) => [name, new Map<string, number>()]))

  /** Moves a game. */
  get mean(): number {
    return this.games > 0 ? this.moves.total / this.games : 0
  }

  /** Counts a game; answers why it can't be counted. */
  add(game: SgfNode): string | undefined {
    const reading = readGameInfo(game)
    if (!reading.ok) return reading.error.reason
    const { size, result, komi, rules } = reading.value.info
    const length = mainLine(game).filter(({ properties }) => properties["B"] ?? properties["W"]).length
    const { moves } = this
    moves.fewest = this.games > 0 ? Math.min(moves.fewest, length) : length
    moves.most = Math.max(moves.most, length)
    moves.total += length
    this.games++
    this.#count("size", `${size}×${size}`)
    this.#count("result", resultKind(result))
    this.#count("komi", komi === undefined ? "none" : String(komi))
    this.#count("rules", rules ?? "none")
    return undefined
  }

  /** The values of one table with their games, the most frequent first. */
  table(name: TableName): [value: string, games: number][] {
    return [...this.#tables.get(name)!].sort(([, a], [, b]) => b - a)
  }

  #count(name: TableName, value: string): void {
    const counts = this.#tables.get(name)!
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
}

/** Margins differ in every game, so only the way of winning is counted. */
function resultKind(result: string | undefined): string {
  const outcome = parseOutcome(result ?? "")
  if (!outcome) return "other"
  if (!("winner" in outcome)) return outcome.kind
  return `${outcome.winner === Black ? "Black" : "White"} by ${outcome.kind}`
}
