// `montego lab report` and `montego lab publish`: the results as a static site, and as small files for version control.

import { existsSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { Command } from "commander"
import { messageOf } from "../../base/failure.ts"
import { makeFolder } from "../../base/node/index.ts"
import { makePublication, makeSite, type LabStore } from "../../lab/index.ts"
import { fail } from "../failure.ts"
import { experimentsOf, makeFolderOption, reportedOf, storeOf } from "./options.ts"

/** The package's own folder: a checkout has the sources in it. */
const ROOT = fileURLToPath(new URL("../../..", import.meta.url))

const REPORT_HELP = `
The site has an index with all verdicts and a page for each experiment. It needs no server and no script, and prints. What stands in it is
concluded anew from the stored findings; nothing runs. A full result is shown before a quick one.

Examples:
  montego lab report
  montego lab report --out report`

const PUBLISH_HELP = `
Writes a folder by date: for each experiment its result (JSON) and its pictures (SVG); for all of them comparisons.csv and comparisons.jsonl
with one row a published number, and README.md with the verdicts. docs/lab.md describes the columns.

Examples:
  montego lab publish --out docs/lab
  montego lab publish bandits cgt --out docs/lab --date 2026-11-18`

export function reportCommand(): Command {
  return new Command("report")
    .description("Write the results as a static site.")
    .option("--out <folder>", "where (default: site, in the folder of the results)")
    .addOption(makeFolderOption())
    .addHelpText("after", REPORT_HELP)
    .action(({ out, folder }: { out?: string; folder?: string }) =>
      console.log(writeSite(storeOf(folder), out)),
    )
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(text)
  // A date such as the 31st of February becomes another one.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

interface PublishOptions {
  readonly out: string
  readonly date?: string
  readonly folder?: string
}

export function publishCommand(): Command {
  return new Command("publish")
    .description("Write the results as small files for version control, in a folder by date.")
    .argument("[ids...]", "some experiments (default: all that have results)")
    .option("--out <folder>", "where the dated folder goes", "docs/lab")
    .option("--date <yyyy-mm-dd>", "another date than that of the latest result")
    .addOption(makeFolderOption())
    .addHelpText("after", PUBLISH_HELP)
    .action((ids: string[], { out, date, folder }: PublishOptions) => {
      const reported = reportedOf(storeOf(folder), ids.length === 0 ? undefined : experimentsOf(ids))
      const latest =
        reported
          .map(({ result }) => result?.ranAt ?? "")
          .sort()
          .at(-1) ?? ""
      if (latest === "") fail("nothing was run yet: montego lab run --all")
      const day = date ?? latest.slice(0, 10)
      if (!isDay(day)) fail(`--date: "${day}" is no day such as 2026-11-18`)
      const place = join(out, day)
      writeFiles(place, makePublication(reported, day))
      console.log(place)
    })
}

/** Answers the address of the index. */
export function writeSite(store: LabStore, out = join(store.folder, "site")): string {
  const codeLink = (file: string): string | undefined => {
    const path = join(ROOT, file)
    return existsSync(path) ? relative(out, path).replaceAll("\\", "/") : undefined
  }
  writeFiles(out, makeSite(reportedOf(store), { codeLink }))
  return join(out, "index.html")
}

function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  try {
    makeFolder(folder)
    for (const [name, text] of files) writeFileSync(join(folder, name), text)
  } catch (error) {
    fail(`${folder} can't be written: ${messageOf(error)}`)
  }
}
