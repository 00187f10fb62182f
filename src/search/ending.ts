// When a search's best move is not what should be played: passing, going on, resigning (TREE-11).
//
// The tree counts two passes as the end with every stone alive, so that a pass that loses that way is seen by the
// search itself. What it can't see is agreement: where the rules remove dead stones, passing may win although they
// still stand.
//
// A tree that counts only wins does not care for points once the game looks won, and would pass on an open board. So
// a pass is only a proposal, unless it ends the game by a count that is certain: `moveLeft` looks for a point that is
// still open.

import type { Candidate, EndingReason, SearchReport } from "../player/index.ts"
import { allPoints, Black, handicapCompensation, isPass, PASS } from "../rules/index.ts"
import type { Color, Game, Move, Point, Position } from "../rules/index.ts"
import { hasBegun } from "./turn.ts"

/** A point is settled when so large a share of the simulations gives it to the same side. */
const SETTLED = 0.9
/**
 * Under territory rules a move in settled territory costs a point, so a pass is proposed while this share is
 * unsettled.
 */
const NEARLY_SETTLED = 0.1

/** The move that is played in the end, and why. */
export interface Ending {
  readonly move: Move | "resign"
  readonly reason: EndingReason
  /**
   * Of a pass: it ends a game that the count of the standing stones wins. Any other pass is a proposal, see
   * `moveLeft`.
   */
  readonly isFinal?: true
}

/** What decides between a move, a pass and resignation. */
export interface EndingOptions {
  /** Dead stones must be taken off the board, whatever the rules say (`kgs-genmove_cleanup`). */
  readonly mustCapture?: boolean
  /** Resign below this win rate; the caller sees to it that it was so before. */
  readonly resignAt?: number
  /** The dead stones as they would be agreed on; only asked where it matters. */
  readonly dead: () => Iterable<Point>
}

/** What to play for `color`, given what the search found. */
export function chooseEnding(game: Game, color: Color, report: SearchReport, options: EndingOptions): Ending {
  const best = report.candidates[0]
  if (!best) return { move: PASS, reason: "settled" }
  const agreed = game.rules.dead === "agreed" && options.mustCapture !== true
  const last = game.moves.at(-1)
  const opponentPassed = last !== undefined && last.color !== color && isPass(last.move)
  const wins = (dead: Iterable<Point>): boolean => {
    const { margin } = game.score(dead)
    return color === Black ? margin > 0 : margin < 0
  }

  if (game.rules.captureGoal === undefined) {
    if (opponentPassed && !agreed && wins([])) return { move: PASS, reason: "pass-wins", isFinal: true }
    if (opponentPassed && agreed && hasBegun(game) && wins(options.dead()))
      return { move: PASS, reason: "pass-wins" }
    if (agreed && isSettled(game, report) && (isPass(best.move) || isTerritory(game) || wins(options.dead())))
      return { move: PASS, reason: "settled" }
  }
  if (options.resignAt !== undefined && bestRate(report) < options.resignAt)
    return { move: "resign", reason: "hopeless" }
  if (!isPass(best.move)) return { move: best.move, reason: "most-visits" }
  // The tree's own pass: only where it doesn't lose what another move may still win. The tree counts dead stones as
  // alive; a pass that ends the game and wins without them was found above.
  const other = bestStone(report)
  const isEnough = agreed ? hasBegun(game) && !opponentPassed && wins([]) : wins([])
  if (!other || isEnough) return { move: PASS, reason: "most-visits" }
  return { move: other.move, reason: "most-visits" }
}

/** The move with most visits that is no pass. Beside a pass that looks won, all have one: then the most promising. */
function bestStone({ candidates }: SearchReport): Candidate | undefined {
  const tried = candidates.filter((candidate) => !isPass(candidate.move) && isTried(candidate))
  return tried.toSorted((a, b) => b.visits - a.visits || hopeOf(b) - hopeOf(a))[0]
}

function bestRate({ candidates }: SearchReport): number {
  return Math.max(...candidates.slice(0, 3).filter(isTried).map(hopeOf), 0)
}

/** What a move promises: its win rate, or what the search plays for if that is more (a handicap's extra komi, say). */
export function hopeOf({ winRate, value = winRate }: Candidate): number {
  return Math.max(winRate, value)
}

function isTried({ visits }: Candidate): boolean {
  return visits > 0
}

function isTerritory({ rules }: Game): boolean {
  return rules.scoring === "territory"
}

/** Whether every point, under territory rules nearly every point, surely belongs to one side. */
function isSettled(game: Game, { owners }: SearchReport): boolean {
  const unsettled = allPoints(game.size).filter((point) => Math.abs(owners[point]!) < SETTLED).length
  return unsettled <= (isTerritory(game) ? NEARLY_SETTLED * game.size ** 2 : 0)
}

/** A point is open while the simulations give it to one side less often by this than to the other. */
const OPEN = 0.5
/** Win rates of short searches that differ by less are equal. */
const EQUAL = 0.05
/** A pass that costs so much of the win rate is wrong, even where no point is open. */
const MISTAKE = 0.25
/** Points by which the komi of `evenPosition` favours the side that asks. */
const LEAD = 1.5

/**
 * The position under the komi that gives `color` a lead of a point and a half, by the owners that a search found. A
 * search of it cares for every point, where one under the real komi is content with any way to win.
 */
export function evenPosition(position: Position, color: Color, { owners }: SearchReport): Position {
  const margin = allPoints(position.size).reduce((sum, point) => sum + Math.sign(owners[point]!), 0)
  const compensation = handicapCompensation(position.rules, position.handicap)
  return { ...position, komi: margin - compensation + (color === Black ? -LEAD : LEAD) }
}

/** The points that a search's simulations don't agree on. */
export function openPoints(size: number, { owners }: SearchReport): Point[] {
  return allPoints(size).filter((point) => Math.abs(owners[point]!) < OPEN)
}

/** The points that belong to the side that moves first, by a search of either side's move. */
export function contestedPoints(size: number, ours: SearchReport, theirs: SearchReport): Point[] {
  const sign = ours.color === Black ? 1 : -1
  return allPoints(size).filter(
    (point) => sign * ours.owners[point]! >= OPEN && sign * theirs.owners[point]! <= -OPEN,
  )
}

/**
 * The move to play in place of a pass, which is worth `passing`: while points are open, the best one where it gains,
 * else one on an open point that loses nothing, as on a neutral point. Undefined when there is none: in a seki, say,
 * every move on an open point loses.
 *
 * Where no point is open, the best one when it gains much: stones that only a further move saves look safe in a search
 * that plays this move, and dubious, not lost, in one that plays on after the pass.
 */
export function moveLeft(
  open: Iterable<Move>,
  { candidates }: SearchReport,
  passing: number,
): Move | undefined {
  const points = new Set(open)
  const tried = candidates.filter(({ move, visits }) => !isPass(move) && visits > 0)
  const best = tried[0]
  if (!best) return undefined
  if (best.winRate >= passing + (points.size === 0 ? MISTAKE : EQUAL)) return best.move
  return tried.find(({ move, winRate }) => points.has(move) && winRate >= passing - EQUAL)?.move
}
