// The command that a user gave, as text that can be given again: journals keep it.

import type { Command } from "commander"

/** `montego match --a uct …`. An address loses the password in it. */
export function makeCommandText(command: Command): string {
  const words = command.parent?.args ?? [command.name()]
  return ["montego", ...words.map((word) => quote(word.replace(/(\bredis:\/\/)[^@/]*@/, "$1")))].join(" ")
}

/** As a POSIX shell reads it. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
