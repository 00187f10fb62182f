// When a search's best move is not what should be played: passing, going on, resigning (TREE-11).
//
// The tree counts two passes as the end with every stone alive, so that a pass that loses that way is seen by the search
// itself. What it can't see is agreement: where the rules remove dead stones, passing may win although they still stand.

import {
  allPoints,
  Empty,
  Black,
  isPass,
  PASS,
  type Color,
  type Game,
  type Move,
  type Point,
} from "../rules/index.ts"
import type { Candidate, SearchReport } from "./report.ts"

/** With fewer stones than this share of the points a game has hardly begun: nobody wants it to end by a slip. */
const BEGUN = 0.2

/** A point is settled when so large a share of the simulations gives it to the same side. */
const SETTLED = 0.9

export interface Ending {
  readonly move: Move | "resign"
  readonly reason: "most-visits" | "pass-wins" | "settled" | "hopeless"
}

export interface EndingOptions {
  /** Dead stones must be taken off the board, whatever the rules say (`kgs-genmove_cleanup`). */
  readonly mustCapture?: boolean
  /** Whether the first pass of two may be ours; default: yes. A pass is a move: see `staysSettled`. */
  readonly mayPassFirst?: boolean
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

  const mayEnd = !agreed || hasBegun(game)

  if (game.rules.captureGoal === undefined) {
    if (opponentPassed && mayEnd && wins(agreed ? options.dead() : []))
      return { move: PASS, reason: "pass-wins" }
    if (
      agreed &&
      options.mayPassFirst !== false &&
      isSettled(game, report) &&
      (isPass(best.move) || game.rules.scoring === "territory" || wins(options.dead()))
    )
      return { move: PASS, reason: "settled" }
  }
  if (options.resignAt !== undefined && bestRate(report) < options.resignAt)
    return { move: "resign", reason: "hopeless" }
  if (!isPass(best.move)) return { move: best.move, reason: "most-visits" }
  // The tree's own pass: only where it doesn't lose what another move may still win.
  const other = report.candidates.find(({ move, visits }) => !isPass(move) && visits > 0)
  if (!other || (mayEnd && wins([]))) return { move: PASS, reason: "most-visits" }
  return { move: other.move, reason: "most-visits" }
}

function hasBegun({ board, size }: Game): boolean {
  return allPoints(size).filter((point) => board.at(point) !== Empty).length >= BEGUN * size ** 2
}

function bestRate({ candidates }: SearchReport): number {
  return Math.max(
    ...candidates
      .slice(0, 3)
      .filter(isTried)
      .map(({ winRate }) => winRate),
    0,
  )
}

function isTried({ visits }: Candidate): boolean {
  return visits > 0
}

/** Whether every point surely belongs to one side. */
function isSettled(game: Game, { owners }: SearchReport): boolean {
  return allPoints(game.size).every((point) => Math.abs(owners[point]!) >= SETTLED)
}

/** A pass gives the other side a move: whether a search of its best one leaves every point with the same side. */
export function staysSettled(size: number, before: SearchReport, after: SearchReport): boolean {
  return allPoints(size).every((point) => before.owners[point]! * after.owners[point]! >= STILL_SETTLED)
}

const STILL_SETTLED = SETTLED * 0.7
