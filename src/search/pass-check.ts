// What a player looks at before it passes: which stones are dead, and whether something is still to be played
// (TREE-11).

import type { Request, SearchReport } from "../player/index.ts"
import {
  isPass,
  opponent,
  type Color,
  type Game,
  type Move,
  type Point,
  type Position,
} from "../rules/index.ts"
import { deadByOwners, openPositionJudge, type PositionJudge } from "./dead.ts"
import { contestedPoints, evenPosition, moveLeft, openPoints } from "./ending.ts"
import { presetParams, type SearchParams } from "./params.ts"
import { Searcher } from "./searcher.ts"
import { hasBegun } from "./turn.ts"

/** Simulations of each search that must show that a pass loses nothing. */
const PLAYOUTS = 1000
const SEARCHES = 3
/** With a clock running, no longer than this for all of them, and not at all where less is left for the move. */
export const PASS_CHECK_SECONDS = 0.03
/** With fewer simulations neither a win rate nor owners prove anything. */
export const FEWEST_TO_JUDGE = 200

/** Whether win rates and owners of a report mean something. A network's few say more than those of many playouts. */
export function isTelling({ judge, playouts }: SearchReport): boolean {
  return judge === "network" || playouts >= FEWEST_TO_JUDGE
}

/** Exploration, so that every move is tried: the player's own search may well be content with the first that wins. */
const CHECKER: SearchParams = { ...presetParams("strong"), exploration: 0.3, "tree-mb": 8 }

/** A request with the game of its position, and what the player's search found. */
export interface Searched {
  readonly request: Request
  readonly game: Game
  readonly report: SearchReport
}

/** The check has a search of its own: the player's settings don't matter, and the player's tree stays. */
export class PassCheck {
  readonly searcher: Searcher
  readonly #judge: PositionJudge

  private constructor(searcher: Searcher, judge: PositionJudge) {
    this.searcher = searcher
    this.#judge = judge
  }

  static async open(): Promise<PassCheck> {
    const [searcher, judge] = await Promise.all([Searcher.create({ params: CHECKER }), openPositionJudge()])
    return new PassCheck(searcher, judge)
  }

  /** With a clock, the dead stones as the search saw them: an estimate takes as long as a move of a fast game. */
  dead({ request, game, report }: Searched): Point[] {
    const { budget, color, seed } = request
    if (!budget.clock) return this.#judge.dead(game.board, color, seed)
    return isTelling(report) ? deadByOwners(game.board, report.owners) : []
  }

  /** What is still to be played where the search would pass, found in `limit` seconds; `spare` are left on a clock. */
  async moveLeft(
    { request, game, report }: Searched,
    spare: number,
    limit = Infinity,
  ): Promise<Move | undefined> {
    const { position, color, seed, signal, budget } = request
    const { size } = position
    const seen = openPoints(size, report)
    const unchecked = (): Move | undefined => {
      if (!hasBegun(game)) return likeliestStone(report)
      return isTelling(report) ? moveLeft(seen, report, report.winRate) : bestPoint(report)
    }
    if (budget.clock && spare < PASS_CHECK_SECONDS) return unchecked()
    const most = budget.clock ? PASS_CHECK_SECONDS : limit
    const seconds = most < Infinity ? { seconds: most / SEARCHES } : {}
    // Without the passes: one more would end the game, and dead stones that stand then would not count as dead.
    const stood = withoutPasses(position)
    const check = async (first: Color, basis: SearchReport): Promise<SearchReport> => {
      const even = evenPosition(stood, color, basis)
      const limits = { playouts: PLAYOUTS, ...seconds }
      const asked = { position: even, color: first, seed, signal, budget: limits, mayStopEarly: false }
      return (await this.searcher.search(asked)).report
    }
    // The owners of a decided game are careless. Those of the first search, under an even komi, set that of the others.
    const basis = await check(color, report)
    const [ours, theirs] = [await check(color, basis), await check(opponent(color), basis)]
    if (Math.min(ours.playouts, theirs.playouts) < FEWEST_TO_JUDGE) return unchecked()
    const open = budget.clock ? openPoints(size, ours) : this.#judge.open(game, seed)
    return moveLeft([...open, ...contestedPoints(size, ours, theirs)], ours, 1 - theirs.winRate)
  }

  close(): Promise<void> {
    return this.searcher.close()
  }
}

/** The search's own choice, where it is no pass: after a few playouts every board looks settled. */
function bestPoint({ candidates }: SearchReport): Move | undefined {
  const best = candidates[0]
  return best && !isPass(best.move) ? best.move : undefined
}

/** Early in a game a pass is never right, though a network may hold it likely where a handicap looks lost. */
function likeliestStone({ candidates }: SearchReport): Move | undefined {
  const stones = candidates.filter(({ move }) => !isPass(move))
  return stones.toSorted((a, b) => b.visits - a.visits || (b.chance ?? 0) - (a.chance ?? 0))[0]?.move
}

function withoutPasses(position: Position): Position {
  const last = position.moves.findLastIndex(({ move }) => !isPass(move))
  return { ...position, moves: position.moves.slice(0, last + 1) }
}
