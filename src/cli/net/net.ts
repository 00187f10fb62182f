// `montego net`: small networks that judge positions (docs/net.md).

import { Command } from "commander"
import { benchCommand } from "./bench.ts"
import { evalCommand } from "./eval.ts"
import { harvestCommand } from "./harvest.ts"
import { infoCommand } from "./info.ts"
import { selfplayCommand } from "./selfplay.ts"
import { showCommand } from "./show.ts"

const HELP = `
A network tells from a position which moves are likely, who wins, by how much, and whose each point becomes. It is
trained outside of montego from games that harvest or selfplay prepares.

Examples:
  montego net info
  montego net show game.sgf --move 50
  montego net eval games.sgf.gz
  montego net bench
  montego net harvest pro.sgf.gz ai.sgf.gz --out games.bin
  montego net selfplay --games 1000 --out games.bin`

export function netCommand(): Command {
  const command = new Command("net").description("Networks that judge a position at a glance.")
  for (const part of [
    infoCommand(),
    showCommand(),
    evalCommand(),
    benchCommand(),
    harvestCommand(),
    selfplayCommand(),
  ])
    command.addCommand(part)
  return command.addHelpText("after", HELP)
}
