// The command line: one file or folder per subcommand, each of which parses, calls and prints.

import { Command, CommanderError } from "commander"
import { printable } from "../base/printable.ts"
import { MissingPackage } from "../base/node/index.ts"
import { VERSION } from "../base/version.ts"
import { Failure } from "./failure.ts"
import { DEFAULT_SIZE } from "./options.ts"
import { refuseUnknownWords } from "./words.ts"

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

/**
 * All commands, in the order of the help. One is loaded when it is called: to load all of them takes far longer than
 * most commands need to start.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  play: async () => (await import("./play.ts")).playCommand(),
  serve: async () => (await import("./serve.ts")).serveCommand(),
  gtp: async () => (await import("./gtp.ts")).gtpCommand(),
  sgf: async () => (await import("./sgf/sgf.ts")).sgfCommand(),
  score: async () => (await import("./score.ts")).scoreCommand(),
  owner: async () => (await import("./owner.ts")).ownerCommand(),
  analyze: async () => (await import("./analyze/analyze.ts")).analyzeCommand(),
  endgame: async () => (await import("./endgame.ts")).endgameCommand(),
  params: async () => (await import("./params.ts")).paramsCommand(),
  experience: async () => (await import("./experience/experience.ts")).experienceCommand(),
  evolve: async () => (await import("./evolve/evolve.ts")).evolveCommand(),
  learn: async () => (await import("./learn/learn.ts")).learnCommand(),
  net: async () => (await import("./net/net.ts")).netCommand(),
  match: async () => (await import("./match.ts")).matchCommand(),
  tournament: async () => (await import("./tournament.ts")).tournamentCommand(),
  journal: async () => (await import("./journal.ts")).journalCommand(),
  rate: async () => (await import("./rate.ts")).rateCommand(),
  tune: async () => (await import("./tune.ts")).tuneCommand(),
  worker: async () => (await import("./worker.ts")).workerCommand(),
  cgos: async () => (await import("./cgos.ts")).cgosCommand(),
  gobble: async () => (await import("./gobble/gobble.ts")).gobbleCommand(),
  bandits: async () => (await import("./bandits/bandits.ts")).banditsCommand(),
  cgt: async () => (await import("./cgt/cgt.ts")).cgtCommand(),
  lab: async () => (await import("./lab/lab.ts")).labCommand(),
  bench: async () => (await import("./bench/bench.ts")).benchCommand(),
}

/** The command that the first word names, ready to parse; all of them where it names none. */
export async function makeProgram(word?: string): Promise<Command> {
  const program = new Command("montego")
    .description("Monte-Carlo Go: play, analyse, research.")
    .version(VERSION)
    .addHelpText("after", EXAMPLES)
    .exitOverride()
  const names = word !== undefined && Object.hasOwn(COMMANDS, word) ? [word] : Object.keys(COMMANDS)
  const commands = await Promise.all(names.map((name) => COMMANDS[name]!()))
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
    const program = await makeProgram(argv[0])
    await program.parseAsync(argv, { from: "user" })
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
