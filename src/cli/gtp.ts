// `montego gtp`: the engine on standard input and output.

import { Command } from "commander"
import { Session, serveGtp } from "../engine/index.ts"
import { openDeadStoneEstimator } from "../players/index.ts"
import { openPlayer } from "../players/node/index.ts"
import type { Ruleset } from "../rules/index.ts"
import { fail } from "./failure.ts"
import {
  DEFAULT_PLAYER,
  freshSeed,
  makeRulesOption,
  PLAYER_LINES,
  playerOption,
  secondsOption,
  seedOption,
  wholeOption,
} from "./options.ts"

const HELP = `
Players: NAME[:PRESET][,key=value…]
${PLAYER_LINES}

and module:FILE[,key=value…], a player of your own (docs/library.md).

Examples:
  montego gtp
  montego gtp --player uct:strong,playouts=1000 --seed 1

Past games (docs/experience.md): uct begins its searches with those of a file, and adds its own when it may:
  montego gtp --player uct:strong,experience=nine.exp
  montego gtp --player uct:strong,experience=nine.exp,learn=on

Attach it to a program:
  Sabaki   Engines > Manage Engines > Add; path: montego, arguments: gtp
  GoGui    Program > New Program; command: montego gtp
           matches: gogui-twogtp -black "montego gtp" -white "gnugo --mode gtp" -size 9 -auto
  CGOS     in the client's configuration: the engine's command is montego gtp --rules cgos
  KGS      in kgsGtp's configuration: engine=montego gtp --rules chinese (docs/kgs.md has a template)

Try it by hand: type list_commands, boardsize 9, genmove black, showboard, quit.
In a checkout, "npx montego gtp" is the command.`

interface Options {
  player: string
  playouts?: number
  seconds?: number
  threads?: number
  rules: Ruleset
  seed?: number
}

export function gtpCommand(): Command {
  return new Command("gtp")
    .description("Be an engine: speak the Go Text Protocol (version 2) on standard input and output.")
    .option("--player <spec>", "the player", playerOption, DEFAULT_PLAYER)
    .option("--playouts <n>", "simulations a move, where the player's name says nothing", wholeOption)
    .option(
      "--seconds <s>",
      "seconds a move, where neither the player's name nor a clock does",
      secondsOption,
    )
    .option("--threads <n>", "threads of a search (default: 1; such games repeat exactly)", wholeOption)
    .addOption(makeRulesOption("rule set at the start; kgs-rules changes it"))
    .option(
      "--seed <n>",
      "the same seed plays the same game (default: from the clock, told on stderr)",
      seedOption,
    )
    .addHelpText("after", HELP)
    .action(async ({ player: spec, rules, seed, ...defaults }: Options) => {
      const player = await openPlayer(spec, defaults)
      if (!player.ok) fail(player.error)
      const session = new Session({
        player: player.value,
        rules,
        seed: seed ?? announcedSeed(),
        estimateDead: await openDeadStoneEstimator(),
      })
      await serveGtp(session, process.stdin, process.stdout)
    })
}

function announcedSeed(): number {
  const seed = freshSeed()
  process.stderr.write(`montego: seed ${seed}\n`)
  return seed
}
