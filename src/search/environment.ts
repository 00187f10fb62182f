// What players get from outside: what differs between Node and browsers, and what lies above the search.

import type { Result } from "../base/result.ts"
import type { Answer, Player, PlayerSpec } from "../player/index.ts"
import type { Color, Move, Outcome, Position } from "../rules/index.ts"
import type { Experience } from "./experience/index.ts"
import type { HelperPool } from "./helpers.ts"
import type { KnowledgeSource } from "./knowledge.ts"
import type { SearchRequest } from "./request.ts"

/** Past games that a player knows, and adds its own to (TREE-10). */
export interface Memory {
  /** For the next search; undefined while there is nothing to use. */
  readonly experience: Experience | undefined
  /** Adds a game that is over. Never rejects: what goes wrong is a warning. */
  learn(position: Position, outcome: Outcome): Promise<void>
}

/** What a player gets from outside: what differs between Node and browsers, and what lies above the search. */
export interface PlayerEnvironment extends KnowledgeSource {
  /** Chooses a move on boards that the tree has no room for; without it, `uct` refuses such boards. */
  readonly searchWithoutTree?: (request: SearchRequest) => Promise<Required<Answer>>
  /**
   * The proven best move of a late position, where there is one; with owners that a search estimated, the likely one.
   * Without it, `endgame` changes nothing.
   */
  readonly solveEndgame?: (position: Position, color: Color, owners?: Float64Array) => Move | undefined
  /** Makes the player that marries the search with another engine; only where processes can be started. */
  readonly makeHybrid?: (spec: PlayerSpec, environment: PlayerEnvironment) => Result<Player, string>
  /** Starts threads that help a search; without it, players use one thread. */
  readonly openHelpers?: (count: number) => HelperPool
  /** Opens a file of past games; one that is to be learnt into may be missing. Without it, there are no files. */
  readonly openExperience?: (path: string, options: MemoryOptions) => Result<Memory, string>
}

export interface MemoryOptions {
  /** Whether games will be added. */
  readonly learns: boolean
  readonly warn: (message: string) => void
}
