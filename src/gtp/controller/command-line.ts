// A command string as people write it into options and files, cut into words without a shell: nothing in it is
// expanded, so that a name of a file or of an engine can't run another program.

import { err, ok, type Result } from "../../base/result.ts"

/** A program and its arguments, without a shell. */
export interface CommandLine {
  readonly program: string
  readonly args: readonly string[]
}

/** Letters and quoted parts that follow each other without a blank are one word. */
const WORD = /(?:[^\s"']|"[^"]*"|'[^']*')+/g

/**
 * Cuts a command line into a program and its arguments, without a shell. Quotes of either kind keep blanks and
 * quotes of the other kind; a backslash is a letter like any other.
 */
export function splitCommand(text: string): Result<CommandLine, string> {
  if (/["']/.test(text.replace(WORD, ""))) return err("A quote is not closed.")
  const words = text.match(WORD) ?? []
  const [program, ...args] = words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"))
  return program
    ? ok({ program, args })
    : err("The command is missing: a program and its arguments, such as gnugo --mode gtp.")
}
