// `montego experience`: makes, shows and prunes the trees of past games that a search starts from (TREE-10).

import { statSync } from "node:fs"
import { Command, InvalidArgumentError } from "commander"
import { err, ok } from "../base/result.ts"
import { readGameInfo, replayRecord, type SgfNode } from "../record/index.ts"
import {
  colorName,
  makeVertex,
  parseOutcome,
  parseRuleset,
  type Color,
  type PlayedMove,
} from "../rules/index.ts"
import { ExperienceTree, mostPlayed, type Conditions, type Opening } from "../search/experience/index.ts"
import { loadExperience, mergeExperience, updateExperience } from "../search/node/experience-file.ts"
import { fail } from "./failure.ts"
import { gamesOf, type FileGame } from "./games.ts"
import { komiOption, sizeOption, wholeOption } from "./options.ts"

const HELP = `
An experience file holds the openings of past games as a tree: how often each move was played and how often its
player won. A search that knows it begins where those games left off.

Examples:
  montego experience build nine.exp --from games.sgf.gz            a tree of all 9×9 games of a collection
  montego experience build nine.exp --from more.sgf --merge        more games into the same tree
  montego experience info nine.exp                                 what is in it
  montego experience prune nine.exp --max-nodes 100000             the most played 100 000 nodes`

const DEFAULT_SIZE = 9
const DEFAULT_DEPTH = 30
const DEFAULT_NODES = 1_000_000
/** Nodes that a build holds before it prunes on the way, or 8 times what it may keep: some 150 MB. */
const WORKING_NODES = 4_000_000

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
}

function infoCommand(): Command {
  return new Command("info")
    .description("Show what is in an experience file, and the most played openings.")
    .argument("<file>", "an experience file")
    .option("--moves <n>", "length of the openings", positiveOption, 4)
    .option("--top <n>", "how many openings", positiveOption, 10)
    .option("--json", "one JSON object")
    .addHelpText("after", INFO_HELP)
    .action((file: string, { moves, top, json = false }: InfoOptions) => {
      const loaded = loadExperience(file)
      if (!loaded.ok) fail(loaded.error.reason)
      const tree = loaded.value
      const openings = mostPlayed(tree, moves, top)
      console.log(json ? makeJson(file, tree, openings) : makeText(file, tree, openings, moves))
    })
}

