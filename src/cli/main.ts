// The command line: one file or folder per subcommand, each of which parses, calls and prints.

import { Command, CommanderError } from "commander"
import { printable } from "../base/printable.ts"
import { MissingPackage } from "../base/node/index.ts"
import { VERSION } from "../base/version.ts"
import { analyzeCommand } from "./analyze/analyze.ts"
import { banditsCommand } from "./bandits/bandits.ts"
import { benchCommand } from "./bench/bench.ts"
import { cgosCommand } from "./cgos.ts"
import { cgtCommand } from "./cgt/cgt.ts"
import { endgameCommand } from "./endgame.ts"
import { evolveCommand } from "./evolve/evolve.ts"
import { experienceCommand } from "./experience/experience.ts"
import { Failure } from "./failure.ts"
import { gobbleCommand } from "./gobble/gobble.ts"
import { gtpCommand } from "./gtp.ts"
import { journalCommand } from "./journal.ts"
import { labCommand } from "./lab/lab.ts"
import { learnCommand } from "./learn/learn.ts"
import { matchCommand } from "./match.ts"
import { netCommand } from "./net/net.ts"
import { DEFAULT_SIZE } from "./options.ts"
import { ownerCommand } from "./owner.ts"
import { paramsCommand } from "./params.ts"
import { playCommand } from "./play.ts"
import { rateCommand } from "./rate.ts"
import { scoreCommand } from "./score.ts"
import { serveCommand } from "./serve.ts"
import { sgfCommand } from "./sgf/sgf.ts"
import { tournamentCommand } from "./tournament.ts"
import { tuneCommand } from "./tune.ts"
import { refuseUnknownWords } from "./words.ts"
import { workerCommand } from "./worker.ts"

const EXAMPLES = `
Examples:
  montego play --size 9                    a game in the terminal
  montego serve                            the page in the browser
  montego gtp                              an engine for Sabaki, GoGui, CGOS …
  montego sgf check games.sgf.gz           are all moves lawful?
  montego score game.sgf --rules japanese  who won?
  montego owner game.sgf --move 50         whose will each point be?
  montego analyze game.sgf --game          who was winning when, and which moves were bad?
  montego endgame game.sgf --move 60       which regions are left, and which is the hottest?
  montego match --a uct:strong --b random --playouts 100 --games 20
                                           who is stronger, and how sure is that?
  montego rate games.sgf.gz                how strong are the players of these games?
  montego tune --knob exploration=0..1 --playouts 200
                                           better values for a knob of the search
  montego learn eval games.sgf.gz          how well are the moves of these games predicted?
  montego gobble map                       what the first Monte-Carlo program thinks of a board
  montego bandits                          what exploring costs: rewards and regret
  montego cgt show '{3||0|-10}'            a thermograph: what a move in a game is worth
  montego lab run bandits                  a published table, made again
  montego bench kernel                     playouts a second

In every command --number N is the game of a collection, --move N the board before move N,
and an empty board is ${DEFAULT_SIZE}×${DEFAULT_SIZE} unless --size says otherwise.

Each command explains itself: montego COMMAND --help`

/** All commands, ready to parse. */
export function makeProgram(): Command {
  const program = new Command("montego")
    .description("Monte-Carlo Go: play, analyse, research.")
    .version(VERSION)
    .addHelpText("after", EXAMPLES)
    .exitOverride()
  const commands = [
    playCommand(),
    serveCommand(),
    gtpCommand(),
    sgfCommand(),
    scoreCommand(),
    ownerCommand(),
    analyzeCommand(),
    endgameCommand(),
    paramsCommand(),
    experienceCommand(),
    evolveCommand(),
    learnCommand(),
    netCommand(),
    matchCommand(),
    tournamentCommand(),
    journalCommand(),
    rateCommand(),
    tuneCommand(),
    workerCommand(),
    cgosCommand(),
    gobbleCommand(),
    banditsCommand(),
    cgtCommand(),
    labCommand(),
    benchCommand(),
  ]
  for (const command of commands) {
    for (const part of [command, ...command.commands]) part.copyInheritedSettings(program)
    program.addCommand(command)
  }
  for (const part of [program, ...commands]) if (part.commands.length > 0) refuseUnknownWords(part)
  return program
}

/** Runs the command line and answers its exit code: 0 well, 1 a fault of ours, 2 bad input. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    await makeProgram().parseAsync(argv, { from: "user" })
    return typeof process.exitCode === "number" ? process.exitCode : 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof Failure) {
      // It may quote an engine, a file or a queue.
      const lines = error.message.split("\n").map((line) => printable(line))
      process.stderr.write(`montego: ${lines.join("\n")}\n`)
      return error.exitCode
    }
    if (error instanceof MissingPackage) {
      process.stderr.write(`montego: ${error.message}\n`)
      return 2
    }
    // The reader of our output may stop early (`montego … | head`): that is no error.
    if (error instanceof Error && "code" in error && error.code === "EPIPE") return 0
    process.stderr.write(
      `montego: a fault of its own: ${error instanceof Error ? error.stack : String(error)}\n`,
    )
    return 1
  }
}
