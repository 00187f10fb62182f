// `montego experience build`: a tree of past games from records, or from games that a player plays against itself
// (TREE-10).

import { Command } from "commander"
import { ok } from "../../base/result.ts"
import { makePlayer, openDeadStoneEstimator, type Player } from "../../players/index.ts"
import { NODE_ENVIRONMENT } from "../../players/node/index.ts"
import { readGameInfo, replayRecord, type SgfNode } from "../../record/index.ts"
import { CHINESE, parseOutcome, parseRuleset } from "../../rules/index.ts"
import type { Color, Game, Outcome, PlayedMove, Ruleset } from "../../rules/index.ts"
import { ExperienceTree, USUAL_DEPTH, USUAL_NODES, type Conditions } from "../../search/experience/index.ts"
import { loadExperience, mergeExperience, updateExperience } from "../../search/node/experience-file.ts"
import { bytesOf, positiveOption } from "./options.ts"
import { fail } from "../failure.ts"
import { INTERRUPTED, untilInterrupted } from "../interrupt.ts"
import { gamesOf, type FileGame } from "../games.ts"
import {
  CLASSICAL_PLAYER,
  DEFAULT_SIZE,
  komiOption,
  rulesOption,
  seedOption,
  sizeOption,
} from "../options.ts"
import { Progress } from "../progress.ts"
import { selfPlay } from "./self-play.ts"

const HELP = `
The command takes even games from the empty board with a result, on one board size; it leaves out the others and prints
their number. A draw is half a win. The file is replaced as a whole at the end, so an error leaves the old one unchanged;
Ctrl-C writes the games finished so far. Without --merge an old tree in FILE is replaced. With --merge the command keeps
games that other programs add to the same file meanwhile.

Self-play repeats: the same seed plays the same games. With --merge it continues after the games that the file has, so
100 games, and later 100 more, are the same as 200.

When the tree exceeds its limit of nodes, the least played ones are removed.

Examples:
  montego experience build nine.exp --from games.sgf.gz
  montego experience build nine.exp --from a.sgf b.sgf.gz --komi 7 --depth 20
  montego experience build big.exp --from pro.sgf.gz --size 19 --max-nodes 200000
  montego experience build nine.exp --from new.sgf --merge
  montego experience build own.exp --from-self-play 100 --player uct:strong,playouts=500 --size 9 --seed 1
  montego experience build own.exp --from-self-play 100 --player uct:strong,playouts=500 --merge`

/** Nodes that a build holds before it prunes on the way, or 8 times what it may keep: some 150 MB. */
const WORKING_NODES = 4_000_000

interface BuildOptions {
  from?: string[]
  fromSelfPlay?: number
  player: string
  rules?: Ruleset
  seed: number
  size?: number
  komi?: number
  depth: number
  maxNodes: number
  merge?: boolean
}

export function buildCommand(): Command {
  return new Command("build")
    .description("Make an experience file from game records or from self-play.")
    .argument("<file>", "the experience file to write")
    .option("--from <sgf...>", "SGF files, plain or gzip")
    .option("--from-self-play <n>", "play N games of a player against itself", positiveOption)
    .option("--player <spec>", "the player that plays against itself", CLASSICAL_PLAYER)
    .option("--rules <name>", "rule set of self-play (default: chinese)", rulesOption)
    .option("--seed <n>", "seed of self-play", seedOption, 1)
    .option("--size <n>", `the board (default: ${DEFAULT_SIZE}; with --merge the file's)`, sizeOption)
    .option(
      "--komi <points>",
      "only games with this komi (default: all); of self-play the komi (default: as the rules say)",
      komiOption,
    )
    .option("--depth <n>", "moves to keep of each game", positiveOption, USUAL_DEPTH)
    .option("--max-nodes <n>", "nodes to keep, 24 bytes each", positiveOption, USUAL_NODES)
    .option("--merge", "add to what the file has")
    .addHelpText("after", HELP)
    .action(build)
}

async function build(file: string, options: BuildOptions): Promise<void> {
  const { from, fromSelfPlay, maxNodes, merge = false } = options
  if (from !== undefined && fromSelfPlay !== undefined)
    fail("--from and --from-self-play don't go together: choose one")
  if (from === undefined && fromSelfPlay === undefined)
    fail("build from what? --from with SGF files, or --from-self-play with a number of games")
  const target = targetOf(file, options)
  const builder = new Builder(target.size, options)
  const player = from ? undefined : playerOf(options)
  const isInterrupted = await untilInterrupted((signal) =>
    player ? playAll(builder, player, target.games, options, signal) : readAll(builder, from!, signal),
  )
  if (builder.tree.games === 0 && isInterrupted)
    fail(`interrupted before the first game; ${file} is as it was`, INTERRUPTED)
  if (builder.tree.games === 0) fail(builder.emptyReason())
  builder.tree.prune(maxNodes)
  const written = await (merge
    ? mergeExperience(file, builder.tree, { maxNodes })
    : updateExperience(file, () => ok(builder.tree), { replaceDamaged: true }))
  if (!written.ok) fail(written.error.reason)
  for (const line of builder.report()) console.log(line)
  const { games, nodeCount } = written.value
  console.log(`${file}: ${games} games, ${nodeCount} nodes, ${bytesOf(file)}`)
  if (!isInterrupted) return
  console.error("montego: interrupted; the games that were done are in the file")
  process.exitCode = INTERRUPTED
}

