// `montego sgf`: checks, shows, converts and counts game records. Each part is a file of its own.

import { Command } from "commander"
import { checkCommand } from "./check.ts"
import { convertCommand } from "./convert.ts"
import { printCommand } from "./print.ts"
import { statsCommand } from "./stats.ts"

const EXAMPLES = `
Every part reads .sgf and .sgf.gz, one game or collections of any length.

Examples:
  montego sgf check games.sgf.gz          is every move lawful? what had to be repaired?
  montego sgf print game.sgf --move 50    the board before move 50
  montego sgf convert old.sgf -o new.sgf  clean UTF-8, whatever the old encoding was
  montego sgf stats games.sgf.gz          sizes, results, lengths`

export function sgfCommand(): Command {
  const command = new Command("sgf").description("Game records: check, print, convert, stats.")
  for (const part of [checkCommand(), printCommand(), convertCommand(), statsCommand()])
    command.addCommand(part)
  return command.addHelpText("after", EXAMPLES)
}
