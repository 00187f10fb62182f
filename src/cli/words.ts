// Words that are no command: the error says which was not understood, and which there are.

import type { Command } from "commander"
import { nearestName } from "../base/nearest.ts"

/** For a command that has others below it, one of them by default or none. */
export function refuseUnknownWords(command: Command): void {
  command.on("command:*", ([word]: readonly string[]) => refuse(command, word!))
  // The default one would complain of a word that was never meant for it.
  command.hook("preSubcommand", () => {
    const [word] = command.args
    if (word !== undefined && !word.startsWith("-") && !namesOf(command).includes(word)) refuse(command, word)
  })
}

function refuse(command: Command, word: string): never {
  const names = namesOf(command)
  const place = command.parent ? ` of ${command.parent.name()} ${command.name()}` : ""
  const are = names.length === 1 ? "is" : "are"
  const nearest = nearestName(word, names)
  const question = nearest === undefined ? "" : ` (did you mean ${nearest}?)`
  command.error(`error: unknown command '${word}'${place}${question}; there ${are} ${names.join(", ")}`)
}

function namesOf({ commands }: Command): string[] {
  return commands.map((part) => part.name())
}
