// `montego gobble`: what the first Monte-Carlo program thinks of a position (SA-1, SA-3).

import { Command } from "commander"
import { mapCommand } from "./map.ts"

const EXAMPLES = `
Gobble (Brügmann 1993) plays whole games in which each side has all points in an order, best first. A point is worth the mean
score of the games in which that side came first to it; after every game the orders are renewed, with some disorder that cools down.

Examples:
  montego gobble map                      the empty 9×9 board, as in Brügmann's figure 1
  montego gobble map game.sgf --move 30   what each point was worth before move 30
  montego play --player gobble:b          play against it; presets a, b, order1`

export function gobbleCommand(): Command {
  const command = new Command("gobble").description("The first Monte-Carlo program: its map of values.")
  command.addCommand(mapCommand())
  return command.addHelpText("after", EXAMPLES)
}
