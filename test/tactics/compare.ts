// Several searches on all tactical positions at the same number of playouts, as a table.

import { err, type Result } from "../../src/base/result.ts"
import {
  parseParams,
  PRESETS,
  presetParams,
  type PresetName,
  type SearchParams,
} from "../../src/search/index.ts"
import { EVO_5, TACTICS } from "./positions.ts"
import { countSolved, movesFor } from "./trial.ts"

export interface NamedParams {
  readonly name: string
  readonly params: SearchParams
}

/** Reads `uct:PRESET,option=value,…`. */
export function paramsOf(name: string): Result<SearchParams, string> {
  const [player = "", ...options] = name.split(",")
  const preset = player.replace(/^uct:/, "")
  if (!Object.hasOwn(PRESETS, preset))
    return err(`a player here is uct: and one of ${Object.keys(PRESETS).join(", ")}`)
  const pairs = options.map((option) => {
    const [key = "", ...value] = option.split("=")
    return [key, value.join("=")] as const
  })
  return parseParams(presetParams(preset as PresetName), pairs)
}

/** A Markdown row for each position: how many of the seeds find a solution; then the sums. */
export async function compare(
  players: readonly NamedParams[],
  playouts: number,
  seeds: number,
  onProgress: (share: number, name: string) => void,
): Promise<string[]> {
  const positions = [...EVO_5, ...TACTICS]
  const sums = players.map(() => 0)
  const rows: string[] = []
  for (const [row, position] of positions.entries()) {
    const cells: number[] = []
    for (const [column, { name, params }] of players.entries()) {
      onProgress((row + column / players.length) / positions.length, `${position.name}, ${name}`)
      const solved = countSolved(position.solutions, await movesFor(position, params, seeds, playouts))
      sums[column]! += solved
      cells.push(solved)
    }
    rows.push(makeRow([position.name, ...cells.map(String)]))
  }
  const shares = sums.map((sum) => `${((100 * sum) / (seeds * positions.length)).toFixed(1)} %`)
  return [
    makeRow([`of ${seeds} seeds`, ...players.map(({ name }) => `\`${name}\``)]),
    makeRow(["---", ...players.map(() => "---")]),
    ...rows,
    makeRow(["all", ...shares]),
  ]
}

function makeRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`
}
