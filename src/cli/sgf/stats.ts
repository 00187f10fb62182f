// `montego sgf stats`: what is in a collection.

import { Command } from "commander"
import { CollectionStats, STATS_TABLES } from "../../record/index.ts"
import { csvOption, printCsv } from "../csv.ts"
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
      const stats = new CollectionStats()
      let refused = 0
      let firstRefusal = ""
      const onRefused = (reason: string): void => {
        if (refused === 0) firstRefusal = reason
        refused++
      }
      for await (const { game, file, number } of gamesOf(files, { onRefused })) {
        const fault = stats.add(game)
        if (fault !== undefined) onRefused(`${file}: game ${number}: ${fault}`)
      }
      if (csv) printCsv(rowsOf(stats), ["table", "value", "games"])
      else console.log(json ? makeJson(stats, refused) : makeText(stats, refused))
      if (refused === 0) return
      console.error(`montego: ${firstRefusal}${refused > 1 ? `, and ${refused - 1} more` : ""}`)
      process.exitCode = 2
    })
}

function rowsOf(stats: CollectionStats) {
  return STATS_TABLES.flatMap((table) =>
    stats.table(table).map(([value, games]) => ({ table, value, games })),
  )
}

function makeJson(stats: CollectionStats, refused: number): string {
  const { total, fewest, most } = stats.moves
  const moves = { total, mean: stats.mean, fewest, most }
  const tables = STATS_TABLES.map((name) => [name, Object.fromEntries(stats.table(name))] as const)
  return JSON.stringify({ games: stats.games, refused, moves, ...Object.fromEntries(tables) })
}

function makeText(stats: CollectionStats, refused: number): string {
  const { games, moves, mean } = stats
  const lines = [`${games} games, ${moves.total} moves`]
  if (refused > 0) lines.push(`${refused} games could not be read`)
  if (games > 0) lines.push(`${mean.toFixed(1)} moves a game, ${moves.fewest} to ${moves.most}`)
  for (const name of STATS_TABLES) {
    const rows = stats.table(name)
    const rest = rows.slice(ROWS).reduce((sum, [, count]) => sum + count, 0)
    const shown = rows.slice(0, ROWS).map(([value, count]) => `${value}: ${count}`)
    lines.push(`${name.padEnd(7)} ${[...shown, ...(rest > 0 ? [`others: ${rest}`] : [])].join(", ")}`)
  }
  return lines.join("\n")
}
