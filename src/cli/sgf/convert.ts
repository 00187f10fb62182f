// `montego sgf convert`: reads any record and writes it cleanly, or as another format. A file is written aside
// and moved into place at the end, so that an interrupted conversion leaves no half file.

import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { Readable, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { Command, Option } from "commander"
import { makeSgf, mainLine, makeNode, attachNode, replayRecord, type SgfNode } from "../../record/index.ts"
import { Black, makeVertex, type Game } from "../../rules/index.ts"
import { fail } from "../failure.ts"
import { gamesOf } from "../games.ts"
import { keptFile } from "../options.ts"

type Format = "sgf" | "gtp" | "json"

const HELP = `
Formats:
  sgf    clean FF[4] in UTF-8; nothing is lost, also what Montego does not know (the default)
  gtp    the commands that play the main line, for any engine
  json   one JSON object a game and line: size, komi, rules, result, players, moves as vertices

Examples:
  montego sgf convert old.sgf -o new.sgf
  montego sgf convert games.sgf.gz --to json | head -1
  montego sgf convert game.sgf --to gtp | gnugo --mode gtp`

interface Options {
  to: Format
  output?: string
  mainLine?: boolean
}

export function convertCommand(): Command {
  return new Command("convert")
    .description("Write records as clean SGF, as GTP commands or as JSON lines.")
    .argument("<file>", "an SGF file, plain or gzip")
    .addOption(new Option("--to <format>", "what to write").choices(["sgf", "gtp", "json"]).default("sgf"))
    .option("-o, --output <file>", "where to (default: standard output); .gz compresses", keptFile)
    .option("--main-line", "leave out the variations")
    .addHelpText("after", HELP)
    .action(async (file: string, options: Options) => {
      const text = Readable.from(converted(file, options))
      if (options.output === undefined) await pipeline(text, process.stdout, { end: false })
      else await writeFile(options.output, text)
    })
}

async function* converted(file: string, { to, mainLine: only = false }: Options): AsyncGenerator<string> {
  for await (const { game, number } of gamesOf([file])) {
    if (to === "sgf") {
      yield makeSgf([only ? withoutVariations(game) : game], { charset: "UTF-8" })
      continue
    }
    const replayed = replayRecord(game)
    if (!replayed.ok) fail(`${file}: game ${number}, ${replayed.error}`)
    // Neither a GTP script nor a list of moves can say what became of an unlawful one.
    const [unlawful] = replayed.value.unlawful
    if (unlawful) fail(`${file}: game ${number}, move ${unlawful.number}: ${unlawful.reason}`)
    yield to === "gtp" ? gtpText(replayed.value.game) : `${JSON.stringify(jsonGame(replayed.value))}\n`
  }
}

function withoutVariations(root: SgfNode): SgfNode {
  const line = mainLine(root).map(({ properties }) => makeNode(properties))
  for (let i = 1; i < line.length; i++) attachNode(line[i - 1]!, line[i]!)
  return line[0]!
}

function gtpText({ size, komi, setup, moves }: Game): string {
  const stones = [...setup.map(([color, move]) => ({ color, move })), ...moves]
  const plays = stones.map(
    ({ color, move }) => `play ${color === Black ? "b" : "w"} ${makeVertex(move, size)}`,
  )
  return `${[`boardsize ${size}`, "clear_board", `komi ${komi}`, ...plays].join("\n")}\n`
}

function jsonGame({ game, info }: { game: Game; info: object }): object {
  const vertex = ({ color, move }: { color: number; move: Parameters<typeof makeVertex>[0] }): string[] => [
    color === Black ? "B" : "W",
    makeVertex(move, game.size),
  ]
  return {
    ...info,
    setup: game.setup.map(([color, move]) => vertex({ color, move })),
    moves: game.moves.map(vertex),
  }
}

async function writeFile(path: string, text: Readable): Promise<void> {
  const aside = `${path}.${randomUUID()}.tmp`
  const file: Writable = createWriteStream(aside, { flags: "wx" })
  try {
    if (path.endsWith(".gz")) await pipeline(text, createGzip(), file)
    else await pipeline(text, file)
    await rename(aside, path)
  } catch (error) {
    // The file may be opened only after the text has failed, and would come back.
    if (!file.closed) await new Promise((resolve) => file.once("close", resolve))
    await rm(aside, { force: true })
    if (error instanceof Error && "code" in error) fail(`${path} can't be written: ${error.message}`)
    throw error
  }
}