async function readAll(builder: Builder, from: readonly string[], signal: AbortSignal): Promise<void> {
  for await (const game of gamesOf(from, builder.refusals)) {
    builder.addRecord(game)
    if (signal.aborted) return
  }
}

function playerOf({ player: spec }: BuildOptions): Player {
  const player = makePlayer(spec, {}, NODE_ENVIRONMENT)
  return player.ok ? player.value : fail(`--player: ${player.error}`)
}

async function playAll(
  builder: Builder,
  player: Player,
  first: number,
  { fromSelfPlay: count = 0, seed, rules = CHINESE, komi = rules.komi }: BuildOptions,
  signal: AbortSignal,
): Promise<void> {
  const progress = new Progress()
  const game = { size: builder.tree.size, rules, komi }
  const estimateDead = await openDeadStoneEstimator()
  let done = 0
  try {
    progress.show(0, `game 1 of ${count}`)
    for await (const played of selfPlay({ player, estimateDead, game, seed, first, count, signal })) {
      builder.addPlayed(played)
      done++
      progress.show(done / count, `${done} of ${count} games`)
    }
  } finally {
    progress.end()
    await player.close()
  }
}

/**
 * The board size and the games of the old tree, before anything is done: what can't be merged or replaced is said at
 * once.
 */
function targetOf(
  file: string,
  { size, merge = false }: BuildOptions,
): { readonly size: number; readonly games: number } {
  const fresh = { size: size ?? DEFAULT_SIZE, games: 0 }
  const old = loadExperience(file)
  if (!old.ok) {
    const { kind, reason } = old.error
    if (kind === "foreign" || kind === "file" || kind === "version")
      fail(`${reason}, so it is not written over`)
    if (merge && kind !== "missing") fail(reason)
    return fresh
  }
  if (!merge) return fresh
  if (size !== undefined && size !== old.value.size)
    fail(
      `${file} is for ${old.value.size}×${old.value.size}, games on ${size}×${size} can't be merged into it`,
    )
  return { size: old.value.size, games: old.value.games }
}

class Builder {
  readonly tree: ExperienceTree
  readonly refusals = {
    onRefused: (reason: string): void => {
      this.#seen++
      this.#leaveOut("unreadable", reason)
    },
  }
  readonly #options: BuildOptions
  readonly #leftOut = new Map<LeftOut, number>()
  #seen = 0
  /** Why the first unreadable game is so. */
  #firstReason: string | undefined

  constructor(size: number, options: BuildOptions) {
    this.tree = new ExperienceTree({ size })
    this.#options = options
  }

  addRecord({ game, file, number }: FileGame): void {
    this.#add(readForTree(game, this.tree.size, this.#options), `${file}: game ${number}`)
  }

  addPlayed(game: Game): void {
    const { moves, outcome, komi, rules } = game
    const conditions = { komi, rules: rules.name }
    this.#add(
      isResult(outcome) ? { moves, winner: winnerOf(outcome), conditions } : { leftOut: "without a result" },
      "self-play",
    )
  }

  #add(reading: Reading, name: string): void {
    this.#seen++
    const { depth, maxNodes } = this.#options
    if ("leftOut" in reading) {
      this.#leaveOut(reading.leftOut, `${name}: ${reading.reason}`)
      return
    }
    const added = this.tree.add(reading.moves, reading.winner, { depth, conditions: reading.conditions })
    if (!added.ok) fail(`${name}: ${added.error}`)
    if (this.tree.nodeCount > Math.max(WORKING_NODES, 8 * maxNodes)) this.tree.prune(maxNodes)
  }

  report(): string[] {
    const parts = [...this.#leftOut].map(([why, count]) => `${count} ${why}`)
    const how = this.#options.from ? "read" : "played"
    const lines = [
      `${this.#seen} games ${how}, ${this.tree.games} taken${parts.length > 0 ? `; left out: ${parts.join(", ")}` : ""}`,
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
  if (!isResult(outcome)) return { leftOut: "without a result" }
  const replayed = replayRecord(record, { before: depth + 1 })
  if (!replayed.ok) return { leftOut: "unreadable", reason: replayed.error }
  const { game, notes, unlawful } = replayed.value
  if (unlawful.length > 0)
    return { leftOut: "unreadable", ...(notes[0] === undefined ? {} : { reason: notes[0] }) }
  if (game.handicap > 0 || game.setup.length > 0) return { leftOut: "with handicap or setup" }
  return {
    moves: game.moves,
    winner: winnerOf(outcome),
    conditions: { komi: info.komi, rules: rules?.name },
  }
}

function isResult(outcome: Outcome | undefined): outcome is Outcome {
  return outcome !== undefined && outcome.kind !== "void" && outcome.kind !== "unknown"
}

/** A draw has no winner. */
function winnerOf(outcome: Outcome): Color | undefined {
  return "winner" in outcome ? outcome.winner : undefined
}
