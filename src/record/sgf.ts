// SGF FF[4] as text to trees (REC-1). Our own reader, because the usual ones give up at the first wrong
// character, recurse into variations, or say nothing about what they dropped.
// Format: https://www.red-bean.com/sgf/sgf4.html

import { err, ok, type Result } from "../base/result.ts"
import { MAX_NODES, buildGame, weightOf } from "./build.ts"
import type { SgfIssue } from "./place.ts"
import { GameSplitter } from "./scan.ts"
import type { SgfNode } from "./tree.ts"

/** Repairs that `parseSgf` lists for a whole collection. */
const MAX_COLLECTION_ISSUES = 10_000

/** Limits of the reader. */
export interface ParseSgfOptions {
  /** The most nodes to be read, by default `MAX_NODES`. */
  readonly maxNodes?: number
}

/** The games of a text, and what was repaired. */
export interface SgfCollection {
  readonly games: SgfNode[]
  /** What was repaired, in the order of the text. */
  readonly issues: SgfIssue[]
}

/**
 * Reads all games of a text. It fails only when there is no game, or when there are more nodes than the
 * limit: the trees of all games are in memory at once here. Large collections are read as a stream
 * (`readGameStream`), where the limit holds for each game and their number is free.
 */
export function parseSgf(text: string, options: ParseSgfOptions = {}): Result<SgfCollection, SgfIssue> {
  const maxNodes = options.maxNodes ?? MAX_NODES
  const splitter = new GameSplitter()
  const games: SgfNode[] = []
  const issues: SgfIssue[] = []
  let nodes = 0
  for (const span of splitter.push(text, true)) {
    nodes += weightOf(span)
    if (nodes > maxNodes && games.length > 0) {
      const reason = `the games together have more than ${maxNodes} nodes, the limit; read them as a stream`
      return err({ ...span.place, reason, severity: "refused" })
    }
    const built = buildGame(span, maxNodes)
    if (!built.ok) return built
    games.push(built.value.game)
    collect(issues, built.value.issues)
  }
  if (games.length === 0) {
    return err({ line: 1, column: 1, reason: "no game found: nothing begins with (;", severity: "refused" })
  }
  collect(issues, splitter.trailingIssues)
  return ok({ games, issues })
}

function collect(issues: SgfIssue[], more: readonly SgfIssue[]): void {
  for (const issue of more) if (issues.length < MAX_COLLECTION_ISSUES) issues.push(issue)
}
