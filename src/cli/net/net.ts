// `montego net`: small networks that judge positions (docs/net.md).

import { Command } from "commander"
import { harvestCommand } from "./harvest.ts"

const HELP = `
A network tells from a position which moves are likely, who wins, by how much, and whose each point becomes. It is
trained outside of montego from games that harvest prepares.

Examples:
  montego net harvest pro.sgf.gz ai.sgf.gz --out games.bin`

export function netCommand(): Command {
  const command = new Command("net").description("Networks that judge a position at a glance.")
  for (const part of [harvestCommand()]) command.addCommand(part)
  return command.addHelpText("after", HELP)
}
