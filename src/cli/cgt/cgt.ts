// `montego cgt`: combinatorial games (CGT-1 to CGT-6): thermographs, strategies for sums, and learning them.

import { Command } from "commander"
import { learnSumCommand } from "./learn.ts"
import { playSumCommand } from "./play.ts"
import { showGameCommand } from "./show.ts"

const HELP = `
Late in a game of Go the board falls apart into fights that do not touch each other. The theory of combinatorial games
evaluates each fight alone. A game is written {LEFT|RIGHT}: Left wants high scores and moves to LEFT, Right wants low
ones and moves to RIGHT. In {3||0|-10} the longer bar divides first: Left moves to 3, Right to the game {0|-10}. A sum
is written with +; 3*{2|-2} is three equal games. Quote it, because a shell would read the bars.

Examples:
  montego cgt show '{3||0|-10}'
  montego cgt show '{2|-2}+{4|-4}+{3||0|-10}' --svg toy.svg
  montego cgt play '{2|-2}+{4|-4}+{3||0|-10}'
  montego cgt learn --method td --svg oscillation.svg`

export function cgtCommand(): Command {
  const command = new Command("cgt").description("Evaluate, play and learn sums of combinatorial games.")
  for (const part of [showGameCommand(), playSumCommand(), learnSumCommand()]) command.addCommand(part)
  return command.addHelpText("after", HELP)
}