function makeText(file: string, tree: ExperienceTree, openings: readonly Opening[], moves: number): string {
  const { size, games, blackWins, nodeCount, symmetric, conditions } = tree
  const lines = [
    `board    ${size}×${size}${symmetric ? ", turned and mirrored games as one" : ""}`,
    `komi     ${conditions.komi ?? "various or unknown"}`,
    `rules    ${conditions.rules ?? "various or unknown"}`,
    `games    ${games}${games > 0 ? `, Black wins ${percent(blackWins / games)}` : ""}`,
    `nodes    ${nodeCount} in ${bytesOf(file)}`,
    `depth    ${tree.depth} moves`,
  ]
  if (openings.length === 0) return [...lines, "", `no game has ${moves} moves here`].join("\n")
  const rows = openings.map(({ games: count, blackWinRate, moves: line }) => {
    const share = percent(count / games)
    return `${String(count).padStart(8)} ${share.padStart(8)} ${percent(blackWinRate).padStart(8)}   ${vertices(line, size)}`
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

// ---- build

const BUILD_HELP = `
Only even games from the empty board with a result are taken, on one board size; the others are counted and left
out. A draw is half a win. The file is replaced as a whole at the end, so that an error leaves the old one as it was;
Ctrl-C writes the games that were read so far. Without --merge an old tree in FILE is replaced. Other programs may add their games
to the same file meanwhile: with --merge nobody's are lost.

When the tree has more nodes than it may keep, the least played go.

Examples:
  montego experience build nine.exp --from games.sgf.gz
  montego experience build nine.exp --from a.sgf b.sgf.gz --komi 7 --depth 20
  montego experience build big.exp --from pro.sgf.gz --size 19 --max-nodes 200000
  montego experience build nine.exp --from new.sgf --merge`

interface BuildOptions {
  from: string[]
  size?: number
  komi?: number
  depth: number
  maxNodes: number
  merge?: boolean
}

function buildCommand(): Command {
  return new Command("build")
    .description("Make an experience file from game records.")
    .argument("<file>", "the experience file to write")
    .requiredOption("--from <sgf...>", "SGF files, plain or gzip")
    .option("--size <n>", `the board (default: ${DEFAULT_SIZE}; with --merge the file's)`, sizeOption)
    .option("--komi <points>", "only games with this komi (default: all)", komiOption)
    .option("--depth <n>", "moves to keep of each game", positiveOption, DEFAULT_DEPTH)
    .option("--max-nodes <n>", "nodes to keep, 24 bytes each", positiveOption, DEFAULT_NODES)
    .option("--merge", "add to what the file has")
    .addHelpText("after", BUILD_HELP)
    .action(async (file: string, options: BuildOptions) => {
      const builder = new Builder(sizeFor(file, options), options)
      const isInterrupted = await untilInterrupted(gamesOf(options.from, builder.refusals), (game) =>
        builder.add(game),
      )
      if (builder.tree.games === 0)
        fail(
          isInterrupted ? `interrupted before the first game; ${file} is as it was` : builder.emptyReason(),
        )
      const { maxNodes, merge = false } = options
      builder.tree.prune(maxNodes)
      const written = await (merge
        ? mergeExperience(file, builder.tree, { maxNodes })
        : updateExperience(file, () => ok(builder.tree), { replaceDamaged: true }))
      if (!written.ok) fail(written.error.reason)
      for (const line of builder.report()) console.log(line)
      const { games, nodeCount } = written.value
      console.log(`${file}: ${games} games, ${nodeCount} nodes, ${bytesOf(file)}`)
      if (!isInterrupted) return
      console.error("montego: interrupted; the games that were read are in the file")
      process.exitCode = INTERRUPTED
    })
}

/** What shells expect of a program that ended by Ctrl-C. */
const INTERRUPTED = 130

/** Takes the items until there are no more or Ctrl-C is pressed; a second Ctrl-C ends the process at once. */
async function untilInterrupted<T>(items: AsyncIterable<T>, take: (item: T) => void): Promise<boolean> {
  let isInterrupted = false
  const interrupt = (): void => void (isInterrupted = true)
  process.once("SIGINT", interrupt)
  try {
    for await (const item of items) {
      take(item)
      if (isInterrupted) break
    }
  } finally {
    process.off("SIGINT", interrupt)
  }
  return isInterrupted
}

/** The board size, before any game is read: what can't be merged or replaced is said at once. */
function sizeFor(file: string, { size, merge = false }: BuildOptions): number {
  const old = loadExperience(file)
  if (!old.ok) {
    const { kind, reason } = old.error
    if (kind === "foreign" || kind === "file" || kind === "version")
      fail(`${reason}, so it is not written over`)
    if (merge && kind !== "missing") fail(reason)
    return size ?? DEFAULT_SIZE
  }
  if (!merge) return size ?? DEFAULT_SIZE
  if (size !== undefined && size !== old.value.size)
    fail(
      `${file} is for ${old.value.size}×${old.value.size}, games on ${size}×${size} can't be merged into it`,
    )
  return old.value.size
}

class Builder {
  readonly tree: ExperienceTree
  readonly refusals = {
    onRefused: (reason: string): void => {
      this.#read++
      this.#leaveOut("unreadable", reason)
    },
  }
  readonly #options: BuildOptions
  readonly #leftOut = new Map<LeftOut, number>()
  #read = 0
  /** Why the first unreadable game is so. */
  #firstReason: string | undefined

  constructor(size: number, options: BuildOptions) {
    this.tree = new ExperienceTree({ size })
    this.#options = options
  }

  add({ game, file, number }: FileGame): void {
    this.#read++
    const { depth, maxNodes } = this.#options
    const reading = readForTree(game, this.tree.size, this.#options)
    if ("leftOut" in reading) {
      this.#leaveOut(reading.leftOut, `${file}: game ${number}: ${reading.reason}`)
      return
    }
    const added = this.tree.add(reading.moves, reading.winner, { depth, conditions: reading.conditions })
    if (!added.ok) fail(`${file}: game ${number}: ${added.error}`)
    if (this.tree.nodeCount > Math.max(WORKING_NODES, 8 * maxNodes)) this.tree.prune(maxNodes)
  }

  report(): string[] {
    const parts = [...this.#leftOut].map(([why, count]) => `${count} ${why}`)
    const lines = [
      `${this.#read} games read, ${this.tree.games} taken${parts.length > 0 ? `; left out: ${parts.join(", ")}` : ""}`,
    ]
    if (this.#firstReason !== undefined) lines.push(`note: ${this.#firstReason}`)
    return lines
  }

  emptyReason(): string {
    const { size } = this.tree
    return `no game to build from: ${this.report()[0]}; wanted are even games on ${size}×${size} with a result (see --size)`
  }

  #leaveOut(why: LeftOut, reason: string): void {
    this.#leftOut.set(why, (this.#leftOut.get(why) ?? 0) + 1)
    if (why === "unreadable") this.#firstReason ??= reason
  }
}

type LeftOut =
  | "on other boards"
  | "with another komi"
  | "of Capture Go"
  | "with handicap or setup"
  | "without a result"
  | "unreadable"

type Reading =
  | {
      readonly moves: readonly PlayedMove[]
      readonly winner: Color | undefined
      readonly conditions: Conditions
    }
  | { readonly leftOut: LeftOut; readonly reason?: string }

/** The game, or why it can't be compared with the others. */
function readForTree(record: SgfNode, size: number, { komi, depth }: BuildOptions): Reading {
  const reading = readGameInfo(record)
  if (!reading.ok) return { leftOut: "unreadable", reason: reading.error.reason }
  const { info } = reading.value
  if (info.size !== size) return { leftOut: "on other boards" }
  if (komi !== undefined && info.komi !== komi) return { leftOut: "with another komi" }
  const rules = parseRuleset(info.rules ?? "")
  if (rules?.captureGoal !== undefined) return { leftOut: "of Capture Go" }
  const outcome = parseOutcome(info.result ?? "")
  if (outcome === undefined || outcome.kind === "void" || outcome.kind === "unknown")
    return { leftOut: "without a result" }
  const replayed = replayRecord(record, { before: depth + 1 })
  if (!replayed.ok) return { leftOut: "unreadable", reason: replayed.error }
  const { game } = replayed.value
  if (game.handicap > 0 || game.setup.length > 0) return { leftOut: "with handicap or setup" }
  return {
    moves: game.moves,
    winner: "winner" in outcome ? outcome.winner : undefined,
    conditions: { komi: info.komi, rules: rules?.name },
  }
}

// ---- prune

function pruneCommand(): Command {
  return new Command("prune")
    .description("Keep only the most played nodes of an experience file.")
    .argument("<file>", "an experience file")
    .requiredOption("--max-nodes <n>", "nodes to keep, 24 bytes each", positiveOption)
    .addHelpText(
      "after",
      "\nOf nodes that were played equally often the shallower stay.\n\nExample:\n  montego experience prune nine.exp --max-nodes 100000",
    )
    .action(async (file: string, { maxNodes }: { maxNodes: number }) => {
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

function positiveOption(text: string): number {
  const count = wholeOption(text)
  if (count < 1 || !Number.isSafeInteger(count))
    throw new InvalidArgumentError("It is a whole number from 1 on.")
  return count
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function bytesOf(file: string): string {
  const bytes = statSync(file).size
  if (bytes < 1e4) return `${bytes} bytes`
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
