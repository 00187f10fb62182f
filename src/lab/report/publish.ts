// A report for version control: for each experiment its result as JSON and its pictures, for all of them the
// comparisons as CSV and as JSON lines, and a page in Markdown that lists the verdicts.

import { makeCsv } from "../../base/csv.ts"
import { concludeAgain, type Reported } from "./site.ts"
import { comparisonRows, makeJsonLines } from "./rows.ts"

/** The files by name. */
export function makePublication(reported: readonly Reported[], date: string): Map<string, string> {
  const files = new Map<string, string>()
  const results = reported.flatMap(({ result }) => (result ? [result] : []))
  for (const { experiment, result } of reported) {
    if (!result) continue
    files.set(`${experiment.id}.json`, `${JSON.stringify(result)}\n`)
    for (const { name, svg } of concludeAgain(experiment, result).pictures)
      files.set(`${experiment.id}-${name}.svg`, svg)
  }
  const rows = comparisonRows(results)
  files.set("comparisons.csv", makeCsv(rows))
  files.set("comparisons.jsonl", makeJsonLines(rows))
  files.set("README.md", makePage(reported, date))
  return files
}

function makePage(reported: readonly Reported[], date: string): string {
  const rows = reported.map(({ experiment: { id, source }, result, missing }) => {
    const where = `${source.text}, ${source.place}`
    if (!result) return `| \`${id}\` | ${where} | not run${missing === undefined ? "" : `: ${missing}`} | | |`
    const { verdict, size, command } = result
    const reason = verdict.reason === "" ? "" : `: ${verdict.reason}`
    return `| [\`${id}\`](${id}.json) | ${where} | **${verdict.kind}**${reason} | ${size} | \`npx ${command}\` |`
  })
  return [
    `# Report of ${date}`,
    "",
    "`montego lab publish` made this folder. `comparisons.csv` and `comparisons.jsonl` have all numbers;",
    "[docs/lab.md](../../lab.md) describes the columns. The JSON file of an experiment has its findings,",
    "its machine and the signature of the program. Rows of the size `quick` ran at reduced size.",
    "",
    "| experiment | source | verdict | size | command |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n")
}
