// `montego journal`: what is in the journal of a match, and the same as records, CSV, JSON or a page.

import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Command } from "commander"
import { folderOption, outputFile } from "./options.ts"
import { fileFailure } from "../base/failure.ts"
import { printableLines } from "../base/printable.ts"
import {
  entryRecord,
  gameRows,
  makeReport,
  makeTable,
  readJournal,
  recordName,
  Standing,
  type JournalEntry,
  type JournalHeader,
} from "../arena/index.ts"
import { csvOption, printCsv } from "./csv.ts"
import { fail } from "./failure.ts"
import { requireFile } from "./files.ts"
import { makeMatchHtml } from "./report/html.ts"
import { writePicture } from "./files.ts"

const HELP = `
The journal of a match has every move of every game; montego match says where it keeps it. Reading changes nothing, and may be
done while the match is played.

--sgf writes one collection where the name ends in .sgf, else a folder with a file for each game. Times and notes of single moves are
not in a journal: montego match --sgf writes them while it plays.

Examples:
  montego journal journal.jsonl
  montego journal journal.jsonl --sgf games.sgf
  montego journal journal.jsonl --html report.html
  montego journal journal.jsonl --csv > games.csv`

interface Options {
  sgf?: string
  html?: string
  json?: boolean
  csv?: boolean
}

export function journalCommand(): Command {
  return new Command("journal")
    .description("Show what is in the journal of a match, and write it as SGF, CSV, JSON or a page.")
    .argument("<file>", "the journal of a match (.jsonl)")
    .option(
      "--sgf <place>",
      "write the games: a collection (NAME.sgf), or a folder of records",
      recordsOption,
    )
    .option("--html <file>", "write a report with pictures as one page", outputFile)
    .addOption(csvOption("a row for each game"))
    .option("--json", "one JSON object with all games")
    .addHelpText("after", HELP)
    .action((file: string, options: Options) => {
      requireFile(file)
      const read = readJournal(file)
      if (!read.ok) fail(read.error)
      const { header, entries } = read.value
      if (options.sgf !== undefined) writeRecords(options.sgf, header, entries)
      if (options.html !== undefined)
        writePicture(options.html, makeMatchHtml({ header, entries, path: file }))
      if (options.csv) printCsv(gameRows(entries))
      else if (options.json) console.log(JSON.stringify(makeJson(header, entries), undefined, 2))
      else console.log(printableLines(makeText(file, header, entries)))
    })
}

function makeText(
  file: string,
  { definition, names, command }: JournalHeader,
  entries: readonly JournalEntry[],
): string[] {
  const standing = new Standing(entries)
  const verdicts = [...standing.verdicts].map(([kind, count]) => `${kind} ${count}`).join(", ")
  const times = entries.map(({ at }) => at).sort()
  return [
    makeTable(definition, standing),
    `verdicts: ${verdicts || "none"}`,
    "",
    `A is ${names.a}, B is ${names.b}`,
    ...(command === undefined ? [] : [`begun by: ${command}`]),
    times.length === 0
      ? `no game is in ${file} yet`
      : `${entries.length} games in ${file}, from ${times[0]} to ${times.at(-1)}`,
  ]
}

function makeJson(header: JournalHeader, entries: readonly JournalEntry[]): object {
  const course = { wanted: entries.length, played: 0, seconds: 0 }
  const {
    playedNow: _,
    seconds: __,
    gamesPerMinute: ___,
    wanted: ____,
    ...report
  } = makeReport(header.definition, new Standing(entries), course)
  return { ...report, names: header.names, command: header.command, entries }
}

function isCollection(place: string): boolean {
  return /\.sgf$/i.test(place)
}

function recordsOption(place: string): string {
  return isCollection(place) ? outputFile(place) : folderOption(place)
}

function writeRecords(place: string, { definition }: JournalHeader, entries: readonly JournalEntry[]): void {
  const records = [...entries]
    .sort((one, other) => one.number - other.number)
    .map((entry) => {
      const record = entryRecord(definition, entry)
      return { name: recordName(entry), text: record.ok ? record.value : fail(record.error) }
    })
  try {
    if (isCollection(place)) return writeFileSync(place, records.map(({ text }) => text).join("\n"))
    mkdirSync(place, { recursive: true })
    for (const { name, text } of records) writeFileSync(join(place, name), text)
  } catch (error) {
    fail(`${place} can't be written: ${fileFailure(error)}`)
  }
}
