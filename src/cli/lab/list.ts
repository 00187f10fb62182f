// `montego lab list`: the experiments and how they stand.

import { Command } from "commander"
import { PUBLISHED, type Reported } from "../../lab/index.ts"
import { experimentsOf, makeFolderOption, reportedOf, storeOf } from "./options.ts"

const HELP = `
With --json there is one object for each experiment on a line of its own: id, title, source, ids, needs, published (numbers that it regenerates),
parameters, and from its latest result verdict, reason, size, ranAt, signature; these are null where it was not run.

Examples:
  montego lab list
  montego lab list cgt --json`

export function listCommand(): Command {
  return new Command("list")
    .description("List the experiments with their sources and their latest verdicts.")
    .argument("[ids...]", "some of them; a family such as cgt or evolve, too")
    .addOption(makeFolderOption())
    .option("--json", "one JSON object a line for each experiment")
    .addHelpText("after", HELP)
    .action((ids: string[], { folder, json }: { folder?: string; json?: boolean }) => {
      const reported = reportedOf(storeOf(folder), ids.length === 0 ? undefined : experimentsOf(ids))
      for (const each of reported) console.log(json ? JSON.stringify(jsonOf(each)) : lineOf(each))
    })
}

function jsonOf({ experiment, result, missing }: Reported): object {
  const { id, title, source, ids, needs = [], parameters } = experiment
  return {
    id,
    title,
    source,
    ids,
    needs,
    published: PUBLISHED.filter((entry) => entry.experiment === id).map((entry) => entry.id),
    parameters,
    verdict: result?.verdict.kind ?? null,
    reason: result?.verdict.reason ?? missing ?? null,
    size: result?.size ?? null,
    ranAt: result?.ranAt ?? null,
    signature: result?.signature ?? null,
  }
}

const ID_WIDTH = 22
const VERDICT_WIDTH = 16

function lineOf({ experiment: { id, title, source }, result, missing }: Reported): string {
  const verdict = result ? result.verdict.kind : missing === undefined ? "not run" : `not run: ${missing}`
  const when = result ? ` (${result.size}, ${result.ranAt.slice(0, 10)})` : ""
  return `${id.padEnd(ID_WIDTH)}${verdict.padEnd(VERDICT_WIDTH)} ${title}; ${source.text}, ${source.place}${when}`
}
