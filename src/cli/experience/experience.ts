// `montego experience`: makes, shows and prunes the trees of past games that a search starts from (TREE-10).

import { statSync } from "node:fs"
import { Command } from "commander"
import { percent } from "../../base/format.ts"
import { err, ok } from "../../base/result.ts"
import { colorName, makeVertex } from "../../rules/index.ts"
import { mostPlayed, type ExperienceTree, type Opening } from "../../search/experience/index.ts"
import { loadExperience, updateExperience } from "../../search/node/experience-file.ts"
import { buildCommand } from "./build.ts"
import { bytesOf, positiveOption } from "./options.ts"
import { csvOption, printCsv, type CsvRow } from "../csv.ts"
import { fail } from "../failure.ts"
import { requireFile } from "../files.ts"

const HELP = `
An experience file holds the openings of past games as a tree: how often each move was played and how often its
player won. A search that knows it begins where those games left off:
  montego play --player uct:strong,experience=nine.exp             begins with these games
  montego gtp --player uct:strong,experience=nine.exp,learn=on     and adds its own after each game

Examples:
  montego experience build nine.exp --from games.sgf.gz            a tree of all 9×9 games of a collection
  montego experience build nine.exp --from more.sgf --merge        more games into the same tree
  montego experience build nine.exp --from-self-play 100           games of the engine against itself
  montego experience info nine.exp                                 what is in it
  montego experience prune nine.exp --max-nodes 100000             the most played 100 000 nodes`

export function experienceCommand(): Command {
  const command = new Command("experience").description("Trees of past games: build, info, prune.")
  for (const part of [buildCommand(), infoCommand(), pruneCommand()]) command.addCommand(part)
  return command.addHelpText("after", HELP)
}

// ---- info

const INFO_HELP = `
Rates are Black's wins, a draw counted half. Turned and mirrored games count as one, so that a line stands for all of
its images. The whole file is checked; what is wrong with it is said, and the exit code is 2.

Examples:
  montego experience info nine.exp
  montego experience info nine.exp --moves 6 --top 20
  montego experience info nine.exp --json`

interface InfoOptions {
  moves: number
  top: number
  json?: boolean
  csv?: boolean
}

function infoCommand(): Command {
  return new Command("info")
    .description("Show what is in an experience file, and the most played openings.")
    .argument("<file>", "an experience file")
    .option("--moves <n>", "length of the openings", positiveOption, 4)
    .option("--top <n>", "how many openings", positiveOption, 10)
    .addOption(csvOption("a row for each opening"))
    .option("--json", "one JSON object")
    .addHelpText("after", INFO_HELP)
    .action((file: string, { moves, top, json = false, csv = false }: InfoOptions) => {
      requireFile(file)
      const loaded = loadExperience(file)
      if (!loaded.ok) fail(loaded.error.reason)
      const tree = loaded.value
      const openings = mostPlayed(tree, moves, top)
      if (csv) printCsv(makeRows(tree, openings), ["opening", "games", "share", "blackWinRate"])
      else console.log(json ? makeJson(file, tree, openings) : makeText(file, tree, openings, moves))
    })
}

function makeRows({ size, games }: ExperienceTree, openings: readonly Opening[]): CsvRow[] {
  return openings.map(({ games: count, blackWinRate, moves }) => {
    return { opening: vertices(moves, size), games: count, share: count / games, blackWinRate }
  })
}

function makeText(file: string, tree: ExperienceTree, openings: readonly Opening[], moves: number): string {
  const { size, games, blackWins, nodeCount, symmetric, conditions } = tree
  const lines = [
    `board    ${size}×${size}${symmetric ? ", turned and mirrored games as one" : ""}`,
    `komi     ${conditions.komi ?? "various or unknown"}`,
    `rules    ${conditions.rules ?? "various or unknown"}`,
    `games    ${games}${games > 0 ? `, Black wins ${percent(blackWins / games)} %` : ""}`,
    `nodes    ${nodeCount} in ${bytesOf(file)}`,
    `depth    ${tree.depth} moves`,
  ]
  if (openings.length === 0) return [...lines, "", `no game has ${moves} moves here`].join("\n")
  const rows = openings.map(({ games: count, blackWinRate, moves: line }) => {
    return `${String(count).padStart(8)} ${percent(count / games).padStart(6)} % ${percent(blackWinRate).padStart(6)} %   ${vertices(line, size)}`
  })
  return [...lines, "", "   games    share    Black   opening", ...rows].join("\n")
}

function makeJson(file: string, tree: ExperienceTree, openings: readonly Opening[]): string {
  const { size, games, blackWins, nodeCount, symmetric, conditions, depth } = tree
  return JSON.stringify({
    file,
    bytes: statSync(file).size,
    size,
    symmetric,
    komi: conditions.komi ?? null,
    rules: conditions.rules ?? null,
    games,
    blackWins,
    nodes: nodeCount,
    depth,
    openings: openings.map(({ moves, games: count, blackWinRate }) => ({
      moves: moves.map(({ color, move }) => [colorName(color)[0], makeVertex(move, size)]),
      games: count,
      blackWinRate,
    })),
  })
}

/** The moves, with the colour where it is not the other one's turn. */
function vertices(line: Opening["moves"], size: number): string {
  return line
    .map(({ color, move }, index) => {
      const isUsual = colorName(color) === (index % 2 === 0 ? "Black" : "White")
      return `${isUsual ? "" : `${colorName(color)[0]}:`}${makeVertex(move, size)}`
    })
    .join(" ")
}

// ---- prune

function pruneCommand(): Command {
  return new Command("prune")
    .description("Keep only the most played nodes of an experience file.")
    .argument("<file>", "an experience file")
    .requiredOption("--max-nodes <n>", "nodes to keep, 24 bytes each", positiveOption)
    .addHelpText(
      "after",
      "\nOf nodes that were played equally often the shallower stay.\n\nExamples:\n  montego experience prune nine.exp --max-nodes 100000",
    )
    .action(async (file: string, { maxNodes }: { maxNodes: number }) => {
      requireFile(file)
      let gone = 0
      const pruned = await updateExperience(file, (tree) => {
        if (!tree) return err("it does not exist")
        gone = tree.prune(maxNodes)
        return ok(tree)
      })
      if (!pruned.ok) fail(pruned.error.reason)
      console.log(`${file}: ${gone} nodes removed, ${pruned.value.nodeCount} kept, ${bytesOf(file)}`)
    })
}
