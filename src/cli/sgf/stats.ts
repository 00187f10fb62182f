// `montego sgf stats`: what is in a collection.

import { Command } from "commander"
import { mainLine, readGameInfo } from "../../record/index.ts"
import { Black, parseOutcome } from "../../rules/index.ts"
import { csvOption, printCsv, type CsvRow } from "../csv.ts"
import { gamesOf } from "../games.ts"

/** Rows of a table; rarer values are summed up. */
const ROWS = 8

export function statsCommand(): Command {
  return new Command("stats")
    .description("Count games, moves, sizes, results, komi and rules.")
    .argument("<file...>", "SGF files, plain or gzip")
    .addOption(csvOption("value by value how many games have it"))
    .option("--json", "one JSON object")
    .addHelpText("after", "\nExamples:\n  montego sgf stats games.sgf.gz --json")
    .action(async (files: string[], { json = false, csv = false }: { json?: boolean; csv?: boolean }) => {
      const stats = new Stats()
      const onRefused = (reason: string): void => stats.refuse(reason)
      for await (const { game, file, number } of gamesOf(files, { onRefused })) {
        const fault = stats.add(game)
        if (fault !== undefined) stats.refuse(`${file}: game ${number}: ${fault}`)
      }
      if (csv) printCsv(stats.rows(), ["table", "value", "games"])
      else console.log(json ? JSON.stringify(stats.summary()) : stats.text())
      if (stats.refusal === undefined) return
      console.error(`montego: ${stats.refusal}${stats.refused > 1 ? `, and ${stats.refused - 1} more` : ""}`)
      process.exitCode = 2
    })
}

class Stats {
  games = 0
  refused = 0
  /** Why the first game was refused. */
  refusal: string | undefined
  #moves = 0
  #fewest = Infinity
  #most = 0
  readonly #tables = {
    size: new Map<string, number>(),
    result: new Map<string, number>(),
    komi: new Map<string, number>(),
    rules: new Map<string, number>(),
  }

  refuse(reason: string): void {
    this.refused++
    this.refusal ??= reason
  }

  /** Counts a game; answers why it can't be counted. */
  add(game: Parameters<typeof readGameInfo>[0]): string | undefined {
    const reading = readGameInfo(game)
    if (!reading.ok) return reading.error.reason
    const { size, result, komi, rules } = reading.value.info
    const moves = mainLine(game).filter(({ properties }) => properties["B"] ?? properties["W"]).length
    this.games++
    this.#moves += moves
    this.#fewest = Math.min(this.#fewest, moves)
    this.#most = Math.max(this.#most, moves)
    this.#count("size", `${size}×${size}`)
    this.#count("result", resultKind(result))
    this.#count("komi", komi === undefined ? "none" : String(komi))
    this.#count("rules", rules ?? "none")
    return undefined
  }

  summary() {
    const tables = Object.entries(this.#tables).map(([name, table]) => [
      name,
      Object.fromEntries(sorted(table)),
    ])
    const moves = {
      total: this.#moves,
      mean: this.#mean(),
      fewest: this.games > 0 ? this.#fewest : 0,
      most: this.#most,
    }
    return { games: this.games, refused: this.refused, moves, ...Object.fromEntries(tables) }
  }

  rows(): CsvRow[] {
    return Object.entries(this.#tables).flatMap(([table, counts]) =>
      sorted(counts).map(([value, games]) => ({ table, value, games })),
    )
  }

  text(): string {
    const lines = [`${this.games} games, ${this.#moves} moves`]
    if (this.refused > 0) lines.push(`${this.refused} games could not be read`)
    if (this.games > 0)
      lines.push(`${this.#mean().toFixed(1)} moves a game, ${this.#fewest} to ${this.#most}`)
    for (const [name, table] of Object.entries(this.#tables)) {
      const rows = sorted(table)
      const rest = rows.slice(ROWS).reduce((sum, [, count]) => sum + count, 0)
      const shown = rows.slice(0, ROWS).map(([value, count]) => `${value}: ${count}`)
      lines.push(`${name.padEnd(7)} ${[...shown, ...(rest > 0 ? [`others: ${rest}`] : [])].join(", ")}`)
    }
    return lines.join("\n")
  }

  #mean(): number {
    return this.games > 0 ? this.#moves / this.games : 0
  }

  #count(name: "size" | "result" | "komi" | "rules", value: string): void {
    const counts = this.#tables[name]
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
}

/** Margins differ in every game; the way of winning is what counts. */
function resultKind(result: string | undefined): string {
  const outcome = parseOutcome(result ?? "")
  if (!outcome) return "other"
  if (!("winner" in outcome)) return outcome.kind
  return `${outcome.winner === Black ? "Black" : "White"} by ${outcome.kind}`
}

function sorted(table: ReadonlyMap<string, number>): [string, number][] {
  return [...table].sort(([, a], [, b]) => b - a)
}
