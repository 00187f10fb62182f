// Commands about the end of the game. Dead stones are the engine's own proposal.

import { err, ok } from "../base/result.ts"
import { makeOutcome, outcomeOfMargin, parseRuleset } from "../rules/index.ts"
import { sekiStones, stonesOf, withoutStones, type Board, type Point } from "../rules/index.ts"
import { DONE, makeVertexList, SYNTAX_ERROR, type Handler } from "./arguments.ts"

export const SCORE_COMMANDS: Readonly<Record<string, Handler>> = {
  final_score: (session) => {
    const { game } = session
    if (game.rules.captureGoal !== undefined) {
      return game.outcome ? ok(makeOutcome(game.outcome)) : err("cannot score")
    }
    return ok(makeOutcome(outcomeOfMargin(game.score(session.deadStones()).margin)))
  },
  final_status_list: (session, [status]) => {
    const { board } = session.game
    const dead = session.deadStones()
    if (status === "dead") return ok(chains(board, dead))
    const points = stonesOf(board).map(([, point]) => point)
    const living = points.filter((point) => !dead.has(point))
    const seki = sekiStones(withoutStones(board, dead))
    if (status === "seki") return ok(chains(board, seki))
    if (status === "alive")
      return ok(
        chains(
          board,
          living.filter((point) => !seki.has(point)),
        ),
      )
    return SYNTAX_ERROR
  },
  "kgs-rules": (session, [name]) => {
    const rules = parseRuleset(name ?? "")
    if (!rules) return SYNTAX_ERROR
    const changed = session.change({ rules })
    return changed.ok ? DONE : err(changed.error)
  },
}

/** One chain a line. */
function chains(board: Board, points: Iterable<Point>): string {
  const lines: string[] = []
  const listed = new Set<Point>()
  for (const point of points) {
    if (listed.has(point)) continue
    const chain = board.chain(point)
    for (const stone of chain) listed.add(stone)
    lines.push(makeVertexList(chain, board.size))
  }
  return lines.join("\n")
}
