// `montego learn`: gammas of moves' features from game records (BT-1 to BT-6).

import { Command } from "commander"
import { evalCommand } from "./eval.ts"
import { harvestCommand } from "./harvest.ts"
import { showCommand } from "./show.ts"
import { trainCommand } from "./train.ts"

const HELP = `
From records of games to weights that tell good moves from bad ones: harvest finds shapes that are worth knowing, train
learns how much each feature is worth, eval measures how well the weights predict other games, show draws them.

Examples:
  montego learn train games.sgf.gz --features playout --method lmp --out playout.bin
  montego learn show playout.bin
  montego learn harvest games.sgf.gz --out games.shapes
  montego learn train games.sgf.gz --shapes games.shapes --out moves.bin
  montego learn eval others.sgf.gz --weights moves.bin`

export function learnCommand(): Command {
  const command = new Command("learn").description("Learn from game records what good moves look like.")
  for (const part of [harvestCommand(), trainCommand(), evalCommand(), showCommand()])
    command.addCommand(part)
  return command.addHelpText("after", HELP)
}
