// What players get from outside: what differs between Node and browsers, and what lies above the search.

import { err, ok, type Result } from "../base/result.ts"
import type { NetImage } from "../kernel/index.ts"
import type { Answer, OptionTable, Player, PlayerSpec } from "../player/index.ts"
import type { Color, Move, Outcome, Position } from "../rules/index.ts"
import type { Experience } from "./experience/index.ts"
import type { HelperPool } from "./helpers.ts"
import type { BoardLoader, Knowledge, KnowledgeSource } from "./knowledge.ts"
import type { SearchRequest } from "./request.ts"

/** Past games that a player knows, and adds its own to (TREE-10). */
export interface Memory {
  /** For the next search; undefined while there is nothing to use. */
  readonly experience: Experience | undefined
  /** Adds a game that is over. Never rejects: what goes wrong is a warning. */
  learn(position: Position, outcome: Outcome): Promise<void>
}

/** Late positions solved region by region. It may remember what it has proven of a game's earlier positions. */
export interface EndgameSolver {
  /** The proven best move, or a pass that is proven to win; with owners that a search estimated, the likely one. */
  choose(position: Position, color: Color, owners?: Float64Array): Move | undefined
}

/** What a player gets from outside: what differs between Node and browsers, and what lies above the search. */
export interface PlayerEnvironment extends KnowledgeSource {
  /** Chooses a move on boards that the tree has no room for; without it, `uct` refuses such boards. */
  readonly searchWithoutTree?: (request: SearchRequest) => Promise<Required<Answer>>
  /** What a player asks in late positions. Without it, `endgame` changes nothing. Its code is loaded by the call. */
  readonly openEndgame?: () => Promise<EndgameSolver>
  /** Makes the player that marries the search with another engine; only where processes can be started. */
  readonly makeHybrid?: (spec: PlayerSpec, environment: PlayerEnvironment) => Result<Player, string>
  /** Starts threads that help a search; without it, players use one thread. */
  readonly openHelpers?: (count: number) => HelperPool
  /** Reads the network of a file, in place of the one for the board. Without it, there are no files. */
  readonly openNetFile?: (path: string) => Result<NetImage, string>
  /** Reads learned weights of files; those that no file is named for are those for the board. Without it, no files. */
  readonly openWeightsFiles?: (files: WeightsFiles) => Result<BoardLoader<Knowledge>, string>
  /** Opens a file of past games; one that is to be learnt into may be missing. Without it, there are no files. */
  readonly openExperience?: (path: string, options: MemoryOptions) => Result<Memory, string>
}

/** The files of learned weights that a player's name has, by what they are for. */
export interface WeightsFiles {
  readonly moves?: string
  readonly playout?: string
}

/** The files of learned weights and of a network that a player's name has. */
export interface OwnFiles {
  readonly net?: string
  readonly weights?: WeightsFiles
}

/** Whether a player adds its games to its experience, and who hears of faults. */
export interface MemoryOptions {
  /** Whether games will be added. */
  readonly learns: boolean
  readonly warn: (message: string) => void
}

/** The option of players that use a network. */
export const NET_FILE_OPTION = {
  "net-file": {
    kind: "file",
    meaning: "file of a network, in place of the one that comes with montego for the board",
    needs: "files",
  },
} as const satisfies OptionTable

/** The options of players that use learned weights. */
export const WEIGHTS_FILE_OPTIONS = {
  "moves-file": {
    kind: "file",
    meaning: "file of learned weights of moves, in place of those that come with montego for the board",
    needs: "files",
  },
  "playout-file": {
    kind: "file",
    meaning:
      "file of learned weights of playouts with policy=gamma, in place of those that come with montego",
    needs: "files",
  },
} as const satisfies OptionTable

/** The environment of a player whose name may have files of its own; the error says why one can't be used. */
export function withOwnFiles(
  environment: PlayerEnvironment,
  { net, weights }: OwnFiles,
): Result<PlayerEnvironment, string> {
  const { openNetFile, openWeightsFiles } = environment
  let own = environment
  if (net !== undefined) {
    if (!openNetFile) return noFiles("net-file")
    const image = openNetFile(net)
    if (!image.ok) return image
    own = { ...own, loadNet: async () => image }
  }
  if (weights !== undefined) {
    if (!openWeightsFiles) return noFiles(weights.moves === undefined ? "playout-file" : "moves-file")
    const loader = openWeightsFiles(weights)
    if (!loader.ok) return loader
    own = { ...own, loadKnowledge: loader.value }
  }
  return ok(own)
}

function noFiles(option: string): Result<never, string> {
  return err(`${option} is a file, and there are no files here (a browser has none)`)
}
