// What players and results are called: in the game, in the library and in records.

import type { Color, Outcome } from "montego/rules"
import { installedName } from "montego/service"
import { TEXTS } from "../texts.ts"

/**
 * Whom the machine plays as: a level, or one of the registry's players. Games of earlier versions don't name the
 * latter.
 */
interface MachineChoice {
  readonly opponent?: string | undefined
  readonly player?: string | undefined
}

/** "Montego · Learner", "Montego · mogo", or another program's own name. */
export function machineName({ opponent = "", player }: MachineChoice): string {
  const { names, levels, start } = TEXTS
  const level = (levels as Readonly<Record<string, string>>)[opponent]
  if (level !== undefined) return names.own(level)
  if (player === undefined) return names.own(start.custom)
  return installedName(player) ?? names.own(player.replace(/^uct:/, ""))
}

/** As one speaks of it in a sentence. */
export function shortMachineName({ opponent, player = "" }: MachineChoice): string {
  return (opponent === "custom" ? installedName(player) : undefined) ?? TEXTS.names.montego
}

/** Who won and how; `machine` is the machine's colour in a game against it. */
export function outcomeText(outcome: Outcome, machine: Color | undefined, choice: MachineChoice): string {
  const { outcome: words } = TEXTS
  if (!("winner" in outcome)) return words[outcome.kind]
  const { winner } = outcome
  const who =
    machine === undefined
      ? words.won(winner)
      : winner === machine
        ? words.machineWins(shortMachineName(choice))
        : words.youWin
  return `${who} ${outcome.kind === "score" ? words.by(outcome.margin) : words[outcome.kind]}`
}
