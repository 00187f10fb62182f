// `montego lab`: the published tables and figures, made again (LAB-1).

import { Command } from "commander"
import { listCommand } from "./list.ts"
import { publishCommand, reportCommand } from "./report.ts"
import { runCommand } from "./run.ts"

const EXAMPLES = `
Examples:
  montego lab list            what there is, and the latest verdicts
  montego lab run bandits     one experiment, in its quick size
  montego lab run --all       all of them, less than 20 minutes on two cores; ends with the report
  montego lab run cgt --full  a family of them in full size
  montego lab report          the results as a static site
  montego lab publish         the results as small files for version control`

export function labCommand(): Command {
  return new Command("lab")
    .description("Make published tables and figures again, beside the originals.")
    .addCommand(listCommand())
    .addCommand(runCommand())
    .addCommand(reportCommand())
    .addCommand(publishCommand())
    .addHelpText("after", EXAMPLES)
}
