// Games of a player against itself as an experience tree, for experiments that need a past.

import { makeTask, NO_OPENINGS, playGame, type MatchDefinition } from "../arena/index.ts"
import { openPositionJudge } from "../players/index.ts"
import type { ExperienceTree } from "../search/experience/index.ts"
import { Black, Game, parseRuleset, parseVertex, White } from "../rules/index.ts"
import { unwrap } from "../base/result.ts"
import type { WorkContext } from "./experiment.ts"

interface Past {
  readonly games: number
  /** The player. */
  readonly spec: string
  readonly match: Omit<MatchDefinition, "a" | "b">
  readonly seed: number
}

/** Moves of a game that the tree keeps. */
const DEPTH = 30
const STALL_SECONDS = 300

export async function selfPlayTree(
  tree: ExperienceTree,
  { games, spec, match, seed }: Past,
  { signal, onProgress }: WorkContext,
): Promise<void> {
  const { dead: estimateDead } = await openPositionJudge()
  const { size, komi, rules } = match
  for (let number = 0; number < games && !signal.aborted; number++) {
    const task = makeTask({ ...match, a: spec, b: spec, seed }, NO_OPENINGS, number)
    const played = await playGame(task, { estimateDead, stallSeconds: STALL_SECONDS, signal })
    if (!played || played.verdict.winner === null) continue
    const game = unwrap(Game.create({ size, komi, rules: parseRuleset(rules)! }))
    for (const vertex of played.plays) game.play(parseVertex(vertex, size)!)
    const winner = played.verdict.winner === "black" ? Black : White
    tree.add(game.moves, winner, { depth: DEPTH, conditions: { komi, rules } })
    onProgress((number + 1) / games)
  }
}
