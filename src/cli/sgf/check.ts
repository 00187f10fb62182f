// `montego sgf check`: reads records and judges every move.

import { Command } from "commander"
import {
  checkRecord,
  makeIssueText,
  placeIssue,
  type PropertyIssue,
  type RecordCheck,
} from "../../record/index.ts"
import { csvOption, printCsv, type CsvRow } from "../csv.ts"
import { gamesOf, type FileGame } from "../games.ts"

/** Findings shown one by one; the rest is only counted, unless all are asked for. */
const SHOWN = 20

const HELP = `
Illegal are moves on occupied points, suicide (unless the record's rules allow it), taking back a ko at once, and
moves out of turn. A repetition of the whole board is a note, because rule sets differ about it. What could
be repaired in the file is a note too, with its line and column.

The last line is "GAMES games, MOVES moves, N illegal". Exit code 0: no illegal move; 2: some, or a
file that can't be read.

Examples:
  montego sgf check game.sgf
  montego sgf check games.sgf.gz more.sgf --all`

export function checkCommand(): Command {
  return new Command("check")
    .description("Check that records can be read and that every move is lawful.")
    .argument("<file...>", "SGF files, plain or gzip")
    .option("--all", `show every finding, not only the first ${SHOWN} of each kind`)
    .addOption(csvOption("a row for each finding, all of them"))
    .addHelpText("after", HELP)
    .action(async (files: string[], { all = false, csv = false }: { all?: boolean; csv?: boolean }) => {
      const findings = new Findings(all ? Infinity : SHOWN, csv)
      let games = 0
      let moves = 0
      const onRefused = (reason: string): void => findings.illegal(reason)
      for await (const game of gamesOf(files, { onRefused })) {
        games++
        moves += findings.add(game)
      }
      findings.summarize()
      const total = `${games} games, ${moves} moves, ${findings.illegalCount} illegal`
      if (csv) console.error(total)
      else console.log(total)
      if (findings.illegalCount > 0) process.exitCode = 2
    })
}

class Findings {
  illegalCount = 0
  #notes = 0
  readonly #shown: number
  /** In place of what is shown. */
  readonly #rows: CsvRow[] | undefined

  constructor(shown: number, asRows = false) {
    this.#shown = shown
    this.#rows = asRows ? [] : undefined
  }

  /** Checks a game, prints the findings, and returns its number of moves. */
  add(game: FileGame): number {
    const where = `${game.file}: game ${game.number}`
    for (const issue of game.issues) this.#note(`${where}, ${makeIssueText(issue)}`)
    const checked = checkRecord(game.game)
    if (!checked.ok) {
      this.illegal(`${where}, ${place(game, checked.error)}`)
      return 0
    }
    this.#report(game, where, checked.value)
    return checked.value.moves
  }

  illegal(text: string): void {
    this.illegalCount++
    if (this.#rows) this.#rows.push({ kind: "illegal", finding: text })
    else if (this.illegalCount <= this.#shown) console.error(text)
  }

  summarize(): void {
    if (this.#rows) return printCsv(this.#rows, ["kind", "finding"])
    if (this.illegalCount > this.#shown)
      console.error(`… and ${this.illegalCount - this.#shown} more illegal moves`)
    if (this.#notes > this.#shown)
      console.log(`… and ${this.#notes - this.#shown} more notes (--all shows them)`)
  }

  #report(game: FileGame, where: string, check: RecordCheck): void {
    for (const issue of check.issues) this.#note(`${where}, ${place(game, issue)}`)
    for (const { number, repeats } of check.repetitions) {
      this.#note(`${where}: move ${number} repeats the position after move ${repeats}`)
    }
    for (const fault of check.illegal) {
      const value = fault.node.properties[fault.property]?.[fault.index] ?? ""
      const reason = `move ${fault.number}, ${fault.property}[${value}]: ${fault.reason}`
      this.illegal(`${where}, ${place(game, { ...fault, reason })}`)
    }
  }

  #note(text: string): void {
    this.#notes++
    if (this.#rows) this.#rows.push({ kind: "note", finding: text })
    else if (this.#notes <= this.#shown) console.log(`note: ${text}`)
  }
}

function place(game: FileGame, issue: PropertyIssue): string {
  return makeIssueText(placeIssue(issue, game.text, game.place))
}
